"""Several workers on one port: all serve, who dies is replaced, and they count and reload together."""

import os
import signal
from pathlib import Path

import grpc
import pytest

from tests.service.cli.calling import run
from tests.service.lexica import CountingLexicon
from tests.service.process.serving import OK, UNAVAILABLE, Load, Server, health, method, server, soon
from tests.service.questions import check
from tests.service.referee import serving
from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.rules.words import WordStatus

CLUB = """\
default_lexicon = "club"
reload_seconds = 0.2
[lexicons.club]
path = "club.txt"
cache = "always"
"""

# What only workers need breaks when a file is there.
BREAKABLE = """\
import os, sys

class Breakable:
    def find_spec(self, name, path=None, target=None):
        if name == "grpc" and os.path.exists({broken!r}):
            raise OSError("a broken library")

sys.meta_path.insert(0, Breakable())
"""


def club(folder: Path, *words: str) -> None:
    """Write the club's list."""
    part = folder / "club.part"
    part.write_text("\n".join(words) + "\n")
    part.replace(folder / "club.txt")


def status(running: Server, word: str) -> WordStatus:
    """Ask for a word on a connection of its own."""
    with running.channel() as channel:
        answer = method(channel)(check(word).SerializeToString(), timeout=10)
    return WordStatus(pb.CheckWordsResponse.FromString(answer).words[0].status)


def processor_ticks(pid: int) -> int:
    """Return the processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_every_worker_serves_and_the_totals_are_the_calls_made(tmp_path: Path) -> None:
    club(tmp_path, "qi")
    with server(tmp_path, "--workers", "2", settings=CLUB) as running:
        running.wait_for("listening")
        workers = {int(line["worker"]) for line in running.events("worker listening")}
        assert workers == set(running.workers())
        before = {pid: processor_ticks(pid) for pid in workers}
        # Connections are spread by chance: of 32 hardly ever all go to one.
        with Load(running, check("QI"), clients=32) as load:
            soon(lambda: load.codes[OK] > 1500)
        assert set(load.codes) == {OK}
        assert all(processor_ticks(pid) - before[pid] > 2 for pid in workers)
        assert running.metric("upwords_lexicon_lookups_total") == load.codes[OK]
        # A call is counted when it has ended, which its caller may see first.
        soon(
            lambda: running.metric("upwords_calls_total", 'code="OK",method="CheckWords"') == load.codes[OK],
            5,
        )
        soon(lambda: running.metric("upwords_calls_in_flight") == 0, 5)
        assert running.metric("upwords_workers") == 2


def test_a_killed_worker_is_replaced_and_the_other_goes_on(tmp_path: Path) -> None:
    club(tmp_path, "qi")
    with server(tmp_path, "--workers", "2", settings=CLUB) as running, running.channel() as channel:
        with Load(running, check("QI"), clients=16) as load:
            killed, other = running.workers()
            os.kill(killed, signal.SIGKILL)
            assert running.ask("/readyz")[0] == 200
            soon(lambda: len(running.events("worker listening")) == 3)
            answered = load.codes[OK]
            soon(lambda: load.codes[OK] > answered + 100)
        assert set(load.codes) <= {OK, UNAVAILABLE}
        assert load.codes[UNAVAILABLE] <= 32, "more than what was on its way to the one that was killed"
        assert other in running.workers()
        assert killed not in running.workers()
        assert running.metric("upwords_worker_restarts_total") == 1
        soon(lambda: running.metric("upwords_workers") == 2)
        assert running.events("a worker ended; another one is started")[0]["worker"] == killed
        # Those that died with an answer on its way are counted and not answered.
        lookups = running.metric("upwords_lexicon_lookups_total")
        assert load.codes[OK] <= lookups <= load.codes[OK] + load.codes[UNAVAILABLE]
        assert health(channel) == "SERVING"


def test_a_reload_fails_no_call_and_all_workers_know_the_new_list(tmp_path: Path) -> None:
    club(tmp_path, "qi")
    with server(tmp_path, "--workers", "2", settings=CLUB) as running:
        pids = running.workers() if running.wait_for("listening") else []
        with Load(running, check("QI"), clients=8) as load:
            for number in (1, 2):
                club(tmp_path, "qi", "za" * number)
                soon(lambda number=number: len(running.events("reloaded")) >= 3 * number)  # type: ignore[misc]
            assert {status(running, "ZAZA") for _ in range(12)} == {WordStatus.ACCEPTABLE}
            assert {status(running, "ZA") for _ in range(12)} == {WordStatus.NOT_FOUND}
        assert set(load.codes) == {OK}, load.refusals
        assert running.workers() == pids
        assert running.metric("upwords_reloads_total") == 2
        (tmp_path / "club.txt").write_bytes(b"\xff\xfe")
        soon(lambda: running.metric("upwords_reloads_total") == 3)
        running.wait_for("reload refused; the old state keeps serving")
        # Who is started now serves what the others do.
        club_before = status(running, "ZAZA")
        os.kill(pids[0], signal.SIGKILL)
        running.wait_for("worker listening", 3)
        assert {status(running, "ZAZA") for _ in range(12)} == {club_before}


def test_workers_ask_a_lexicon_on_another_server_each_by_itself(tmp_path: Path) -> None:
    with serving(CountingLexicon()) as there:
        settings = f"""
default_lexicon = "far"
[lexicons.far]
source = "grpc"
edition = "1"
address = "{there.address}"
"""
        with server(tmp_path, "--workers", "2", settings=settings) as running:
            with Load(running, check("WOOD"), clients=8) as load:
                soon(lambda: load.codes[OK] > 100)
            assert set(load.codes) == {OK}
            assert status(running, "WOOD") == WordStatus.ACCEPTABLE
            with running.channel() as channel:
                assert health(channel, "lexicon/far") == "SERVING"


def test_sighup_to_the_supervisor_loads_all_anew_in_every_worker(tmp_path: Path) -> None:
    club(tmp_path, "qi")
    settings = CLUB.replace("0.2", "0")
    with server(tmp_path, "--workers", "2", settings=settings) as running:
        running.wait_for("listening")
        club(tmp_path, "za")
        running.signal(signal.SIGHUP)
        soon(lambda: len(running.events("reloaded")) == 3)
        assert {status(running, "ZA") for _ in range(12)} == {WordStatus.ACCEPTABLE}


@pytest.mark.parametrize("first", ["1", "2"])
def test_a_second_server_on_the_port_fails_loudly(first: str, tmp_path: Path) -> None:
    with server(tmp_path, "--workers", first) as running:
        for second in ("1", "2"):
            outcome = run("serve", "--listen", running.address, "--workers", second)
            assert outcome.status == 1
            assert f"cannot listen on {running.address}" in outcome.err
        with running.channel() as channel:
            assert health(channel) == "SERVING"


def test_workers_that_cannot_start_are_given_up_loudly(tmp_path: Path) -> None:
    # What only they need is broken.
    (tmp_path / "grpc").mkdir()
    (tmp_path / "grpc/__init__.py").write_text("raise OSError('a broken library')")
    with server(tmp_path, "--workers", "2", env={"PYTHONPATH": str(tmp_path)}) as running:
        assert running.process.wait(20) == 1
        assert len(running.events("a worker ended; another one is started")) >= 3
        told = (tmp_path / "server.toml.log").read_text()
        assert "workers do not come to serve, tried 3 times: a worker ended with status 1" in told


def test_a_server_whose_workers_all_die_and_cannot_start_again_ends_loudly(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    (tmp_path / "sitecustomize.py").write_text(BREAKABLE.format(broken=str(broken)))
    with server(tmp_path, "--workers", "2", env={"PYTHONPATH": str(tmp_path)}) as running:
        running.wait_for("listening")
        broken.touch()
        first, second = running.workers()
        os.kill(first, signal.SIGKILL)
        # As long as one serves, the other is only missed.
        soon(lambda: len(running.events("a worker ended; another one is started")) >= 7)
        assert running.ask("/readyz")[0] == 200
        os.kill(second, signal.SIGKILL)
        assert running.process.wait(30) == 1
        assert "workers do not come to serve, tried " in (tmp_path / "server.toml.log").read_text()


def test_a_worker_shares_most_of_its_memory(tmp_path: Path) -> None:
    with server(tmp_path, "--workers", "2") as running:
        running.wait_for("listening")
        for pid in running.workers():
            assert kilobytes(pid, "Private_Clean", "Private_Dirty") < 0.4 * kilobytes(pid, "Rss")


def kilobytes(pid: int, *kinds: str) -> int:
    """Return how much memory of these kinds a process has."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.partition(":")[0] in kinds)


def test_workers_end_when_their_supervisor_was_killed(tmp_path: Path) -> None:
    with server(tmp_path, "--workers", "2") as running:
        running.wait_for("listening")
        pids = running.workers()
        running.signal(signal.SIGKILL)
        soon(lambda: not any(alive(pid) for pid in pids), 15)
        with running.channel() as channel, pytest.raises(grpc.RpcError):
            health(channel)


def alive(pid: int) -> bool:
    """Return whether a process runs; one that nobody buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_no_file_of_the_metrics_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with server(tmp_path, "--workers", "2", "--drain-seconds", "0") as running:
        running.wait_for("listening")
        assert len(list(tmp_path.glob("upwords-metrics-*"))) == 1
        running.signal(signal.SIGTERM)
        assert running.process.wait(10) == 0
    assert not list(tmp_path.glob("upwords-metrics-*"))
