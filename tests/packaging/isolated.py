"""Run work as if only some packages were installed, and print JSON: ``python isolated.py WORK PACKAGE...``."""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import io
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

INSTALLED = set(sys.argv[2:])


class OnlyTheseFinder(importlib.abc.MetaPathFinder):
    """A finder that hides all other packages and delegates to the existing finders."""

    def __init__(self, finders: list[Any]) -> None:
        self._finders = [each for each in finders if hasattr(each, "find_spec")]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Find a module."""
        top = name.partition(".")[0]
        if not (top in INSTALLED or top in sys.stdlib_module_names or top == "souq" or top.startswith("_")):
            return None
        return next(filter(None, (each.find_spec(name, path, target) for each in self._finders)), None)

    def find_distributions(self, *context: Any) -> Iterator[Any]:
        """Find metadata, as importlib.metadata does."""
        for each in self._finders:
            yield from getattr(each, "find_distributions", lambda *_: ())(*context)


def imports() -> dict[str, str]:
    """Import every module; return the messages of those that need an extra."""
    from souq.extras import MissingExtra

    def walk(package: ModuleType) -> Iterator[tuple[str, str]]:
        for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if each.name.endswith("__main__"):
                continue
            try:
                module = importlib.import_module(each.name)
            except MissingExtra as error:
                yield each.name, str(error)
            else:
                yield each.name, ""
                if each.ispkg:
                    yield from walk(module)

    return dict(walk(importlib.import_module("souq")))


def helps() -> dict[str, str]:
    """Return the help of every command."""
    from souq.cli import main
    from souq.cli.app import ORDER

    made = {}
    for command in ("", *ORDER):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
            main([*filter(None, [command]), "--help"])
        made[command] = out.getvalue()
    return made


def loads() -> list[list[str]]:
    """Import souq, then its version and games; return the packages imported each time."""
    import souq

    made = [_loaded()]
    assert souq.__version__ and souq.games()
    return [*made, _loaded()]


def _loaded() -> list[str]:
    return sorted({name.partition(".")[0] for name in sys.modules} & INSTALLED)


WORK: tuple[Callable[[], Any], ...] = (imports, helps, loads)

if __name__ == "__main__":
    sys.path.pop(0)  # this folder
    sys.meta_path[:] = [OnlyTheseFinder(list(sys.meta_path))]
    (work,) = (each for each in WORK if each.__name__ == sys.argv[1])
    sys.stdout.write(json.dumps(work()))
