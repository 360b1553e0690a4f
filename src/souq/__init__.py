"""souq: bazaar board games. One rules engine, compiled; one table, in the browser.

>>> import souq
>>> match = souq.new("desert_bazaar", players=3, seed=7)
>>> match.over
False
"""

from __future__ import annotations

import importlib as _importlib
import os as _os
import sys as _sys
import warnings as _warnings
from typing import TYPE_CHECKING

from souq.moved import Finder as _Finder

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from souq import envs as envs
    from souq.engine.match.match import Match
    from souq.engine.match.saved import Verdict

__all__ = ["__version__", "envs", "games", "load", "new", "position", "verify"]


def __dir__() -> list[str]:
    return __all__


if TYPE_CHECKING:
    __version__: str

    def games() -> list[str]:
        """Return the names of all installed games."""
else:  # a type-checker would take any name for one of these

    def __getattr__(name: str):
        if name in ("envs", "games"):  # the package souq.games can be called
            return _importlib.import_module(f"souq.{name}")
        if name == "__version__":  # what reads it takes longer to import than all of this
            globals()[name] = _importlib.import_module("importlib.metadata").version("souq")
            return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_sys.meta_path.append(_Finder)

if _os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):  # people set it for coverage of code of their own
    _warnings.warn(
        "souq ignores NUMBA_DISABLE_JIT, with which no game could be played, and so does Numba from here on. "
        "To step through a game’s rules, call game.bindings.interpret().",
        RuntimeWarning,
        stacklevel=2,
    )
    _os.environ["NUMBA_DISABLE_JIT"] = "0"
    if "numba" in _sys.modules:
        _sys.modules["numba"].config.reload_config()


def new(
    game: str,
    players: int | None = None,
    *,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    names: list[str] | None = None,
    start: dict[str, Any] | None = None,
) -> Match:
    """Return a new match of a game.

    Args:
        game: name of the game, such as ``"desert_bazaar"``.
        players: number of seats; by default the fewest that make a game with opponents.
        seed: makes the match repeatable.
        options: values of the game's options.
        names: names of the seats.
        start: a starting position instead of the setup: the result of :func:`position`, or fields as it takes them.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, BadSeed: an argument is invalid; the message says what would be
            valid.
    """
    from souq.compiling import announced
    from souq.engine import registry
    from souq.engine.match.match import Match

    with announced(found := registry.find(game)):
        return Match(found, players, seed=seed, options=options, names=names, start=start)


def position(
    game: str, players: int | None = None, *, options: dict[str, Any] | None = None, **facts: Any
) -> dict[str, Any]:
    """Return the fields of a complete position, given some of them, for tests, puzzles and bug reports.

    Fields are given by name, as ``match.position()`` returns them. Derived fields are computed; other missing fields
    are as at the beginning of a game.

    >>> hands = [[3, 0, 0, 1], [2] * 4, [0] * 4, [0] * 4, [0] * 4]
    >>> start = position("desert_bazaar", 3, hand=hands, score=[9, 4, 0, 0, 0])
    >>> start["pile"]
    [10, 13, 13, 12]
    >>> new("desert_bazaar", 3, start=start).points()
    [9, 4, 0]

    Args:
        game: name of the game.
        players: number of seats; by default the fewest that make a game with opponents.
        options: values of the game's options.
        facts: fields by name.

    Raises:
        UnknownGame, BadPlayers, BadOption: as :func:`new`.
        BadPosition: the position is invalid, or a derived field contradicts the others; the message names the field and
                says what would be valid.
    """
    from souq.engine import registry
    from souq.engine.match import validation
    from souq.engine.match.position import position

    found = registry.find(game)
    seats = found.check_players(found.company if players is None else players)
    state = validation.begun(found, seats, found.check_options(options, seats), facts)
    validation.check_derived(found, state, facts)
    return position(state)


def load(path: str | Path) -> Match:
    """Return a saved match, read from a file.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: it can't be replayed; the message says why and at which ply.
    """
    from souq.engine.match.match import Match

    return Match.load(path)


def verify(path: str | Path, *, allow_position: bool = False) -> Verdict:
    """Check that a saved match was played fairly: its deal follows from the secret, and its decisions were legal.

    Args:
        path: the file.
        allow_position: whether to accept a match that began from a position; then ``Verdict.dealt`` is False.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: the verification fails; the message says why.
    """
    from pathlib import Path

    from souq.engine.match import saved
    from souq.engine.match.match import Match

    return saved.verify(saved.read_document(Path(path)), Match, allow_position=allow_position)
