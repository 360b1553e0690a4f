"""What was chosen, wherever it was said: an option counts most, then the environment, then the file."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from souq.server.mail import Post
from souq.server.ops.config.fields import KNOBS, Unfit, knob
from souq.server.ops.config.file import BadSetting, find, lines
from souq.server.ops.config.settings import Settings, database_url

PREFIX = "SOUQ_"
OTHERS = ("SOUQ_CONFIG", "SOUQ_CACHE_DIR", "SOUQ_BOUNDSCHECK", "SOUQ_COMPONENTS", "SOUQ_FUZZ")
"""Variables that are no settings."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a house is to run."""

    settings: Settings
    address: str
    port: int
    file: Path | None
    """The file of settings, if there is one."""
    said: dict[str, str] = field(default_factory=dict)
    """Where each setting that is not the usual one was said."""


def choose(
    options: Mapping[str, tuple[str, Any]] | None = None,
    config: str = "",
    more: Iterable[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Chosen:
    """Everything that may be set, as it was chosen.

    Args:
        options: values by setting, each with the option that gave it; None: it was not given.
        config: the file of settings, if one is named.
        more: options of the kind ``NAME=VALUE``.
        environment: its variables; those of the process when left out.

    Raises:
        BadSetting: something cannot be so; the message says where it stands, and what would be right.
    """
    around = os.environ if environment is None else environment
    path = find(config, around)
    values: dict[str, Any] = {}
    said: dict[str, str] = {}

    def put(name: str, value: Any, where: str) -> None:
        values[name], said[name] = value, where

    for name, line in (lines(path) if path else {}).items():
        where = f"{path}, line {line.number}"
        value = _fit(name, line.value, where)
        put(name, _beside(path, value) if name == "database" and path else value, where)
    _check_spelling(around)
    for name in KNOBS:
        if text := around.get(PREFIX + name.upper()):
            put(name, _read(name, text, PREFIX + name.upper()), PREFIX + name.upper())
    for word in more:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadSetting(f"--set {word[:60]}: write it like --set sharing=10.")
        put(name.strip(), _read(name.strip(), text, f"--set {name.strip()[:60]}"), f"--set {name.strip()[:60]}")
    for name, (where, given) in (options or {}).items():
        if given is not None:
            put(name, _fit(name, given, where), where)
    return _together(values, said, path)


def _check_spelling(environment: Mapping[str, str]) -> None:
    """Refuse variables that are nearly called like a setting; others may be somebody else's.

    Raises:
        BadSetting: there is one.
    """
    known = [PREFIX + name.upper() for name in KNOBS]
    for name in environment.keys() - {*known, *OTHERS}:
        if name.startswith(PREFIX) and (near := difflib.get_close_matches(name, known, 1, 0.85)):
            raise BadSetting(f"There’s no setting {name[:60]}. Did you mean {near[0]}?")


def _together(values: dict[str, Any], said: dict[str, str], path: Path | None) -> Chosen:
    """What goes only with something else."""
    address, port = values.pop("address", KNOBS["address"].usual), values.pop("port", KNOBS["port"].usual)
    if "proxies" in values:
        values["proxies"] = tuple(dict.fromkeys((*Settings().proxies, *values["proxies"])))
    settings = Settings(**values)
    if not settings.work and database_url(settings.database).startswith("sqlite"):
        raise BadSetting(
            f"{said['work']}: an SQLite file has one server, which does all the work. "
            "Leave it to others with a PostgreSQL database only."
        )
    if settings.smtp and not settings.mail_from:
        where = said["smtp"]
        raise BadSetting(f"{where}: say also from which address mail is sent, with mail_from or --mail-from.")
    Post(settings.smtp, settings.mail_from)
    for part, whole in (("connections_each", "connections"), ("sockets_each", "sockets")):
        if part in said and getattr(settings, part) > getattr(settings, whole):
            most = getattr(settings, whole)
            raise BadSetting(f"{said[part]}: {part} can’t be more than {whole}, which is {most}.")
    return Chosen(settings, address, port, path, said)


def _fit(name: str, value: Any, where: str) -> Any:
    return _complaining(name, where, lambda: knob(name).fits(value))


def _read(name: str, text: str, where: str) -> Any:
    return _complaining(name, where, lambda: knob(name).read(text))


def _complaining(name: str, where: str, made: Callable[[], Any]) -> Any:
    try:
        return made()
    except Unfit as error:
        begins = "" if str(error).startswith("There") else f"{name} "
        raise BadSetting(f"{where}: {begins}{error}") from error


def _beside(path: Path, database: str) -> str:
    """A database that the file names is looked for beside the file."""
    if not database or "://" in database:
        return database
    return str((path.parent / Path(database).expanduser()).absolute())
