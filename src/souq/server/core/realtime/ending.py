"""The end of a game in words: the winner, the viewer's final rank, and a line of text to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from souq.engine.present.wording import listed
from souq.server.core.live.live import Live

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
EARLY = "The game was ended early. Nobody wins."


def concluded(live: Live, seat: int, scene: dict[str, Any]) -> dict[str, Any]:
    """Return the last scene of a finished game as a seat sees it, with the result added as text.

    If the game was ended early, a tally (the sheet of points at the end) is added too. An unfinished game's scene is
    returned unchanged.
    """
    if not live.finished:
        return scene
    result = live.row.result or {}
    if result.get("agreed"):
        scene = _ended_early(scene, EARLY)
    names = [each.name for each in live.row.seats]
    if (resigned := result.get("resigned")) is not None:
        return _given_up(live, scene, gave_up(names, resigned, seat), gave_up(names, resigned, -1))
    tally = scene.get("tally")
    if tally is None or live.row.players == 1:
        return scene
    said = headline(names, tally["ranks"], tally["totals"], seat)
    tally_part = {"tally": tally | ({"headline": said} if said else {})}
    line = share(live.game.title, names, tally["ranks"], tally["totals"])
    return scene | tally_part | ({"share": line} if line else {})


def headline(names: Sequence[str], ranks: Sequence[int], totals: Sequence[str], you: int) -> str:
    """Return a sentence with the winners, their points and the viewer's final rank; "" if nobody wins.

    >>> headline(["Amina", "Leila"], [2, 1], ["38", "42"], 0)
    'Leila wins with 42. You came second.'
    >>> headline(["Amina", "Leila"], [1, 1], ["42", "42"], 1)
    'You and Amina share the win with 42.'
    """
    best = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if not best:
        return ""
    who = [name for name in ("You",) if you in best] + [names[seat] for seat in best if seat != you]
    verb = "share the win" if len(best) > 1 else "win" if you in best else "wins"
    place = f" You came {PLACES[ranks[you] - 1]}." if you >= 0 and 1 < ranks[you] <= len(PLACES) else ""
    return f"{listed(who)} {verb}{_with(totals[best[0]])}.{place}"


def gave_up(names: Sequence[str], resigned: int, you: int) -> str:
    """Return a sentence that says who has resigned and who therefore wins.

    >>> gave_up(["Amina", "Omar"], 1, 0), gave_up(["Amina", "Omar"], 1, 1)
    ('Omar resigns, and you win.', 'You resign, and Amina wins.')
    """
    (winner,) = (seat for seat in range(len(names)) if seat != resigned)
    who = "You resign" if resigned == you else f"{names[resigned]} resigns"
    return f"{who}, and {'you win' if winner == you else f'{names[winner]} wins'}."


def share(title: str, names: Sequence[str], ranks: Sequence[int], totals: Sequence[str]) -> str:
    """Return the result as one line of text to share; "" if nobody wins.

    >>> share("Kairo", ["Amina", "Leila", "Omar"], [2, 1, 3], ["38", "42", "30"])
    'souq · Kairo · Leila wins with 42 · Amina 38 · Omar 30'
    """
    said = headline(names, ranks, totals, -1)
    rest = sorted((rank, seat) for seat, rank in enumerate(ranks) if rank != 1)
    return " · ".join(("souq", title, said.rstrip("."), *(f"{names[s]} {totals[s]}" for _, s in rest))) if said else ""


def _with(total: str) -> str:
    """Return "with" and the winner's total, such as " with 42"; "" if the total contains no number."""
    return f" with {total}" if any(sign.isdigit() for sign in total) else ""


def _given_up(live: Live, scene: dict[str, Any], said: str, public: str) -> dict[str, Any]:
    """Return the scene of a two-player game that ended by resignation."""
    scene = _ended_early(scene, said, (live.row.result or {})["ranks"])
    scene["tally"] |= {"headline": said, "note": ""}
    return scene | {"share": f"souq · {live.game.title} · {public.rstrip('.')}"}


def _ended_early(scene: dict[str, Any], note: str, ranks: Sequence[int] = ()) -> dict[str, Any]:
    """Return the last scene of a game that was ended early, without choices and with a tally of the points so far."""
    rest = {name: part for name, part in scene.items() if name not in ("picks", "amount", "composer", "held")}
    panels = [{name: part for name, part in panel.items() if name != "acting"} for panel in scene["panels"]]
    by_seat = {panel["seat"]: panel["score"] for panel in panels}
    totals = [by_seat[seat] for seat in sorted(by_seat)]
    places = list(ranks) or [0] * len(totals)
    tally = {"rows": [], "totals": totals, "ranks": places, "total": "Points so far", "note": note}
    return rest | {"panels": panels, "tally": tally, "prompt": {"title": note}}
