"""Standard output and standard error that don't fail with odd encodings, closed pipes or full disks."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from contextlib import suppress
from typing import TextIO

_PLAIN = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "⁄": "/"}
    | {"✓": "ok", "✗": "x", "×": "x", "→": "->", "·": "-", "•": "*", "─": "-", "━": "-", "│": "|"}
)


def plain(error: UnicodeError) -> tuple[str, int]:
    r"""Codec error handler: replace characters that an encoding lacks by similar ASCII, or by question marks.

    >>> "✓ Amélie’s 2 – 3".encode("cp1252", "souq"), "Amélie’s 2 – 3 …".encode("ascii", "souq")
    (b'ok Am\xe9lie\x92s 2 \x96 3', b"Amelie's 2 - 3 ...")
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    bare = "".join(char for char in letters if not unicodedata.combining(char))
    return bare.translate(_PLAIN).encode("ascii", "replace").decode(), error.end


codecs.register_error("souq", plain)


NARROWEST = 20
"""Minimum terminal width in characters that is believed; a smaller value of COLUMNS is ignored."""


def prepare() -> None:
    """Make printing safe: text that can't be encoded is replaced, and nonsense in COLUMNS and LINES is ignored."""
    for name, least in (("COLUMNS", NARROWEST), ("LINES", 1)):
        said = os.environ.get(name, "")
        if said and not (said.isdecimal() and int(said) >= least):
            del os.environ[name]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="souq")


def is_unicode() -> bool:
    """Return whether standard output can write every character as it is."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def flush() -> None:
    """Flush standard output and standard error.

    Raises:
        OSError: a stream can't be written; its buffer is dropped so that Python doesn't complain at exit.
    """
    failed = None
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            failed = error
            discard(stream)
    if failed:
        raise failed


def discard(stream: TextIO) -> None:
    """Send the rest of a stream's output nowhere, so that Python doesn't fail on it at exit."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
