"""The settings file ``souq.toml``: how it is found and parsed.

The line number of each setting is remembered for error messages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.server.ops.config.settings import data_folder

NAME = "souq.toml"
LONGEST = 64 * 1024
"""Maximum size of a settings file, in bytes."""
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class BadSetting(SouqError):
    """Error: a setting is invalid. The message names the file and line, the option or the variable that sets it."""


@dataclass(frozen=True, slots=True)
class Line:
    """The value that the file gives to a setting, and the number of the first line of that value."""

    value: Any
    number: int


def find(named: str, environment: Mapping[str, str]) -> Path | None:
    """Return the path of the settings file, or None if there is none.

    It is the file ``named`` on the command line, else the one in ``SOUQ_CONFIG``, else ``souq.toml`` in the data
    folder.

    Raises:
        BadSetting: a file that was named doesn't exist.
    """
    for said, where in ((named, "--config"), (environment.get("SOUQ_CONFIG", ""), "SOUQ_CONFIG")):
        if said:
            path = Path(said).expanduser()
            if not path.is_file():
                raise BadSetting(f"{where}: there’s no file {path}.")
            return path.absolute()
    usual = data_folder() / NAME
    return usual if usual.is_file() else None


def lines(path: Path) -> dict[str, Line]:
    """Read a settings file, and return its settings by name.

    Raises:
        BadSetting: the file cannot be read, or is not valid TOML.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror}.") from error
    if len(raw) > LONGEST:
        raise BadSetting(f"{path} is too long for a settings file.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = raw[: error.start].count(b"\n") + 1
        raise BadSetting(f"{path}, line {number}: this isn’t UTF-8. Save the file as UTF-8.") from error
    return parse(text, str(path))


def parse(text: str, path: str) -> dict[str, Line]:
    r"""Return every setting in a text with the line where it starts.

    To find the lines that belong to a setting, lines are joined until they parse as TOML, which happens exactly when no
    value is incomplete.

    >>> parse('# ours\nhosts = [\n "a.example",\n]\nport = 81', "souq.toml")
    {'hosts': Line(value=['a.example'], number=2), 'port': Line(value=81, number=5)}

    Raises:
        BadSetting: the text is not valid TOML; the message names the line.
    """
    rows = text.replace("\r\n", "\n").split("\n")
    try:
        whole = tomllib.loads("\n".join(rows))
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(_complaint(str(error), path, len(rows))) from error
    known: dict[str, Line] = {}
    begins = 0
    for end in range(1, len(rows) + 1):
        try:
            found = tomllib.loads("\n".join(rows[begins:end]))
        except tomllib.TOMLDecodeError:
            continue
        known |= {name: Line(whole[name], begins + 1) for name in found if name in whole and name not in known}
        begins = end
    return known


def _complaint(said: str, path: str, last: int) -> str:
    found = _WHERE.search(said)
    number = int(found[1]) if found and found[1] else last
    return f"{path}, line {number}: this isn’t TOML: {_WHERE.sub('', said).rstrip('.')}."
