"""A site without a server has all it needs in its own folder, and is small."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from souq import __version__
from souq.engine import registry
from souq.server.core.http.offline_site import KINDS, OfflineSite
from souq.web import PYODIDE
from souq.web.building import NotASite, build
from souq.web.links import NoSuchPage, address, relative
from souq.web.packing import NoPyodide, folder_of_pyodide
from tests.toy import GAME as TOY

from .conftest import ROOT, Built

pytestmark = pytest.mark.server

LINKS = {"href", "src", "action", "formaction"}
OTHERS = {"data-root", "data-version", "value"}
ELSEWHERE = re.compile(r"""(?:url\(|\bfrom |\bimport\()\s*["']?((?:https?:)?//?[^"')\s]+)""")


class Links(HTMLParser):
    """Collects the addresses in a page, and the forms that need a server."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.posted: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in LINKS or (name not in OTHERS and (value or "").startswith(("/", "../", "v/"))):
                self.found.append(value or "")
            if name == "method" and value == "post":
                self.posted.append(tag)
            is_elsewhere = (value or "").startswith(("http:", "https:", "//"))
            assert not is_elsewhere or name.startswith("xmlns"), (tag, name, value)


def pages(folder: Path) -> Iterator[tuple[Path, Links]]:
    for path in sorted(folder.rglob("*.html")):
        links = Links()
        links.feed(path.read_text("utf-8"))
        yield path, links


def unzipped(path: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(gzip.decompress(path.read_bytes())))


@pytest.mark.long
def test_pages_refer_only_to_files_of_the_site(site: Built) -> None:
    assert len(list(pages(site.folder))) == 12
    for path, links in pages(site.folder):
        assert not links.posted, path
        for link in links.found:
            parts = urlsplit(link)
            assert not parts.scheme and not parts.netloc and not parts.path.startswith("/"), (path, link)
            there = (path.parent / parts.path).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            assert there.is_relative_to(site.folder.resolve()), (path, link)
            assert there.is_file(), (path, link)


@pytest.mark.long
def test_files_name_no_other_place(site: Built) -> None:
    for path in (*site.files.rglob("*.css"), *site.files.rglob("*.js"), *site.files.rglob("*.svg")):
        assert not ELSEWHERE.findall(path.read_text("utf-8")), path


@pytest.mark.long
def test_pages_say_where_they_are_and_what_they_may_load(site: Built) -> None:
    for path, _ in pages(site.folder):
        if path.name == "404.html":  # shown anywhere
            continue
        text, depth = path.read_text("utf-8"), len(path.relative_to(site.folder).parts) - 1
        version = site.files.relative_to(site.folder).as_posix()
        assert f'<html data-root="{"../" * depth or "./"}" data-version="{version}" lang="en">' in text
        assert "script-src 'self' 'wasm-unsafe-eval'" in text
        assert "v/@" not in text


@pytest.mark.long
def test_a_table_begins_with_the_path_that_a_server_would_be_sent(site: Built) -> None:
    home = (site.folder / "index.html").read_text("utf-8")
    assert 'action="t/kairo/"' in home
    assert '<button name="do" value="/play/kairo" class="btn do"' in home
    assert re.search(r'formaction="t/kairo/" name="do" value="/learn/kairo/\w+"', home)
    assert 'href="t/kairo/?do=/daily/kairo"' in home
    form = (site.folder / "new/kairo/index.html").read_text("utf-8")
    assert 'action="../../t/kairo/"><input type="hidden" name="do" value="/new/kairo">' in form
    assert "sultan" not in form  # its evaluation is too large for a site
    assert 'name="clock"' not in form


@pytest.mark.long
def test_the_first_visit_and_each_game_are_small(site: Built) -> None:
    assert site.sizes["shell"] + site.sizes["python"] + site.sizes["kairo"] <= 8_000_000
    assert site.sizes["kairo"] <= 300_000


@pytest.mark.long
def test_all_files_are_listed_with_their_hashes(site: Built) -> None:
    listed = json.loads((site.files / "files.json").read_text("utf-8"))["files"]
    named = {each["url"]: each["hash"] for each in listed}
    for url, stated in named.items():
        path = site.folder / url
        data = (path / "index.html" if path.is_dir() else path).read_bytes()
        assert stated == f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"
    own = {path.relative_to(site.folder).as_posix() for path in site.files.rglob("*") if path.is_file()}
    assert own - set(named) == {site.files.relative_to(site.folder).as_posix() + "/files.json"}
    worker = (site.folder / "sw.js").read_text("utf-8")
    assert f'const VERSION = "{site.files.name}";' in worker
    assert {"./", "t/kairo/", "rules/kairo/", "manifest.webmanifest", "favicon.svg"} <= set(named)
    parts = json.loads((site.files / "python/parts.json").read_text("utf-8"))
    assert set(parts) == {"python", "souq", "pages", "kairo"}
    for each in (each for part in parts.values() for each in part):
        assert (site.files / "python" / each["url"]).stat().st_size == each["size"]


@pytest.mark.long
def test_a_server_can_serve_it(site: Built) -> None:
    served = OfflineSite(str(site.folder))
    assert served.about == {"souq": __version__, "version": f"v/{site.files.name}", "server": False}
    assert {"", "t/kairo/", "sw.js", f"v/{site.files.name}/files.json"} <= set(served.files)
    kinds = {name.rpartition(".")[2] for name in served.files if not name.endswith("/")} - {""}
    assert kinds <= set(KINDS)


@pytest.mark.long
def test_archives_hold_compiled_python_and_the_data_that_it_reads(site: Built) -> None:
    with unzipped(site.files / "python/souq.zip.bin") as archive:
        names = archive.namelist()
        facts = archive.read(f"souq-{__version__}.dist-info/METADATA").decode()
    assert f"Version: {__version__}\n" in facts
    assert {
        "souq/__init__.pyc",
        "souq/web/boot.pyc",
        "souq/games/__init__.pyc",
        "souq/engine/match.schema.json",
    } <= set(names)
    assert not [name for name in names if re.search(r"\.py$|/db/|numba|souq/cli|games/\w+/", name)]
    with unzipped(site.files / "python/kairo.zip.bin") as archive:
        names = archive.namelist()
    assert {f"souq/games/kairo/{name}" for name in ("state.pyc", "rulebook.toml", "puzzles.jsonl")} < set(names)
    assert not [name for name in names if name.endswith((".py", ".npz"))]
    rules = gzip.decompress((site.files / "python/kairo.wasm.bin").read_bytes())
    assert rules.startswith(b"\0asm")


@pytest.mark.long
def test_the_same_sources_make_the_same_site(site: Built, tmp_path: Path) -> None:
    (tmp_path / "again/v/1").mkdir(parents=True)
    (tmp_path / "again/v/1/files.json").write_text("of an earlier site")
    (tmp_path / "again/CNAME").write_text("souq.example")
    build(tmp_path / "again", [registry.find("kairo")])
    assert [path.name for path in (tmp_path / "again/v").iterdir()] == [site.files.name]
    assert (tmp_path / "again/CNAME").exists()
    for path in (path for path in site.folder.rglob("*") if path.is_file()):
        assert (tmp_path / "again" / path.relative_to(site.folder)).read_bytes() == path.read_bytes(), path


@pytest.mark.long
def test_a_game_is_played_in_pyodide_with_a_sites_files(site: Built, tmp_path: Path) -> None:
    words = ["node", str(Path(__file__).with_name("playing.mjs")), str(site.files / "python"), "kairo", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["over"]


def test_pyodide_is_the_version_that_package_json_names() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert package["devDependencies"]["pyodide"] == PYODIDE


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years")
    with pytest.raises(NotASite, match="has other files"):
        build(tmp_path, [])
    with pytest.raises(NotASite, match="only games that come with souq"):
        build(tmp_path / "site", [TOY])
    with pytest.raises(NotASite, match="is a file"):
        build(tmp_path / "thesis.txt", [])
    assert (tmp_path / "thesis.txt").read_text() == "years"


def test_without_npm_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("souq.web.packing.SOUQ", tmp_path / "src/souq")
    monkeypatch.setenv("SOUQ_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoPyodide, match=r"npm.* isn’t here. Install Node.js.*--pyodide DIR"):
        folder_of_pyodide(None)
    with pytest.raises(NoPyodide, match=f"isn’t the npm package pyodide {re.escape(PYODIDE)}"):
        folder_of_pyodide(tmp_path)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", "../../"),
        ("/static/js/dom.js?v=abc", "../../v/@/static/js/dom.js"),
        ("/games/kairo/ornaments/card.svg?v=abc#ornament", "../../v/@/games/kairo/ornaments/card.svg#ornament"),
        ("/rules/kairo#two-minutes", "../../rules/kairo/#two-minutes"),
        ("/practice/kairo/next?after=p1", "../../t/kairo/?do=/practice/kairo/next&after=p1"),
        ("/daily/kairo", "../../t/kairo/?do=/daily/kairo"),
        ("/storm/kairo", "../../t/kairo/?do=/storm/kairo"),
    ],
)
def test_paths_of_a_server_become_relative(path: str, there: str) -> None:
    assert address(path, "../../") == there


def test_a_page_that_needs_a_server_is_not_built() -> None:
    with pytest.raises(NoSuchPage, match="nothing at /leaderboard"):
        relative('<html lang="en"><a href="/leaderboard">Leaders</a>', "")
