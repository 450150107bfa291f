"""Rulesets: everything that may differ between editions and houses, as data."""

from dataclasses import dataclass, field
from enum import IntEnum

from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.letters import upper
from upwords_referee.rules.square import Square


class LetterBonusMode(IntEnum):
    """When the letter bonus is earned; the numbers are those of the wire."""

    FLAT_WORD = 1
    WHEN_PLACED = 2
    OFF = 3


class WholeWordRule(IntEnum):
    """Whether a play may cover an old word completely; the numbers are those of the wire."""

    KEEP_A_LETTER = 1
    OFF = 2


class BareSRule(IntEnum):
    """When a single S is refused; the numbers are those of the wire."""

    OLD_RUNS = 1
    EVERY_WORD = 2
    OFF = 3


class SameLetterRule(IntEnum):
    """Which tiles of a stack a new tile must differ from; the numbers are those of the wire."""

    TOP = 1
    ANYWHERE = 2


class ExchangeInPasses(IntEnum):
    """What an exchange does to a run of passes; the numbers are those of the wire."""

    BREAKS_RUN = 1
    COUNTS_AS_PASS = 2
    IGNORED = 3


class GoingOut(IntEnum):
    """What happens when a player has played everything; the numbers are those of the wire."""

    ENDS_GAME = 1
    OTHERS_PLAY_ON = 2


@dataclass(frozen=True, slots=True)
class TileKind:
    """One kind of tile: its letter, what it spells, how many there are (None: uncounted), bonus or not."""

    letter: str
    spelling: str
    count: int | None
    bonus: bool


@dataclass(frozen=True, slots=True)
class Scoring:
    """The numbers of the score, in points."""

    flat_tile: int = 2
    stacked_tile: int = 1
    letter_bonus: int = 2
    letter_bonus_mode: LetterBonusMode = LetterBonusMode.FLAT_WORD
    full_rack_bonus: int = 20
    unplayed_tile: int = -5
    solo_unplayed_tile: int = 0


@dataclass(frozen=True)
class Ruleset:
    """The rules that a move is judged by; `docs/rules.md` says what each field means.

    `read_ruleset` builds one from data and checks it; `digest` names its content, whatever it is called.
    """

    id: str
    name: str
    rows: int
    columns: int
    centre: frozenset[Square]
    rack_size: int
    max_height: int
    tiles: tuple[TileKind, ...]
    base: str = ""
    digest: str = ""
    scoring: Scoring = field(default_factory=Scoring)
    whole_word_rule: WholeWordRule = WholeWordRule.KEEP_A_LETTER
    bare_s_rule: BareSRule = BareSRule.OLD_RUNS
    bare_s_letter: str = "S"
    same_letter_rule: SameLetterRule = SameLetterRule.TOP
    exchange_tiles: int = 1
    pass_rounds: int = 1
    exchange_in_passes: ExchangeInPasses = ExchangeInPasses.BREAKS_RUN
    going_out: GoingOut = GoingOut.ENDS_GAME
    challenge_rule: ChallengeRule = ChallengeRule()  # noqa: RUF009 - never changed
    solo_exchanges: int = 5
    # Derived once, for the hot path and for readers of text.
    letters: frozenset[str] = field(init=False, repr=False, compare=False)
    bonus_letters: frozenset[str] = field(init=False, repr=False, compare=False)
    special_letters: frozenset[str] = field(init=False, repr=False, compare=False)
    spellings: dict[str, str] = field(init=False, repr=False, compare=False)
    letter_of: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Derive what the judge and the readers look up."""
        derive = object.__setattr__
        derive(self, "letters", frozenset(kind.letter for kind in self.tiles))
        derive(self, "bonus_letters", frozenset(kind.letter for kind in self.tiles if kind.bonus))
        spellings = {kind.letter: kind.spelling for kind in self.tiles if kind.spelling != kind.letter}
        derive(self, "spellings", spellings)
        derive(self, "special_letters", frozenset([*self.bonus_letters, *spellings]))
        by_spelling = {kind.spelling: kind.letter for kind in self.tiles}
        letter_of = by_spelling | {kind.letter: kind.letter for kind in self.tiles}
        # What a tile is called goes before the lower case of another's name.
        letter_of = {name.lower(): tile for name, tile in letter_of.items()} | letter_of
        derive(self, "letter_of", letter_of)

    @property
    def set_size(self) -> int | None:
        """The number of tiles in the set; None if some of them are not counted."""
        counts = [kind.count for kind in self.tiles if kind.count is not None]
        return sum(counts) if len(counts) == len(self.tiles) else None

    def tile(self, text: str) -> str | None:
        """Return the letter of the tile that `text` names, in any case, by letter or by spelling.

        None if no tile of the set is called that.
        """
        return self.letter_of.get(text) or self.letter_of.get(upper(text))

    def spell(self, letters: str) -> str:
        """Return what a row of tiles spells: a Qu tile gives QU."""
        if self.spellings.keys().isdisjoint(letters):
            return letters
        return "".join(self.spellings.get(letter, letter) for letter in letters)
