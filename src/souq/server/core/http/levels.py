"""The bots that a page offers, the weakest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from souq.bots.characters import CHARACTERS, Character, seated, tables
from souq.engine.game import Game
from souq.engine.present.wording import counted, listed
from souq.server.core.live.ladder import Ladder


def list_levels(characters: Iterable[Character]) -> list[dict[str, Any]]:
    """Return each bot's name, title and description as a dictionary, for a page's template."""
    return [_said(each) for each in characters]


def offered(game: Game) -> list[dict[str, Any]]:
    """Return the bots that can play a game, for a page on which the number of players hasn't been chosen yet.

    A bot that can't play with every number of players comes with the numbers with which it can.
    """
    every = tuple(range(game.min_players, game.max_players + 1))
    sizes = {each: tables(each, game) for each in CHARACTERS}
    return [_said(each, at if at != every else ()) for each, at in sizes.items() if at]


def climbing(game: Game, players: int, ladder: Ladder) -> dict[str, Any]:
    """Return a person's progress in a game as values for a page's template: the levels, and which one is next.

    ``players`` is the size of the table that the page offers; levels that don't play there are left out.
    """
    there = seated(game, players)
    levels = [{**_said(each), "beaten": nth < ladder.beaten} for nth, each in enumerate(there)]
    return {"levels": levels, "next": ladder.next(there).name}


def _said(who: Character, only: Sequence[int] = ()) -> dict[str, Any]:
    said = listed([counted(n) for n in only], "or")
    return {"name": who.name, "title": who.title, "about": who.tagline, "sizes": only, "only": said}
