"""Where modules are now that had other names in souq 0.2: importing an old name says the new one."""

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
"""The modules that ``souq.engine`` had, by the folder in which they are now, and under which name."""


def _engine() -> dict[str, str]:
    words = ((folder, *word.partition(":")) for folder, names in _FOLDERS.items() for word in names.split())
    return {f"souq.engine.{old}": f"souq.engine.{folder}.{new or old}" for folder, old, _, new in words}


MOVED = {"souq.table": "souq.server", "souq.engine.teaching": "souq.engine.teach", **_engine()}
"""Old names of modules, and of folders with all that was in them, to their new ones."""


class Finder:
    """Asked last, for what nobody else found."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """Find nothing.

        Raises:
            ImportError: the name has moved; the message says where to.
        """
        if name in MOVED:
            raise ImportError(f"{name} is now {MOVED[name]}.", name=name)
