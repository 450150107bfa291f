"""The command `serve`: the referee as a server."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from upwords_referee.cli import options
from upwords_referee.cli.address import parse_address
from upwords_referee.cli.errors import ServeError
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.registry import parse_spec
from upwords_referee.library.rulesets import RulesetFileError

EPILOG = """Examples:

\b
  upwords-referee serve
  upwords-referee serve --listen 127.0.0.1:0 --sample
  upwords-referee serve --lexicon club=lists/club.txt --default-lexicon club

Every option but --config and --sample is a setting too, in the file of --config or as UPWORDS_... in the
environment: see docs/settings.md. Changed files are loaded while serving, at once on SIGHUP.

Exit status: 0 ended by SIGINT or SIGTERM, 1 it could not start, 2 not understood.
"""


def _option(name: str, metavar: str | None, help: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False, **more)


def serve(
    config: Annotated[
        Path | None, _option("--config", "FILE", "A settings file (.toml); else that of UPWORDS_CONFIG.")
    ] = None,
    listen: Annotated[
        str | None,
        _option("--listen", "HOST:PORT", "Where to listen, else 127.0.0.1:50051; port 0: any free one."),
    ] = None,
    metrics: Annotated[
        str | None,
        _option("--metrics", "HOST:PORT", "Where /metrics, /livez and /readyz are told, else nowhere."),
    ] = None,
    workers: Annotated[
        int | None, _option("--workers", "N", "Processes that share the port, else 1.", min=1, max=64)
    ] = None,
    threads: Annotated[
        int | None, _option("--threads", "N", "Short calls worked on at a time, else 32.", min=1, max=256)
    ] = None,
    rulesets: options.Rulesets = None,
    lexicon: options.AddedLexicons = None,
    default_lexicon: Annotated[
        str | None,
        _option("--default-lexicon", "ID", 'The lexicon of calls that name none, or "none"; else enable.'),
    ] = None,
    rulings: options.Rulings = None,
    redis: options.CacheRedis = None,
    lru_words: Annotated[
        int | None, _option("--lru-words", "N", "Words kept in the process for each cached lexicon.", min=1)
    ] = None,
    reload_seconds: Annotated[
        float | None, _option("--reload-seconds", "S", "How often files are looked at; 0: only on SIGHUP.")
    ] = None,
    tls_certificate: Annotated[
        Path | None, _option("--tls-certificate", "FILE", "The server's certificate chain (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, _option("--tls-key", "FILE", "The private key of it (PEM).")] = None,
    tls_client_ca: Annotated[
        Path | None,
        _option("--tls-client-ca", "FILE", "Authorities (PEM) of which every client needs a certificate."),
    ] = None,
    keys: Annotated[
        Path | None, _option("--keys", "FILE", "Bearer keys, hashed: every call but health needs one.")
    ] = None,
    allow_plaintext: Annotated[
        bool, _option("--allow-plaintext", None, "Take keys without TLS on a public address too.")
    ] = False,
    max_calls: Annotated[
        int | None, _option("--max-calls", "N", "Calls in work or waiting by each worker, else 256.", min=1)
    ] = None,
    max_calls_per_client: Annotated[
        int | None, _option("--max-calls-per-client", "N", "The same for one client, else no limit.", min=0)
    ] = None,
    deadline_seconds: Annotated[
        float | None, _option("--deadline-seconds", "S", "The longest that a call may take, else 10.")
    ] = None,
    connection_age_seconds: Annotated[
        float | None,
        _option("--connection-age-seconds", "S", "When a connection is ended, so that clients look anew."),
    ] = None,
    drain_seconds: Annotated[
        float | None, _option("--drain-seconds", "S", "How long a stopping server still takes calls, else 2.")
    ] = None,
    grace_seconds: Annotated[
        float | None, _option("--grace-seconds", "S", "How long calls may then still take, else 10.")
    ] = None,
    log_level: Annotated[
        str | None, _option("--log-level", "LEVEL", "debug, info, warning or error; else info.")
    ] = None,
    log_calls: Annotated[bool, _option("--log-calls", None, "Log each call.")] = False,
    decision_log: Annotated[
        Path | None, _option("--decision-log", "FILE", "Add every verdict to this file, for `replay`.")
    ] = None,
    traces: Annotated[
        bool, _option("--traces", None, "Trace calls by OpenTelemetry, set up by OTEL_... variables.")
    ] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="Put a sample move to the server first, and show the verdict.")
    ] = False,
) -> int:
    """Serve over gRPC until SIGINT or SIGTERM; log lines go to standard error."""
    if listen is not None:
        parse_address(listen, "--listen")
    if metrics is not None:
        parse_address(metrics, "--metrics")
    given = {
        "listen": listen,
        "metrics": metrics,
        "workers": workers,
        "threads": threads,
        "rulesets": rulesets,
        "default_lexicon": default_lexicon,
        "rulings": rulings,
        "redis": redis,
        "lru_words": lru_words,
        "reload_seconds": reload_seconds,
        "tls_certificate": tls_certificate,
        "tls_key": tls_key,
        "tls_client_ca": tls_client_ca,
        "keys": keys,
        "allow_plaintext": allow_plaintext or None,
        "max_calls": max_calls,
        "max_calls_per_client": max_calls_per_client,
        "deadline_seconds": deadline_seconds,
        "connection_age_seconds": connection_age_seconds,
        "drain_seconds": drain_seconds,
        "grace_seconds": grace_seconds,
        "log_level": log_level,
        "log_calls": log_calls or None,
        "decision_log": decision_log,
        "traces": traces or None,
    }
    flags: dict[str, Any] = {key: value for key, value in given.items() if value not in (None, [])}
    if lexicon:
        flags["lexicons"] = _lists(lexicon)
    # Imported here: grpc takes a while, and reads this variable when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from upwords_referee.cli.logging import log_libraries_to_stderr, log_to_stderr  # noqa: PLC0415
    from upwords_referee.cli.sample import show_sample  # noqa: PLC0415
    from upwords_referee.service.address import AddressError  # noqa: PLC0415
    from upwords_referee.service.serving import WorkersError  # noqa: PLC0415
    from upwords_referee.service.serving import serve as serve_settings  # noqa: PLC0415
    from upwords_referee.service.settings.reading import SettingsError, config_path  # noqa: PLC0415

    log_to_stderr()
    log_libraries_to_stderr()
    try:
        serve_settings(
            config_path(config),
            flags,
            checked=parse_address,
            begin_log=log_to_stderr,
            when_ready=show_sample if sample else None,
        )
    except (SettingsError, LexiconError, RulesetFileError, WorkersError) as error:
        raise ServeError(str(error)) from None
    except AddressError as error:
        raise ServeError(
            f"{error}; end what listens there, or choose another one with --listen or --metrics HOST:PORT"
        ) from None
    return 0


def _lists(specs: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the settings of the lists that ID=PATH name."""
    lists: dict[str, dict[str, str]] = {}
    for spec in specs:
        try:
            id, path = parse_spec(spec)
        except LexiconError as error:
            raise ServeError(str(error)) from None
        if id in lists:
            raise ServeError(f"two lexica have the id {id!r}; rename one")
        lists[id] = {"source": "file", "path": str(path)}
    return lists
