"""Why something cannot be done here: what stands in the way in this very position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from souq.engine.bits import Bits, common, has, members, minus, union, words
from souq.engine.scene import Names
from souq.engine.twin import changed, interpreted
from souq.engine.wording import counted, listed, many, opened, remaining, some
from souq.games.kairo import state as k
from souq.games.kairo.rules import access, asking, cards, luring, refusing, stalls, stands, ways
from souq.games.kairo.rules import sites as square
from souq.games.kairo.rules.sites import MARKET, WORDS
from souq.games.kairo.state import BOX, LABELS, NAMES, Act, Phase, Rule, State
from souq.games.kairo.story.wording import card, segment, whose

FEE = BOX.turn["joker_fee"]
RATE = BOX.turn["substitutes"]
_BUILDS = {"new": Act.NEW, "expand": Act.EXPAND, "move": Act.MOVE}

_near, _walkable, _reached = interpreted(square.near), interpreted(square.walkable), interpreted(access.reached)
_places, _places_moved = interpreted(stalls.places), interpreted(stalls.places_moved)
_stand, _growth, _no_stall = interpreted(stands.stand), interpreted(stands.growth), interpreted(refusing.no_stall)
_steps, _vacant = interpreted(luring.steps), interpreted(luring.vacant)
_barkers_left, _payable = interpreted(asking.barkers_left), interpreted(ways.payable)
_kind_bits = interpreted(cards.kind_bits)


@dataclass(frozen=True, slots=True)
class Case:
    """A refused choice: the position, who asks, the group of the choice and its index within."""

    view: State
    seat: int
    names: Names
    group: str
    index: int

    @property
    def site(self) -> int:
        """The site that is meant, or -1."""
        if self.group in ("site", "entry", "goal"):
            return self.index
        return self.view.site if self.group == "play" else -1

    @property
    def colour(self) -> int:
        """The colour of the stall that is meant, or -1."""
        return self.index if self.group == "colour" else self.view.colour

    @property
    def owner(self) -> int:
        """Who owns the stall that is being placed."""
        return k.NEUTRAL if self.view.act == Act.NEUTRAL else self.seat

    @property
    def kinds(self) -> list[int]:
        """The kinds of cards in the hand."""
        return members((_kind_bits(self.view.hand[self.seat]),))

    def called(self, owner: int, colour: int) -> str:
        """``your green stall``."""
        return whose(owner, colour, self.names, self.seat)


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """What in this position forbids a choice of ``seat`` by a rule: a sentence or two, or nothing.

    It adds to the text of the rule; where that says all, and for who is not asked anything, it is empty.
    """
    if view.over or seat != view.player or rule not in _EXPLAINED:
        return ""
    group, index = k.CHOICES.group_of(choice)
    case: Case | None = None
    if group == "move" and rule == "KA-B01":
        return "None of your stalls is blocked."
    if view.phase == Phase.ACT and group in _BUILDS:
        case = _nearest(view, seat, _BUILDS[group], rule, names)
    elif group == k.CHOICES.group_of(int(asking.GROUP[view.phase]))[0]:
        case = Case(view, seat, names, group, index)
    return opened(_EXPLAINED[rule](case)) if case else ""


def _nearest(view: State, seat: int, act: Act, rule: str, names: Names) -> Case | None:
    """A colour that the rule keeps from being built, as if it had been chosen already."""
    for colour in range(len(NAMES)):
        mine = (view.sizes[seat][colour] > 0) == (act != Act.NEW)
        if mine and Rule(_no_stall(view, act, colour)).name == rule.replace("-", "_"):
            chosen = changed(view, phase=int(Phase.COLOUR), act=int(act))
            return Case(chosen, seat, names, "colour", colour)
    return None


# ---- sites


def _taken(case: Case) -> str:
    """What is on the site (KA-N02)."""
    if case.site < 0:
        return ""
    label = LABELS[case.site]
    for colour, site in enumerate(case.view.stands):
        if site == case.site:
            return f"the {NAMES[colour]} customer is standing on {label}."
    for owner, colour in standing(case.view):
        if case.view.entry[owner][colour] == case.site:
            return f"the entry of {case.called(owner, colour)} is on {label}."
    tile = _tile(case, case.site)
    return f"{tile} is on {label}." if tile else ""


def _tile(case: Case, site: int, of: int = -1, strange: bool = False) -> str:
    """What stall or expansion is on a site, if any: of a colour, of other owners only, as is asked for."""
    for owner, colour in standing(case.view):
        if (of in (-1, colour)) and not (strange and owner == case.owner):
            if case.view.stall[owner][colour] == site:
                return case.called(owner, colour)
            if has(_stand(case.view, owner, colour), site):
                return f"an expansion of {case.called(owner, colour)}"
    return ""


def _touching(case: Case) -> str:
    """Which stall or expansion a new stall would touch (KA-N07)."""
    return _touched(case, -1, False)


def _rival(case: Case) -> str:
    """Which stand of the same colour an expansion would touch (KA-E04)."""
    return _touched(case, case.colour, True)


def _touched(case: Case, colour: int, strange: bool) -> str:
    if case.group != "site":
        return ""
    for site in _beside(case.site):
        if tile := _tile(case, site, colour, strange):
            return f"{LABELS[case.site]} touches {tile} on {LABELS[site]}."
    return ""


def _beside(site: int) -> list[int]:
    """The sites next to a site."""
    return members(_near(_spot(site)))


def _area(case: Case) -> str:
    """Market and restaurant sites (KA-N04, KA-N05, KA-E02)."""
    if case.group not in ("site", "entry"):
        return ""
    label, restaurant = LABELS[case.site], case.site in BOX.restaurant
    if case.group == "entry":
        return f"{label} is a restaurant site, and entries go in the market." if restaurant else ""
    if restaurant and case.colour != k.PURPLE:
        return f"{label} is a restaurant site, and only purple stalls go there."
    if not restaurant and case.colour == k.PURPLE:
        return f"{label} is a market site, and purple stalls go on restaurant sites."
    return ""


def _same_site(case: Case) -> str:
    """A stall moved to where it stands (KA-X16)."""
    return f"that’s where {case.called(case.seat, case.colour)} stands now." if case.group == "site" else ""


def _segment(case: Case) -> str:
    """Which stall of the colour stands in the segment (KA-N06)."""
    if case.group == "colour":
        return f"every segment with room for {_thing(case)} already has one."
    if case.group != "site":
        return ""
    for owner, colour in standing(case.view):
        site = case.view.stall[owner][colour]
        if colour == case.colour and BOX.segment[site] == BOX.segment[case.site]:
            return f"{case.called(owner, colour)} on {LABELS[site]} is already in {segment(site)}."
    return ""


def _full(case: Case) -> str:
    """The stalls that fill the segment (KA-S07)."""
    if case.group == "colour":
        return f"every segment with room for {_thing(case)} already holds two stalls."
    if case.group != "site":
        return ""
    found = [
        f"{case.called(owner, colour)} on {LABELS[case.view.stall[owner][colour]]}"
        for owner, colour in standing(case.view)
        if BOX.segment[case.view.stall[owner][colour]] == BOX.segment[case.site]
    ]
    return f"{segment(case.site)} already holds {counted(len(found))} stalls: {listed(found)}." if found else ""


def _apart(case: Case) -> str:
    """An expansion beside nothing of its own (KA-E03)."""
    if case.group == "colour":
        here = case.view.sizes[case.seat][case.index] > 0
        return f"{case.called(case.seat, case.index)} {'has nowhere to grow' if here else 'isn’t on the square yet'}."
    if case.group != "site" or case.colour < 0:
        return ""
    stall = f"{case.called(case.seat, case.colour)} on {LABELS[case.view.stall[case.seat][case.colour]]}"
    grown = " or one of its expansions" if case.view.sizes[case.seat][case.colour] > 1 else ""
    return f"{LABELS[case.site]} isn’t next to {stall}{grown}."


def _not_beside(case: Case) -> str:
    """A stall with no site for an entry, or an entry away from its stall (KA-N03)."""
    if case.group == "colour":
        return f"wherever {_thing(case)} could stand, there’s no free market site beside it for the entry."
    if case.group == "site":
        return f"there’s no free market site beside {LABELS[case.site]} for the entry."
    if case.group != "entry" or case.index in _beside(case.view.site):
        return ""
    return f"{LABELS[case.index]} isn’t next to the stall on {LABELS[case.view.site]}."


# ---- open ways


def _cut(case: Case) -> str:
    """Which customer could no longer reach which entry (KA-A01)."""
    if case.group == "colour":
        return f"wherever {_thing(case)} could {_deed(case)}, it would cut off a customer or an entry."
    if case.group not in ("site", "entry"):
        return ""
    built, entry = (case.index, -1) if case.group == "site" else (case.view.site, case.index)
    lost = severed(case.view, built, entry)
    if lost is not None:
        return severed_words(lost, entry, case.names, case.seat)
    return f"a stall on {LABELS[built]} would have no entry that customers can reach."


@dataclass(frozen=True, slots=True)
class Lost:
    """A customer and an entry that is out of reach then; -1 where it is every customer, or every entry."""

    customer: int
    owner: int = -1
    colour: int = -1
    entry: int = -1


def standing(view: State) -> Iterator[tuple[int, int]]:
    """Owner and colour of every stall that counts: one that is being moved does not (KA-X17)."""
    for owner in range(k.OWNERS):
        for colour in range(len(NAMES)):
            moved = view.act == Act.MOVE and (owner, colour) == (view.player, view.colour)
            if view.stall[owner][colour] >= 0 and not moved:
                yield owner, colour


def severed(view: State, built: int, entry: int = -1) -> Lost | None:
    """Who would lose what if ``built`` were built on, with an entry beside it if one is given; None if nobody would.

    It is said of all customers where it is true of all; then, if possible, of a customer and an entry of his colour.
    """
    doors = [(view.entry[owner][colour], owner, colour) for owner, colour in standing(view)]
    if entry >= 0:
        doors.append((entry, k.NEUTRAL if view.act == Act.NEUTRAL else view.player, view.colour))
    people = [(site, colour) for colour, site in enumerate(view.stands) if site >= 0]
    parts = _parts(view, built, [door for door, *_ in doors] + [site for site, _ in people])
    for door, owner, colour in doors:
        if people and all(parts[site] != parts[door] for site, _ in people):
            return Lost(-1, owner, colour, door)
    pairs = [(who, door) for site, who in people for door in doors if parts[site] != parts[door[0]]]
    if pairs:
        who, (door, owner, colour) = min(pairs, key=lambda pair: pair[0] != pair[1][2])
        return Lost(who, owner, colour, door)
    main = parts[people[0][0]] if people else ()
    return next((Lost(who) for site, who in people if parts[site] != main), None)


def _parts(view: State, built: int, sites: list[int]) -> dict[int, Bits]:
    """For each of some sites, where one could walk to from there once a site is built on."""
    walk = _walkable(view)
    if view.act == Act.MOVE:
        walk = union(walk, common(_spot(view.stall[view.player][view.colour]), MARKET))
    walk = minus(walk, _spot(built))
    found: dict[int, Bits] = {}
    for site in sites:
        known = next((part for part in found.values() if has(part, site)), None)
        found[site] = known or _reached(walk, _spot(site))
    return found


def _spot(site: int) -> Bits:
    return words([site], WORDS)


def severed_words(lost: Lost, entry: int, names: Names, seat: int) -> str:
    """The same in a sentence; ``entry`` is that of the stall in hand, or -1."""
    if lost.entry < 0:
        return f"The {NAMES[lost.customer]} customer would be shut in."
    who = "no customer could" if lost.customer < 0 else f"the {NAMES[lost.customer]} customer could"
    if lost.entry == entry:
        return opened(f"{who}{' not' if lost.customer >= 0 else ''} reach an entry on {LABELS[entry]}.")
    there = f"the entry of {whose(lost.owner, lost.colour, names, seat)} on {LABELS[lost.entry]}"
    return opened(f"{who} reach {there} any more." if lost.customer < 0 else f"{who} no longer reach {there}.")


# ---- cards and money


def _cards(case: Case) -> str:
    """Which cards would reach the segment, or why this one does not (KA-C01 to KA-C03)."""
    kinds = {"site": _needed, "play": _card, "fee": _cost, "colour": _elsewhere}
    return kinds[case.group](case) if case.group in kinds else ""


def _thing(case: Case) -> str:
    """What is to be built in a colour: ``a red stall``, ``your red stall``."""
    if case.view.act in (Act.EXPAND, Act.MOVE):
        return case.called(case.seat, case.index)
    return f"a {NAMES[case.index]} stall"


def _deed(case: Case) -> str:
    words: dict[int, str] = {Act.EXPAND: "grow", Act.MOVE: "move"}
    return words.get(case.view.act, "stand")


def _elsewhere(case: Case) -> str:
    """Where a colour could be built, had one a card for it, or money for the joker that reaches it."""
    sites = _legal_sites(case)
    for kind in (kind for kind in case.kinds if kind >= k.JOKERS):
        reached = [site for site in sites if BOX.segment[site] in BOX.cards[kind].segments]
        if reached:
            return f"{_could(case, reached)} with {card(kind)}, but {_unpaid(case)}."
    return f"{_could(case, sites)}, but you have no card to play there."


def _could(case: Case, sites: list[int]) -> str:
    places = listed([BOX.segment_names[part] for part in sorted({BOX.segment[site] for site in sites})], "or")
    return f"{_thing(case)} could {_deed(case)} {'to' if case.view.act == Act.MOVE else 'in'} the {places} segment"


def _legal_sites(case: Case) -> list[int]:
    """Where a colour could be built by any card."""
    if case.view.act == Act.NEW:
        return members(_places(case.view, case.index))
    found = _growth if case.view.act == Act.EXPAND else _places_moved
    return members(found(case.view, case.seat, case.index))


def _unpaid(case: Case) -> str:
    """Why a joker cannot be paid (KA-C02, KA-E11)."""
    return f"you can’t pay its {FEE} money as well" if case.view.act == Act.EXPAND else "you have no money for it"


def _card(case: Case) -> str:
    """Why a card cannot be played."""
    held, kind = case.view.held[case.seat], case.index
    if kind == k.THREE:
        return f"you hold {'only ' if held else ''}{many(held, 'card')}." if held < BOX.turn["three"] else ""
    if kind not in case.kinds:
        return f"you don’t hold {card(kind)}."
    if BOX.segment[case.site] not in BOX.cards[kind].segments:
        return f"{card(kind)} doesn’t reach {LABELS[case.site]}, in {segment(case.site)}."
    return _cost(case)


def _needed(case: Case) -> str:
    """Which cards reach a site, and which are in hand."""
    here = BOX.segment[case.site]
    reaching = [kind for kind, one in enumerate(BOX.cards) if here in one.segments]
    jokers = [kind for kind in reaching if kind in case.kinds]
    if jokers:
        return f"{card(jokers[0])} reaches {LABELS[case.site]}, but {_unpaid(case)}."
    hold = listed([card(kind) for kind in case.kinds]) or "no cards"
    needed = listed([card(kind) for kind in reaching], "or")
    return f"{LABELS[case.site]} is in {segment(case.site)}. You’d need {needed}, and you hold {hold}."


def _cost(case: Case) -> str:
    """How much is missing (KA-E08 to KA-E11, KA-C02)."""
    if case.group == "site":
        return _needed(case)
    money = case.view.money[case.seat]
    if case.group in ("fee", "pay") and not money[case.index]:
        return f"you have no {NAMES[case.index]} money."
    joker = case.group == "play" and k.JOKERS <= case.index < k.THREE
    if joker and not sum(money):
        return f"you have no money for {card(case.index)}."
    if case.view.act != Act.EXPAND or case.colour < 0 or case.group == "pay":
        return ""
    size, colour = case.view.sizes[case.seat][case.colour] + 1, NAMES[case.colour]
    own = money[case.colour]
    if case.group == "fee":
        paid = f"paying the joker in {NAMES[case.index]} would leave too little"
        return f"{paid}: size {size} costs {size} {colour}."
    if joker:
        return f"size {size} costs {size} {colour} and the joker {FEE} more. You can’t pay both."
    if not own:
        return f"size {size} costs {size} {colour}. At least 1 must be {colour}, and you have none."
    if _payable(case.view, case.seat, case.colour, size, -1):
        return ""
    due, others = RATE * (size - own), sum(money) - own
    short = f"You’re {size - own} short, which takes {due} of other colours"
    return f"size {size} costs {size} {colour} and you have {own}. {short}, and you have {others or 'none'}."


def _supply(case: Case) -> str:
    """No expansion of the colour (KA-E01)."""
    gone = case.colour >= 0 and not case.view.supply[case.colour]
    return f"there are no {NAMES[case.colour]} expansions left." if gone else ""


# ---- stalls to choose


def _nowhere(case: Case) -> str:
    """A blocked stall that fits nowhere else (KA-B03)."""
    return f"no other site fits {_thing(case)}." if case.group == "colour" else ""


def _on_board(case: Case) -> str:
    """A stall that stands already (KA-N01)."""
    if case.group != "colour" or case.view.sizes[case.seat][case.index] == 0:
        return ""
    return f"{case.called(case.seat, case.index)} is already on {LABELS[case.view.stall[case.seat][case.index]]}."


def _not_blocked(case: Case) -> str:
    """A stall that can grow, or has grown (KA-B01)."""
    if case.group != "colour":
        return ""
    stall, size = case.called(case.seat, case.index), case.view.sizes[case.seat][case.index]
    if size == 0:
        return f"{stall} isn’t on the square yet."
    if size > 1:
        return f"{stall} already has expansions."
    room = [LABELS[site] for site in members(_growth(case.view, case.seat, case.index))]
    return f"{stall} can still grow on {listed(room, 'or')}." if room else ""


# ---- luring and drawing


def _nobody(case: Case) -> str:
    """Who cannot be lured, or an entry that does not count (KA-L01, KA-L02, KA-L10)."""
    if case.group == "customer":
        return _stuck(case)
    if case.group != "goal":
        return ""
    label, wanted = LABELS[case.index], case.view.customer
    entries = [pair for pair in standing(case.view) if case.view.entry[pair[0]][pair[1]] == case.index]
    if not entries:
        return f"there’s no entry on {label}."
    owner, colour = entries[0]
    if colour != wanted:
        return f"the entry on {label} belongs to {case.called(owner, colour)}."
    for customer, site in enumerate(case.view.stands):
        if site == case.index:
            return f"the {NAMES[customer]} customer is standing on {label}."
    return ""


def _stuck(case: Case) -> str:
    """Why a customer cannot be lured anywhere."""
    colour = NAMES[case.index]
    if case.view.stands[case.index] < 0:
        return f"the {colour} customer is waiting at the gate."
    doors = [LABELS[case.view.entry[owner][other]] for owner, other in standing(case.view) if other == case.index]
    if not doors:
        return f"there’s no {colour} stall on the square."
    if len(doors) == 1:
        return f"the only {colour} entry, {doors[0]}, already has a customer."
    return f"every {colour} entry already has a customer: {listed(doors)}."


def _barkers(case: Case) -> str:
    """How many barkers are needed, and how many there are (KA-L04, KA-L05)."""
    customer = case.view.customer
    if case.group != "goal" or customer < 0:
        return ""
    doors = members(_vacant(case.view, customer))
    if case.index not in doors:
        return _nobody(case)
    far = {door: _steps(case.view, customer, door) for door in doors}
    nearer = sorted((door for door in doors if far[door] < far[case.index]), key=far.__getitem__)
    have = case.view.barkers[case.seat]
    if len(nearer) <= have:
        return ""
    places = listed([LABELS[door] for door in nearer])
    more = len(nearer) > 1
    entries = f"the {'entries' if more else 'entry'} on {places} {'are' if more else 'is'} nearer"
    passing = f"Passing {'them' if more else 'it'} costs {some(len(nearer), 'barker')}"
    return f"{entries}. {passing}, and you have {remaining(have)}."


def _not_there(case: Case) -> str:
    """A card that is not in hand, or not on display (KA-X07, KA-D01, KA-D03)."""
    return f"{card(case.index)} isn’t on display." if case.group == "take" else f"you don’t hold {card(case.index)}."


def _no_barker(case: Case) -> str:
    """Where the barkers are (KA-X22)."""
    if _barkers_left(case.view):
        return ""
    held = [(seat, n) for seat, n in enumerate(case.view.barkers) if n]
    each = [f"you have {n}" if seat == case.seat else f"{case.names(seat)} has {n}" for seat, n in held]
    return f"there are no barkers left: {listed(each)}."


_EXPLAINED: dict[str, Callable[[Case], str]] = {
    **dict.fromkeys(("KA-N02", "KA-N08", "KA-X08"), _taken),
    "KA-N03": _not_beside,
    **dict.fromkeys(("KA-N04", "KA-N05", "KA-E02"), _area),
    **dict.fromkeys(("KA-N06", "KA-X03"), _segment),
    **dict.fromkeys(("KA-N07", "KA-X14"), _touching),
    **dict.fromkeys(("KA-S07", "KA-X43"), _full),
    **dict.fromkeys(("KA-A01", "KA-N09", "KA-E06", "KA-X09", "KA-X44"), _cut),
    **dict.fromkeys(("KA-N01", "KA-X40"), _on_board),
    "KA-X16": _same_site,
    "KA-B03": _nowhere,
    "KA-E01": _supply,
    "KA-E03": _apart,
    **dict.fromkeys(("KA-E04", "KA-X13"), _rival),
    **dict.fromkeys(("KA-E08", "KA-E09", "KA-E10", "KA-X10"), _cost),
    **dict.fromkeys(("KA-C01", "KA-C02", "KA-C03", "KA-E11", "KA-X06"), _cards),
    **dict.fromkeys(("KA-X07", "KA-D01", "KA-D03"), _not_there),
    **dict.fromkeys(("KA-B01", "KA-X15"), _not_blocked),
    **dict.fromkeys(("KA-L01", "KA-L02", "KA-L10", "KA-X19"), _nobody),
    **dict.fromkeys(("KA-L04", "KA-L05", "KA-X20"), _barkers),
    "KA-X22": _no_barker,
}
"""What adds to the text of a rule in a position."""
