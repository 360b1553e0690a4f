"""Reasons for choices: quantities that a player of Chatuchak counts, and facts about markers, structures and rivals.

What a seat could take with one move is found by trying all its moves with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from souq.engine.present.reasons import Fact, Gauge, Pause, mention
from souq.engine.present.wording import counted, many
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak.evaluator import mess
from souq.games.chatuchak.rules import market, scoring, winning
from souq.games.chatuchak.scene.desk import mixes
from souq.games.chatuchak.scene.geometry import cells
from souq.games.chatuchak.state import BOOTHS, LANES, MARKERS, MIX, MOST, PATH, STRONG, Mode, State
from souq.games.chatuchak.story.wording import THINGS, Mixes, goal_name, prize, things

GAUGES = (
    Gauge(
        "points", "scores {n} point{s}", "costs {n} point{s}", "scores {n} more point{s}", "scores {n} fewer point{s}"
    ),
    Gauge(
        "rivals",
        "gives the other players {n} point{s}",
        "costs the other players {n} point{s}",
        "leaves the other players {n} more point{s}",
        "leaves the other players {n} fewer point{s}",
        -0.5,
    ),
    Gauge(
        "pieces",
        "splits your booths into {n} more piece{s}",
        "joins your booths into {n} fewer piece{s}",
        "leaves your booths in {n} more piece{s}",
        "leaves your booths in {n} fewer piece{s}",
        -0.25,
    ),
    Gauge(
        "steps",
        "",
        "brings your pieces {n} step{s} closer together",
        "leaves your pieces {n} step{s} farther apart",
        "leaves your pieces {n} step{s} closer together",
        -0.04,
    ),
)
"""Quantities that a player of Chatuchak counts; points count in the main game only."""
KINDS = ("won", "taken", "beside", "rival", "threat", "chance", "structure", "lead", "untidy", "together", "next")
"""Kinds of the facts."""
PARTS = dict.fromkeys(("won", "taken", "untidy"), "points")
"""Kinds of facts that are among the reasons for a change of a gauge, with that gauge."""
MARKETS = 256
"""Number of markets whose possible moves are cached."""
_MIXES = tuple(sorted(STRONG * small + large for small in range(2, MOST + 1) for large in range(small, MOST + 1)))
_worth, _untidiest, _mess = interpreted(scoring.worth), interpreted(market.untidiest), interpreted(mess)
_claims, _deserved = interpreted(winning.claims), interpreted(winning.deserved)
_to_beat, _grown = interpreted(winning.to_beat), interpreted(market.grown)
_reached: dict[tuple[object, ...], list[int]] = {}
_tidied: dict[tuple[object, ...], int] = {}


def measure(view: State, seat: int) -> tuple[int, ...]:
    """Return the value of each gauge for ``seat``."""
    goals = view.mode == Mode.GOALS
    others = (other for other in range(view.players) if other != seat)
    return (
        _worth(view, seat) if goals else 0,
        sum(_worth(view, other) for other in others) if goals else 0,
        sum(view.parts[seat]),
        sum(_mess(booths, 0, 1) for booths in view.booths[seat]),
    )


def pause(view: State) -> Pause:
    """Return that a turn is complete: it is a single move, even if the same seat moves next."""
    return Pause.TURN


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what matters to ``seat`` in a position: markers, structures, and what players could take with one move."""
    for colour, parts in enumerate(view.parts[seat]):
        if parts == 1:
            name = things(colour)
            words = f"all your {name} together"
            yield Fact(("together", colour), 0.5, f"brings {words}", f"keeps {words}", f"splits up your {name}")
    if not view.passed >> seat & 1:
        fewest = _fewest(view, seat)
        for pieces in range(fewest, BOOTHS):
            words = f"lets you get your booths down to {counted(fewest)} pieces with your next move"
            yield Fact(("next", pieces), 0.1, words, words if pieces == fewest else "")
    if view.mode != Mode.GOALS:
        return
    pairs = mixes(view)
    reach = {who: _reach(view, who) for who in range(view.players) if not view.passed >> who & 1}
    for marker in range(MARKERS):
        yield from _holding(view, seat, marker, pairs, reach)
        yield from _structure(view, seat, marker, pairs)
    most = _untidiest(view, seat)
    for pieces in range(most, MOST + 1):
        keeps = f"keeps every colour in {counted(most)} pieces at most" if pieces == most else ""
        ends = f"leaves a colour in more than {counted(pieces)} pieces"
        yield Fact(("untidy", pieces), 0.8, f"leaves no colour in more than {counted(most)} pieces", keeps, ends)


def _reach(view: State, seat: int) -> list[int]:
    """Return, for each marker, the strength of the best structure that a seat could make for it with one move."""
    key = (view.hole[seat], *view.booths[seat], *view.mix)
    if key not in _reached:
        if len(_reached) >= MARKETS:
            _reached.clear()
        best, found = [0] * MARKERS, [0] * MARKERS
        for cell in cells(int(LANES[view.hole[seat]])):
            _claims(view, seat, cell, found)
            best = list(map(max, best, found))
        _reached[key] = best
    return _reached[key]


def _fewest(view: State, seat: int) -> int:
    """Return the number of pieces in which a seat could have its booths after one more move."""
    hole, booths = view.hole[seat], view.booths[seat]
    key = (hole, *booths)
    if key not in _tidied:
        if len(_tidied) >= MARKETS:
            _tidied.clear()
        moves = [1 << cell | 1 << hole for cell in cells(int(LANES[hole]))]
        split = ((own, own ^ move) for move in moves for own in booths if own & move)
        _tidied[key] = sum(view.parts[seat]) + min(_pieces(after) - _pieces(own) for own, after in split)
    return _tidied[key]


def _pieces(booths: int) -> int:
    """Return the number of pieces of a colour."""
    found = 0
    while booths:
        booths &= ~_grown(booths & -booths, booths)
        found += 1
    return found


# ---- markers


def _holding(view: State, seat: int, marker: int, pairs: Mixes, reach: dict[int, list[int]]) -> Iterator[Fact]:
    """Yield who holds a marker, and who could take it with one move."""
    name, own = _called(marker, pairs), view.holder[marker] == seat
    yours = f"your{name.removeprefix('the')}"
    if own:
        kind = "won" if view.token[marker] == seat else "taken"
        yield Fact((kind, marker), 2.0, f"takes {name}", "", "", f"doesn’t take {name}")
        if not view.strength[seat][marker]:
            begins, ends = f"leaves {yours} without a place", f"gives {yours} a place again"
            yield Fact(("beside", marker), -1.0, begins, "", ends, f"keeps a place for {yours}")
    for who, best in reach.items():
        if not _deserved(view, who, marker, best[marker]):
            continue
        if who == seat:
            yield Fact(("chance", marker), 0.7, f"gets you one move from {name}", f"keeps you one move from {name}")
            continue
        begins = f"leaves {mention(who)} a move that takes {yours if own else name}"
        ends = f"leaves {mention(who)} no move that takes {name}"
        yield Fact(("rival", marker, who), -0.6, begins, "", ends)
        if own:
            yield Fact(("threat", marker, who), -1.2, begins, "", ends)


def _called(marker: int, pairs: Mixes) -> str:
    """Return the name of a marker: ``the lamp marker``, ``the marker for lamps with plants``."""
    if marker < MIX:
        return f"the {THINGS[marker]} marker"
    if marker < PATH:
        return f"the marker for {goal_name(marker, pairs)}"
    return f"{goal_name(marker, pairs)} marker"


# ---- structures


def _structure(view: State, seat: int, marker: int, pairs: Mixes) -> Iterator[Fact]:
    """Yield how strong the seat's best structure for a marker is, and by how much it is ahead of all others'."""
    strength = view.strength[seat][marker]
    if not strength:
        return
    lead = strength - _to_beat(view, seat, marker)
    booths = marker < MIX or marker == PATH
    group, best = _names(marker, pairs)
    made = prize(marker, strength, dict(enumerate(pairs)))
    made = f"a group of {made}" if marker < MIX else made
    breaks = f"{'weakens' if MIX <= marker < PATH else 'breaks up'} your {best} {group}"
    for level in _levels(marker):
        if level <= strength:
            begins = "" if lead > 0 and booths else f"makes {made}"
            keeps = f"keeps {made}" if level == strength else ""
            yield Fact(("structure", marker, level), 0.25, begins, keeps, breaks)
    for ahead in range(1, (lead if booths else min(lead, 1)) + 1):
        margin = f" by {many(lead, 'booth')}" if booths else ""
        words = f"your {group} the {best}{margin}"
        yield Fact(("lead", marker, ahead), 0.4, f"makes {words}", f"keeps {words}" if ahead == lead else "")


def _levels(marker: int) -> tuple[int, ...]:
    """Return the possible strengths of a structure for a marker, and perhaps others, ascending."""
    return _MIXES if MIX <= marker < PATH else tuple(range(2, MOST + 1))


def _names(marker: int, pairs: Mixes) -> tuple[str, str]:
    """Return words for a kind of structure, and for the best of its kind: ``group of lamps``, ``largest``."""
    if marker < MIX:
        return f"group of {things(marker)}", "largest"
    if marker < PATH:
        return f"mix of {goal_name(marker, pairs)}", "strongest"
    return ("path", "longest") if marker == PATH else ("rectangle", "largest")
