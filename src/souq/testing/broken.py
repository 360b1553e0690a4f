"""Messages of failed checks: one sentence with the game, the check, what was found and what would be right."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.engine.rules.meaning import Meaning, OneOf
from souq.engine.rules.record import Batch

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.match.match import Match


class Broken(AssertionError):
    """Raised when a game breaks the contract; the message explains how."""


class MissingCard(UserWarning):
    """Warning that a game has no card, so the home page doesn't list it."""


def fail(found: str) -> NoReturn:
    """Fail a check with a message.

    Raises:
        Broken: always.
    """
    raise Broken(found)


class Watch:
    """The match that the running check is playing, stored here so that an error message can describe it."""

    match: Match | None = None

    @classmethod
    def where(cls) -> str:
        """Describe the moment being examined: the number of players, the options, and the last decisions."""
        if cls.match is None:
            return ""
        match = cls.match
        last = [f"{who(made.seat)}: {match.game.choices.name(made.choice)}" for made in match.log[-3:]]
        chosen = ", ".join(f"{name}={value!r}" for name, value in match.options.items())
        begun = f"{match.players} players{f', {chosen}' if chosen else ''}"
        ended = f", the last of them {'; '.join(last)}" if last else ""
        return f"Seen with {begun}, after {counted(match.ply, 'decision')}{ended}."


@contextmanager
def explained(game: Game, check: str) -> Iterator[None]:
    """Add the names of the game and the check to the message of any error that is raised in the ``with`` block.

    Raises:
        Broken: a check failed, or the game's code raised an error.
    """
    Watch.match = None
    about = f"{game.title} breaks the contract: {check.replace('_', ' ')}."
    try:
        yield
    except Broken as broken:
        raise Broken(_joined(about, str(broken), Watch.where())) from None
    except UnknownGame as error:
        if game.name in registry.games():
            raise
        advice = f"souq doesn't know {game.name}. Install the package that has it, with its entry point, "
        advice += f'`{game.name} = "{game.package}:GAME"` in the group {registry.GROUP}: pip install --editable .'
        raise Broken(_joined(about, advice)) from error
    except Exception as error:
        place = _in_game(game, error)
        if place is None:
            raise
        raise Broken(_joined(about, f"{place}: {type(error).__name__}: {error}", Watch.where())) from error


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _in_game(game: Game, error: BaseException) -> str | None:
    """Return the file, line and function of the game in which an error occurred; None if it occurred elsewhere."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(game.folder):
            file = Path(frame.filename).relative_to(game.folder.parent).as_posix()
            return f"{file}, line {frame.lineno}, in {frame.name}"
    return None


# ---- words


def who(seat: int) -> str:
    """Return the name of a seat in messages for developers: its number, or "a spectator"."""
    return f"seat {seat}" if seat >= 0 else "a spectator"


def counted(number: int, word: str) -> str:
    """Return a number followed by its noun, in the singular or plural.

    >>> counted(1, "decision"), counted(3, "decision")
    ('1 decision', '3 decisions')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(words: Collection[Any], most: int = 6) -> str:
    """Return the first few items of a list, and how many more there are.

    >>> listed(["roll", "pass"]), listed([])
    ('roll, pass', 'nothing')
    """
    first = [str(word) for word in list(words)[:most]]
    rest = f" and {len(words) - most} more" if len(words) > most else ""
    return f"{', '.join(first)}{rest}" if first else "nothing"


def called(game: Game, choices: Collection[int]) -> str:
    """Return the names of the first few choices, each in quotation marks, for a message."""
    return listed([f"“{game.choices.name(int(choice))}”" for choice in choices])


def difference(found: Batch, right: Batch) -> str:
    """Return the first field in which two positions differ, with both values; "" if they are equal.

    Args:
        found: a batch of one.
        right: the expected position, of the same game.
    """
    for name in found.dtype.names or ():
        one, two = found[name][0], right[name][0]
        at = np.argwhere(np.asarray(one) != np.asarray(two))
        if len(at):
            index = tuple(int(i) for i in at[0])
            of = getattr(found.dtype.type, "fields", {}).get(name)
            values = [_named(of.of if of else None, int(numbers[index])) for numbers in (one, two)]
            return f"`{name}{''.join(f'[{i}]' for i in index)}` is {values[0]} and not {values[1]}"
    return ""


def _named(of: Meaning | None, number: int) -> str:
    """Return a number as text, followed by the name of that value if the field's declaration gives one."""
    known = isinstance(of, OneOf) and 0 <= number < len(of.names) and of.names[number]
    return f"{number} ({known})" if known else str(number)


def same(found: Batch, right: Batch, what: str) -> None:
    """Fail the check unless two positions are equal, byte for byte.

    Raises:
        Broken: they differ; ``what`` begins the message.
    """
    if found.tobytes() != right.tobytes():
        fail(f"{what}: {difference(found, right)}.")
