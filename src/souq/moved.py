"""Modules renamed since souq 0.2: importing an old name raises an error with the new name."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

_FOLDERS = {
    "compiler": "compiled linked mistakes prefetch",
    "learn": "observing:observations judgement:evaluation packed playout stepping turning",
    "match": "branching checking decision dry_run entries hooks judging:validation ledger position saved secret shares "
    "solving timeline",
    "present": "card desk draw foresight labels markup moving names ornament outline plain scene "
    "standing:standing_orders telling:story voice wording",
    "rules": "amounts bindings bits chance choices components composing events generic kinds lanes meaning ranking "
    "record rulebook seeds twin weights winning",
}
"""Modules that used to be in ``souq.engine``, by the folder they are in now; ``old:new`` if renamed, too."""


def _engine() -> dict[str, str]:
    words = ((folder, *word.partition(":")) for folder, names in _FOLDERS.items() for word in names.split())
    return {f"souq.engine.{old}": f"souq.engine.{folder}.{new or old}" for folder, old, _, new in words}


MOVED = {
    "souq.table": "souq.server",
    "souq.engine.teaching": "souq.engine.teach",
    "souq.envs.openspiel.past": "souq.envs.openspiel.history",
    "souq.training.seeing": "souq.training.encoding",
    "souq.training.telling": "souq.training.progress",
    **_engine(),
}
"""Former names of modules and packages, with the names they have now."""


class Finder:
    """Import hook that is asked last, and raises a helpful error for the former name of a module."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """Raise an error for a renamed module, and find nothing else.

        Raises:
            ImportError: the module was renamed; the message has the new name.
        """
        if name in MOVED:
            raise ImportError(f"{name} is now {MOVED[name]}.", name=name)
