"""What a server serves now, replaced whole."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from google.protobuf.message import Message

from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.methods import Method, build_methods


@dataclass(frozen=True)
class Stock:
    """Rulesets, lexica and house rulings that were loaded together, and the methods that judge by them."""

    rulesets: RulesetBook
    lexicons: Registry
    rulings: Overlay
    methods: Mapping[str, Method]

    @classmethod
    def of(cls, rulesets: RulesetBook, lexicons: Registry, rulings: Overlay = EMPTY) -> "Stock":
        """Return the stock of these."""
        return cls(rulesets, lexicons, rulings, build_methods(rulesets, lexicons, rulings))


class Shelf:
    """What is served now: a call to one of `methods` judges by the stock that lies here when it comes."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        self.methods: Mapping[str, Method] = {
            path: replace(method, handle=self._handler(path)) for path, method in stock.methods.items()
        }

    @property
    def stock(self) -> Stock:
        """The stock that is served now."""
        return self._stock

    def replace(self, stock: Stock) -> None:
        """Serve this from now on; calls that are under way keep what they have."""
        self._stock = stock

    def _handler(self, path: str) -> Callable[[Any], Message]:
        def handle(request: Any) -> Message:
            return self._stock.methods[path].handle(request)

        return handle
