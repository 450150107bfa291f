"""Rulesets as data: TOML text and plain dicts of the wire's shape, in and out, and the digest."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from enum import IntEnum
from typing import Any, NamedTuple

from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.letters import upper
from upwords_referee.rules.ruleset import (
    BareSRule,
    ExchangeInPasses,
    GoingOut,
    LetterBonusMode,
    Ruleset,
    SameLetterRule,
    Scoring,
    TileKind,
    WholeWordRule,
)
from upwords_referee.rules.square import Square

DEFAULT_BASE = "standard-10x10"

# Every field with its bounds: a new option is a line here, a field of Ruleset and one of the message.
_NUMBERS = {
    "rows": (2, 25),
    "columns": (2, 25),
    "rack_size": (0, 25),
    "max_height": (1, 8),
    "exchange_tiles": (1, 25),
    "pass_rounds": (1, 10),
    "solo_exchanges": (0, 1000),
}
_ENUMS: dict[str, type[IntEnum]] = {
    "whole_word_rule": WholeWordRule,
    "bare_s_rule": BareSRule,
    "same_letter_rule": SameLetterRule,
    "exchange_in_passes": ExchangeInPasses,
    "going_out": GoingOut,
}
_TEXTS = {"id": 64, "name": 200, "base": 64}
_KEYS = {
    *_NUMBERS,
    *_ENUMS,
    *_TEXTS,
    "centre",
    "tiles",
    "scoring",
    "bare_s_letter",
    "challenge_rule",
    "digest",
}
_SCORES = [f.name for f in fields(Scoring) if f.name != "letter_bonus_mode"]
_SCORE_BOUNDS = (-1000, 1000)
_CHALLENGE_ENUMS: dict[str, tuple[str, type[IntEnum]]] = {
    "kind": ("CHALLENGE_KIND_", ChallengeKind),
    "per": ("PENALTY_PER_", PenaltyPer),
    "payment": ("PENALTY_PAYMENT_", PenaltyPayment),
}
_PENALTY_BOUNDS = (0, 1000)
_MOST_KINDS = 100
_MOST_TILES = 10_000
_LONGEST_SPELLING = 8

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_NOT_IN_DIGEST = ("id", "name", "base", "digest")
_OPTION_DEFAULTS: dict[str, object] = {
    **{key: f"{key.upper()}_{next(iter(kind)).name}" for key, kind in _ENUMS.items()},
    "bare_s_letter": "S",
    "exchange_tiles": 1,
    "pass_rounds": 1,
    "solo_exchanges": 5,
}

_NEEDED = ("rows", "columns", "centre", "rack_size", "max_height", "tiles")
_BLANK = Ruleset("", "", 2, 2, frozenset(), 0, 1, ())

ENGLISH_LETTERS = tuple(
    TileKind(letter, "QU" if letter == "Q" else letter, None, letter == "Q")
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)


class Fault(NamedTuple):
    """One thing wrong with a ruleset's data: the field's path and a sentence."""

    path: str
    message: str


class RulesetError(ValueError):
    """Data that is no ruleset; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.path}: {fault.message}" for fault in faults))
        self.faults = faults


class UnknownBaseError(LookupError):
    """A ruleset names a base that nobody knows; `base` is its id."""

    def __init__(self, base: str) -> None:
        super().__init__(f'there is no ruleset "{base}" to inherit from')
        self.base = base


def parse_ruleset_toml(text: str) -> dict[str, Any]:
    """Return the data of a ruleset in TOML; RulesetError if the text is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError([Fault("(file)", f"no TOML: {error}")]) from None


def read_ruleset(data: Mapping[str, Any], base: Callable[[str], Ruleset | None]) -> Ruleset:
    """Return the ruleset that `data`, of the shape of the wire's Ruleset, describes.

    What is absent is inherited from the base, which `base` looks up by id (None: unknown). A complete
    ruleset needs no base. Raises RulesetError with all faults, or UnknownBaseError.
    """
    faults: list[Fault] = []
    changes = _Reader(faults).ruleset(data)
    parent = base(changes.get("base") or DEFAULT_BASE)
    if parent is None:
        if changes.get("base"):
            raise UnknownBaseError(changes["base"])
        missing = [key for key in _NEEDED if key not in data]
        faults.extend(Fault(key, "is missing, and there is no base to inherit it from") for key in missing)
        parent = _BLANK
    if faults:
        raise RulesetError(faults)
    changes["scoring"] = replace(parent.scoring, **changes.get("scoring", {}))
    ruleset = replace(parent, **{"id": "", "name": "", "base": "", **changes})
    faults.extend(_centre_faults(data, ruleset))
    if faults:
        raise RulesetError(faults)
    return replace(ruleset, digest=_digest(ruleset))


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """Return the ruleset as complete data of the shape of the wire's Ruleset."""
    data: dict[str, Any] = {key: getattr(ruleset, key) for key in (*_TEXTS, *_NUMBERS)}
    data |= {key: f"{key.upper()}_{getattr(ruleset, key).name}" for key in _ENUMS}
    data["centre"] = {"squares": [square._asdict() for square in sorted(ruleset.centre)]}
    data["tiles"] = {"kinds": [_kind_data(kind) for kind in ruleset.tiles]}
    data["scoring"] = asdict(ruleset.scoring)
    data["scoring"]["letter_bonus_mode"] = f"LETTER_BONUS_MODE_{ruleset.scoring.letter_bonus_mode.name}"
    data["bare_s_letter"] = ruleset.bare_s_letter
    data["challenge_rule"] = challenge_rule_data(ruleset.challenge_rule)
    data["digest"] = ruleset.digest
    return data


def challenge_rule_data(rule: ChallengeRule) -> dict[str, Any]:
    """Return the challenge rule as data of the wire's shape; without a penalty it is its kind alone."""
    data: dict[str, Any] = {"kind": f"CHALLENGE_KIND_{rule.kind.name}"}
    if rule.kind is ChallengeKind.PENALTY:
        data["points"] = rule.points
        data["per"] = f"PENALTY_PER_{rule.per.name}"
        data["payment"] = f"PENALTY_PAYMENT_{rule.payment.name}"
    return data


def read_challenge_rule(data: Mapping[str, Any]) -> ChallengeRule | None:
    """Return the challenge rule that `data`, of the shape of the wire's ChallengeRule, describes.

    None if its kind is unspecified. Raises RulesetError with all faults, each path from `challenge_rule` on.
    """
    faults: list[Fault] = []
    rule = _Reader(faults).challenge_rule(data)
    if faults:
        raise RulesetError(faults)
    return rule


def canonical_json(ruleset: Ruleset) -> str:
    """Return the text whose SHA-256 is the ruleset's digest (docs/rules.md, "Digest").

    Options at their default are left out, so that a new option changes no digest.
    """
    data = ruleset_data(ruleset)
    for key in _NOT_IN_DIGEST:
        del data[key]
    for key, default in _OPTION_DEFAULTS.items():
        if data[key] == default:
            del data[key]
    if data["challenge_rule"] == challenge_rule_data(ChallengeRule()):
        del data["challenge_rule"]
    usual = asdict(Scoring()) | {"letter_bonus_mode": "LETTER_BONUS_MODE_FLAT_WORD"}
    data["scoring"] = {key: points for key, points in data["scoring"].items() if points != usual[key]}
    if not data["scoring"]:
        del data["scoring"]
    for kind in data["tiles"]["kinds"]:
        if kind["spelling"] == kind["letter"]:
            del kind["spelling"]
        if not kind["bonus"]:
            del kind["bonus"]
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(ruleset: Ruleset) -> str:
    return hashlib.sha256(canonical_json(ruleset).encode()).hexdigest()


def _kind_data(kind: TileKind) -> dict[str, Any]:
    data = asdict(kind)
    if kind.count is None:
        del data["count"]
    return data


def _centre_faults(data: Mapping[str, Any], ruleset: Ruleset) -> list[Fault]:
    board = f"the board of {ruleset.rows} rows and {ruleset.columns} columns"
    if "centre" not in data:
        if all(square.row < ruleset.rows and square.column < ruleset.columns for square in ruleset.centre):
            return []
        return [Fault("centre", f"the inherited centre does not fit {board}; give one, or an empty list")]
    return [
        Fault(f"centre.squares[{i}]", f"is off {board}")
        for i, square in enumerate(data["centre"].get("squares", []))
        if square.get("row", 0) >= ruleset.rows or square.get("column", 0) >= ruleset.columns
    ]


class _Reader:
    """Reads data field by field into values of the domain and collects every fault."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults

    def fault(self, path: str, message: str) -> None:
        self.faults.append(Fault(path, message))

    def ruleset(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the present fields, read; what is faulty is left out."""
        for key in sorted(data.keys() - _KEYS):
            self.fault(key, "is no field of a ruleset")
        changes: dict[str, Any] = {}
        for key, longest in _TEXTS.items():
            if key in data:
                changes[key] = self.text(key, data[key], longest)
        for key, bounds in _NUMBERS.items():
            if key in data:
                changes[key] = self.number(key, data[key], bounds)
        for key, kind in _ENUMS.items():
            if data.get(key, "") != "":
                changes[key] = self.enum(key, data[key], kind)
        if "centre" in data:
            changes["centre"] = self.centre(data["centre"])
        if "tiles" in data:
            changes["tiles"] = self.tiles(data["tiles"])
        if "scoring" in data:
            changes["scoring"] = self.scoring(data["scoring"])
        if data.get("bare_s_letter", "") != "":
            changes["bare_s_letter"] = self.letter("bare_s_letter", data["bare_s_letter"])
        if "challenge_rule" in data:
            changes["challenge_rule"] = self.challenge_rule(data["challenge_rule"])
        return {key: value for key, value in changes.items() if value is not None}

    def text(self, path: str, value: object, longest: int) -> str | None:
        if isinstance(value, str) and len(value) <= longest:
            return value
        self.fault(path, f"must be text of at most {longest} characters")
        return None

    def number(self, path: str, value: object, bounds: tuple[int, int]) -> int | None:
        low, high = bounds
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(path, f"must be a whole number from {low} to {high}, not {value!r}")
        return None

    def enum(self, path: str, value: object, kind: type[IntEnum], prefix: str = "") -> IntEnum | None:
        prefix = prefix or f"{path.rsplit('.', maxsplit=1)[-1].upper()}_"
        if isinstance(value, str):
            name = value.upper().replace("-", "_").removeprefix(prefix)
            if name == "UNSPECIFIED":
                return None
            if name in kind.__members__:
                return kind[name]
        known = ", ".join(prefix + name for name in kind.__members__)
        self.fault(path, f"must be one of {known}, not {value!r}")
        return None

    def table(self, path: str, value: object, keys: set[str]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.fault(path, f"must be a table of {', '.join(sorted(keys))}")
            return {}
        for key in sorted(value.keys() - keys):
            self.fault(f"{path}.{key}", "is no field there")
        return value

    def items(self, path: str, value: object, most: int) -> list[Any]:
        if isinstance(value, list) and len(value) <= most:
            return value
        self.fault(path, f"must be a list of at most {most}")
        return []

    def centre(self, value: object) -> frozenset[Square] | None:
        squares = self.table("centre", value, {"squares"}).get("squares", [])
        bound = (0, _NUMBERS["rows"][1] - 1)
        read = []
        for i, item in enumerate(self.items("centre.squares", squares, 625)):
            path = f"centre.squares[{i}]"
            table = self.table(path, item, {"row", "column"})
            row = self.number(f"{path}.row", table.get("row", 0), bound)
            column = self.number(f"{path}.column", table.get("column", 0), bound)
            if row is not None and column is not None:
                read.append(Square(row, column))
        return frozenset(read)

    def scoring(self, value: object) -> dict[str, Any]:
        table = self.table("scoring", value, {*_SCORES, "letter_bonus_mode"})
        read: dict[str, object] = {
            key: self.number(f"scoring.{key}", table[key], _SCORE_BOUNDS) for key in _SCORES if key in table
        }
        mode = table.get("letter_bonus_mode", "")
        read["letter_bonus_mode"] = (
            self.enum("scoring.letter_bonus_mode", mode, LetterBonusMode) if mode != "" else None
        )
        return {key: points for key, points in read.items() if points is not None}

    def challenge_rule(self, value: object) -> ChallengeRule | None:
        """Return the rule; points go with a penalty only, and a penalty has points, if none."""
        table = self.table("challenge_rule", value, {*_CHALLENGE_ENUMS, "points"})
        read: dict[str, Any] = {
            key: self.enum(f"challenge_rule.{key}", table[key], kind, prefix)
            for key, (prefix, kind) in _CHALLENGE_ENUMS.items()
            if table.get(key, "") != ""
        }
        if "points" in table:
            read["points"] = self.number("challenge_rule.points", table["points"], _PENALTY_BOUNDS)
        given = {key: value for key, value in read.items() if value is not None}
        kind = given.get("kind")
        if kind is not ChallengeKind.PENALTY and any(given[key] for key in given.keys() - {"kind"}):
            self.fault("challenge_rule", "has points, per or payment, which go with the kind PENALTY only")
        return ChallengeRule(**given) if kind else None

    def letter(self, path: str, value: object) -> str | None:
        if isinstance(value, str):
            big = upper(value)
            if len(big) == 1 and big.isalpha():
                return big
        self.fault(path, f"must be one letter, not {value!r}")
        return None

    def tiles(self, value: object) -> tuple[TileKind, ...]:
        kinds = self.items("tiles.kinds", self.table("tiles", value, {"kinds"}).get("kinds", []), _MOST_KINDS)
        if not kinds:
            return ENGLISH_LETTERS
        read: dict[str, TileKind] = {}
        for i, item in enumerate(kinds):
            path = f"tiles.kinds[{i}]"
            kind = self.tile_kind(path, item)
            if kind and kind.letter in read:
                self.fault(f"{path}.letter", f"{kind.letter} is there already")
            elif kind:
                read[kind.letter] = kind
        return tuple(read[letter] for letter in sorted(read))

    def tile_kind(self, path: str, value: object) -> TileKind | None:
        table = self.table(path, value, {"letter", "spelling", "count", "bonus"})
        letter = self.letter(f"{path}.letter", table.get("letter", ""))
        spelling = table.get("spelling", "")
        if spelling == "":
            spelling = letter
        if letter and not self.is_spelling(spelling):
            self.fault(f"{path}.spelling", f"must be 1 to {_LONGEST_SPELLING} letters, not {spelling!r}")
            return None
        count = table.get("count")
        if count is not None:
            count = self.number(f"{path}.count", count, (0, _MOST_TILES))
        bonus = table.get("bonus", False)
        if not isinstance(bonus, bool):
            self.fault(f"{path}.bonus", f"must be true or false, not {bonus!r}")
        return TileKind(letter, upper(spelling), count, bool(bonus)) if letter else None

    @staticmethod
    def is_spelling(value: object) -> bool:
        return isinstance(value, str) and value.isalpha() and len(upper(value)) <= _LONGEST_SPELLING


def is_ruleset_id(text: str) -> bool:
    """Return whether `text` may name a ruleset: lower case letters, digits, "." "_" "-", at most 64."""
    return _ID.fullmatch(text) is not None
