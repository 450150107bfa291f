"""Rulesets: the message of a call to a ruleset, and a ruleset to its message."""

from functools import lru_cache

from google.protobuf.json_format import MessageToDict, ParseDict

from upwords.referee.v1 import ruleset_pb2
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import RulesetError, UnknownBaseError, read_ruleset, ruleset_data
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.errors import NotFoundError, Reason

_KEPT = 64
_LARGEST_KEPT = 16 << 10


class RulesetReader:
    """Finds the ruleset that a call names or brings along."""

    def __init__(self, book: RulesetBook) -> None:
        self._book = book
        # Engines send the same custom ruleset with every call: reading it once is enough. Keyed by its
        # bytes and bounded, as the callers choose them.
        self._read_bytes = lru_cache(maxsize=_KEPT)(self._read)

    def named(self, id: str, path: str) -> Ruleset:
        """Return the ruleset with this id; NotFoundError if there is none."""
        ruleset = self._book.get(id)
        if ruleset is None:
            known = ", ".join(self._book.ids())
            raise NotFoundError(
                f"{path}: there is no ruleset {id[:64]!r}; known are {known}",
                Reason.UNKNOWN_RULESET,
                metadata={"known": known},
            )
        return ruleset

    def given(self, id: str, custom: ruleset_pb2.Ruleset | None, faults: Faults) -> Ruleset | None:
        """Return the ruleset that the pair of fields says; None if neither is set."""
        if custom is not None:
            if id:
                raise faults.stop("ruleset", "both ruleset and custom_ruleset are set; give one")
            data = custom.SerializeToString(deterministic=True)
            answer = self._read_bytes(data) if len(data) <= _LARGEST_KEPT else self._read(data)
            if isinstance(answer, UnknownBaseError):
                return self.named(answer.base, f"{faults.prefix}custom_ruleset.base")
            if isinstance(answer, RulesetError):
                for path, message in answer.faults:
                    faults.add(f"custom_ruleset.{path}", message)
                faults.raise_any()
            assert isinstance(answer, Ruleset)
            return answer
        return self.named(id, f"{faults.prefix}ruleset") if id else None

    def by_size(self, rows: int, columns: int, faults: Faults) -> Ruleset:
        """Return the ruleset meant by a board that comes without one."""
        ruleset = self._book.for_size(rows, columns)
        if ruleset is None:
            raise faults.stop(
                "ruleset", f"a board of {rows} rows and {columns} columns needs a ruleset; none is named"
            )
        return ruleset

    def _read(self, data: bytes) -> Ruleset | RulesetError | UnknownBaseError:
        message = ruleset_pb2.Ruleset.FromString(data)
        try:
            return read_ruleset(MessageToDict(message, preserving_proto_field_name=True), self._book.get)
        except (RulesetError, UnknownBaseError) as error:
            return error.with_traceback(None)


def ruleset_message(ruleset: Ruleset) -> ruleset_pb2.Ruleset:
    """Return the ruleset, complete, as a message."""
    return ParseDict(ruleset_data(ruleset), ruleset_pb2.Ruleset())
