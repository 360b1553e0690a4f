"""What chance may bring: a decision carried out once for everything that could be drawn.

The rules draw with ``below(s, n)``, and nothing else. Interpreted, that can be replaced: an outcome is the *script* of
what was drawn so far, and a rule that draws more than its script holds says how much it would draw from. So every
uniform draw of a decision is a fork, none is sampled, and their probabilities are exact.

>>> from souq.engine import registry
>>> game = registry.find("desert_bazaar")
>>> opening(game, 3)                                            # who begins, one of three
Draw(n=3)
>>> opening(game, 3, script=(0,))                               # what the first throws that counts
Draw(n=5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.rules import chance
from souq.engine.rules.generic import Rules
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Interpreter, Twin

Script = tuple[int, ...]
"""What was drawn, draw after draw."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The next number is drawn below ``n``, each equally likely."""

    n: int


class TooMany(SouqError, ValueError):
    """Chance may bring more than was asked for."""


class _Fork(Exception):
    """A rule draws more than its script holds."""

    def __init__(self, n: int) -> None:
        self.n = n


def _below(s: Any, n: int) -> int:
    """Stands for :func:`souq.engine.rules.chance.below`: the next number of the script."""
    at = s.draws
    if n == 1:
        return 0
    if at == len(s.script):
        raise _Fork(n)
    s.draws = at + 1
    return int(s.script[at])


def _draw(s: Any) -> int:
    """Stands for :func:`souq.engine.rules.chance.draw`, which has as many outcomes as there are words."""
    raise TypeError("A rule calls draw(s) itself; what it may bring can be listed only of below(s, n).")


_branching = Interpreter({chance.below: _below, chance.draw: _draw})


def after(game: Rules, state: Batch, seat: int, choice: int, script: Sequence[int] = ()) -> Draw | Batch:
    """What a legal choice comes to when ``script`` is drawn: the position, or the draw that is still to be made.

    The position's chance is blank, and it keeps quiet if the one before did.
    """
    return _run(state, script, lambda s: _branching(game.rules.apply)(s, seat, choice))


def opening(
    game: Game, players: int, options: Mapping[str, Any] | None = None, script: Sequence[int] = ()
) -> Draw | Batch:
    """The same of a game's setup.

    Raises:
        BadPlayers, BadOption: with what would be right.
    """
    state = game.State.new()
    state["players"], state["n_events"] = game.check_players(players), -1
    numbers = [*game.option_numbers(game.check_options(options, players)), 0]
    return _run(state, script, lambda s: _branching(game.rules.setup)(s, numbers))


def guess(game: Rules, state: Batch, seat: int, script: Sequence[int] = ()) -> Draw | Batch:
    """The same of what ``seat`` (-1: a spectator) cannot know in a position, as ``determinize`` would sample it."""
    return _run(state, script, lambda s: _branching(game.rules.determinize)(s, seat))


def guesses(game: Rules, state: Batch, seat: int, most: int = 10_000) -> dict[bytes, Fraction]:
    """Every position that ``seat`` cannot tell from this one, as bytes, with its probability.

    Raises:
        TooMany: more than ``most`` ways of drawing lead to them.
    """
    found: dict[bytes, Fraction] = {}
    for ways, (made, probability) in enumerate(_ends(lambda script: guess(game, state, seat, script)), 1):
        if ways > most:
            raise TooMany(
                f"What cannot be known here can be dealt in more than {most} ways: too many to list; sample them."
            )
        found[made.tobytes()] = found.get(made.tobytes(), Fraction(0)) + probability
    return found


def outcomes(game: Rules, state: Batch, seat: int, choice: int) -> Iterator[tuple[Script, Batch, Fraction]]:
    """Everything that a legal choice may come to: what was drawn, the position, and its probability.

    Different draws may come to the same position.
    """
    return _walk(lambda script: after(game, state, seat, choice, script), (), Fraction(1))


def _ends(run: Any) -> Iterator[tuple[Batch, Fraction]]:
    return ((made, probability) for _, made, probability in _walk(run, (), Fraction(1)))


def _walk(run: Any, script: Script, probability: Fraction) -> Iterator[tuple[Script, Batch, Fraction]]:
    came = run(script)
    if isinstance(came, Draw):
        for number in range(came.n):
            yield from _walk(run, (*script, number), probability / came.n)
    else:
        yield script, came, probability


def _run(state: Batch, script: Sequence[int], rule: Any) -> Draw | Batch:
    """Do something to a copy of a position with what is drawn in it."""
    twin = Twin.of(state)
    twin.key, twin.draws, twin.script = [0, 0], 0, script
    if twin.n_events > 0:
        twin.n_events = 0  # as before every decision
    try:
        rule(twin)
    except _Fork as fork:
        return Draw(fork.n)
    twin.draws = 0
    made = clone(state)
    twin.store(made)
    return made
