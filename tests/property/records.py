"""Random game records that text can say, and texts that look a little like game records."""

from hypothesis import strategies as st

from tests.property.texts import LETTERS, NOTATION_CHARACTERS, noted_positions
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import (
    Action,
    ChallengeBonus,
    Event,
    GameRecord,
    Player,
    TakeBack,
    TimePenalty,
    UnplayedTiles,
)

_PRAGMATA = st.sampled_from(["", "lexicon2", "Style", "rack", "player", "tile-set", "#", "ä", "rack-1"])
_POINTS = st.one_of(st.none(), st.integers(-999_999, 999_999))
_RACKS = st.one_of(st.none(), st.text(LETTERS, max_size=25))
# What may stand in a line: no control characters, no separators of lines, no halves of characters.
_CHARACTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
_REMARKS = st.text(st.one_of(_CHARACTERS, st.sampled_from("\t #>")), max_size=12)
VALUES = _REMARKS.map(str.strip)
_NICKS = st.one_of(
    st.sampled_from(["ann", "bob", "#", ">", "?", "-"]),
    st.text(_CHARACTERS, min_size=1, max_size=64).filter(
        lambda nick: ":" not in nick and nick.split() == [nick]
    ),
)


@st.composite
def challenge_rules(draw: st.DrawFn) -> ChallengeRule:
    """Challenge rules; a penalty alone has points."""
    kind = draw(st.sampled_from(ChallengeKind))
    if kind is not ChallengeKind.PENALTY:
        return ChallengeRule(kind)
    points = draw(st.integers(0, 1000))
    return ChallengeRule(
        kind, points, draw(st.sampled_from(PenaltyPer)), draw(st.sampled_from(PenaltyPayment))
    )


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Plays in one line, on the board or not, most of them near the first rows and columns; no tiles too."""
    down = draw(st.booleans())
    number = draw(st.one_of(st.integers(0, 3), st.integers(0, 24)))
    steps = draw(st.sets(st.one_of(st.integers(0, 4), st.integers(0, 98 if down else 24)), max_size=6))
    squares = [(step, number) if down else (number, step) for step in sorted(steps)]
    return Play.of((row, column, draw(st.sampled_from("AABQÄ"))) for row, column in squares)


def actions() -> st.SearchStrategy[Action]:
    """Everything that an event can tell."""
    return st.one_of(
        plays(),
        plays(),
        plays(),
        st.builds(Exchange, st.text(LETTERS + "_", min_size=1, max_size=25)),
        st.builds(Exchange, st.text("_", min_size=1, max_size=3)),
        st.builds(
            UnplayedTiles, st.one_of(st.text(LETTERS, max_size=9), st.sampled_from(["TIME", "CHALLENGE"]))
        ),
        st.sampled_from([Pass(), TakeBack(), TakeBack(), ChallengeBonus(), TimePenalty()]),
    )


def starts(players: int) -> st.SearchStrategy[Position]:
    """Positions of a board alone or of this many players."""
    return noted_positions().filter(lambda position: len(position.racks) in (0, players))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records with everything that text can say."""
    nicks = draw(st.lists(_NICKS, min_size=1, max_size=4, unique=True))
    names = VALUES.filter(lambda name: len(name) <= 200)
    events = st.builds(
        Event,
        player=st.integers(0, len(nicks) - 1),
        action=actions(),
        rack=_RACKS,
        score=_POINTS,
        total=_POINTS,
        note=st.lists(_REMARKS, max_size=3).map("\n".join),
    )
    return GameRecord(
        players=tuple(Player(nick, draw(names), draw(_RACKS)) for nick in nicks),
        events=tuple(draw(st.lists(events, max_size=8))),
        ruleset=draw(VALUES),
        lexicon=draw(VALUES),
        lexicon_digest=draw(st.one_of(st.just(""), st.text("0123456789abcdef", min_size=64, max_size=64))),
        challenge_rule=draw(st.one_of(st.none(), challenge_rules())),
        start=draw(st.one_of(st.none(), starts(len(nicks)))),
        incomplete=draw(st.booleans()),
        title=draw(VALUES),
        description=draw(VALUES),
        id=draw(VALUES),
        date=draw(VALUES),
        pragmata=tuple(draw(st.lists(st.tuples(st.one_of(_PRAGMATA, st.just("note")), VALUES), max_size=3))),
    )


_WORDS = st.one_of(
    st.sampled_from(
        [
            *("#player1 ann", "#player2 bob", "#player3", "#rack1", "#rack2 AB", "#note", "#title", "#start"),
            *("#ruleset", "#challenge-rule", "penalty 5", "#incomplete", "#game-type", "#character-encoding"),
            *(">ann:", ">ann:", ">bob:", ">", "5D AB", "D5 A.B", "1A A", "-", "--", "-3", "-AB", "(AB)"),
            *("(time)", "(challenge)", "+5", "-5", "8", "?", "\n", "\n", "\n", "\r\n", "\r", " ", "10/10"),
            *("UTF-8", "Latin-1", "é", "\ufeff"),
        ]
    ),
    st.text(NOTATION_CHARACTERS, max_size=4),
)


def record_texts() -> st.SearchStrategy[str]:
    """Arbitrary text, most of it made of the words of game records."""
    words = st.lists(_WORDS, max_size=60)
    return st.one_of(st.text(), words.map(" ".join), words.map("\n".join), words.map("".join))
