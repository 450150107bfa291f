"""Hot reload: what changed is swapped whole while calls go on, and what is broken is refused."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.service.dictionaries.settings.club import SETTINGS, Club, soon
from tests.service.questions import judge
from upwords_referee.lexicons.word_list import WordList


def digest(*words: str) -> str:
    return WordList("any", words).digest


def test_a_changed_list_is_served_within_5_seconds_and_no_call_fails(club: Callable[..., Club]) -> None:
    served = club(settings=SETTINGS.replace("reload_seconds = 0.3\n", ""))
    assert served.lexicon().digest == digest("QI", "ZA")
    with served.calls("qi", "xi") as answers:
        served.write("club.txt", "xi\nza\n")
        soon(lambda: served.lexicon().digest == digest("XI", "ZA"))
        time.sleep(0.3)
    # Each call was judged by one edition, never by parts of both.
    assert {tuple(answer) for answer in answers} == {("ACCEPTABLE", "NOT_FOUND"), ("NOT_FOUND", "ACCEPTABLE")}
    assert answers[-1] == ["NOT_FOUND", "ACCEPTABLE"]
    assert served.provenance().lexicon_digest == digest("XI", "ZA")


def test_a_broken_list_is_refused_once_and_the_old_one_keeps_serving(club: Callable[..., Club]) -> None:
    served = club()
    with served.calls("qi") as answers:
        served.write("club.txt", "two words\n")
        served.server.wait_for("reload refused")
        time.sleep(1.5)
        assert served.lexicon().digest == digest("QI", "ZA")
    assert {tuple(answer) for answer in answers} == {("ACCEPTABLE",)}
    [line] = served.events("reload refused")
    assert "has 1 bad line: line 1: two words holds white space" in line["reason"]
    served.write("club.txt", "xi\n")
    soon(lambda: served.lexicon().digest == digest("XI"))


def test_a_list_that_is_gone_is_refused(club: Callable[..., Club]) -> None:
    served = club()
    (served.folder / "club.txt").unlink()
    served.server.wait_for("reload refused")
    assert "does not exist" in served.events("reload refused")[0]["reason"]
    assert served.statuses("qi") == ["ACCEPTABLE"]


def test_a_list_that_is_being_written_is_not_served_half(club: Callable[..., Club]) -> None:
    served = club()
    with served.calls("ab", "cd") as answers, (served.folder / "club.txt").open("w") as file:
        for word in ["ab"] + ["ef"] * 12 + ["cd"]:
            file.write(f"{word}\n")
            file.flush()
            time.sleep(0.08)
        soon(lambda: served.statuses("cd") == ["ACCEPTABLE"])
    assert {tuple(answer) for answer in answers} == {("NOT_FOUND", "NOT_FOUND"), ("ACCEPTABLE", "ACCEPTABLE")}


def test_changed_rulings_count_soon_and_broken_ones_never(club: Callable[..., Club]) -> None:
    served = club()
    served.write("rulings.txt", "-qi\n")
    soon(lambda: served.statuses("qi", "za") == ["DENIED", "ACCEPTABLE"])
    old = served.provenance().overlay_digest
    served.write("rulings.txt", "+qi\n-za\nnix\n")
    served.server.wait_for("reload refused")
    assert "line 3: " in served.events("reload refused")[0]["reason"]
    assert served.provenance().overlay_digest == old


def test_changed_settings_are_swapped_whole_and_health_follows(club: Callable[..., Club]) -> None:
    served = club()
    assert served.serves("lexicon/second") is None
    served.write("second.txt", "xi\n")
    added = SETTINGS.replace('"club"', '"second"', 1) + '[lexicons.second]\npath = "second.txt"\n'
    served.write("club.toml", added)
    soon(lambda: served.serves("lexicon/second"))
    assert served.provenance().lexicon == "second"
    assert served.statuses("xi", "zzz") == ["ACCEPTABLE", "ALLOWED"]
    # A list that settings named later is watched as well.
    served.write("second.txt", "xi\nxu\n")
    soon(lambda: served.statuses("xu") == ["ACCEPTABLE"])
    served.write("club.toml", SETTINGS)
    soon(lambda: served.serves("lexicon/second") is False)
    assert served.referee.refusal(judge(lexicon="second")).reason == "UNKNOWN_LEXICON"
    assert served.serves("lexicon/club")
    assert served.serves("")


def test_broken_settings_are_refused_and_count_when_they_are_mended(club: Callable[..., Club]) -> None:
    served = club()
    served.write("rulings.txt", "-qi\n")
    served.write("club.toml", SETTINGS + "nix = 1\n")
    served.server.wait_for("reload refused")
    assert "nix in " in served.events("reload refused")[-1]["reason"]
    served.write("club.toml", SETTINGS)
    soon(lambda: served.statuses("qi") == ["DENIED"])


def test_changed_rulesets_are_served(club: Callable[..., Club], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "house.toml").write_text('id = "house"\n')
    served = club(settings='rulesets = "rules"\n' + SETTINGS)
    served.write("rules/house.toml", 'id = "house"\nname = "House"\nexchange_tiles = 3\n')
    soon(lambda: served.provenance(ruleset="house").ruleset_digest != served.provenance().ruleset_digest)
    served.write("rules/more.toml", 'id = "more"\n')
    soon(lambda: not hasattr(served.referee.outcome(judge(ruleset="more")), "code"))


def test_sighup_loads_at_once_also_what_looks_unchanged(club: Callable[..., Club]) -> None:
    served = club(settings=SETTINGS.replace("0.3", "0"))
    path = served.folder / "club.txt"
    seen = path.stat()
    with path.open("r+") as file:
        file.write("xi\nzo\n")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert (path.stat().st_mtime_ns, path.stat().st_size) == (seen.st_mtime_ns, seen.st_size)
    time.sleep(0.5)
    assert served.lexicon().digest == digest("QI", "ZA"), "reload_seconds = 0 must not look"
    with served.calls("cat"):
        served.signal(signal.SIGHUP)
        soon(lambda: served.lexicon().digest == digest("XI", "ZO"))
    assert served.server.process.poll() is None


def test_what_counts_from_the_next_start_is_told(club: Callable[..., Club]) -> None:
    served = club()
    served.write("club.toml", "threads = 3\n" + SETTINGS)
    served.server.wait_for("these settings count from the next start")
    assert served.events("these settings")[0]["settings"] == ["threads"]
