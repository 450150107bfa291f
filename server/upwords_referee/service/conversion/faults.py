"""Collecting what is wrong with a request, field by field."""

from upwords_referee.service.errors import FieldFault, InvalidArgumentError


class Faults:
    """The faulty fields of one request; `prefix` stands before every path ("requests[3].")."""

    __slots__ = ("found", "prefix")

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.found: list[FieldFault] = []

    def add(self, path: str, description: str) -> None:
        """Note that the field at `path` cannot be understood."""
        self.found.append(FieldFault(self.prefix + path, description))

    def stop(self, path: str, description: str) -> InvalidArgumentError:
        """Note a fault and return the error to raise, as nothing behind it can be read."""
        self.add(path, description)
        return InvalidArgumentError.of_fields(self.found)

    def raise_any(self) -> None:
        """Raise InvalidArgumentError if there were faults."""
        if self.found:
            raise InvalidArgumentError.of_fields(self.found)
