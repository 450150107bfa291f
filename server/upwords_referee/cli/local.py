"""Asking the referee in this process."""

from collections.abc import Iterable

from upwords_referee.cli.errors import NotUnderstoodError, error_of
from upwords_referee.cli.logging import log_to_stderr
from upwords_referee.cli.referee import Send
from upwords_referee.cli.sources import read_lexicons, read_rulesets
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.rulings import read_rulings
from upwords_referee.library.rulesets import RulesetFileError
from upwords_referee.service.call import answer
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.methods import build_methods


def local_send(rulesets: str | None, lexicons: Iterable[str], rulings: Iterable[str] = ()) -> Send:
    """Return what answers requests here; NotUnderstoodError if a file is no good."""
    log_to_stderr()
    try:
        methods = build_methods(read_rulesets(rulesets), read_lexicons(lexicons), read_rulings(rulings))
    except (RulesetFileError, LexiconError) as error:
        raise NotUnderstoodError(str(error)) from None

    def send(path: str, request: bytes, arguments: bool) -> bytes:
        try:
            return answer(methods[path], request)
        except RefereeError as error:
            raise error_of(error.status(), arguments=arguments) from None

    return send
