"""The sources of settings: command line options take precedence over environment variables, and these over the file."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from souq.server.mail import Post
from souq.server.ops.config.checks import Unfit
from souq.server.ops.config.fields import SETTINGS, setting
from souq.server.ops.config.file import BadSetting, find, lines
from souq.server.ops.config.settings import Settings, database_url

PREFIX = "SOUQ_"
OTHERS = ("SOUQ_CONFIG", "SOUQ_CACHE_DIR", "SOUQ_BOUNDSCHECK", "SOUQ_COMPONENTS", "SOUQ_FUZZ")
"""Environment variables that begin like settings, with ``SOUQ_``, but have another purpose."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The configuration that results from all sources of settings."""

    settings: Settings
    address: str
    port: int
    file: Path | None
    """Path of the settings file, or None."""
    said: dict[str, str] = field(default_factory=dict)
    """Text that says where each setting was given, such as "souq.toml, line 5" or "--port", by the setting's name."""


def choose(
    options: Mapping[str, tuple[str, Any]] | None = None,
    config: str = "",
    more: Iterable[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Chosen:
    """Merge all sources of settings into one configuration.

    Args:
        options: values by setting, each with the option that gave it; a value of None was not given.
        config: the path of the settings file, if given.
        more: options of the form ``NAME=VALUE``.
        environment: environment variables; those of the process by default.

    Raises:
        BadSetting: a setting is invalid; the message says where it was given, and what is valid.
    """
    around = os.environ if environment is None else environment
    path = find(config, around)
    values: dict[str, Any] = {}
    said: dict[str, str] = {}
    for name, where, value, as_text in _given(path, around, more, options or {}):
        try:
            values[name] = setting(name).read(value) if as_text else setting(name).fits(value)
        except Unfit as error:
            raise BadSetting(f"{where}: {error}") from error
        said[name] = where
    for name in ("database", "site"):
        if path and said.get(name, "").startswith(f"{path}, line"):
            values[name] = _beside(path, values[name])
    return _together(values, said, path)


def _given(
    path: Path | None,
    environment: Mapping[str, str],
    more: Iterable[str],
    options: Mapping[str, tuple[str, Any]],
) -> Iterator[tuple[str, str, Any, bool]]:
    """Yield every setting in the sources: its name, its source, its value, and whether to parse the value.

    A setting may be yielded several times. The last one takes precedence.

    Raises:
        BadSetting: a source is malformed.
    """
    for name, line in (lines(path) if path else {}).items():
        yield name, f"{path}, line {line.number}", line.value, False
    _check_spelling(environment)
    for name in SETTINGS:
        if text := environment.get(PREFIX + name.upper()):
            yield name, PREFIX + name.upper(), text, True
    for word in more:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadSetting(f"--set {word[:60]}: write it like --set sharing=10.")
        yield name.strip(), f"--set {name.strip()[:60]}", text, True
    for name, (where, value) in options.items():
        if value is not None:
            yield name, where, value, False


def _check_spelling(environment: Mapping[str, str]) -> None:
    """Refuse an environment variable whose name is nearly that of a setting. Ignore other unknown variables.

    Raises:
        BadSetting: a variable looks like a misspelt setting.
    """
    known = [PREFIX + name.upper() for name in SETTINGS]
    for name in environment.keys() - {*known, *OTHERS}:
        if name.startswith(PREFIX) and (near := difflib.get_close_matches(name, known, 1, 0.85)):
            raise BadSetting(f"There’s no setting {name[:60]}. Did you mean {near[0]}?")


def _together(values: dict[str, Any], said: dict[str, str], path: Path | None) -> Chosen:
    """Build the configuration, after checking the settings that depend on each other.

    Raises:
        BadSetting: two settings contradict each other, or one lacks another that it needs.
    """
    address, port = (values.pop(name, SETTINGS[name].usual) for name in ("address", "port"))
    if "proxies" in values:
        values["proxies"] = tuple(dict.fromkeys((*Settings().proxies, *values["proxies"])))
    settings = Settings(**values)
    if not settings.work and database_url(settings.database).startswith("sqlite"):
        raise BadSetting(
            f"{said['work']}: with SQLite, the only server does all the work. "
            "Only servers on a PostgreSQL database can leave it to others."
        )
    if settings.smtp and not settings.mail_from:
        where = said["smtp"]
        raise BadSetting(f"{where}: also give the sender’s address, with mail_from or --mail-from.")
    Post(settings.smtp, settings.mail_from)
    for part, whole in (("connections_each", "connections"), ("sockets_each", "sockets")):
        if part in said and getattr(settings, part) > getattr(settings, whole):
            most = getattr(settings, whole)
            raise BadSetting(f"{said[part]}: {part} can’t be more than {whole}, which is {most}.")
    return Chosen(settings, address, port, path, said)


def _beside(path: Path, place: str) -> str:
    """Return the absolute path of a database or folder given in the settings file, relative to that file's folder.

    A database that is given as a URL is returned unchanged.
    """
    if not place or "://" in place:
        return place
    return str((path.parent / Path(place).expanduser()).absolute())
