"""Game modules annotate positions as the game's State, so that the type checker finds misspelt fields."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from souq import games

HERE = Path(games.__file__).parent
POSITIONS = {"view", "before", "after", "s", "state"}
"""What rooms and rules call a position."""


def sources(game: str) -> list[Path]:
    return sorted((HERE / game).rglob("*.py"))


def annotated(source: Path) -> Iterator[tuple[str, str]]:
    """Return the names that a module annotates, each with its type; "" for a parameter without one."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef):
            for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                yield each.arg, ast.unparse(each.annotation) if each.annotation else ""
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), ast.unparse(node.annotation)


GAMES = sorted(path.parent.name for path in HERE.glob("*/state.py"))


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_annotated_with_a_type_that_knows_their_fields(game: str) -> None:
    found = {
        (str(source.relative_to(HERE)), name, kind)
        for source in sources(game)
        for name, kind in annotated(source)
        if name in POSITIONS
    }
    assert any(kind == "State" for _, _, kind in found)
    assert {each for each in found if each[2] in ("", "Any", "object")} == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_game_module_mentions_twin(game: str) -> None:
    found = [str(source.relative_to(HERE)) for source in sources(game) if "Twin" in source.read_text()]
    assert found == []
