"""Settings as the lines of a TOML file."""

from collections.abc import Iterator, Mapping


def toml_lines(table: str, values: Mapping[str, str | dict[str, str]]) -> Iterator[str]:
    """Yield the lines of a settings table; values that are empty are left out."""
    yield f"[{table}]"
    for key, value in values.items():
        if isinstance(value, dict) and value:
            pairs = ", ".join(f"{_quoted(one)} = {_quoted(other)}" for one, other in value.items())
            yield f"{key} = {{ {pairs} }}"
        elif isinstance(value, str) and value:
            yield f"{key} = {_quoted(value)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
