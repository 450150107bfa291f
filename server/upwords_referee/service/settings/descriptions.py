"""What settings say of themselves: the docstring behind each is its description."""

import ast
import inspect
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel


def describe(source: str, *models: type[BaseModel]) -> None:
    """Give the fields of models the docstrings in `source`, the file they are written in, as descriptions.

    pydantic's `use_attribute_docstrings` does the same, and takes a hundred times as long: it resolves the
    path of every module that is loaded, again for each subclass.
    """
    said: dict[tuple[str, str], str] = {}
    for one in ast.parse(Path(source).read_text("utf-8")).body:
        if not isinstance(one, ast.ClassDef):
            continue
        for setting, text in pairwise(one.body):
            match setting, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                    value=ast.Constant(value=str(said_of))
                ):
                    said[one.name, name] = inspect.cleandoc(said_of)
    for model in models:
        for name, field in model.model_fields.items():
            texts = (said.get((base.__name__, name)) for base in model.__mro__)
            field.description = next(filter(None, texts), None)
