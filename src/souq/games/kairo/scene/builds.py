"""Building in one click: a stall, an expansion or a move with everything that follows from it without a choice."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.scene import Pick, Sprite
from souq.engine.telling import only
from souq.engine.wording import listed, several
from souq.games.kairo.scene.ahead import KINDS
from souq.games.kairo.scene.board import site_key
from souq.games.kairo.scene.cards import card_name, stack
from souq.games.kairo.scene.consequence import Detour, arrival_words, detour_words, detours
from souq.games.kairo.scene.desk import Desk, Stand
from souq.games.kairo.scene.geometry import Plan
from souq.games.kairo.scene.hand import card_key
from souq.games.kairo.scene.stands import LIFTED_LAYER, ghost, raised
from souq.games.kairo.scene.walks import Pill, Pills, plate, track
from souq.games.kairo.state import BOX, COLOUR, ENTRY, JOKERS, LABELS, NAMES, NEUTRAL, SITE, THREE, Act, Event

_SHOWN = 2  # longer ways drawn in a preview
_BRIEF = 36  # letters that leave room for a longer way on a phone


@dataclass(frozen=True, slots=True)
class Build:
    """A site with all that follows: ``then`` are the choices after that of the site, as far as they are forced."""

    act: int
    colour: int
    site: int
    entry: int
    """Where the entry goes, if there is only one place for it; else -1."""
    way: int
    """The card, or THREE: the cheapest, while the entry is asked first; -1 if it is to be asked, or not needed."""
    then: tuple[int, ...]
    complete: bool
    """Whether nothing is left to ask."""


def build(desk: Desk, act: int, colour: int, site: int, way: int = -1) -> Build:
    """What a site leads to, by a way or by the cheapest."""
    ahead = desk.ahead
    then, settled = ahead.entry_on(act, colour, site)
    entry = then[0] - ENTRY if then else -1
    if not settled:
        return Build(act, colour, site, -1, ahead.cheapest(act, colour, site), (), False)
    return _played(desk, Build(act, colour, site, entry, way, then, True))


def entered(desk: Desk, entry: int, way: int = -1) -> Build:
    """The same, of the entry of the stall in hand: ``then`` follows its choice."""
    colour, site = desk.view.colour, desk.view.site
    return _played(desk, Build(desk.act, colour, site, entry, way, (), True))


def moved(desk: Desk, made: Build) -> Stand | None:
    """The stall that leaves its site for another, if one does."""
    return desk.at[desk.player, made.colour] if made.act == Act.MOVE else None


def _played(desk: Desk, made: Build) -> Build:
    """With the card that is played."""
    ahead, act, colour = desk.ahead, made.act, made.colour
    if act in (Act.PLACE, Act.NEUTRAL):
        return made
    way = made.way if made.way >= 0 else ahead.cheapest(act, colour, made.site)
    if way < 0:
        return Build(act, colour, made.site, made.entry, -1, made.then, False)
    played, complete = ahead.played(act, colour, way, made.site, made.entry)
    return Build(act, colour, made.site, made.entry, way, (*made.then, *played), complete)


# ---- words


def cost_words(desk: Desk, colour: int) -> str:
    """What the next expansion of a stand costs: ``3 green``, ``2 green and 2 of other colours``."""
    return listed(_money(desk, colour))


def _money(desk: Desk, colour: int) -> list[str]:
    bill = desk.bill(colour)
    return [f"{bill.own} {NAMES[colour]}"] + [f"{bill.others} of other colours"] * (bill.others > 0)


def growth_words(desk: Desk, colour: int) -> str:
    """What the next size of an own stand costs and brings: ``Size 3 costs 3 green and scores 3``."""
    size = desk.view.sizes[desk.player][colour] + 1
    return f"Size {size} costs {_and_scores(desk, colour, cost_words(desk, colour))}."


def _and_scores(desk: Desk, colour: int, costs: str) -> str:
    """What the next expansion of an own stand costs, and what it scores."""
    return f"{costs}{',' if ' and ' in costs else ''} and {score_words(desk, desk.at[desk.player, colour])}"


def price_words(desk: Desk, act: int, colour: int, way: int) -> str:
    """Money and cards of a way, -1 for one still to be chosen: ``3 green and your South card``."""
    parts = _money(desk, colour) if act == Act.EXPAND else []
    if way == THREE:
        return listed([*parts, "three cards"])
    if way < 0:
        return listed([*parts, "a card"])
    if way < JOKERS:
        return listed([*parts, f"your {card_name(way)} card"])
    return listed([*parts, f"your {card_name(way)} joker", f"{BOX.turn['joker_fee']} of any colour"])


def score_words(desk: Desk, stand: Stand) -> str:
    """What a stand's next expansion scores (KA-E12): ``scores 5 with the gold medal from Omar``."""
    told, medals = desk.growth(stand), dict[int, list[str]]()
    for row in only(told, Event.MEDAL):
        medals.setdefault(row.giver, []).append("gold" if row.is_gold else "silver")
    parts = [_medal_words(each) + (f" from {desk.called(seat)}" if seat >= 0 else "") for seat, each in medals.items()]
    return f"scores {only(told, Event.SCORED)[0].points}" + (f" with {listed(parts)}" if parts else "")


def _medal_words(names: list[str]) -> str:
    return "both medals" if len(names) > 1 else f"the {names[0]} medal"


def label(made: Build, where: bool = True) -> str:
    """What is built: ``New red stall on F7``, ``Expand green onto F2``; and ``where``."""
    name, place = NAMES[made.colour], LABELS[made.site]
    if made.act == Act.EXPAND:
        return f"Expand {name}" + (f" onto {place}" if where else "")
    if made.act == Act.MOVE:
        return f"Move {name}" + (f" to {place}" if where else "")
    kind = "Neutral" if made.act == Act.NEUTRAL else "New"
    return f"{kind} {name}" + (f" stall on {place}" if where else "")


def hint(desk: Desk, made: Build, found: list[Detour], asked: bool = False) -> str:
    """Cost, points, medals; whose way becomes longer. ``asked`` of an entry that is named already."""
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
    """What would stand, and the longer ways round it."""
    if made.act == Act.EXPAND:
        shown = ghost(desk.at[desk.player, made.colour], made.site, plan)
    else:
        owner = NEUTRAL if made.act == Act.NEUTRAL else desk.player
        shown = raised(owner, made.colour, made.site, made.entry, plan)
    return (*shown, *desk.once(("round", made.site), lambda: _round(desk, plan, found)))


def _round(desk: Desk, plan: Plan, found: list[Detour]) -> tuple[Sprite, ...]:
    """Ways that would become longer, with their old and new length."""
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


def leaving(desk: Desk, way: int) -> tuple[str, ...]:
    """Keys of the cards that would leave the hand: one, or all where three are all."""
    cards = stack(desk.view.hand[desk.seat])
    if way == THREE:
        return tuple(map(card_key, range(len(cards)))) if len(cards) == BOX.turn["three"] else ()
    return (card_key(cards.index(way)),) if way in cards else ()


# ---- picks


def site_pick(
    desk: Desk,
    plan: Plan,
    made: Build,
    before: tuple[int, ...] = (),
    group: str = "",
    on: tuple[str, ...] | None = None,
    more: bool = True,
) -> list[Pick]:
    """The pick of a site with what follows, and its alternatives with ``more``: other cards.

    ``before`` are choices made first; ``on`` is where it is picked, the site itself when left out.
    """
    found = detours(desk, made.site, moved(desk, made))
    choices = (*before, SITE + made.site, *made.then)
    others = "" if group or not more or not made.complete else _opens(desk, made, f"ways-{LABELS[made.site]}")
    first = Pick(
        choices[0],
        label(made, on != ()),
        (site_key(made.site),) if on is None else on,
        hint(desk, made, found),
        commit=_commit(made),
        preview=preview(desk, plan, made, found),
        final=made.complete,
        more="Other cards" if others else "",
        opens=others,
        group=group,
        lifts=leaving(desk, made.way),
        then=choices[1:],
    )
    return [first, *(_other_ways(desk, made, others, SITE + made.site) if others else [])]


def _commit(made: Build) -> str:
    """The button that builds; none while something is still to be asked."""
    if not made.complete:
        return ""
    if made.act == Act.EXPAND:
        return f"Expand {NAMES[made.colour]}"
    return "Move here" if made.act == Act.MOVE else "Build here"


def _opens(desk: Desk, made: Build, group: str) -> str:
    """The group of the other ways, if there are any."""
    return group if len(desk.ahead.ways(made.act, made.colour, made.site)) > 1 else ""


def _other_ways(desk: Desk, made: Build, group: str, first: int) -> list[Pick]:
    """The same with each other card."""
    entry = made.then[:1] if made.entry >= 0 and first < ENTRY else ()
    picks = []
    for way in desk.ahead.ways(made.act, made.colour, made.site):
        if way != made.way:
            played, complete = desk.ahead.played(made.act, made.colour, way, made.site, made.entry)
            said = f"Play {'three cards' if way == THREE else card_name(way)}"
            costs = f"Costs {price_words(desk, made.act, made.colour, way)}."
            then, lifts = (*entry, *played), leaving(desk, way)
            picks.append(Pick(first, said, hint=costs, group=group, lifts=lifts, then=then, final=complete))
    return picks


def entry_pick(desk: Desk, plan: Plan, entry: int) -> list[Pick]:
    """The pick of an entry with what follows, and its alternatives."""
    made = entered(desk, entry)
    found = detours(desk, made.site, moved(desk, made))
    owner = NEUTRAL if made.act == Act.NEUTRAL else desk.player
    others = _opens(desk, made, f"ways-{LABELS[entry]}") if made.complete else ""
    first = Pick(
        ENTRY + entry,
        f"Entry on {LABELS[entry]}",
        (site_key(entry),),
        hint(desk, made, found, asked=True),
        commit=_commit(made),
        preview=raised(owner, made.colour, made.site, entry, plan),
        final=made.complete,
        more="Other cards" if others else "",
        opens=others,
        lifts=leaving(desk, made.way),
        then=made.then,
    )
    return [first, *(_other_ways(desk, made, others, ENTRY + entry) if others else [])]


def reached(desk: Desk, way: int) -> dict[int, list[Build]]:
    """All that a card in the hand can build at the start of a turn, by site."""
    made: dict[int, list[Build]] = {}
    ahead = desk.ahead
    for act in (Act.EXPAND, Act.NEW, Act.MOVE):
        for colour in ahead.colours(act):
            for site in ahead.sites(act, colour):
                if way in ahead.ways(act, colour, site):
                    made.setdefault(site, []).append(build(desk, act, colour, site, way))
    return made


def before(made: Build) -> tuple[int, ...]:
    """The choices that lead to a site from the beginning of a turn."""
    return KINDS[Act(made.act)], COLOUR + made.colour
