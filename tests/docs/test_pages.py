"""The documentation is true: sessions run, commands exist, pictures and links resolve."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from souq.cli import app
from tests.support import ours

from .blocks import PAGES, ROOT, blocks

COMMANDS = [
    (page.name, line[2:])
    for page in PAGES
    for block in blocks(page)
    if block.language == "console"
    for line in block.text.splitlines()
    if line.startswith("$ ")
]
SOUQ = [(page, words) for page, line in COMMANDS if (words := shlex.split(line))[0].endswith("souq")]
LINK = re.compile(r'!?\[[^\]]*\]\(([^)#\s]+)|(?:src|srcset)="([^"]+)"')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_run(page: Path) -> None:
    text = "\n".join(b.text for b in blocks(page) if b.language == "python" and b.text.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert results.failed == 0, "".join(said)


@pytest.mark.parametrize(("page", "words"), SOUQ, ids=[f"{page}: {' '.join(words[1:])}" for page, words in SOUQ])
def test_documented_commands_exist(page: str, words: list[str]) -> None:
    command = typer.main.get_command(app)
    missing = [word for word in words[1:] if word.endswith((".souq.json", ".db"))]
    assert words[1] in command.commands, f"{page} shows a command that does not exist"  # type: ignore[attr-defined]
    chosen = command.commands[words[1]]  # type: ignore[attr-defined]
    try:
        chosen.make_context(words[1], words[2:])
    except Exception as error:
        assert missing and "does not exist" in str(error), f"{page} shows {words}: {error}"


def test_the_table_of_commands_is_complete() -> None:
    listed = re.findall(r"^\| `souq (\w+)` \|", (ROOT / "docs" / "index.md").read_text(), re.M)
    assert sorted(listed) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    for shown, pictured in LINK.findall(page.read_text()):
        target = shown or pictured
        assert target.startswith("http") or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_picture_is_used() -> None:
    used = "\n".join(page.read_text() for page in PAGES)
    pictures = (ROOT / "docs" / "images").iterdir()
    assert [path.name for path in pictures if f"images/{path.name}" not in used] == []


def test_the_readme_gives_the_two_commands() -> None:
    lines = [line for page, line in COMMANDS if page == "README.md"]
    assert lines[:2] == ["python3 run.py play", "python3 run.py test"]
    verbs = runpy.run_path(str(ROOT / "run.py"))["VERBS"]
    for page, line in COMMANDS:
        if "run.py" in line:
            assert line.split()[2] in verbs, f"{page} shows {line}"


def test_every_page_is_in_the_contents() -> None:
    contents = (ROOT / "zensical.toml").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        assert f'= "{page.relative_to(ROOT / "docs").as_posix()}" }}' in contents


def test_the_architecture_diagram_names_real_packages() -> None:
    house = ROOT / "src" / "souq"
    server = house / "server"
    where = {"js": server / "static" / "js", "game": house / "games" / "kairo", "core": server / "core"}
    named = re.findall(r'class="name code"[^>]*>([^<]+)<', (ROOT / "docs" / "images" / "architecture.svg").read_text())
    for folder, _, rest in (each.partition("/") for each in named):
        for name in rest.split(", "):
            assert list(where.get(folder, house / folder).glob(f"{name}*")), f"{folder}/{name}"
    assert len(named) == 7


def test_the_rule_issue_form_lists_every_game() -> None:
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "rule.yml").read_text()
    assert [game.title for game in ours() if game.title not in form] == []


@pytest.mark.long
def test_pages_load_nothing_from_elsewhere() -> None:
    pages = list((ROOT / "site").rglob("*.html"))
    if not pages:
        pytest.skip("The documentation isn't built: zensical build --strict.")
    for page in pages:
        text = page.read_text()
        loaded = re.findall(r'<(?:script|img|source|iframe)[^>]* src(?:set)?="?([^"> ]+)', text)
        loaded += re.findall(r'<link rel="?(?:stylesheet|icon|preload|preconnect)"? href="?([^"> ]+)', text)
        assert loaded
        assert not [each for each in loaded if "//" in each], page.name


@pytest.mark.long
def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    pytest.importorskip(
        "zensical", reason="The documentation's tools are not installed: python -m pip install '.[docs]'."
    )
    for name in ("docs", "src", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    with (tmp_path / "docs" / "explanation" / "engine.md").open("a") as file:
        file.write("\n[Gone](../tutorials/first-bot.md#there-is-no-such-heading)\n")
    built = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True)
    said = re.sub(r"\x1b\[[0-9;]*m", "", built.stdout + built.stderr)  # it colours letter by letter, even in a pipe
    assert built.returncode and "there-is-no-such-heading" in said
