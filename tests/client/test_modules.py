"""The client stays small and readable, and does not depend on any game."""

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


def uncommented(text: str) -> str:
    """Return the source of a module without comments."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)


def code(text: str) -> str:
    """Return the source of a module without comments and formatting whitespace."""
    return re.sub(r"\s+", "", uncommented(text))


def dependencies(name: str) -> set[str]:
    """Return every module that one imports, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        fresh = set(IMPORT.findall(MODULES[waiting.pop()])) - found
        found |= fresh
        waiting += fresh
    return found


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_at_most_400_lines(name: str) -> None:
    """With their comments: those that bring others together, such as `main` and `choose`, come close."""
    assert len(MODULES[name].splitlines()) <= 400
    assert max(map(len, MODULES[name].splitlines())) <= 120


def test_the_client_stays_small() -> None:
    """Measured in characters, which stay the same however the code is formatted: lines differ by a factor of five.

    What a table's page loads has a bound of its own: somebody waits for it, and the pages around it do not weigh on it.
    """
    at_table = dependencies("main") | {"main"}
    assert sum(len(code(MODULES[name])) for name in at_table) < 160_000
    assert sum(len(code(text)) for text in MODULES.values()) < 205_000


def test_the_client_names_no_game() -> None:
    names = {re.escape(name.lower()) for game in registry.games().values() for name in (game.name, game.title)}
    for module, text in {**MODULES, **TYPES}.items():
        assert not re.search(rf"\b({'|'.join(names)})\b", text.lower()), module


@pytest.mark.parametrize("name", sorted(MODULES.keys() - {"server"}))
def test_only_one_module_knows_the_way_to_the_server(name: str) -> None:
    """It is replaced where there is no server: what others ask for and link to goes through it."""
    text = uncommented(MODULES[name])
    assert not re.search(r"\bfetch\(|new WebSocket|serviceWorker\.register|location\.(host|protocol)\b", text)
    for path in re.finditer(r"""["'`]/[\w$]""", text):
        before = text[: path.start()]
        assert re.search(r"\b(ask|connect|page|link|Socket|obstacle)\([^()]*$", before), before[-40:]


@pytest.mark.parametrize("name", ALONE)
def test_modules_without_a_page_use_no_document(name: str) -> None:
    assert dependencies(name) <= set(ALONE)
    assert not PAGE.search(uncommented(MODULES[name]))


def test_the_table_page_preloads_all_its_modules() -> None:
    """Otherwise they load one after another, each only when it is first imported."""
    page = (STATIC.parent / "features" / "home" / "templates" / "table.html").read_text("utf-8")
    (listed,) = re.findall(r"{% for name in \((.*?)\) %}\n<link rel=\"modulepreload\"", page)
    assert re.findall(r'"(\w+)"', listed) == sorted(dependencies("main"))


def test_everything_is_typed() -> None:
    for module, text in {**MODULES, **TYPES}.items():
        assert not re.search(r"@ts-(nocheck|ignore|expect-error)|\{any\b|: any\b|\bany\[\]", text), module
