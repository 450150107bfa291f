"""Random messages of any type, for fuzzing: text of all kinds in every field."""

from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

from tests.service.questions import EMPTY_10, MOOD, MOOD_8

MOOD_ROWS = ["...MOOD..." if row == 4 else "." * 10 for row in range(10)]
# Text that means something here and there, so that the readers get beyond their first check.
MEANINGFUL = [
    *(EMPTY_10, MOOD, MOOD_8, MOOD.replace("MOOD", "(MW)OOD"), MOOD.replace("MOOD", "(_O)OOD")),
    *("5D W...", "D5 Qu", "5D ZZZZ", "1A ABCDEFGHIJ", "-", "-A", "Y25 A", "99Y A", "2/2", "25/25", "9/9/9"),
    *("." * 100, "." * 64, "/".join(["." * 10] * 10), "\n".join(["...MOOD..."] * 10), "0" * 100, "1" * 100),
    *("A", "q", "Qu", "QUIT", "wood", "Ä", "ß", "E\u0301", "_", ".", "?", "AB_", "ABABAB", "\u0130", "ﬁ"),
    *("standard-10x10", "classic-8x8", "topwords-10x10", "enable", "none", "0" * 64),
]
ALPHABET = (
    "ABQSabqsÄßé\u0301\N{GRINNING FACE}\N{HANGUL CHOSEONG KIYEOK}\N{HANGUL JUNGSEONG A}0159./()_-?, \n\t\x00"
)
NUMBERS = [0, 1, 2, 3, 4, 7, 9, 10, 24, 25, 26, 99, 100, 1000]
INT_TYPES = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_SINT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_ENUM: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_UINT32: (0, 2**32 - 1),
}


def texts() -> st.SearchStrategy[str]:
    """Return text: meaningful here and there, of characters that matter, or of any."""
    joined = st.tuples(
        st.sampled_from(MEANINGFUL), st.sampled_from([" ", "/", ""]), st.text(ALPHABET, max_size=5)
    )
    return st.one_of(
        st.sampled_from(MEANINGFUL),
        st.text(ALPHABET, max_size=30),
        st.text(max_size=30),
        joined.map("".join),
    )


# What each field mostly holds, so that many a message is a question that can be answered.
_GRIDS = ["".join(MOOD_ROWS), "/".join(MOOD_ROWS), "\n".join(MOOD_ROWS)]
RECORD_LINES = [
    *("#player1 ann Ann", "#player2 bob", "#ruleset standard-10x10", "#lexicon none", f"#start {MOOD}"),
    *("#challenge-rule penalty 5 per-word", "#note well", "#rack1 AB", "#incomplete", "#x y", ""),
    *(">ann: ADMOORS 5D MOOD +8 8", ">bob: 5D W... +5 5", ">bob: -- -5 0", ">ann: -E", ">bob: - +0 0"),
    *(
        ">ann: (challenge) +5",
        ">bob: (AB) -10",
        ">ann: (time) -3",
        ">ann: ? 6D QIT",
        ">bob: -1",
        ">ann: 99Y A",
    ),
]
_TILES = st.text("AEIMNOQRSTUWX", max_size=7)
_SQUARE = st.integers(0, 9)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "ruleset": st.sampled_from(["standard-10x10", "topwords-10x10"]),
    "lexicon": st.sampled_from(["enable", "none"]),
    "id": st.sampled_from(["standard-10x10", "enable"]),
    "base": st.sampled_from(["standard-10x10", "topwords-10x10"]),
    "Board.notation": st.sampled_from([EMPTY_10, MOOD, MOOD.replace("MOOD", "(MW)OOD")]),
    "Move.notation": st.tuples(
        st.sampled_from(["5D", "5C", "D5", "G5", "D4", "6D", "E1"]),
        st.text("AENOQSTW...", min_size=1, max_size=8),
    ).map(" ".join),
    "Grid.letters": st.sampled_from(_GRIDS),
    "Grid.heights": st.just(""),
    "StackList.rows": st.just(10),
    "StackList.columns": st.just(10),
    "Ruleset.rows": st.just(10),
    "Ruleset.columns": st.just(10),
    "Ruleset.rack_size": st.integers(0, 25),
    "Ruleset.max_height": st.integers(5, 8),
    "Ruleset.exchange_tiles": st.integers(1, 3),
    "bare_s_letter": st.sampled_from(["S", "D"]),
    "row": _SQUARE,
    "column": _SQUARE,
    "tiles": _TILES,
    "tile": st.sampled_from(["A", "q", "Qu", "S", "W", "e"]),
    "rack": _TILES,
    "racks": _TILES,
    "letter": st.sampled_from("ABCDEMNOSW"),
    "spelling": st.text("ABC", max_size=3),
    "JudgeGameRequest.text": st.lists(st.sampled_from(RECORD_LINES), max_size=12).map("\n".join),
    "GameRecord.start": st.sampled_from(["", "", EMPTY_10, f"{MOOD} ?/AB 8/? 1 bag 9;"]),
    "Player.nick": st.text("abcdefgh", min_size=1, max_size=3),
    "Event.notation": st.sampled_from(
        ["-", "--", "-2", "(AB)", "(challenge)", "(time)", "5D MOOD", "5D L..."]
    ),
    "player": st.integers(0, 1),
    "challenger": st.integers(0, 3),
    "challenged": st.sampled_from(["WOOD", "MOOD"]),
    "limit": st.integers(0, 5000),
    "words": st.text("ABCDE", min_size=1, max_size=9),
    "allow": st.text("AO", min_size=1, max_size=9),
    "deny": st.text("WO", min_size=1, max_size=9),
}
_RARE = ("custom_ruleset", "ruleset_digest", "lexicon_digest")


def messages(kind: type[Message], depth: int = 5) -> st.SearchStrategy[Any]:
    """Return messages of a type with any of their fields set; two in three hold mostly what makes sense."""
    tidy = st.sampled_from([True, True, False])
    return tidy.flatmap(lambda tidy: _messages(kind, depth, tidy))


def _messages(kind: type[Message], depth: int, tidy: bool) -> st.SearchStrategy[Any]:
    # The stubs know two descriptors: that of the Python and that of the C implementation.
    descriptor: Any = kind.DESCRIPTOR
    return _fields(descriptor, depth, tidy).map(lambda fields: kind(**fields))


@st.composite
def _fields(draw: st.DrawFn, descriptor: Descriptor, depth: int, tidy: bool) -> dict[str, Any]:
    drawn: dict[str, Any] = {}
    alternatives = {
        oneof.name: draw(st.sampled_from([field.name for field in oneof.fields]))
        for oneof in descriptor.oneofs
        if len(oneof.fields) > 1
    }
    for field in descriptor.fields:
        oneof = field.containing_oneof
        if oneof and oneof.name in alternatives:
            if alternatives[oneof.name] != field.name:
                continue
        elif not draw(_is_set(field, tidy)):
            continue
        if field.type == FieldDescriptor.TYPE_MESSAGE and not depth:
            continue
        value = _value(field, depth, tidy)
        drawn[field.name] = draw(st.lists(value, max_size=4) if field.is_repeated else value)
    return drawn


def _is_set(field: FieldDescriptor, tidy: bool) -> st.SearchStrategy[bool]:
    if field.name in (
        "board",
        "move",
        "grid",
        "play",
        "requests",
        "tile",
        "tiles",
        "rows",
        "columns",
        "letters",
        "players",
        "nick",
    ):
        return st.just(True) if tidy else st.sampled_from([True, True, True, False])
    if field.name in _RARE:
        return st.sampled_from([True, *[False] * 9])
    return st.booleans()


def _value(field: FieldDescriptor, depth: int, tidy: bool) -> st.SearchStrategy[Any]:
    if field.message_type:
        return _messages(GetMessageClass(field.message_type), depth - 1, tidy)
    assert field.containing_type
    for name in (f"{field.containing_type.name}.{field.name}", field.name):
        if tidy and name in PLAUSIBLE:
            return PLAUSIBLE[name]
    if field.type == FieldDescriptor.TYPE_STRING:
        return texts()
    if field.type == FieldDescriptor.TYPE_BOOL:
        return st.booleans()
    if tidy and field.enum_type:
        return st.sampled_from([value.number for value in field.enum_type.values])
    low, high = INT_TYPES[field.type]
    numbers = st.sampled_from(NUMBERS if low == 0 else [-1, *NUMBERS])
    return numbers if tidy else st.one_of(numbers, st.integers(low, high))
