"""JudgeGame: a game as text or as a message, judged from the first event to the last."""

from typing import Any

import grpc
import pytest

from tests.service.lexica import CountingLexicon
from tests.service.questions import (
    EMPTY_10,
    GAME,
    MOOD,
    PENALTY,
    custom,
    event,
    game,
    overlay,
    record,
)
from tests.service.referee import Referee, serving
from upwords.referee.v1 import challenge_pb2, game_pb2, move_pb2, position_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.errors import Reason
from upwords_referee.service.limits import MAX_EVENTS, MAX_RECORD_BYTES, MAX_REPLY_BYTES

TWO = "#player1 ann\n#player2 bob\n"
ALL_ACTIONS = """\
#character-encoding UTF-8
#game-type upwords
#title A \N{LATIN SMALL LETTER E WITH ACUTE}vening
#description At home
#id g1
#date 2024-02-30
#ruleset standard-10x10
#lexicon enable
#lexicon-digest 77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4
#challenge-rule penalty 5 per-word debit-challenger
#table 7
#player1 ann Ann Example
#player2 bob
>ann: ADMOORS 5D MOOD +8 8
>bob: EILNSTW 5D W... +5 5
>ann: ? (challenge) -5 3
#note first line
#note second line
>ann: ? -2 +0 3
>bob: ? -E
>ann: AB - +0 3
>bob: - (time) -7 -2
>bob: ? (AB) -10 -12
#rack1 AB
#rack2 -
"""


NOTATIONS = {
    "5D MOOD": "play",
    "-E": "exchange",
    "-2": "exchange",
    "-": "pass_turn",
    "--": "take_back",
    "(AB)": "unplayed_tiles",
    "(challenge)": "challenge_bonus",
    "(time)": "time_penalty",
}


def kinds(response: pb.JudgeGameResponse) -> list[tuple[int, str]]:
    """Return the event number (0: the whole game) and the kind of every finding."""

    def name(finding: position_pb2.Finding) -> str:
        return position_pb2.FindingKind.Name(finding.kind).removeprefix("FINDING_KIND_")

    return [(finding.turn, name(finding)) for finding in response.findings]


# What is said


def test_a_faultless_game_is_sound_and_its_events_are_judged(referee: Referee) -> None:
    told = referee.ask(game())
    assert told.sound
    assert kinds(told) == [(0, "UNFINISHED")]
    assert [judged.notation for judged in told.events] == ["5D MOOD", "5D L...", "--", "5D W..."]
    assert [(judged.turn, judged.player, judged.line) for judged in told.events] == [
        (1, 0, 8),
        (2, 1, 9),
        (3, 1, 10),
        (4, 1, 12),
    ]
    assert [(judged.score, judged.total) for judged in told.events] == [(8, 8), (5, 5), (-5, 0), (5, 5)]
    assert [(judged.recorded_score, judged.recorded_total) for judged in told.events] == [
        (8, 8),
        (5, 5),
        (-5, 0),
        (5, 5),
    ]
    assert [judged.taken_back for judged in told.events] == [False, True, False, False]
    assert [judged.HasField("verdict") for judged in told.events] == [True, True, False, True]
    assert told.end_reason == game_pb2.END_REASON_UNSPECIFIED
    assert [(result.nick, result.score, result.tiles_left) for result in told.results] == [
        ("ann", 8, 7),
        ("bob", 5, 7),
    ]
    assert told.position == "10/10/10/10/3(MW)OOD3/10/10/10/10/10 ?/? 8/5 0 bag 81;"
    assert not told.HasField("record")
    assert not told.text


def test_the_verdict_on_a_play_is_that_of_judge_move_without_provenance(referee: Referee) -> None:
    board = {"notation": MOOD}
    alone = referee.ask(pb.JudgeMoveRequest(board=board, move={"notation": "5D L..."}, rack="EILNSTW"))
    alone.ClearField("provenance")
    told = referee.ask(game())
    assert told.events[1].verdict == alone
    assert told.provenance.ruleset == "standard-10x10"
    assert told.provenance.lexicon == "enable"


def test_what_was_not_recorded_is_absent(referee: Referee) -> None:
    (judged,) = referee.ask(game(f"{TWO}>ann: 5D MOOD")).events
    assert not judged.HasField("recorded_score")
    assert not judged.HasField("recorded_total")
    assert judged.score == 8


def test_findings_name_their_event_and_do_not_stop_the_judge(referee: Referee) -> None:
    told = referee.ask(game(f"{TWO}>ann: DMOO 5D MOOD +9 9\n>ann: EST - +0 9\n>bob: 5D Z... +5 5"))
    errors = [finding for finding in kinds(told) if finding[1] not in ("RACK_UNKNOWN", "UNFINISHED")]
    assert errors == [
        (1, "SCORE_MISMATCH"),
        (2, "OFF_TURN"),
        (3, "WORD_NOT_ACCEPTABLE"),
        (3, "ILLEGAL_PLAY"),
    ]
    assert not told.sound
    assert len(told.events) == 3


def test_on_demand_the_judge_stops_behind_the_first_error(referee: Referee) -> None:
    text = f"{TWO}>ann: 5D MOOD +8 8\n>bob: 5D Z... +5 5\n>ann: 5D W... +9"
    told = referee.ask(game(text, stop_at_first_error=True))
    assert len(told.events) == 2
    assert (2, "ILLEGAL_PLAY") in kinds(told)
    assert len(referee.ask(game(text)).events) == 3


def test_a_game_that_all_passed_has_ended_and_winners_share(referee: Referee) -> None:
    told = referee.ask(game(f"{TWO}>ann: - +0 0\n>bob: - +0 0"))
    assert told.end_reason == game_pb2.END_REASON_PASSES
    assert [(result.score, result.deduction, result.winner) for result in told.results] == [
        (-35, -35, True),
        (-35, -35, True),
    ]


NO_PLAYS = f"#start 10/10/10/10/3MOOD3/10/10/10/10/10 V/C 8/0 0 bag 0;\n{TWO}>ann: V - +0 8"


def test_a_game_in_which_nobody_can_play_has_ended_if_the_words_can_be_listed(referee: Referee) -> None:
    assert referee.ask(game(NO_PLAYS)).end_reason == game_pb2.END_REASON_NO_PLAYS
    assert not referee.ask(game(NO_PLAYS, lexicon="none")).end_reason


def test_the_words_of_a_game_are_looked_up_at_once() -> None:
    lexicon = CountingLexicon()
    with serving(lexicon) as referee:
        referee.ask(game(GAME.replace("#lexicon enable\n", "")))
    (asked,) = lexicon.lookups
    assert sorted(asked) == ["LOOD", "MOOD", "WOOD"]


# Text and message


def test_a_record_comes_back_as_message_and_as_text(referee: Referee) -> None:
    told = referee.ask(game(include_record=True))
    assert told.text == GAME
    actions = [event.WhichOneof("action") for event in told.record.events]
    assert actions == ["play", "play", "take_back", "play"]
    assert told.record.events[2].note == "LOOD is no word"


def test_text_and_message_say_the_same_without_loss(referee: Referee) -> None:
    from_text = referee.ask(game(ALL_ACTIONS, include_record=True))
    assert {event.WhichOneof("action") for event in from_text.record.events} == {*NOTATIONS.values()} - {
        "take_back"
    }
    from_message = referee.ask(game(record=from_text.record, include_record=True))
    assert from_message == from_text
    again = referee.ask(game(from_text.text, include_record=True))
    assert again.text == from_text.text


def test_every_field_of_a_record_is_kept(referee: Referee) -> None:
    sent = referee.ask(game(ALL_ACTIONS, include_record=True)).record
    sent.start = "10/10/10/10/10/10/10/10/10/10 ?/? 3/4 0 gid x;"
    sent.incomplete = True
    set_fields = {field.name for field, _ in sent.ListFields()}
    assert set_fields == {field.name for field in game_pb2.GameRecord.DESCRIPTOR.fields}
    assert referee.ask(game(record=sent, include_record=True)).record == sent


@pytest.mark.parametrize("notation", NOTATIONS)
def test_an_action_may_be_sent_as_notation_and_is_never_sent_so(referee: Referee, notation: str) -> None:
    told = referee.ask(game(record=record(event(notation)), include_record=True))
    assert told.record.events[0].WhichOneof("action") == NOTATIONS[notation]
    assert told.events[0].notation == notation


def test_notation_is_read_on_the_board_of_its_turn(referee: Referee) -> None:
    spelled = [event("5D MOOD"), event("5D LOOD", 1), event("--", 1), event("5D LOOK", 1)]
    told = referee.ask(game(record=record(*spelled)))
    assert [judged.notation for judged in told.events] == ["5D MOOD", "5D L...", "--", "5D L..K"]


def test_a_record_that_notation_cannot_say_has_no_text(referee: Referee) -> None:
    told = referee.ask(game(record=record(title="two\nlines"), include_record=True))
    assert told.text == ""
    assert told.record.title == "two\nlines"


def test_a_play_off_the_board_is_a_finding_and_no_error(referee: Referee) -> None:
    off = move_pb2.Play(placements=[{"row": -1, "column": 99, "tile": "Qu"}])
    told = referee.ask(game(record=record(game_pb2.Event(play=off)), include_record=True))
    assert (1, "ILLEGAL_PLAY") in kinds(told)
    assert told.events[0].notation == ""
    assert told.record.events[0].play.placements[0].tile == "Q"


# Precedence


NINE = custom(rows=9, columns=9, centre={})
RULESETS: dict[str, tuple[pb.JudgeGameRequest, str]] = {
    "the call's before the record's": (
        game(f"#ruleset standard-10x10\n{TWO}", ruleset="topwords-10x10"),
        "topwords-10x10",
    ),
    "the call's custom one before the record's": (
        game(f"#ruleset standard-10x10\n{TWO}", custom_ruleset=custom(id="ours")),
        "ours",
    ),
    "the call's before one that nobody knows": (
        game(f"#ruleset chess\n{TWO}", ruleset="topwords-10x10"),
        "topwords-10x10",
    ),
    "the record's before the size of the board": (game(f"#ruleset topwords-10x10\n{TWO}"), "topwords-10x10"),
    "the size of the start's board": (game(f"#start 8/8/8/8/8/8/8/8\n{TWO}"), "classic-8x8"),
    "the standard one": (game(TWO), "standard-10x10"),
}


@pytest.mark.parametrize("as_message", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_which_ruleset_a_game_is_judged_by(referee: Referee, name: str, as_message: bool) -> None:
    question, ruleset = RULESETS[name]
    if as_message:
        sent = pb.JudgeGameRequest()
        sent.CopyFrom(question)
        lines = dict(line.split(" ", 1) for line in question.text.splitlines())
        sent.record.CopyFrom(
            record(ruleset=lines.get("#ruleset", ""), start=lines.get("#start", ""), events=[])
        )
        question = sent
    assert referee.ask(question).provenance.ruleset == ruleset


def test_which_lexicon_a_game_is_judged_by() -> None:
    with serving(CountingLexicon(), CountingLexicon("other")) as referee:

        def judged_by(**fields: Any) -> str:
            return str(referee.ask(game(**fields)).provenance.lexicon)

        assert judged_by(text=f"#lexicon other\n{TWO}", lexicon="none") == "none"
        assert judged_by(text=f"#lexicon other\n{TWO}") == "other"
        assert judged_by(text=TWO) == "counting"
        assert judged_by(record=record(lexicon="other")) == "other"


FAILED_CHALLENGE = f"{TWO}>ann: 5D MOOD +8 8\n>ann: (challenge) +5 13"


def test_which_challenge_rule_a_game_is_judged_by(referee: Referee) -> None:
    ours = custom(challenge_rule=PENALTY)
    single = challenge_pb2.ChallengeRule(kind=challenge_pb2.CHALLENGE_KIND_SINGLE)
    recorded = f"#challenge-rule penalty 5 per-play credit-opponent\n{FAILED_CHALLENGE}"

    def faultless(text: str, **fields: Any) -> bool:
        return bool(referee.ask(game(text, **fields)).sound)

    assert faultless(FAILED_CHALLENGE, challenge_rule=PENALTY)
    assert faultless(FAILED_CHALLENGE, custom_ruleset=ours)
    assert faultless(recorded)
    assert not faultless(FAILED_CHALLENGE)
    assert not faultless(recorded, challenge_rule=single)
    assert not faultless(FAILED_CHALLENGE, custom_ruleset=ours, challenge_rule=single)
    assert faultless(recorded, challenge_rule=challenge_pb2.ChallengeRule())


def test_the_rulings_of_the_call_go_before_the_lexicon(referee: Referee) -> None:
    told = referee.ask(game(overlay=overlay((), ["WOOD"])))
    assert (4, "ILLEGAL_PLAY") in kinds(told)
    assert told.provenance.overlay_digest


def test_another_digest_than_the_recorded_one_is_a_warning(referee: Referee) -> None:
    told = referee.ask(game(record=record(lexicon_digest="0" * 64)))
    assert (0, "DIGEST_MISMATCH") in kinds(told)
    assert told.sound


# Refusals of text


def test_every_fault_of_a_text_is_told_with_line_and_column(referee: Referee) -> None:
    refusal = referee.refusal(game(f"{TWO}>ann: 5D MOOD eight\n>bob: AB 5D M!\n>carl: -"))
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert refusal.fields == ["text"] * 3
    places = [violation.description.partition(":")[0] for violation in refusal.violations]
    assert places == ["line 3, column 15", "line 4, column 14", "line 5, column 2"]


def test_of_many_faults_of_a_text_20_are_told_and_the_others_counted(referee: Referee) -> None:
    refusal = referee.refusal(game(TWO + "".join(f">x{number}: -\n" for number in range(300))))
    told = [violation.description for violation in refusal.violations]
    listed = [text for text in told if text.startswith("line ")]
    assert 0 < len(listed) <= 20
    assert told[len(listed) :] == [f"and {300 - len(listed)} more"]
    assert refusal.header_bytes() < 8000


def test_a_text_at_its_limit_is_judged_and_one_over_it_refused(referee: Referee) -> None:
    text = TWO + "#note " + "x" * (MAX_RECORD_BYTES - len(TWO) - 6)
    assert referee.ask(game(text)).sound
    refusal = referee.refusal(game(f"{text}x"))
    assert refusal.fields == ["text"]
    assert refusal.reason == Reason.INVALID_FIELD


@pytest.mark.parametrize("as_message", [False, True])
def test_1000_events_fit_into_a_reply_and_1001_are_refused(referee: Referee, as_message: bool) -> None:
    def question(count: int) -> pb.JudgeGameRequest:
        if as_message:
            return game(record=record(*[event("5D MOODY", n % 2) for n in range(count)]), include_record=True)
        lines = "".join(f">{'bob' if n % 2 else 'ann'}: DMOOYZZ 5D MOODY +1 1\n" for n in range(count))
        return game(TWO + lines, include_record=True)

    told = referee.send(
        referee.method_of(question(1)).path, question(MAX_EVENTS).SerializeToString(), deadline=60
    )
    assert len(pb.JudgeGameResponse.FromString(told).events) == MAX_EVENTS
    assert len(told) < MAX_REPLY_BYTES
    refusal = referee.refusal(question(MAX_EVENTS + 1))
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.fields == ["record.events" if as_message else "text"]


# Refusals of a message


def played(**fields: Any) -> pb.JudgeGameRequest:
    """Return a game of ann's pass and then one event of these fields."""
    return game(record=record(event("-"), game_pb2.Event(**fields)))


def players(*nicks: str, **fields: Any) -> pb.JudgeGameRequest:
    listed = [game_pb2.Player(nick=nick, **fields) for nick in nicks]
    return game(record=game_pb2.GameRecord(players=listed))


# Whole rows, over and over: every tile makes a word across and one down, ever higher.
PILES = [event(f"{1 + number % 25}A {'AB'[number // 25 % 2] * 25}") for number in range(450)]
TILES = move_pb2.Play(placements=[{"tile": "A"}, {"tile": "?"}])
REFUSED: dict[str, tuple[pb.JudgeGameRequest, list[str]]] = {
    "no game": (pb.JudgeGameRequest(), ["game"]),
    "two rulesets": (game(ruleset="standard-10x10", custom_ruleset=custom()), ["ruleset"]),
    "a faulty ruleset": (game(custom_ruleset=custom(rows=1)), ["custom_ruleset.rows"]),
    "a faulty overlay": (game(overlay=overlay([""])), ["overlay.allow[0]"]),
    "a faulty challenge rule": (game(challenge_rule={"kind": 99}), ["challenge_rule.kind"]),
    "a faulty challenge rule of the record": (
        game(record=record(challenge_rule={"kind": 1, "points": 5})),
        ["record.challenge_rule"],
    ),
    "no player": (game(record={}), ["record.players"]),
    "five players": (players(*"abcde"), ["record.players"]),
    "a nick twice": (players("ann", "bob", "ann"), ["record.players[2].nick"]),
    "no nick": (players("ann", ""), ["record.players[1].nick"]),
    "a nick with a space": (players("a b"), ["record.players[0].nick"]),
    "a nick with a colon": (players("a:"), ["record.players[0].nick"]),
    "a nick of 65": (players("x" * 65), ["record.players[0].nick"]),
    "a name of 201": (players("a", name="x" * 201), ["record.players[0].name"]),
    "a last rack of another alphabet": (players("a", rack="A?"), ["record.players[0].rack"]),
    "no position": (game(record=record(start="?")), ["record.start"]),
    "a position over 8 KB": (game(record=record(start="A" * 8193)), ["record.start"]),
    "a position of another size": (
        game(record=record(start="8/8/8/8/8/8/8/8", ruleset="standard-10x10")),
        ["record.start"],
    ),
    "a position of a size without a ruleset": (game(record=record(start="9/9/9")), ["ruleset"]),
    "a position of more players": (game(record=record(start=f"{EMPTY_10} ?/?/? 0/0/0 0")), ["record.start"]),
    "a position of another alphabet": (
        game(record=record(start=EMPTY_10.replace("10", "Ä9", 1))),
        ["record.start"],
    ),
    "a player who is not there": (played(player=2, notation="-"), ["record.events[1].player"]),
    "a rack of another alphabet": (played(rack="A?", notation="-"), ["record.events[1].rack"]),
    "a rack of 26": (played(rack="A" * 26, notation="-"), ["record.events[1].rack"]),
    "no action": (played(), ["record.events[1].action"]),
    "no tile": (played(play=TILES), ["record.events[1].play.placements[1].tile"]),
    "626 placements": (
        played(play={"placements": [{"tile": "A"}] * 626}),
        ["record.events[1].play.placements"],
    ),
    "an exchange of no tile's letter": (
        played(exchange={"tiles": "?"}),
        ["record.events[1].exchange.tiles"],
    ),
    "626 tiles left": (
        played(unplayed_tiles={"tiles": "A" * 626}),
        ["record.events[1].unplayed_tiles.tiles"],
    ),
    "no notation": (played(notation="castle"), ["record.events[1].notation"]),
    "a notation over 8 KB": (played(notation=" " * 8193), ["record.events[1].notation"]),
    "a note over 8 KB": (played(notation="-", note="x" * 8193), ["record.events[1].note"]),
    "a score of seven digits": (played(notation="-", score=1_000_000), ["record.events[1].score"]),
    "a total of seven digits": (played(notation="-", total=-1_000_000), ["record.events[1].total"]),
    "scores that no message can say": (
        game(
            record=record(*PILES),
            custom_ruleset=custom(rows=25, columns=25, centre={}, scoring={"stacked_tile": 1000}),
        ),
        ["record"],
    ),
    "several events": (
        game(record=record(game_pb2.Event(), event("-", 5), event("castle"))),
        ["record.events[0].action", "record.events[1].player", "record.events[2].notation"],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_understood_is_refused_at_its_field(referee: Referee, name: str) -> None:
    question, fields = REFUSED[name]
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert refusal.fields == fields


UNKNOWN: dict[str, tuple[pb.JudgeGameRequest, Reason, str]] = {
    "ruleset of the call": (game(ruleset="chess"), Reason.UNKNOWN_RULESET, "ruleset: "),
    "ruleset of the text": (game(f"#ruleset chess\n{TWO}"), Reason.UNKNOWN_RULESET, "text: "),
    "ruleset of the record": (game(record=record(ruleset="chess")), Reason.UNKNOWN_RULESET, "record.ruleset"),
    "lexicon of the call": (game(lexicon="oed"), Reason.UNKNOWN_LEXICON, "lexicon: "),
    "lexicon of the text": (game(f"#lexicon oed\n{TWO}"), Reason.UNKNOWN_LEXICON, "text: "),
    "lexicon of the record": (game(record=record(lexicon="oed")), Reason.UNKNOWN_LEXICON, "record.lexicon"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_id_is_not_found(referee: Referee, name: str) -> None:
    question, reason, start = UNKNOWN[name]
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.NOT_FOUND
    assert refusal.reason == reason
    assert refusal.message.startswith(start)


@pytest.mark.parametrize("as_message", [False, True])
def test_buried_tiles_that_a_house_rule_asks_for_are_refused(referee: Referee, as_message: bool) -> None:
    anywhere = custom(same_letter_rule=2)
    start = "10/10/10/10/3(_M)OOD3/10/10/10/10/10"
    told = (
        {"record": record(event("5D W..."), start=start)}
        if as_message
        else {"text": f"{TWO}#start {start}\n>ann: 5D W..."}
    )
    refusal = referee.refusal(game(custom_ruleset=anywhere, **told))
    assert refusal.fields == ["record.events[0].play" if as_message else "text"]
