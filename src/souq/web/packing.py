"""The Python of a site: archives with the standard library, souq and each game, compiled for Pyodide."""

from __future__ import annotations

import gzip
import importlib.metadata
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import jinja2
import markupsafe

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.web import PYODIDE
from souq.web.reached import SOUQ, modules

FRAGMENTS = ("analysis.html", "macros.html", "review.html")
"""Templates of parts of a table's page, which are filled in while it is open."""

UNUSED = """
_aix_support _android_support _apple_support _ios_support _osx_support _pydatetime _pyio _pyrepl antigravity
argparse bdb cProfile cmd code colorsys compileall configparser ctypes curses dbm doctest ensurepip filecmp
fileinput ftplib getopt getpass gettext idlelib imaplib lib2to3 mailbox mimetypes modulefinder msilib
multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty py_compile pyclbr
pydoc pydoc_data rlcompleter runpy sched shelve smtplib socketserver sqlite3 symtable tabnanny tarfile this
timeit trace tracemalloc tty turtle turtledemo unittest venv wave webbrowser wsgiref xmlrpc zipapp
""".split()  # noqa: SIM905
"""Packages and modules of the standard library that neither souq nor Pyodide imports."""

ENCODINGS = "__init__ aliases ascii cp437 idna latin_1 punycode unicode_escape utf_8 utf_8_sig".split()  # noqa: SIM905
"""Encodings that are kept: text is in UTF-8, and archives name their files in two others."""


class NoPyodide(SouqError, RuntimeError):
    """Pyodide, or a program that brings or runs it, isn't there; the message says what to do."""


def folder_of_pyodide(given: Path | None) -> Path:
    """Return a folder with Pyodide's npm package: the given one, a checkout's, or one that npm installs into a cache.

    Raises:
        NoPyodide: there is none of the right version, and npm can't install it.
    """
    checkout = SOUQ.parents[1] / "node_modules" / "pyodide"
    if given is not None or _version(checkout) == PYODIDE:
        folder = given or checkout
        if _version(folder) != PYODIDE:
            raise NoPyodide(f"{folder} isn’t the npm package pyodide {PYODIDE}.")
        return folder
    from souq.engine.compiler.numba_compiler import cache_folder

    home = (cache_folder() or Path(tempfile.gettempdir())) / f"pyodide-{PYODIDE}"
    folder = home / "node_modules" / "pyodide"
    if _version(folder) != PYODIDE:
        npm = shutil.which("npm")
        if npm is None:
            raise NoPyodide(
                f"A site needs Pyodide {PYODIDE} (Python for browsers), and npm, which installs it, isn’t here. "
                f"Install Node.js, which comes with npm, or give a folder with that npm package: --pyodide DIR"
            )
        home.mkdir(parents=True, exist_ok=True)
        quiet = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund")
        _run([npm, "install", "--prefix", str(home), *quiet, f"pyodide@{PYODIDE}"], "npm can’t install Pyodide")
    return folder


def _version(folder: Path) -> str:
    """Return the version of Pyodide's npm package in a folder, or ""."""
    try:
        return str(json.loads((folder / "package.json").read_text("utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return ""


def _run(words: list[str], failed: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise NoPyodide(f"{failed}: {(done.stderr or done.stdout).strip()[-2000:]}")


def archives(games: Iterable[Game], pyodide: Path) -> dict[str, bytes]:
    """Return zip archives of compiled Python, by name: ``stdlib``, ``souq``, ``pages`` (Jinja) and each game's name.

    They are compressed as a whole, which makes them smaller than if each of their files were.

    Raises:
        NoPyodide: Node.js, which runs Pyodide here, isn't installed, or it fails.
    """
    parts = {"stdlib": dict(_stdlib(pyodide)), "souq": dict(_souq()), "pages": dict(_pages())}
    parts |= {game.name: dict(_game(game)) for game in games}
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for part, files in parts.items():
            for path, data in files.items():
                place = root / part / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
        node = shutil.which("node")
        if node is None:
            raise NoPyodide("A site’s Python is compiled by Node.js, which isn’t here. Install it: https://nodejs.org")
        _run([node, str(SOUQ / "web/compile.mjs"), str(pyodide.resolve()), str(root)], "Pyodide can’t compile souq")
        return {part: packed(_zipped(root / part)) for part in parts}


def packed(data: bytes) -> bytes:
    """Compress a file, always to the same bytes."""
    return gzip.compress(data, 9, mtime=0)


def _zipped(folder: Path) -> bytes:
    """Return the files of a folder as a zip archive, the same for the same files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            about = zipfile.ZipInfo(path.relative_to(folder).as_posix())  # its time is always the same
            about.external_attr = 0o644 << 16
            archive.writestr(about, path.read_bytes())
    return file.getvalue()


def _stdlib(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Python's standard library that a site needs."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        for path in archive.namelist():
            first, *rest = path.split("/")
            name = (rest[0] if first == "encodings" and rest else first).partition(".")[0]
            if not path.endswith("/") and (name in ENCODINGS if first == "encodings" else name not in UNUSED):
                yield path, archive.read(path)


def _souq() -> Iterator[tuple[str, bytes]]:
    """Yield the files of souq that a browser needs, but for the games, and its version where Python looks for it."""
    data = [path for path in _files(SOUQ / "engine") if path.suffix != ".py"]
    for path in (*modules().values(), *data):
        yield f"souq/{path.relative_to(SOUQ).as_posix()}", path.read_bytes()
    version = importlib.metadata.version("souq")
    yield f"souq-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: souq\nVersion: {version}\n".encode()


def _game(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a game, but for learned evaluations, which are large."""
    for path in _files(game.folder):
        if not re.fullmatch(r"learned-\d+\.npz", path.name):
            yield f"{game.package.replace('.', '/')}/{path.relative_to(game.folder).as_posix()}", path.read_bytes()


def _pages() -> Iterator[tuple[str, bytes]]:
    """Yield the files of Jinja and the templates with which a browser makes parts of pages."""
    from souq.server.core.http.templating import environment

    for package in (jinja2, markupsafe):
        home = Path(str(package.__file__)).parent
        for path in _files(home):
            if path.suffix == ".py":
                yield f"{home.name}/{path.relative_to(home).as_posix()}", path.read_bytes()
    for name in FRAGMENTS:
        path = Path(str(environment().get_template(name).filename))
        yield f"souq/{path.relative_to(SOUQ).as_posix()}", path.read_bytes()


def _files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path for path in found if path.suffix not in (".so", ".pyd", ".pyc"))
