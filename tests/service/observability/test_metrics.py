"""The metrics of a live server: what they count, and that the page lists them all."""

import re
import threading
from pathlib import Path

import grpc
import pytest

from tests.service.dictionaries.valkey import valkey
from tests.service.observability.asking import ask, held, page, stream
from tests.service.process.serving import Server, server, soon
from tests.service.questions import batch, game, in_stream, item, judge, move

CANCELLED = re.compile(r'upwords_calls_total\{code="(OK|CANCELLED)",method="StreamJudgeMoves"\}')
CACHED = '[lexicons.enable]\nsource = "builtin"\ncache = "always"\n'
SAMPLE = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)")


def samples(running: Server) -> dict[str, float]:
    """Return the values by metric and labels, as in `upwords_calls_total{code="OK",method="JudgeMove"}`."""
    found = {}
    for line in running.ask("/metrics")[1].splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            found[name] = float(value)
    return found


@pytest.mark.parametrize("workers", ["1", "2"])
def test_calls_verdicts_and_violations_are_counted_over_all_workers(workers: str, tmp_path: Path) -> None:
    with server(tmp_path, "--workers", workers) as running:
        for _ in range(4):
            with running.channel() as channel:
                ask(channel, judge())
                ask(channel, judge(move=move("5D L...")))
                ask(channel, judge(ruleset="x"))
                ask(channel, batch(item(), item("5D L..."), item("5D ...."), item("?")))
                asked = iter(
                    [in_stream("1").SerializeToString(), in_stream("2", move=None).SerializeToString()]
                )
                list(stream(channel, asked))
        soon(lambda: samples(running)['upwords_calls_total{code="OK",method="StreamJudgeMoves"}'] == 4)
        found = samples(running)
        assert found['upwords_calls_total{code="OK",method="JudgeMove"}'] == 8
        assert found['upwords_calls_total{code="NOT_FOUND",method="JudgeMove"}'] == 4
        assert found['upwords_calls_refused_total{reason="UNKNOWN_RULESET"}'] == 4
        assert found['upwords_call_seconds_count{method="JudgeMove"}'] == 12
        assert found['upwords_call_seconds_count{method="StreamJudgeMoves"}'] == 8
        assert found['upwords_verdicts_total{valid="true"}'] == 12
        assert found['upwords_verdicts_total{valid="false"}'] == 12
        assert found['upwords_violations_total{rule="WORD_NOT_ACCEPTABLE"}'] == 8
        assert found['upwords_violations_total{rule="NO_TILES"}'] == 4
        assert all(not value for name, value in found.items() if "calls_in_flight" in name)


def test_a_call_is_in_flight_while_it_lasts(tmp_path: Path) -> None:
    in_flight = 'upwords_calls_in_flight{method="StreamJudgeMoves"}'
    ended = threading.Event()
    with server(tmp_path) as running, running.channel() as channel:
        assert samples(running)[in_flight] == 0
        calls = [stream(channel, held(ended, in_stream())) for _ in "ab"]
        soon(lambda: samples(running)[in_flight] == 2)
        for call in calls:
            call.cancel()
        ended.set()
        soon(lambda: samples(running)[in_flight] == 0)
        # grpc may tell the end of the requests before it tells that the call was cancelled.
        assert sum(value for name, value in samples(running).items() if CANCELLED.fullmatch(name)) == 2


def test_a_call_that_ran_out_of_time_is_counted_as_such(tmp_path: Path) -> None:
    counted = 'upwords_calls_total{code="DEADLINE_EXCEEDED",method="JudgeMove"}'
    ended = threading.Event()
    with server(tmp_path) as running, running.channel() as channel:
        with pytest.raises(grpc.RpcError):
            list(stream(channel, held(ended), "JudgeMove", seconds=0.5))
        ended.set()
        soon(lambda: samples(running).get(counted) == 1)


def test_methods_that_do_not_exist_make_no_labels(tmp_path: Path) -> None:
    with server(tmp_path) as running, running.channel() as channel:
        before = len(samples(running))
        for i in range(50):
            assert ask(channel, b"", method=f"Guess{i}").code is grpc.StatusCode.UNIMPLEMENTED
        found = samples(running)
        assert found['upwords_calls_total{code="UNIMPLEMENTED",method="unknown"}'] == 50
        # With the time that it was made.
        assert len(found) <= before + 2


def test_the_build_and_the_lexica_are_told(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        found = samples(running)
        assert found['upwords_lexicon_up{lexicon="enable"}'] == 1
        (build,) = [name for name in found if name.startswith("upwords_build_info")]
        assert re.search(r'grpc="[\d.]+",protobuf="[\d.]+",python="3\.[\d.]+",version="[\d.]+"', build)


def test_a_lexicon_whose_source_is_gone_is_down(tmp_path: Path) -> None:
    settings = '[lexicons.far]\nsource = "grpc"\naddress = "127.0.0.1:1"\nedition = "1"\n'
    with server(tmp_path, settings=settings) as running:
        soon(lambda: samples(running).get('upwords_lexicon_up{lexicon="far"}') == 0)
        assert samples(running)['upwords_lexicon_up{lexicon="enable"}'] == 1
        # A lexicon that was taken out of service is no alarm.
        (tmp_path / "server.toml").write_text("")
        running.wait_for("reloaded")
        soon(lambda: 'upwords_lexicon_up{lexicon="far"}' not in samples(running))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_page_lists_the_metrics_that_there_are_with_their_labels(workers: str, tmp_path: Path) -> None:
    rows = [line.split("|") for line in page().splitlines() if line.startswith("| `upwords_")]
    listed = {
        name.strip("` "): (kind.strip(), {label.strip("` ") for label in labels.split(",")} - {""})
        for _, name, kind, labels, *_ in rows
        if kind.strip() in ("counter", "gauge", "histogram")
    }
    with valkey() as redis:
        settings = f'redis = "redis://127.0.0.1:{redis.port}"\n{CACHED}'
        with (
            server(tmp_path, "--workers", workers, settings=settings) as running,
            running.channel() as channel,
        ):
            for request in (judge(), judge(move=move("5D L...")), judge(ruleset="x"), game()):
                ask(channel, request)
            text = running.ask("/metrics")[1]
    kinds = dict(re.findall(r"^# TYPE (upwords_\w+) (\w+)", text, re.MULTILINE))
    kinds = {name: kind for name, kind in kinds.items() if not name.endswith("_created")}
    # Several processes tell only of what was counted already.
    expected = {name: kind for name, (kind, _) in listed.items() if workers == "1" or name in kinds}
    assert kinds == expected
    assert len(kinds) > 12
    for sample, labels, _ in SAMPLE.findall("\n".join(line for line in text.splitlines() if line[0] != "#")):
        name = re.sub(r"_(bucket|count|sum|created)$", "", sample)
        name = name if name in listed else f"{name}_total"
        if name in listed:
            assert set(re.findall(r'(\w+)="', labels)) - {"le"} == listed[name][1], sample
