"""The Upwords referee as a library: what is legal, why not, and what it scores.

>>> import upwords_referee as upwords
>>> board = upwords.parse_board("10/10/10/10/3MOOD3/10/10/10/10/10")
>>> verdict = upwords.judge(board, "5D W...")
>>> verdict.valid, verdict.score
(True, 5)
>>> after = board.after(upwords.parse_move("5D W...", board))
>>> upwords.write_board(after)
'10/10/10/10/3(MW)OOD3/10/10/10/10/10'

Moves can be built without notation, and rulesets changed field by field:

>>> play = upwords.Play.of([(5, 4, "O"), (6, 4, "N")])
>>> upwords.write_move(play, after)
'E5 .ON'
>>> house = upwords.read_ruleset({"rack_size": 9}, upwords.RulesetBook.builtin().get)
>>> [violation.rule.name for violation in upwords.judge(after, play, ruleset=house).violations]
['WORD_NOT_ACCEPTABLE']

Everything raises ValueError, with what is wrong and where, for what it cannot understand. Squares count
from 0 at the top left; in notation they are named as on a board, C5.
"""

from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.embedded import builtin_lexicons, embedded
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.file import open_lexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.drawing.board_svg import board_svg
from upwords_referee.library.find_plays import find_plays
from upwords_referee.library.judge import inspect, judge
from upwords_referee.library.judge_game import judge_game
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move, write_move
from upwords_referee.notation.position import parse_board, parse_position, write_board, write_position
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge import Adjudication, adjudicate
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.game_error import GameError
from upwords_referee.rules.game_judgement import GameJudgement, JudgedEvent, PlayerResult
from upwords_referee.rules.game_state import EndReason
from upwords_referee.rules.inspection import Finding, FindingKind, Inspection, Severity
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.move import Exchange, Move, Pass, Placement, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import (
    ChallengeBonus,
    Event,
    GameRecord,
    Player,
    TakeBack,
    TimePenalty,
    UnplayedTiles,
)
from upwords_referee.rules.rule import Rule, Violation
from upwords_referee.rules.ruleset import Ruleset, Scoring, TileKind
from upwords_referee.rules.ruleset_data import RulesetError, parse_ruleset_toml, read_ruleset, ruleset_data
from upwords_referee.rules.square import Square, square_name
from upwords_referee.rules.words import WordStatus
from upwords_referee.version import __version__

__all__ = [
    "Adjudication",
    "Board",
    "ChallengeBonus",
    "ChallengeKind",
    "ChallengeRule",
    "CompactLexicon",
    "EndReason",
    "Event",
    "Exchange",
    "Finding",
    "FindingKind",
    "FormedWord",
    "FoundPlay",
    "GameError",
    "GameJudgement",
    "GameRecord",
    "Inspection",
    "JudgedEvent",
    "Judgement",
    "Lexicon",
    "LexiconError",
    "Move",
    "NotationError",
    "Overlay",
    "Pass",
    "PenaltyPayment",
    "PenaltyPer",
    "Placement",
    "Play",
    "Player",
    "PlayerResult",
    "Position",
    "Rule",
    "Ruleset",
    "RulesetBook",
    "RulesetError",
    "Scoring",
    "Severity",
    "Square",
    "TakeBack",
    "TileKind",
    "TimePenalty",
    "UnplayedTiles",
    "Violation",
    "WordList",
    "WordStatus",
    "__version__",
    "adjudicate",
    "board_svg",
    "builtin_lexicons",
    "display_play",
    "embedded",
    "find_plays",
    "inspect",
    "judge",
    "judge_game",
    "open_lexicon",
    "parse_board",
    "parse_move",
    "parse_position",
    "parse_ruleset_toml",
    "read_ruleset",
    "ruleset_data",
    "square_name",
    "write_board",
    "write_move",
    "write_position",
]
