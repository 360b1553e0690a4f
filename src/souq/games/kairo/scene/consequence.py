"""What building on a site does to others: longer ways, and another nearest stall."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.wording import opened
from souq.games.kairo.rules.sites import MARKET
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.desk import Desk, Goal, Stand
from souq.games.kairo.state import NAMES

_MARKET = paths.board(MARKET)
_NEARER = ("no other stall nearer", "one other stall nearer", "two others nearer", "three others nearer")


@dataclass(frozen=True, slots=True)
class Detour:
    """A customer's way to an entry that would become longer."""

    customer: int
    goal: Goal
    steps: int
    """How long it would be."""
    way: tuple[int, ...]
    taken_by: Stand | None
    """Whose entry would be nearest then, if this one was and would not be any more."""


def detours(desk: Desk, site: int, moved: Stand | None = None) -> list[Detour]:
    """The ways that would become longer, the most telling first: those of another nearest stall, then the longest.

    In the final phase nobody walks any more (KA-F02): none. A stall that is ``moved`` there has left its old site.
    """
    if desk.view.final:
        return []
    return desk.once(("detours", site, moved), lambda: _detours(desk, site, moved))


def _detours(desk: Desk, site: int, moved: Stand | None) -> list[Detour]:
    made = []
    for customer, cut in desk.narrows.items():
        if cut >> site & 1:
            reach = paths.levels(_walk(desk, site, moved), desk.customers[customer])
            made += _longer(desk, customer, reach, moved)
    return sorted(made, key=lambda detour: (detour.taken_by is None, detour.goal.barkers, -detour.steps))


def _walk(desk: Desk, site: int, moved: Stand | None) -> int:
    """Where one could walk once a site is built on."""
    left = 0 if moved is None else 1 << moved.stall & _MARKET
    return (desk.walk | left) & ~(1 << site)


def _longer(desk: Desk, customer: int, reach: tuple[int, ...], moved: Stand | None) -> list[Detour]:
    goals = [goal for goal in desk.goals(customer) if goal.stand != moved]
    after = [paths.steps(reach, goal.stand.entry) for goal in goals]
    least, made = min(after, default=0), []
    for goal, steps in zip(goals, after, strict=True):
        if steps > goal.steps:
            taken = goal.steps == goals[0].steps and steps > least
            nearest = goals[after.index(least)].stand if taken else None
            way = paths.straightest(paths.shortest(reach, goal.stand.entry))
            made.append(Detour(customer, goal, steps, way, nearest))
    return made


def detour_words(desk: Desk, found: list[Detour]) -> str:
    """The most telling of some detours, in a sentence; empty without one."""
    if not found:
        return ""
    first = found[0]
    who, stand = f"the {NAMES[first.customer]} customer", first.goal.stand
    if first.taken_by is not None:
        new = first.taken_by.owner
        said = f"{desk.whose(new)} stall would then be nearest to {who}, not {desk.owned(stand.owner)}"
    else:
        far = f"{first.steps} steps to {desk.whose(stand.owner)} stall instead of {first.goal.steps}"
        said = f"{who} would then walk {far}"
    return f"{opened(said)}."


def arrival_words(desk: Desk, colour: int, site: int, entry: int, moved: Stand | None = None) -> str:
    """How a customer of a new stall's colour would find it: how far, and whether nearer than others."""
    if colour not in desk.customers or desk.view.final:
        return ""
    reach = paths.levels(_walk(desk, site, moved), desk.customers[colour])
    steps = paths.steps(reach, entry)
    if steps <= 0:
        return ""
    others = [paths.steps(reach, goal.stand.entry) for goal in desk.goals(colour) if goal.stand != moved]
    rank = sum(0 <= other < steps for other in others)
    said = f"the {NAMES[colour]} customer would be {steps} {'step' if steps == 1 else 'steps'} away"
    return f"{opened(said)}, with {_NEARER[min(rank, 3)]}." if others else f"{opened(said)}."
