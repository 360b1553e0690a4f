"""The modules of souq that a browser may import: those that its part of souq and the games import, and so on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import cast

SOUQ = cast(Path, resources.files("souq"))

ROOTS = ("souq.web.boot", "souq.games")
"""Modules that a page's worker imports; it imports games by their names."""

COMPILING = frozenset({"souq.engine.compiler.numba_compiler"})
"""Modules that are imported only where rules are compiled."""


def modules() -> dict[str, Path]:
    """Return the files of souq's modules that a browser needs, without those of the games, by the modules' names."""
    found = {_name(path): path for path in SOUQ.rglob("*.py")}
    games = [name for name in found if name.startswith("souq.games.")]
    needed, waiting = set[str](), [*ROOTS, *games]
    while waiting:
        parts = waiting.pop().split(".")
        for number in range(1, len(parts) + 1):  # importing a module imports the packages that contain it
            name = ".".join(parts[:number])
            if name in found and name not in needed | COMPILING:
                needed.add(name)
                waiting += _imported(ast.parse(found[name].read_bytes()).body)
    return {name: found[name] for name in sorted(needed.difference(games))}


def _name(path: Path) -> str:
    parts = ["souq", *path.relative_to(SOUQ).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(statements: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements import, also within functions; leave out those that only type checkers read."""
    for each in statements:
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield from (f"{each.module}.{alias.name}" for alias in each.names)  # an alias may be a module, too
        elif not (isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"):
            yield from _imported([child for child in ast.iter_child_nodes(each) if isinstance(child, ast.stmt)])
            for handler in getattr(each, "handlers", []):
                yield from _imported(handler.body)
        else:
            yield from _imported(each.orelse)
