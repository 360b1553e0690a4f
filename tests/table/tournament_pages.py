"""Tournament pages with everything they can show, for the tests of all pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from souq.engine import registry
from souq.games import card, cards
from souq.server.core.http.levels import offered
from souq.server.core.live.people import Guest
from souq.server.core.store.rows import PersonRow, SeatRow, TableRow
from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.page_parts import SYSTEMS, entry, parts
from souq.server.features.tournaments.pages import _SURE
from souq.server.features.tournaments.views import view_of

Page = tuple[str, dict[str, Any]]
GAME = "desert_bazaar"


def tournament(state: str = "waiting", **fields: Any) -> TournamentRow:
    """Return a tournament of four."""
    names = ("Amina <b>", "Omar", "Lea", "Mei")
    entrants = tuple(EntrantRow(n, name, f"person{n}", gone=n == 4) for n, name in enumerate(names, 1))
    timing = {"kind": "live", "bank": 600.0, "increment": 20.0, "level": "trader"}
    row = TournamentRow(
        "code-of-it", "The <b>sentence", GAME, {}, 2, "swiss", 2, 1, timing, "trader", "people", "anybody", "0f" * 16,
        0.0, 0.0, host_id="person1", state=state, entrants=entrants,
    )  # fmt: skip
    return replace(row, **fields)


def _table(table_id: str, **fields: Any) -> TableRow:
    seats = [SeatRow(seat, "person", "", f"P{seat}", f"person{seat + 1}") for seat in range(2)]
    return TableRow(table_id, GAME, "1", 2, {}, b"", 0.0, 0.0, state="playing", deciders=1, seats=seats, **fields)


def live(row: TournamentRow, me: int | None, **context: Any) -> dict[str, Any]:
    """Return the context of a tournament's page for one of its entrants."""
    found = row.entrant(me) if me else None
    seen = view_of(row, {"table3": _table("table3")}, found, me == 1, "Trader")
    guest = Guest("", PersonRow("person9", "Nadia", "star"))
    shows = parts(seen, guest, "souq.example/tournaments/code-of-it")
    return {**shows, "error": "", "code": row.code, "card": card(GAME), **context}


def tournament_pages(me: dict[str, Any], stranger: dict[str, Any], kept: dict[str, Any]) -> dict[str, Page]:
    """Return all tournament pages."""
    first = (PairingRow(1, 1, (1, 2), (1, 2), "table1"), PairingRow(1, 2, (3, None), (1, 1), None))
    now = (PairingRow(2, 1, (1, 3), None, "table3"), PairingRow(2, 2, (2, 4), None, None))
    playing = tournament("playing", round=2, pairings=first + now)
    over = tournament("finished", round=1, rounds=1, pairings=first)
    out = tournament("playing", system="knockout", round=1, pairings=first)
    rows = [entry(row, "person1") for row in (tournament(), playing)]
    none: dict[str, Any] = {"mine": [], "open": [], "played": [], "over": []}
    game = registry.find(GAME)
    new: dict[str, Any] = {"game": game, "card": card(GAME), "values": {"clock": "live"}, "error": "", "idle": set()}
    new |= {"sizes": [3, 4, 5], "size": 4, "systems": SYSTEMS, "most": 24, "usual": "trader"}
    new["levels"] = offered(game)
    posted = {"title": '"><script>', "system": "knockout", "forward": "2", "clock": "days", "company": "anybody"}
    heading, told, button = _SURE["off"][1]
    sure = {"heading": heading, "told": told, "button": button, "fields": {}, "back": "/tournaments/code-of-it"}
    page = "tournament.html"
    return {
        "tournaments": ("tournaments.html", {"me": me, **none, "mine": rows[:1], "played": rows[1:]}),
        "tournaments, none": ("tournaments.html", {"me": stranger, **none}),
        "tournament, which game": ("tournament_games.html", {"me": me, "cards": cards()}),
        "tournament, new": ("tournament_new.html", {"me": stranger, **new}),
        "tournament, refused": ("tournament_new.html", {"me": kept, **new, "values": posted, "error": "No <b>."}),
        "tournament, to enter": (page, {"me": stranger, **live(tournament(), None)}),
        "tournament, entered": (page, {"me": me, **live(tournament(), 1, error="Too <b>few.")}),
        "tournament, nobody yet": (page, {"me": me, **live(tournament(entrants=()), None)}),
        "tournament, my turn": (page, {"me": me, **live(playing, 1)}),
        "tournament, waiting": (page, {"me": me, **live(playing, 2)}),
        "tournament, left": (page, {"me": me, **live(playing, 4)}),
        "tournament, over": (page, {"me": me, **live(over, 3)}),
        "tournament, knock-out": (page, {"me": me, **live(out, 2)}),
        "tournament, sure": ("sure.html", {"me": me, **sure, "action": "/tournaments/code-of-it/off"}),
    }
