"""Reading settings from their three places."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource

from upwords_referee.service.settings import checks
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.settings.sentences import DEEPER, PREFIX, sentence

CONFIG_VARIABLE = "UPWORDS_CONFIG"
PATHS = ("rulesets", "tls_certificate", "tls_key", "tls_client_ca", "keys", "decision_log")
_LARGEST_FILE = 1 << 20
# What Kubernetes puts into every container for a service whose name begins with "upwords".
_OF_KUBERNETES = re.compile(r"UPWORDS_(.+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)")


class SettingsError(ValueError):
    """Settings that cannot be used; the text names each setting at fault, its value and what to do.

    Values that may hold a password are not shown.
    """


def config_path(flag: Path | None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the settings file: that of the flag, else of UPWORDS_CONFIG; None if there is none."""
    named = environ.get(CONFIG_VARIABLE)
    return flag or (Path(named) if named else None)


def read_settings(
    config: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Return the settings of the file `config`, UPWORDS_… in `environ`, and `flags`; the last goes first.

    Paths in the file are taken from the file's folder. SettingsError if a setting is unknown or no good.
    """
    layers = {
        "flag": dict(flags or {}),
        "environment": _read_environment(environ),
        "file": _read_file(config) if config else {},
    }

    class Layered(Settings):
        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *_: Any, **_sources: Any
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return tuple(InitSettingsSource(settings_cls, layer) for layer in layers.values())

    try:
        return Layered()
    except ValidationError as error:
        faults = [sentence(fault, layers, config) for fault in error.errors(include_url=False)]
        raise SettingsError("settings: " + "; ".join(dict.fromkeys(faults))) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
        if len(raw) > _LARGEST_FILE:
            raise SettingsError(f'the settings file "{path}" is larger than 1 MB')
        values = tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise SettingsError(f'the settings file "{path}" is not UTF-8; save it as UTF-8') from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f'the settings file "{path}" is no TOML: {error}') from None
    except OSError as error:
        raise SettingsError(
            f'the settings file "{path}" cannot be read ({error.strerror}); check the path'
        ) from None
    _anchor(values, path.parent)
    return values


def _anchor(values: dict[str, Any], folder: Path) -> None:
    """Take the paths in a settings file from its folder."""
    if isinstance(rulings := checks.list(values.get("rulings")), list):
        values["rulings"] = [str(folder / one) if isinstance(one, str) else one for one in rulings]
    for name in PATHS:
        if isinstance(path := values.get(name), str):
            values[name] = str(folder / path)
    tables = values.get("lexicons")
    for table in tables.values() if isinstance(tables, dict) else ():
        if isinstance(table, dict) and isinstance(path := table.get("path"), str):
            table["path"] = str(folder / path)


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in UPWORDS_… variables, `__` going one table deeper."""
    values: dict[str, Any] = {}
    for variable, value in sorted(environ.items()):
        if (
            not variable.startswith(PREFIX)
            or variable == CONFIG_VARIABLE
            or _OF_KUBERNETES.fullmatch(variable)
        ):
            continue
        *tables, key = variable.removeprefix(PREFIX).lower().split(DEEPER)
        into = values
        for table in tables:
            into = into.setdefault(table, {})
            if not isinstance(into, dict):
                raise SettingsError(f"settings: {variable} is set beside {variable.rpartition(DEEPER)[0]}")
        into[key] = value
    return values
