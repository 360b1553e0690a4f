"""Template values of the tournaments' pages: an item of a list, and the parts of a tournament's own page."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from souq.bots.characters import CHARACTERS
from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.games import card
from souq.server.core.clocks.terms import from_json, in_words
from souq.server.core.live.people import EMBLEMS, Guest
from souq.server.features.tournaments.adapters import plan_of
from souq.server.features.tournaments.api_models import terms_of
from souq.server.features.tournaments.models import TournamentRow
from souq.server.features.tournaments.standings import Standing
from souq.server.features.tournaments.views import TableView, TournamentView

SYSTEMS = {
    "swiss": ("Swiss", "You meet people with as many points as you, and nobody twice if that’s possible."),
    "robin": ("Round robin", "Everybody meets everybody."),
    "knockout": ("Knock-out", "The best at each table go through, until one is left."),
}
"""Title and explanation of each pairing system."""
BOTS = {each.name: each.title for each in CHARACTERS}
"""Titles of the bots' levels."""


def entry(row: TournamentRow, me: str | None) -> dict[str, Any]:
    """Return the values that a list shows for a tournament; `me` is the person ID of the list's reader."""
    people = len(row.entrants)
    entered = any(each.person_id == me for each in row.entrants if me)
    return {
        "code": row.code,
        "title": row.title,
        "game": row.game,
        "about": f"{_game(row)} · {SYSTEMS[row.system][0]}",
        "stands": _stands(row),
        "people": f"{people} {'person' if people == 1 else 'people'}",
        "mine": "Yours" if row.host_id is not None and row.host_id == me else "Entered" if entered else "",
    }


def parts(seen: TournamentView, guest: Guest, address: str) -> dict[str, Any]:
    """Return the values that a tournament's own page shows."""
    row, known = seen.row, card(seen.row.game)
    emblems = known.emblems if known else EMBLEMS
    rounds = [
        (nth, round_title(row, nth), [_table(table, emblems) for table in tables])
        for nth, tables in enumerate(seen.rounds, 1)
    ]
    mine, place = seen.mine, seen.place
    return {
        "row": row,
        "game": _game(row),
        "facts": _facts(row),
        "terms": ", ".join(terms_of(row)),
        "stands": _stands(row),
        "address": address,
        "standings": [_standing(standing, entrant.name, entrant.gone, seen) for standing, entrant in seen.standings],
        "rounds": rounds[::-1],
        "entered": seen.me is not None and not seen.me.gone,
        "left": seen.me is not None and seen.me.gone,
        "host": seen.host,
        "called": guest.person.name if guest.person and guest.person.name != "Guest" else "",
        "champion": seen.champion.name if seen.champion else "",
        "place": place.state if place else "none",
        "mine": {"table": mine.table, "waits": mine.waits} if mine and mine.table and not _gone(seen) else None,
    }


def _gone(seen: TournamentView) -> bool:
    return seen.me is not None and seen.me.gone


def _game(row: TournamentRow) -> str:
    try:
        return registry.find(row.game).title
    except UnknownGame:
        return row.game


def _stands(row: TournamentRow) -> str:
    """Return a tournament's state in words: open for entries, the name of the current round, or over."""
    if row.state == "waiting":
        return "Open for entries"
    if row.state == "playing":
        return round_title(row, row.round)
    return "Over" if row.state == "finished" else "Ended early"


def round_title(row: TournamentRow, nth: int) -> str:
    """Return the title of a round."""
    if row.system == "knockout":
        here = sum(pairing.round == nth for pairing in row.pairings)
        return "Final" if here == 1 else f"Round {nth}"
    return f"Round {nth} of {row.rounds}"


def _facts(row: TournamentRow) -> list[str]:
    """Return short texts on a tournament's system, table size, time control, and whether it is rated."""
    timing, system = from_json(row.timing), SYSTEMS[row.system][0]
    if row.system == "knockout":
        on = "the winner goes through" if row.forward == 1 else f"the top {row.forward} at each table go through"
        system = f"{system}, {on}"
    elif row.rounds:
        system = f"{system}, {row.rounds} round{'s' * (row.rounds != 1)}"
    elif row.state == "waiting" and len(row.entrants) > 1:
        rounds = plan_of(row).rounds
        system = f"{system}, {rounds} round{'s' * (rounds != 1)} for this many players"
    return [system, f"Tables of {row.size}", in_words(timing) if timing else "", "Rated" if row.rated else ""]


def _standing(standing: Standing, name: str, gone: bool, seen: TournamentView) -> dict[str, Any]:
    return {
        "place": standing.place,
        "name": name,
        "points": _points(standing.points),
        "met": f"{float(standing.met):.1f}",
        "wins": standing.wins,
        "gone": gone,
        "me": seen.me is not None and seen.me.number == standing.entrant,
        "out": seen.row.system == "knockout" and seen.row.round > standing.reached,
        "reached": standing.reached,
    }


def _table(table: TableView, emblems: tuple[str, ...] | list[str]) -> dict[str, Any]:
    return {
        "number": table.number,
        "state": table.state,
        "href": f"/t/{table.table}" if table.table else "",
        "mine": table.mine,
        "held_up": table.held_up,
        "players": [
            {
                "seat": seat + 1,
                "emblem": emblems[seat % len(emblems)],
                "name": player.name,
                "bot": player.number is None,
                "rank": player.rank,
                "points": _points(Fraction(player.points)) if player.number is not None else "",
            }
            for seat, player in enumerate(table.players)
        ],
    }


def _points(points: Fraction) -> str:
    """Format points with a ½ sign.

    >>> _points(Fraction(5, 2)), _points(Fraction(1, 2)), _points(Fraction(3))
    ('2½', '½', '3')
    """
    whole, half = divmod(points, 1)
    return f"{whole or ''}½" if half else str(whole)
