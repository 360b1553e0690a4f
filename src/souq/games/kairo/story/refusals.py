"""Explanations of refusals: sentences on what in the position makes a choice illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from souq.engine.present.scene import Names
from souq.engine.present.wording import counted, listed, many, opened, remaining, some
from souq.engine.rules.bits import Bits, common, has, members, minus, union, words
from souq.engine.rules.twin import changed, interpreted
from souq.games.kairo import state as k
from souq.games.kairo.rules import access, asking, cards, luring, refusing, stalls, stands
from souq.games.kairo.rules import sites as square
from souq.games.kairo.rules.sites import MARKET, WORDS
from souq.games.kairo.state import BOX, LABELS, NAMES, Act, Phase, Rule, State
from souq.games.kairo.story.wording import card, segment, whose

_near, _walkable, _reached = interpreted(square.near), interpreted(square.walkable), interpreted(access.reached)
_places, _places_moved = interpreted(stalls.places), interpreted(stalls.places_moved)
_stand, _growth, _no_stall = interpreted(stands.stand), interpreted(stands.growth), interpreted(refusing.no_stall)
_steps, _vacant, _kind_bits = interpreted(luring.steps), interpreted(luring.vacant), interpreted(cards.kind_bits)


@dataclass(frozen=True, slots=True)
class Case:
    """A choice that was refused: the position, the seat, the choice's group and its index in the group."""

    view: State
    seat: int
    names: Names
    group: str
    index: int

    @property
    def colour(self) -> int:
        """Colour of the stall that the choice is about."""
        return self.index if self.group == "colour" else self.view.colour

    @property
    def hue(self) -> str:
        """Name of the stall's colour."""
        return NAMES[self.colour]

    @property
    def size(self) -> int:
        """Size that the stand would grow to."""
        return self.view.sizes[self.seat][self.colour] + 1

    @property
    def stall(self) -> str:
        """Name of the stall: ``your green stall``."""
        return self.called(self.seat, self.colour)

    @property
    def stands(self) -> str:
        """Label of the site that the stall is on."""
        return LABELS[self.view.stall[self.seat][self.colour]]

    @property
    def thing(self) -> str:
        """Words for the stall that the player wants to build, expand or move: ``a red stall``, ``your red stall``."""
        return self.stall if self.view.act in (Act.EXPAND, Act.MOVE) else f"a {self.hue} stall"

    @property
    def deed(self) -> str:
        """Verb for what the player wants the stall to do: ``grow``, ``move`` or ``stand``."""
        return {Act.EXPAND: "grow", Act.MOVE: "move"}.get(Act(self.view.act), "stand")

    @property
    def label(self) -> str:
        """Label of the refused site."""
        return LABELS[self.index]

    @property
    def built(self) -> str:
        """Label of the site that the player chose earlier in the action."""
        return LABELS[self.view.site]

    @property
    def chosen(self) -> str:
        """Name of the refused colour, of money or of a customer."""
        return NAMES[self.index]

    @property
    def card(self) -> str:
        """Name of the refused card."""
        return card(self.index)

    @property
    def kinds(self) -> list[int]:
        """Kinds of cards in the hand."""
        return members((_kind_bits(self.view.hand[self.seat]),))

    def called(self, owner: int, colour: int) -> str:
        """Return the name of any owner's stall: ``Omar’s green stall``."""
        return whose(owner, colour, self.names, self.seat)


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Explain in a sentence or two what in this position makes the rule forbid the choice.

    The text adds to that of the rule. It is empty if the rule's text is enough, or if ``seat`` is not asked anything.
    """
    if view.over or seat != view.player:
        return ""
    group, index = k.CHOICES.group_of(choice)
    case: Case | None = None
    if group == "move" and rule == "KA-B01":
        return "None of your stalls is blocked."
    if view.phase == Phase.ACT and group in _BUILDS:
        case = _nearest(view, seat, _BUILDS[group], rule, names)
    elif group == k.CHOICES.group_of(int(asking.GROUP[view.phase]))[0]:
        case = Case(view, seat, names, group, index)
    said = _EXPLAINED.get(case.group, {}).get(rule, "") if case else ""
    return opened(said.format(case) if isinstance(said, str) else said(case)) if case else ""


_BUILDS = {"new": Act.NEW, "expand": Act.EXPAND, "move": Act.MOVE}


def _nearest(view: State, seat: int, act: Act, rule: str, names: Names) -> Case | None:
    """Return the case for the first colour in which ``rule`` forbids a kind of building.

    It treats the colour as if the player had chosen it, so that the explanation can name a stall.
    """
    for colour in range(len(NAMES)):
        mine = (view.sizes[seat][colour] > 0) == (act != Act.NEW)
        if mine and Rule(_no_stall(view, act, colour)).name == rule.replace("-", "_"):
            chosen = changed(view, phase=int(Phase.COLOUR), act=int(act))
            return Case(chosen, seat, names, "colour", colour)
    return None


# ---- sites


def _taken(case: Case) -> str:
    """Name the customer, entry, stall or expansion on the site (KA-N02)."""
    for colour, site in enumerate(case.view.stands):
        if site == case.index:
            return f"the {NAMES[colour]} customer is standing on {case.label}."
    for owner, colour in standing(case.view):
        if case.view.entry[owner][colour] == case.index:
            return f"the entry of {case.called(owner, colour)} is on {case.label}."
    return f"{_tile(case, case.index)} is on {case.label}."


def _tile(case: Case, site: int, rival: bool = False) -> str:
    """Name the stall or expansion on a site, or return an empty text.

    With ``rival``, only other owners' stands of the colour being built are considered.
    """
    for owner, colour in standing(case.view):
        if not rival or (colour == case.colour and owner != case.seat):
            if case.view.stall[owner][colour] == site:
                return case.called(owner, colour)
            if has(_stand(case.view, owner, colour), site):
                return f"an expansion of {case.called(owner, colour)}"
    return ""


def _touching(case: Case) -> str:
    """Name the neighbouring tile that forbids a site (KA-N07, KA-E04).

    For a new stall it is any tile, for an expansion a tile of another stand of its colour.
    """
    beside = members(_near(_spot(case.index)))
    found = ((site, _tile(case, site, case.view.act == Act.EXPAND)) for site in beside)
    return next(f"{case.label} touches {tile} on {LABELS[site]}." for site, tile in found if tile)


def _area(case: Case) -> str:
    """Explain that a colour needs a market site or a restaurant site (KA-N04, KA-E02)."""
    if case.colour == k.PURPLE:
        return f"{case.label} is a market site, and purple stalls go on restaurant sites."
    return f"{case.label} is a restaurant site, and only purple stalls go there."


def _segment(case: Case) -> str:
    """Name the stall that has this colour and is already in the segment (KA-N06)."""
    (owner,) = (owner for owner, colour in _neighbours(case) if colour == case.colour)
    site = case.view.stall[owner][case.colour]
    return f"{case.called(owner, case.colour)} on {LABELS[site]} is already in {segment(site)}."


def _full(case: Case) -> str:
    """Name the stalls that fill the segment (KA-S07)."""
    found = [f"{case.called(*stall)} on {LABELS[case.view.stall[stall[0]][stall[1]]]}" for stall in _neighbours(case)]
    return f"{segment(case.index)} already holds {counted(len(found))} stalls: {listed(found)}."


def _neighbours(case: Case) -> list[tuple[int, int]]:
    """Return the owner and colour of each stall that is already in the segment of the refused site."""
    at, here = case.view.stall, BOX.segment[case.index]
    return [(owner, colour) for owner, colour in standing(case.view) if BOX.segment[at[owner][colour]] == here]


def _apart(case: Case) -> str:
    """Explain that an expansion is not next to its stand (KA-E03)."""
    grown = " or one of its expansions" if case.size > 2 else ""
    return f"{case.label} isn’t next to {case.stall} on {case.stands}{grown}."


# ---- accessibility


def _cut(case: Case) -> str:
    """Name a customer and an entry it could no longer reach (KA-A01), or say that the stall would have no entry."""
    built, entry = (case.index, -1) if case.group == "site" else (case.view.site, case.index)
    lost = severed(case.view, built, entry)
    if lost is not None:
        return severed_words(lost, entry, case.names, case.seat)
    return f"a stall on {LABELS[built]} would have no entry that customers can reach."


@dataclass(frozen=True, slots=True)
class Lost:
    """A customer and an entry that the customer could no longer reach. -1 means all customers, or all entries."""

    customer: int
    owner: int = -1
    colour: int = -1
    entry: int = -1


def standing(view: State) -> Iterator[tuple[int, int]]:
    """Yield owner and colour of every stall on the board, except one that is being moved (KA-X17)."""
    for owner in range(k.OWNERS):
        for colour in range(len(NAMES)):
            moved = view.act == Act.MOVE and (owner, colour) == (view.player, view.colour)
            if view.stall[owner][colour] >= 0 and not moved:
                yield owner, colour


def severed(view: State, built: int, entry: int = -1) -> Lost | None:
    """Return which customer could no longer reach which entry after a building on ``built``; None if all still can.

    With ``entry``, the stall's own entry there counts too. An entry that all customers lose comes first; then, if
    possible, a customer and an entry of its own colour.
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
    """Return, for each of ``sites``, the sites that can be reached from it on foot once ``built`` is built on."""
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
    """Describe in a sentence which customer could no longer reach which entry.

    ``entry`` is the entry of the stall that the player is placing, or -1.
    """
    if lost.entry < 0:
        return f"The {NAMES[lost.customer]} customer would be shut in."
    who = "no customer could" if lost.customer < 0 else f"the {NAMES[lost.customer]} customer could"
    if lost.entry == entry:
        return opened(f"{who}{' not' if lost.customer >= 0 else ''} reach an entry on {LABELS[entry]}.")
    there = f"the entry of {whose(lost.owner, lost.colour, names, seat)} on {LABELS[lost.entry]}"
    return opened(f"{who} reach {there} any more." if lost.customer < 0 else f"{who} no longer reach {there}.")


# ---- cards and money


def _elsewhere(case: Case) -> str:
    """Name segments where the player could build if they had another card, or money for a joker in their hand."""
    sites = _legal_sites(case)
    for kind in case.kinds:
        reached = [site for site in sites if BOX.segment[site] in BOX.cards[kind].segments]
        if reached and kind >= k.JOKERS:
            return f"{_could(case, reached)} with {card(kind)}, but {_unpaid(case)}."
    return f"{_could(case, sites)}, but you have no card to play there."


def _could(case: Case, sites: list[int]) -> str:
    places = listed([BOX.segment_names[part] for part in sorted({BOX.segment[site] for site in sites})], "or")
    return f"{case.thing} could {case.deed} {'to' if case.view.act == Act.MOVE else 'in'} the {places} segment"


def _legal_sites(case: Case) -> list[int]:
    """Return the sites where a stall or expansion of a colour would be legal with any card."""
    if case.view.act == Act.NEW:
        return members(_places(case.view, case.index))
    found = _growth if case.view.act == Act.EXPAND else _places_moved
    return members(found(case.view, case.seat, case.index))


def _unpaid(case: Case) -> str:
    """Explain why a joker cannot be paid for (KA-C02, KA-E11)."""
    fee = BOX.turn["joker_fee"]
    return f"you can’t pay its {fee} money as well" if case.view.act == Act.EXPAND else "you have no money for it"


def _needed(case: Case) -> str:
    """Name the cards that reach a site, and the cards in the hand."""
    reaching = [kind for kind, one in enumerate(BOX.cards) if BOX.segment[case.index] in one.segments]
    jokers = [kind for kind in reaching if kind in case.kinds]
    if jokers:
        return f"{card(jokers[0])} reaches {case.label}, but {_unpaid(case)}."
    hold = listed([card(kind) for kind in case.kinds]) or "no cards"
    needed = listed([card(kind) for kind in reaching], "or")
    return f"{case.label} is in {segment(case.index)}. You’d need {needed}, and you hold {hold}."


def _card(case: Case) -> str:
    """Explain why a card cannot be played (KA-C01 to KA-C03)."""
    held = case.view.held[case.seat]
    if case.index == k.THREE:
        return f"you hold {'only ' if held else ''}{many(held, 'card')}."
    if case.index not in case.kinds:
        return f"you don’t hold {case.card}."
    if BOX.segment[case.view.site] not in BOX.cards[case.index].segments:
        return f"{case.card} doesn’t reach {case.built}, in {segment(case.view.site)}."
    return f"you have no money for {case.card}."


def _cost(case: Case) -> str:
    """Explain how much money is missing for an expansion (KA-E08 to KA-E10)."""
    money, colour, costs = case.view.money[case.seat], case.hue, f"size {case.size} costs {case.size} {case.hue}"
    own, others = money[case.colour], sum(money) - money[case.colour]
    if not own:
        return f"{costs}. At least 1 must be {colour}, and you have none."
    missing = case.size - own
    short = f"You’re {missing} short, which takes {BOX.turn['substitutes'] * missing} of other colours"
    return f"{costs} and you have {own}. {short}, and you have {others or 'none'}."


# ---- stalls to choose


def _ungrown(case: Case) -> str:
    """Explain that a stand has no site next to it to grow onto, or is not on the board (KA-E03)."""
    return f"{case.stall} {'has nowhere to grow' if case.size > 1 else 'isn’t on the square yet'}."


def _not_blocked(case: Case) -> str:
    """Explain why a stall is not blocked: it can grow, has grown, or is not on the board (KA-B01)."""
    if case.size < 2:
        return f"{case.stall} isn’t on the square yet."
    if case.size > 2:
        return f"{case.stall} already has expansions."
    sites = [LABELS[site] for site in members(_growth(case.view, case.seat, case.index))]
    return f"{case.stall} can still grow on {listed(sites, 'or')}."


# ---- luring and drawing


def _stuck(case: Case) -> str:
    """Explain why a customer cannot be lured anywhere (KA-L02)."""
    doors = [LABELS[case.view.entry[owner][colour]] for owner, colour in standing(case.view) if colour == case.index]
    if not doors:
        return f"there’s no {case.chosen} stall on the square."
    if len(doors) == 1:
        return f"the only {case.chosen} entry, {doors[0]}, already has a customer."
    return f"every {case.chosen} entry already has a customer: {listed(doors)}."


def _no_goal(case: Case) -> str:
    """Explain that a site has no entry, or one of another colour (KA-L01)."""
    for owner, colour in standing(case.view):
        if case.view.entry[owner][colour] == case.index:
            return f"the entry on {case.label} belongs to {case.called(owner, colour)}."
    return f"there’s no entry on {case.label}."


def _barkers(case: Case) -> str:
    """Explain how many barkers are needed, and how many the seat has (KA-L05)."""
    view, customer = case.view, case.view.customer
    far = {door: _steps(view, customer, door) for door in members(_vacant(view, customer))}
    nearer = sorted((door for door in far if far[door] < far[case.index]), key=far.__getitem__)
    places, more = listed([LABELS[door] for door in nearer]), len(nearer) > 1
    entries = f"the {'entries' if more else 'entry'} on {places} {'are' if more else 'is'} nearer"
    passing = f"Passing {'them' if more else 'it'} costs {some(len(nearer), 'barker')}"
    return f"{entries}. {passing}, and you have {remaining(view.barkers[case.seat])}."


def _no_barker(case: Case) -> str:
    """Name the seats that hold the barkers (KA-X22)."""
    held = [(seat, n) for seat, n in enumerate(case.view.barkers) if n]
    each = [f"you have {n}" if seat == case.seat else f"{case.names(seat)} has {n}" for seat, n in held]
    return f"there are no barkers left: {listed(each)}."


_EXPLAINED: Mapping[str, Mapping[str, str | Callable[[Case], str]]] = {
    "colour": {
        "KA-N01": "{0.stall} is already on {0.stands}.",
        "KA-N03": "wherever {0.thing} could stand, there’s no free market site beside it for the entry.",
        "KA-N06": "every segment with room for {0.thing} already has one.",
        "KA-S07": "every segment with room for {0.thing} already holds two stalls.",
        "KA-A01": "wherever {0.thing} could {0.deed}, it would cut off a customer or an entry.",
        "KA-B01": _not_blocked,
        "KA-B03": "{0.thing} fits nowhere else.",
        "KA-E01": "there are no {0.hue} expansions left.",
        "KA-E03": _ungrown,
        "KA-E09": _cost,
        **dict.fromkeys(("KA-C01", "KA-C02", "KA-E11"), _elsewhere),
    },
    "site": {
        "KA-N02": _taken,
        "KA-N03": "there’s no free market site beside {0.label} for the entry.",
        **dict.fromkeys(("KA-N04", "KA-E02"), _area),
        "KA-N06": _segment,
        **dict.fromkeys(("KA-N07", "KA-E04"), _touching),
        "KA-S07": _full,
        "KA-A01": _cut,
        "KA-E03": _apart,
        "KA-X16": "that’s where {0.stall} stands now.",
        **dict.fromkeys(("KA-C01", "KA-C02", "KA-E11"), _needed),
    },
    "entry": {
        **dict.fromkeys(("KA-N02", "KA-N08"), _taken),
        "KA-N03": "{0.label} isn’t next to the stall on {0.built}.",
        "KA-N05": "{0.label} is a restaurant site, and entries go in the market.",
        "KA-A01": _cut,
    },
    "play": {
        **dict.fromkeys(("KA-C01", "KA-C02", "KA-C03"), _card),
        "KA-E11": f"size {{0.size}} costs {{0.size}} {{0.hue}} and the joker {BOX.turn['joker_fee']} more. "
        "You can’t pay both.",
    },
    "keep": {"KA-X07": "you don’t hold {0.card}."},
    "fee": {
        "KA-C02": "you have no {0.chosen} money.",
        "KA-E11": "paying the joker in {0.chosen} would leave too little: size {0.size} costs {0.size} {0.hue}.",
    },
    "pay": {"KA-E09": "you have no {0.chosen} money."},
    "customer": {"KA-L01": "the {0.chosen} customer is waiting at the gate.", "KA-L02": _stuck},
    "goal": {"KA-L01": _no_goal, "KA-L02": _taken, "KA-L05": _barkers},
    "take": {"KA-D01": "{0.card} isn’t on display.", "KA-X22": _no_barker},
    "discard": {"KA-D03": "you don’t hold {0.card}."},
}
"""Explanation of a refusal, by group of choices and by rule: a text, or a function that returns a text."""
