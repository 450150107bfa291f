"""The start of a server: one process, or a supervisor and its workers."""

import gc
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from upwords_referee.service.settings.reading import read_settings

# Several processes count in files, which the library of the metrics must know before there are any; and no
# process may be forked that knows grpc. So nothing else is imported before the settings are read.


class WorkersError(Exception):
    """Workers cannot start: they end again and again."""


def serve(
    config: Path | None,
    flags: Mapping[str, Any],
    *,
    checked: Callable[[str, str], object],
    begin_log: Callable[[str], object] = lambda _: None,
    when_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve what the settings name until SIGTERM or SIGINT, and follow their changes.

    `config` is the settings file, `flags` go before it; `checked` is called with each address and its setting
    before it is listened on, `begin_log` with the level of the log, `when_ready` once with the real address.
    Raises what `checked` and `Supply.load` raise, AddressError and WorkersError.
    """
    # What is made until calls come lives as long as the process: the collector would walk it in vain.
    gc.disable()
    try:
        _serve(config, flags, checked, begin_log, when_ready)
    finally:
        gc.enable()


def _serve(
    config: Path | None,
    flags: Mapping[str, Any],
    checked: Callable[[str, str], object],
    begin_log: Callable[[str], object],
    when_ready: Callable[[str], None] | None,
) -> None:
    settings = read_settings(config, flags)
    begin_log(settings.log_level)
    checked(settings.listen, "listen")
    if settings.metrics:
        checked(settings.metrics, "metrics")
    from upwords_referee.service.protecting_files import check_files  # noqa: PLC0415

    # A worker that found them bad would only be started again.
    check_files(settings)
    if settings.decision_log:
        from upwords_referee.service.decision_file import open_decision_file  # noqa: PLC0415

        open_decision_file(settings.decision_log).close()
    if settings.workers > 1:
        with tempfile.TemporaryDirectory(prefix="upwords-metrics-") as folder:
            _supervise(config, flags, folder, when_ready)
    else:
        from upwords_referee.service.grpc import process  # noqa: PLC0415
        from upwords_referee.service.reload import Supply  # noqa: PLC0415

        supply = Supply(process.open_sources(), config, flags)
        process.serve_supply(supply, *supply.load(), when_ready=when_ready or (lambda _: None))


def _supervise(
    config: Path | None, flags: Mapping[str, Any], folder: str, when_ready: Callable[[str], None] | None
) -> None:
    from upwords_referee.service import supervisor  # noqa: PLC0415

    supervisor.supervise(config, flags, folder, when_ready)
