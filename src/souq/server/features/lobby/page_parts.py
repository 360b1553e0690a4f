"""Parts of the home page that change while it is open, rendered for the page and for updates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from souq.engine import registry
from souq.engine.present.wording import listed
from souq.games import card, cards
from souq.server.core.http.rendering import templates
from souq.server.core.http.templating import count
from souq.server.core.live.people import EMBLEMS, Guest
from souq.server.features.lobby.open_tables import Listed, OpenTables, SeatSeen
from souq.server.features.lobby.time_controls import clock_of, words_of
from souq.server.features.lobby.waiting import State, sizes

PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""Words for positions in the queue: "first" is at index 1, "second" at index 2."""
CLOCKS = (
    ("live", "Live", words_of("live")),
    ("days", "Days", words_of("days")),
    ("none", "None", "as long as you like"),
)
"""Clocks to choose from, the default first."""


def named_already(guest: Guest) -> bool:
    """Return whether the guest has chosen a name other than the default "Guest"."""
    return guest.person is not None and guest.person.name != "Guest"


def tables(open_tables: OpenTables, person_id: str | None) -> str:
    """Render the tables that a person may join or watch; the result is cached unless blocks hide tables from them."""
    if not open_tables.sees_all(person_id):
        return _tables([*open_tables.tables("join", person_id), *open_tables.tables("watch", person_id)])
    shown = [*open_tables.tables("join"), *open_tables.tables("watch")]
    now = (
        open_tables.version,
        [each.listing.code for each in shown],
    )  # idle tables fade silently
    before, made = open_tables.page
    if before != now:
        made = _tables(shown)
        open_tables.page = now, made
    return made


def _tables(shown: Sequence[Listed]) -> str:
    return str(templates().get_template("lobby_tables.html").render(entries=list(map(entry, shown))))


def seeking(state: State | None, *, known: bool, error: str = "", values: Mapping[str, str] | None = None) -> str:
    """Render the form for joining the queue or, for a player who is already in it, their progress."""
    told = waiting_words(state) if state else {}
    asked = {"games": _games(), "numbers": _numbers(), "clocks": CLOCKS, "known": known, "error": error}
    asked["values"] = values or {"clock": CLOCKS[0][0]}
    return str(templates().get_template("lobby_seek.html").render(state=state, told=told, **asked))


def entry(found: Listed) -> dict[str, Any]:
    """Convert a table of the lobby to the values that the list's template shows."""
    shown = card(found.game)
    emblems = shown.emblems if shown else EMBLEMS
    people = [seat.name for seat in found.seats if seat.kind == "person"]
    return {
        "code": found.listing.code,
        "kind": found.offer,
        "game": found.game,
        "title": found.title,
        "players": len(found.seats),
        "with_whom": listed([*people, *bots(found.seats)]) or "Nobody yet",
        "stands": free(found.open, len(found.seats)) if found.offer == "join" else "In play",
        "clock": found.clock,
        "timing": found.timing,
        "brief": found.brief,
        "terms": ", ".join(found.terms),
        "seats": [(at + 1, emblems[at % len(emblems)], seat.kind) for at, seat in enumerate(found.seats)],
        "href": f"/t/{found.listing.table_id}" if found.offer == "watch" else "",
    }


def bots(seats: Sequence[SeatSeen]) -> list[str]:
    """Describe a table's bots by level: ``a Trader``, ``two Merchants``."""
    levels = Counter(seat.title for seat in seats if seat.kind == "bot")
    return [f"{count(many).lower()} {title}s" if many > 1 else _a(title) for title, many in levels.items()]


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'AEIOU' else 'a'} {noun}"


def free(seats: int, of: int) -> str:
    """Describe how many seats are open.

    >>> free(1, 3), free(2, 4)
    ('One of three seats is open', 'Two of four seats are open')
    """
    return f"{count(seats)} of {count(of).lower()} seats {'are' if seats > 1 else 'is'} open"


def waiting_words(state: State) -> dict[str, Any]:
    """Return the texts that tell a waiting player how the search for other players is going."""
    games = [registry.find(game) for game in state.wish.games]
    titles = " or ".join(filter(None, [", ".join(g.title for g in games[:-1]), games[-1].title]))
    among = " or ".join(count(n).lower() for n in state.wish.sizes)
    place = PLACES[state.place] if state.place < len(PLACES) else f"number {state.place}"
    others = "Nobody else is waiting yet." if state.waiting < 2 else ""
    if not others:
        likes = "likes" if state.alike == 1 else "like"
        who = f"{count(state.alike)} of the others {likes}" if state.alike else "Nobody else is waiting for"
        which = "one of your games" if len(games) > 1 else "it too" if state.alike else "this game yet"
        others = f"{who} {which}."
    return {
        "wish": titles + (f", {among} players" if among else "") + f", {words_of(clock_of(state.wish.clock))}",
        "place": f"You’re {place} in the queue. {others}",
        "bots": [(game.name, game.title) for game in games] if state.offers_bots else [],
    }


def _games() -> list[tuple[str, str]]:
    """Return the games for several players, in the order of the home page."""
    known = sizes()
    shown = [each.game for each in cards() if each.playable and each.game in known]
    return [(game, registry.find(game).title) for game in shown]


def _numbers() -> list[int]:
    known = sizes()
    return sorted({number for game, _ in _games() for number in known[game]})
