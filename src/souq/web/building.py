"""Building a site without a server: static files, with which the games are played in any browser, offline too.

>>> from pathlib import Path
>>> from souq.engine import registry
>>> build(Path("site"), [registry.find("kairo")])      # doctest: +SKIP
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

import souq
from souq import wasm
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.games import card
from souq.server.core.http import pictures
from souq.server.core.http.offline_site import ABOUT
from souq.server.core.http.templating import ORNAMENTS, PLACES, SERVER, ornament_file, static_file
from souq.server.features.practice import rules_pages
from souq.web import packing
from souq.web.links import VERSION
from souq.web.pages import pages

STATIC = cast(Path, resources.files("souq.web")) / "static"
"""Folder with the scripts that take the place of a server's."""

FEATURES = ("practice",)
"""Features of the server whose style sheets a site needs."""

PYTHON = ("pyodide.mjs", "pyodide.asm.mjs")
"""Files of Pyodide that are served as they are."""


class NotASite(SouqError, ValueError):
    """No site can be built into a folder with other files, or without games."""


@dataclass(frozen=True, slots=True)
class Site:
    """A built site: its version, and the sizes of its parts in bytes, as they are sent.

    The parts are ``shell``, ``python`` and each game's name. Pages, styles and scripts count as compressed, as most
    hosts send them.
    """

    version: str
    sizes: dict[str, int]


def build(
    folder: Path,
    games: Sequence[Game],
    pyodide: Path | None = None,
    on_progress: Callable[[str], None] = lambda stage: None,
) -> Site:
    """Build a site with games into a folder; replace an earlier site there, but no other files.

    Args:
        folder: the folder, which is created.
        games: the games; those of other packages are left out.
        pyodide: folder with Pyodide's npm package; None: a checkout's, or npm installs it.
        on_progress: called with a description before each step.

    Raises:
        NotASite: the folder has other files, or there are no games.
        NoPyodide: see :func:`souq.web.packing.folder_of_pyodide`.
        MissingExtra, NotBuilt: see :func:`souq.wasm.module`.
    """
    _check(folder)
    games = [game for game in games if game.package == f"souq.games.{game.name}" and card(game.name)]
    if not games:
        raise NotASite("A site has only games that come with souq, and none of these does.")
    on_progress("Looking for Pyodide")
    source = packing.folder_of_pyodide(pyodide)
    files = _static() | _games(games)
    rules = dict[str, dict[str, bytes]]()
    for game in games:
        on_progress(f"Compiling {game.title}")
        rules[game.name] = _rules(game)
    for game in games:
        on_progress(f"Loading {game.title}")
        game.bindings.load()
        files[f"words/{game.name}.json"] = rules_pages.words(game)
    shown_pages = dict(pages(games))
    on_progress("Compiling Python")
    archives = packing.archives(games, source)
    parts = _python(source, archives)
    for name, of in rules.items():
        parts[name] = {f"{name}.zip.bin": archives[name], **of}
    for of in parts.values():
        files |= {f"python/{name}": data for name, data in of.items()}
    listed = {part: [{"url": name, "size": len(data)} for name, data in of.items()] for part, of in parts.items()}
    files["python/parts.json"] = json.dumps(listed, indent=1).encode()
    on_progress("Writing")
    return _written(folder, shown_pages, files, [game.name for game in games])


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise NotASite(f"{folder} is a file. Give a folder for the site.")
    others = folder.is_dir() and any(not each.name.startswith(".") for each in folder.iterdir())
    if others and not any(folder.glob("v/*/files.json")):
        raise NotASite(f"{folder} has other files than a site’s. Give a folder of its own, or an earlier site’s.")


def _static() -> dict[str, bytes]:
    """Return the files of the server that a site has, too, with those that take the place of some of them."""
    made = {"static/theme.css": static_file("theme.css") or b""}
    for home in (*(place / "static" for place in PLACES if place == SERVER or place.name in FEATURES), STATIC):
        for path in sorted(home.rglob("*")):
            if path.suffix in (".css", ".js", ".svg") and path.name != "sw.js":
                made[f"static/{path.relative_to(home).as_posix()}"] = path.read_bytes()
    icons = pictures.ICONS
    return made | {f"pictures/{name}.png": pictures.png(name) or b"" for name in icons}


def _games(games: Sequence[Game]) -> dict[str, bytes]:
    """Return the art of games."""
    made = dict[str, bytes]()
    for game in games:
        for name in ("symbols.svg", "theme.css"):
            made[f"games/{game.name}/{name}"] = (game.folder / name).read_bytes()
        for name in ORNAMENTS:
            made[f"games/{game.name}/ornaments/{name}.svg"] = ornament_file(game.name, name) or b""
    return made


def _python(source: Path, archives: dict[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Return the files of Python and souq, by part."""
    python = {name: (source / name).read_bytes() for name in PYTHON}
    python["pyodide.asm.wasm.bin"] = packing.packed((source / "pyodide.asm.wasm").read_bytes())
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    python["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()  # it lists packages of other hosts
    python["stdlib.zip.bin"] = archives["stdlib"]
    return {"python": python, "souq": {"souq.zip.bin": archives["souq"]}, "pages": {"pages.zip.bin": archives["pages"]}}


def _rules(game: Game) -> dict[str, bytes]:
    """Return a game's compiled rules, and the arrays that a browser can't compute."""
    made = {f"{game.name}.wasm.bin": packing.packed(wasm.module(game))}
    for name, data in wasm.computed(game).items():
        made[f"{name.removeprefix('souq.games.')}.npy.bin"] = packing.packed(data)
    return made


def _hashed(files: dict[str, bytes]) -> Iterator[dict[str, str]]:
    """Yield the names of files with their hashes, as a service worker's requests state them."""
    for name, data in files.items():
        yield {"url": name, "hash": f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"}


def _written(folder: Path, shown: dict[str, bytes], files: dict[str, bytes], games: Sequence[str]) -> Site:
    """Write a site's pages and files; return what it is made of."""
    digest = hashlib.sha256()
    for path, data in sorted({**shown, **files}.items()):
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    version = VERSION.replace("@", digest.hexdigest()[:12])
    made = {path: data.replace(VERSION.encode(), version.encode()) for path, data in shown.items()}
    made["favicon.svg"] = files["static/favicon.svg"]
    groups: dict[str, dict[str, bytes]] = {part: {} for part in ("shell", "python", *games)}
    for path, data in made.items():
        groups["shell"][path.removesuffix("index.html") or "./"] = data
    for path, data in files.items():
        made[f"{version}/{path}"] = data
        name = path.removeprefix("python/").partition(".")[0]
        part = name if name in games else "python" if path.startswith("python/") else "shell"
        groups[part][f"{version}/{path}"] = data
    listed = [each for of in groups.values() for each in _hashed(of)]
    made[f"{version}/files.json"] = json.dumps({"files": listed}, indent=1).encode()
    stated, worker = f'const VERSION = "{version.removeprefix("v/")}";', (STATIC / "sw.js").read_text("utf-8")
    about = {"souq": souq.__version__, "version": version, "server": False}
    made[ABOUT] = json.dumps(about, indent=1).encode()
    made["sw.js"] = worker.replace('const VERSION = "";', stated, 1).encode()
    for name in {path.partition("/")[0] for path in made if "/" in path}:
        shutil.rmtree(folder / name, ignore_errors=True)  # an earlier site's; what else is in the folder stays
    for path, data in made.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    sent = {part: sum(min(len(data), len(packing.packed(data))) for data in of.values()) for part, of in groups.items()}
    return Site(version, sent)
