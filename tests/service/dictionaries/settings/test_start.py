"""What a server is started with: settings, and what refuses the start."""

import socket
import urllib.request
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from tests.service.cli.calling import environment, run
from tests.service.dictionaries.settings.club import SETTINGS, Club, write
from tests.service.questions import judge, overlay
from upwords_referee.lexicons.overlay import Overlay


def test_lexica_and_rulings_of_the_settings_are_served(club: Callable[..., Club]) -> None:
    served = club()
    assert served.lexicon().id == "club"
    assert served.statuses("qi", "za", "zzz", "cat") == ["ACCEPTABLE", "DENIED", "ALLOWED", "NOT_FOUND"]
    assert served.statuses("cat", "za", lexicon="enable") == ["ACCEPTABLE", "DENIED"]
    assert served.statuses("cat", "za", lexicon="none") == ["UNCHECKED", "DENIED"]
    assert served.serves("lexicon/club")


def test_the_environment_goes_before_the_file_and_flags_before_both(club: Callable[..., Club]) -> None:
    settings = SETTINGS.replace('"club.txt"', '"nix.txt"')
    folder = club(env={"UPWORDS_DEFAULT_LEXICON": "scowl-60"}).folder
    env = {"UPWORDS_LEXICONS__CLUB__PATH": str(folder / "club.txt"), "UPWORDS_DEFAULT_LEXICON": "scowl-60"}
    served = club("--default-lexicon", "enable", settings=settings, env=env)
    assert served.provenance().lexicon == "enable"
    assert served.statuses("qi", lexicon="club") == ["ACCEPTABLE"]


def test_the_settings_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    write(tmp_path / "club.toml", "nix = 1")
    outcome = run("serve", env=environment(UPWORDS_CONFIG=str(tmp_path / "club.toml")))
    assert outcome.status == 1
    assert f'nix in "{tmp_path}/club.toml" = 1: there is no such setting' in outcome.err


def test_rulings_may_come_from_flags(club: Callable[..., Club], tmp_path: Path) -> None:
    write(tmp_path / "more.txt", "+cat\n")
    write(tmp_path / "less.txt", "qi\tDENIED\n")
    served = club("--rulings", str(tmp_path / "more.txt"), "--rulings", str(tmp_path / "less.txt"))
    assert served.statuses("cat", "qi", "za") == ["ALLOWED", "DENIED", "ACCEPTABLE"]


def test_provenance_covers_the_rulings_of_the_house_and_of_the_call(club: Callable[..., Club]) -> None:
    served = club()
    house = Overlay.from_words(allow=["zzz"], deny=["za"])
    assert served.provenance().overlay_digest == house.digest
    both = Overlay.from_words(allow=["zzz", "za"], deny=["mood"])
    assert served.provenance(overlay=overlay(["za"], ["mood"])).overlay_digest == both.digest
    assert served.statuses("za", "zzz", overlay=overlay(["za"])) == ["ALLOWED", "ALLOWED"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tread = 3", 'tread in "{file}" = 3: there is no such setting; did you mean threads?'),
        ('[lexicons.club]\npath = "club.txt"\nurl = "x"', "there is no such setting with source"),
        ('[lexicons.club]\npath = "nix.txt"', '{folder}/nix.txt" does not exist'),
        ('rulings = ["bad.txt"]', 'the rulings "{folder}/bad.txt": line 2: '),
        ('default_lexicon = "nix"', "unknown lexicon 'nix'"),
        ('[lexicons.enable]\npath = "club.txt"', "two lexica have the id 'enable'"),
        ('rulesets = "nix"', "{folder}/nix is no folder of rulesets"),
        ("threads = ", 'the settings file "{file}" is no TOML'),
    ],
)
def test_settings_that_are_no_good_refuse_the_start_in_one_sentence(
    text: str, said: str, tmp_path: Path
) -> None:
    write(tmp_path / "club.txt", "qi\n")
    write(tmp_path / "bad.txt", "+qi\nza\n")
    write(tmp_path / "club.toml", text)
    outcome = run("serve", "--config", str(tmp_path / "club.toml"), "--listen", "127.0.0.1:0")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert outcome.err.startswith("error: ")
    assert said.format(file=tmp_path / "club.toml", folder=tmp_path) in outcome.err


def test_a_password_is_in_no_line_of_a_servers_log(club: Callable[..., Club]) -> None:
    added = '[lexicons.web]\nsource = "http"\nedition = "1"\nurl = "http://u:hunter2@127.0.0.1:1/{word}"\n'
    served = club(settings='redis = "redis://:hunter2@127.0.0.1:1"\n' + SETTINGS + added)
    assert served.referee.refusal(judge(lexicon="web")).code is grpc.StatusCode.UNAVAILABLE
    served.server.wait_for("store failed")
    served.write("club.toml", 'redis = "redis://:hunter2@h:port"\n')
    served.server.wait_for("reload refused")
    assert "hunter2" not in served.server.err
    assert served.referee.ask(judge())


def test_prometheus_reads_the_metrics_at_an_address_of_their_own(club: Callable[..., Club]) -> None:
    served = club("--metrics", "127.0.0.1:0")
    served.statuses("cat")
    (told,) = served.events("listening")
    with urllib.request.urlopen(f"http://{told['metrics']}/metrics", timeout=10) as answer:
        assert b"upwords_lexicon_lookups_total" in answer.read()


def test_a_taken_port_for_metrics_refuses_the_start() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        outcome = run("serve", "--listen", "127.0.0.1:0", "--metrics", address)
    assert outcome.status == 1
    assert f"cannot tell metrics on {address}" in outcome.err
