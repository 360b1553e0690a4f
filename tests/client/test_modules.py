"""The client stays small and readable, and knows no game."""

import re

import pytest

from souq.engine import registry
from souq.server.core.http.templating import STATIC

MODULES = {path.stem: path.read_text("utf-8") for path in sorted((STATIC / "js").glob("*.js"))}
TYPES = {path.name: path.read_text("utf-8") for path in sorted((STATIC / "js").glob("*.d.ts"))}
IMPORT = re.compile(r'^import .*?from "\./(\w+)\.js";', re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"\b(document|window|location|localStorage|sessionStorage|navigator|fetch)\b")
ALONE = ("amounts", "arrows", "asked", "buttons", "composition", "hints", "prompt", "text")
"""What needs no page: Node runs it, in the unit tests beside this file."""


def code(text: str) -> str:
    """What a module says besides comments, without the space that formatting puts between."""
    return re.sub(r"\s+", "", re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL))


def behind(name: str) -> set[str]:
    """Every module that one needs, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        fresh = set(IMPORT.findall(MODULES[waiting.pop()])) - found
        found |= fresh
        waiting += fresh
    return found


@pytest.mark.parametrize("name", MODULES)
def test_a_module_can_be_read_at_one_sitting(name: str) -> None:
    """400 lines with their comments: those that bring others together, as `main` and `choose`, are near that."""
    assert len(MODULES[name].splitlines()) <= 400
    assert max(map(len, MODULES[name].splitlines())) <= 120


def test_the_client_stays_small() -> None:
    """By its characters, which stay the same however it is formatted: what a line holds differs by a factor of five.

    What a table's page loads has a bound of its own: somebody waits for it, and the pages around it do not weigh on it.
    """
    at_table = behind("main") | {"main"}
    assert sum(len(code(MODULES[name])) for name in at_table) < 130_000
    assert sum(len(code(text)) for text in MODULES.values()) < 172_000


def test_the_client_names_no_game() -> None:
    names = {re.escape(name.lower()) for game in registry.games().values() for name in (game.name, game.title)}
    for module, text in {**MODULES, **TYPES}.items():
        assert not re.search(rf"\b({'|'.join(names)})\b", text.lower()), module


@pytest.mark.parametrize("name", ALONE)
def test_what_is_worked_out_without_a_page_needs_none(name: str) -> None:
    assert behind(name) <= set(ALONE)
    assert not PAGE.search(re.sub(r"/\*.*?\*/", "", MODULES[name], flags=re.DOTALL))


def test_the_table_asks_for_all_its_modules_at_once() -> None:
    """Otherwise they come one after another, each as late as it is first named."""
    page = (STATIC.parent / "features" / "home" / "templates" / "table.html").read_text("utf-8")
    (listed,) = re.findall(r"{% for name in \((.*?)\) %}\n<link rel=\"modulepreload\"", page)
    assert re.findall(r'"(\w+)"', listed) == sorted(behind("main"))


def test_nothing_is_left_untyped() -> None:
    for module, text in {**MODULES, **TYPES}.items():
        assert not re.search(r"@ts-(nocheck|ignore|expect-error)|\{any\b|: any\b|\bany\[\]", text), module
