"""Previews of a stall, expansion or move: its cost and points, its picture, and customers' paths that get longer."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.present.scene import Sprite
from souq.engine.present.story import only
from souq.engine.present.wording import listed, opened, several
from souq.games.kairo import state as k
from souq.games.kairo.rules.sites import MARKET
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.ahead import Build
from souq.games.kairo.scene.art import card_name
from souq.games.kairo.scene.board import LIFTED_LAYER, ghost, raised
from souq.games.kairo.scene.desk import Desk, Goal, Stand
from souq.games.kairo.scene.geometry import Plan
from souq.games.kairo.scene.walks import Pill, Pills, plate, track
from souq.games.kairo.state import LABELS, NAMES, Act, Event

_SHOWN = 2  # most longer paths drawn in a preview
_BRIEF = 36  # longest hint on a phone, in characters, that leaves room for a longer path
_MARKET = paths.board(MARKET)
_NEARER = ("no other stall nearer", "one other stall nearer", "two others nearer", "three others nearer")


# ---- what it costs and scores


def growth_words(desk: Desk, colour: int) -> str:
    """Return the cost and points of a stand's next expansion in words: ``Size 3 costs 3 green and scores 3.``."""
    size = desk.view.sizes[desk.player][colour] + 1
    return f"Size {size} costs {_and_scores(desk, colour, listed(_money(desk, colour)))}."


def _and_scores(desk: Desk, colour: int, costs: str) -> str:
    """Return the cost and then the points of a stand's next expansion in words."""
    return f"{costs}{',' if ' and ' in costs else ''} and {score_words(desk, desk.at[desk.player, colour])}"


def _money(desk: Desk, colour: int) -> list[str]:
    """Return the cost of the next expansion of a stand: ``3 green``, or ``2 green`` and ``2 of other colours``."""
    own, others = desk.bill(colour)
    return [f"{own} {NAMES[colour]}"] + [f"{others} of other colours"] * (others > 0)


def price_words(desk: Desk, act: int, colour: int, way: int) -> str:
    """Return the money and cards that a building costs, in words: ``3 green and your South card``.

    A ``way`` of -1 means that any card can be played.
    """
    parts = _money(desk, colour) if act == Act.EXPAND else []
    if way == k.THREE:
        return listed([*parts, "three cards"])
    if way < 0:
        return listed([*parts, "a card"])
    if way < k.JOKERS:
        return listed([*parts, f"your {card_name(way)} card"])
    return listed([*parts, f"your {card_name(way)} joker", f"{k.BOX.turn['joker_fee']} of any colour"])


def score_words(desk: Desk, stand: Stand) -> str:
    """Return the points of a stand's next expansion (KA-E12): ``scores 5 with the gold medal from Omar``."""
    found, medals = desk.growth(stand), dict[int, list[str]]()
    for row in only(found, Event.MEDAL):
        medals.setdefault(row.giver, []).append("gold" if row.is_gold else "silver")
    parts = [_medal_words(each) + (f" from {desk.called(seat)}" if seat >= 0 else "") for seat, each in medals.items()]
    return f"scores {only(found, Event.SCORED)[0].points}" + (f" with {listed(parts)}" if parts else "")


def _medal_words(names: list[str]) -> str:
    return "both medals" if len(names) > 1 else f"the {names[0]} medal"


# ---- what is built


def moved(desk: Desk, made: Build) -> Stand | None:
    """Return the player's stall that a building moves, or None if the building doesn't move a stall."""
    return desk.at[desk.player, made.colour] if made.act == Act.MOVE else None


def label(made: Build, where: bool = True) -> str:
    """Return the name of a building: ``New red stall on F7``. The site is left out unless ``where`` is true."""
    name, place = NAMES[made.colour], LABELS[made.site]
    if made.act == Act.EXPAND:
        return f"Expand {name}" + (f" onto {place}" if where else "")
    if made.act == Act.MOVE:
        return f"Move {name}" + (f" to {place}" if where else "")
    kind = "Neutral" if made.act == Act.NEUTRAL else "New"
    return f"{kind} {name}" + (f" stall on {place}" if where else "")


def hint(desk: Desk, made: Build, found: list[Detour], asked: bool = False) -> str:
    """Describe a building in sentences: its cost, points, medals, and a path that it makes longer.

    ``asked`` leaves out the entry, which the pick's label names already.
    """
    costs = "" if made.act in (Act.PLACE, Act.NEUTRAL) else price_words(desk, made.act, made.colour, made.way)
    if made.act == Act.EXPAND:
        said = f"Costs {_and_scores(desk, made.colour, costs)}."
    elif made.entry >= 0:
        said = "" if asked else f"Its entry goes on {LABELS[made.entry]}."
        said += f" Costs {costs}." if costs else ""
        said += f" {arrival_words(desk, made.colour, made.site, made.entry, moved(desk, made))}"
    else:
        entries = desk.ahead.entries(made.act, made.colour, made.site)
        said = f"Costs {costs}. " if costs else ""
        said += f"Its entry can be on {listed([LABELS[entry] for entry in entries], 'or')}."
    longer = "" if desk.terse and len(said) > _BRIEF else detour_words(desk, found)
    return f"{said.strip()} {longer}".strip() or "Customers stop here."


# ---- pictures


def preview(desk: Desk, plan: Plan, made: Build, found: list[Detour]) -> tuple[Sprite, ...]:
    """Return the sprites of the finished Build and of the paths that would become longer."""
    if made.act == Act.EXPAND:
        shown = ghost(desk.at[desk.player, made.colour], made.site, plan)
    else:
        shown = raised(desk.builder, made.colour, made.site, made.entry, plan)
    return (*shown, *desk.once(("round", made.site), lambda: _round(desk, plan, found)))


def _round(desk: Desk, plan: Plan, found: list[Detour]) -> tuple[Sprite, ...]:
    """Return the paths that would become longer, labelled with their old and new lengths."""
    if not found:
        return ()
    places, lines, pills = Pills(desk, plan), "", []
    places.heavy([site for detour in found[:_SHOWN] for site in detour.way], 3.0)
    for place, detour in enumerate(found[:_SHOWN]):
        lines += track(detour.way, 1, place)
        pill = Pill(several(detour.steps, "step"), f"now {detour.goal.steps}", 1)
        x, y = places.put(pill, detour.goal.stand.entry)
        pills.append(Sprite("pill", plate(pill, places.grow), x, y, layer=LIFTED_LAYER))
    return (Sprite("ways", lines, 0, 0), *pills)


# ---- whose way becomes longer


@dataclass(frozen=True, slots=True)
class Detour:
    """A customer's path to an entry that becomes longer because of a building."""

    customer: int
    goal: Goal
    steps: int
    """Length of the longer path."""
    way: tuple[int, ...]
    taken_by: Stand | None
    """Stand that takes the customer over, because its entry becomes nearer than this one; None if there is none."""


def detours(desk: Desk, site: int, moved: Stand | None = None) -> list[Detour]:
    """Return the paths that a Build on a site would make longer, the most important first.

    The first are those that would make another stall the nearest, then those to the nearest entries, then the longest.
    The list is empty in the final phase, when customers no longer walk (KA-F02). A stall that is ``moved`` to the site
    leaves its old site free.
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
    """Return the sites that customers can walk over once a site is built on."""
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
    """Describe the most important of some detours in a sentence; empty without detours."""
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
    """Describe how far a new stall would be from its customer, and how many other entries would be nearer."""
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
