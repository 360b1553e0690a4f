"""Refusals are true: the named rule forbids the choice, for the reason given.

The rules are held against :mod:`tests.games.kairo.forbidding`, which knows the one that is to be named; the reasons
against the board of the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME
from souq.games.kairo.state import CHOICES, Phase
from tests.games.kairo.forbidding import EXPAND, MOVE, Forbidding, other_seat
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import Table, placing, table
from tests.games.kairo.reference import (
    BESIDE,
    COLOURS,
    MARKET,
    NAMES,
    NEUTRAL,
    PURPLE,
    REACHES,
    RESTAURANT,
    SQUARE,
    Board,
    Key,
    Site,
    affordable,
    at,
    fees,
    label,
    pack,
    segment,
    spread,
)
from tests.games.kairo.test_refusing import SEALED, SEALERS
from tests.support import rules
from tests.truth import Laws, Tried, named

RULES = (
    "KA-A01", "KA-B01", "KA-B02", "KA-B03", "KA-C01", "KA-C02", "KA-C03", "KA-D01", "KA-D03", "KA-E01", "KA-E02",
    "KA-E03", "KA-E04", "KA-E09", "KA-E11", "KA-F02", "KA-F03", "KA-L01", "KA-L02", "KA-L05", "KA-L10", "KA-N01",
    "KA-N02", "KA-N03", "KA-N04", "KA-N05", "KA-N06", "KA-N07", "KA-N08", "KA-S06", "KA-S07", "KA-S09", "KA-T01",
    "KA-T02", "KA-T03", "KA-X07", "KA-X16", "KA-X22", "KA-X40",
)  # fmt: skip
LAWS = Laws(GAME)
BARKERS = ("", "a", "two", "three")
CHOSEN = [CHOICES.name(choice) for choice in range(CHOICES.size)]
SITES = {label(site): site for site in SQUARE}
PARTS = ("north-west", "north", "north-east", "west", "centre", "east", "south-west", "south", "south-east")
JOKERS = ("North row", "Middle row", "South row", "West column", "Centre column", "East column")
CARDS = {
    name: kind for kind, name in enumerate([part.capitalize() for part in PARTS] + [f"the {j} joker" for j in JOKERS])
}
ACTS = {"new": 3, "expand": EXPAND, "move": MOVE}


# ---- the position of a refusal


@lru_cache(maxsize=2)
def _forbidding(s: Twin) -> Forbidding:
    return Forbidding(s)


def forbidding_rule(t: Tried) -> str:
    """Return the rule that forbids the attempt; empty if none does."""
    if t.s.over:
        return "KA-F04"
    return _forbidding(t.s).rule(CHOSEN[t.choice]) if t.seat == t.s.player else other_seat(t.s, t.seat)


for rule in (*RULES, "KA-F04"):
    LAWS.rule(rule)(lambda t, rule=rule: forbidding_rule(t) == rule)


def act(t: Tried) -> int:
    return ACTS.get(t.group, int(t.s.act))


def hand(t: Tried) -> list[int]:
    return pack(int(t.s.hand[t.seat]))


def money(t: Tried, colour: str = "") -> int:
    own = [int(n) for n in t.s.money[t.seat]]
    return own[NAMES.index(colour)] if colour else sum(own)


def board(t: Tried) -> Board:
    """Return the board, without a stall that is being moved."""
    now = _forbidding(t.s).board
    return now.lifted(t.seat, int(t.s.colour)) if t.s.act == MOVE and t.s.colour >= 0 else now


def stall(t: Tried, words: str) -> Key:
    """Return the stall described as ``your red stall``, ``the neutral red stall``, ``Seat1’s red stall``."""
    found = re.fullmatch(r"(?:(your|the neutral)|(\w+)’s) (\w+)(?: stall)?", words, re.IGNORECASE)
    assert found, words
    owner = {"your": t.seat, "the neutral": NEUTRAL}.get((found[1] or "").lower())
    return (named(found[2]) if owner is None else owner), NAMES.index(found[3])


def places(words: str) -> list[str]:
    """Return the places of a list: ``a, b and c``."""
    return re.split(r", | and | or ", words)


def colour(t: Tried) -> int:
    """Return the colour of what is being built."""
    return t.place if t.group == "colour" else int(t.s.colour)


def stalls_of(t: Tried, wanted: int) -> list[tuple[Site, Site]]:
    """Return sites and entries for a new or moving stall, if only the cards are ignored."""
    return sorted(board(t).pairs(wanted))


# ---- what is on a site


@LAWS.reason(r"The (\w+) customer is standing on (\w+)\.")
def a_customer_is_there(t: Tried, who: str, where: str) -> bool:
    return board(t).customers.get(NAMES.index(who)) == SITES[where] == at(t.place)


@LAWS.reason(r"The entry of (.+) is on (\w+)\.")
def an_entry_is_there(t: Tried, whose: str, where: str) -> bool:
    return board(t).entries.get(SITES[where]) == stall(t, whose) and SITES[where] == at(t.place)


@LAWS.reason(r"(An expansion of )?((?:[Yy]our|[Tt]he neutral|\w+’s) \w+ stall) is on (\w+)\.")
def a_tile_is_there(t: Tried, grown: str, whose: str, where: str) -> bool:
    key, site = stall(t, whose), SITES[where]
    return board(t).tiles.get(site) == key and (board(t).stalls[key][0] == site) != bool(grown) and site == at(t.place)


@LAWS.reason(r"(\w+) touches (an expansion of )?(.+) on (\w+)\.")
def it_touches(t: Tried, where: str, grown: str, whose: str, there: str) -> bool:
    key, site = stall(t, whose), SITES[there]
    own = key == (t.seat, colour(t)) or (t.s.act == EXPAND and key[1] != colour(t))
    tile = board(t).tiles.get(site) == key and (board(t).stalls[key][0] == site) != bool(grown)
    return tile and site in BESIDE[SITES[where]] and SITES[where] == at(t.place) and not (t.s.act == EXPAND and own)


@LAWS.reason(
    r"(\w+) is a (restaurant) site, and entries go in the market\.",
    r"(\w+) is a (restaurant) site, and only purple stalls go there\.",
    r"(\w+) is a (market) site, and purple stalls go on restaurant sites\.",
)
def area(t: Tried, where: str, kind: str) -> bool:
    other = t.group == "entry" or (colour(t) == PURPLE) == (kind == "market")
    return SITES[where] == at(t.place) in (RESTAURANT if kind == "restaurant" else MARKET) and other


@LAWS.reason(r"That’s where (.+) stands now\.")
def it_is_there_already(t: Tried, whose: str) -> bool:
    return _forbidding(t.s).board.stalls[stall(t, whose)][0] == at(t.place) and t.s.act == MOVE


@LAWS.reason(r"(.+) on (\w+) is already in the (\S+) segment\.")
def one_of_the_colour_is_near(t: Tried, whose: str, where: str, part: str) -> bool:
    key, there = stall(t, whose), PARTS.index(part)
    at_home = board(t).stalls[key][0] == SITES[where] and segment(SITES[where]) == there
    return at_home and key[1] == colour(t) and segment(at(t.place)) == there


@LAWS.reason(r"The (\S+) segment already holds (two|three) stalls: (.+)\.")
def the_segment_is_full(t: Tried, part: str, many: str, what: str) -> bool:
    named_ = {(stall(t, words.rpartition(" on ")[0]), SITES[words.rpartition(" on ")[2]]) for words in places(what)}
    there = {(key, board(t).stalls[key][0]) for key in board(t).crowd(PARTS.index(part))}
    return named_ == there and len(there) == {"two": 2, "three": 3}[many] and segment(at(t.place)) == PARTS.index(part)


@LAWS.reason(r"(\w+) isn’t next to (.+) on (\w+?)(?: (or one of its expansions))?\.")
def it_is_apart(t: Tried, where: str, whose: str, there: str, grown: str) -> bool:
    if whose == "the stall":
        return t.group == "entry" and SITES[there] == at(int(t.s.site)) and at(t.place) not in BESIDE[SITES[there]]
    key = stall(t, whose)
    own = board(t).stand(key)
    right = board(t).stalls[key][0] == SITES[there] and key == (t.seat, colour(t)) and (len(own) > 1) == bool(grown)
    return right and not own & set(BESIDE[SITES[where]]) and SITES[where] == at(t.place)


@LAWS.reason(r"There’s no free market site beside (\w+) for the entry\.")
def no_entry_beside(t: Tried, where: str) -> bool:
    return SITES[where] == at(t.place) and not set(BESIDE[SITES[where]]) & (MARKET - board(t).taken)


# ---- who would be cut off


def ways(t: Tried) -> tuple[set[Site], Site]:
    """Return where customers could walk if the site were built on, and that site."""
    built = at(t.place) if t.group == "site" else at(int(t.s.site))
    return board(t).walkable - {built}, built


def could_reach(t: Tried, customer: int, door: Site) -> bool:
    ground, _ = ways(t)
    return door in spread(board(t).customers[customer], ground)


@LAWS.reason(r"(No|The \w+) customer could (?:no longer )?reach the entry of (.+) on (\w+?)(?: any more)?\.")
def a_way_is_cut(t: Tried, who: str, whose: str, where: str) -> bool:
    door = SITES[where]
    lost = [NAMES.index(who[4:])] if who != "No" else [*board(t).customers]
    return board(t).stalls[stall(t, whose)][1] == door and not any(could_reach(t, one, door) for one in lost)


@LAWS.reason(r"No customer could reach an entry on (\w+)\.")
def the_new_entry_is_shut_in(t: Tried, where: str) -> bool:
    shut = not any(could_reach(t, one, SITES[where]) for one in board(t).customers)
    return t.group == "entry" and SITES[where] == at(t.place) and shut


@LAWS.reason(r"A stall on (\w+) would have no entry that customers can reach\.")
def every_entry_is_shut_in(t: Tried, where: str) -> bool:
    doors = set(BESIDE[SITES[where]]) & (MARKET - board(t).taken)
    people = board(t).customers
    return SITES[where] == at(t.place) and not any(could_reach(t, one, door) for one in people for door in doors)


@LAWS.reason(r"Wherever (.+) could (grow|stand), it would cut off a customer or an entry\.")
def everything_cuts(t: Tried, what: str, deed: str) -> bool:
    if deed == "grow":
        key = stall(t, what)
        return bool(fitting(t, key)) and not board(t).growth(*key) and key[0] == t.seat
    wanted = NAMES.index(what.split()[1])
    return not board(t).pairs(wanted) and act(t) not in (EXPAND, MOVE)


def fitting(t: Tried, key: Key) -> set[Site]:
    """Return the sites where a stand could grow, ignoring cut-off entries and customers."""
    own, now = board(t).stand(key), board(t)
    found = {n for tile in own for n in BESIDE[tile]} & (RESTAURANT if key[1] == PURPLE else MARKET) - now.taken
    rivals = {site for site, other in now.tiles.items() if other != key and other[1] == key[1]}
    return {site for site in found if not rivals & set(BESIDE[site])}


# ---- cards and money


@LAWS.reason(r"You don’t hold (.+)\.", r"(.+) isn’t on display\.")
def not_there(t: Tried, what: str) -> bool:
    kind = CARDS[what if what in CARDS else what[0].lower() + what[1:]]
    return kind == t.place and kind not in (t.s.display if t.group == "take" else hand(t))


@LAWS.reason(r"You hold (no|only one|only two) cards?\.")
def too_few(t: Tried, many: str) -> bool:
    return len(hand(t)) == ("no", "only one", "only two").index(many)


@LAWS.reason(r"(.+) doesn’t reach (\w+), in the (\S+) segment\.")
def out_of_reach(t: Tried, what: str, where: str, part: str) -> bool:
    kind = CARDS[what if what in CARDS else what[0].lower() + what[1:]]
    there = PARTS.index(part)
    return (
        kind == t.place
        and kind in hand(t)
        and at(int(t.s.site)) == SITES[where]
        and segment(SITES[where]) == there not in REACHES[kind]
    )


@LAWS.reason(r"(\w+) is in the (\S+) segment\. You’d need (.+), and you hold (.+)\.")
def which_would_reach(t: Tried, where: str, part: str, cards: str, held: str) -> bool:
    there = PARTS.index(part)
    right = SITES[where] == at(t.place) and segment(SITES[where]) == there
    reaching = {CARDS[card] for card in places(cards)} == {kind for kind in range(15) if there in REACHES[kind]}
    mine = set() if held == "no cards" else {CARDS[card] for card in places(held)}
    return right and reaching and mine == set(hand(t)) and not any(there in REACHES[kind] for kind in mine)


@LAWS.reason(r"(The [\w ]+ joker) reaches (\w+), but you (have no money for it|can’t pay its 1 money as well)\.")
def a_joker_reaches(t: Tried, joker: str, where: str, how: str) -> bool:
    kind = CARDS["t" + joker[1:]]
    there = kind in hand(t) and segment(SITES[where]) in REACHES[kind] and SITES[where] == at(t.place)
    return there and unpaid(t, how, int(t.s.colour))


def unpaid(t: Tried, how: str, wanted: int) -> bool:
    if how == "have no money for it":
        return money(t) == 0 and act(t) != EXPAND
    cost = _forbidding(t.s).board.size(t.seat, wanted) + 1
    mine = [int(n) for n in t.s.money[t.seat]]
    return act(t) == EXPAND and affordable(mine, wanted, cost) and not fees(mine, wanted, cost)


@LAWS.reason(
    r"(.+) could (?:grow in|stand in|move to) the (.+) segment, but you have no card to play there()\.",
    r"(.+) could (?:grow in|stand in|move to) the (.+) segment with (.+), but you (?:have|can’t) .+\.",
)
def it_could_be_built_there(t: Tried, what: str, parts: str, joker: str) -> bool:
    now = _forbidding(t.s).board
    if what.startswith("A "):
        wanted, there = NAMES.index(what.split()[1]), {site for site, _ in now.pairs(NAMES.index(what.split()[1]))}
    else:
        owner, wanted = stall(t, what)
        there = now.growth(owner, wanted) if act(t) == EXPAND else {site for site, _ in now.moves(owner, wanted)}
    open_, said = {segment(site) for site in there}, {PARTS.index(part) for part in places(parts)}
    if joker:
        kind = CARDS[joker]
        how = "can’t pay its 1 money as well" if act(t) == EXPAND else "have no money for it"
        return said == open_ & REACHES[kind] and unpaid(t, how, wanted) and kind in hand(t)
    return said == open_ and not any(open_ & REACHES[kind] for kind in hand(t))


@LAWS.reason(r"You have no (?:(\w+) )?money(?: for the [\w ]+ joker)?\.")
def no_money(t: Tried, which: str) -> bool:
    return money(t, which or "") == 0


@LAWS.reason(r"Paying the joker in (\w+) would leave too little: size (\d) costs (\d) (\w+)\.")
def the_fee_leaves_too_little(t: Tried, fee: str, size: str, cost: str, which: str) -> bool:
    left = [int(n) - (c == NAMES.index(fee)) for c, n in enumerate(t.s.money[t.seat])]
    right = size == cost == str(board(t).size(t.seat, colour(t)) + 1) and colour(t) == NAMES.index(which)
    return right and NAMES.index(fee) == t.place and not affordable(left, colour(t), int(cost))


@LAWS.reason(r"Size (\d) costs (\d) (\w+) and the joker 1 more\. You can’t pay both\.")
def the_joker_is_too_much(t: Tried, size: str, cost: str, which: str) -> bool:
    right = size == cost == str(board(t).size(t.seat, colour(t)) + 1) and colour(t) == NAMES.index(which)
    return right and unpaid(t, "can’t pay", colour(t))


@LAWS.reason(r"Size (\d) costs (\d) (\w+)\. At least 1 must be (\w+), and you have none\.")
def nothing_of_the_colour(t: Tried, size: str, cost: str, *which: str) -> bool:
    wanted = NAMES.index(which[0])
    right = size == cost == str(board(t).size(t.seat, wanted) + 1) and len(set(which)) == 1
    return right and money(t, which[0]) == 0 and (t.group != "colour" or wanted == t.place)


@LAWS.reason(
    r"Size (\d) costs (\d) (\w+) and you have (\d)\. You’re (\d) short, which takes (\d+) of other colours, "
    r"and you have (none|\d+)\."
)
def too_little_of_all(t: Tried, size: str, cost: str, which: str, own: str, miss: str, due: str, others: str) -> bool:
    wanted = NAMES.index(which)
    right = size == cost == str(board(t).size(t.seat, wanted) + 1) and money(t, which) == int(own)
    counted = int(cost) - int(own) == int(miss) and int(due) == 2 * int(miss)
    return right and counted and money(t) - int(own) == int(others.replace("none", "0")) < int(due)


@LAWS.reason(r"There are no (\w+) expansions left\.")
def none_is_left(t: Tried, which: str) -> bool:
    return t.s.supply[NAMES.index(which)] == 0


# ---- stalls, customers, barkers


@LAWS.reason(r"(.+) is already on (\w+)\.")
def it_stands(t: Tried, whose: str, where: str) -> bool:
    return stall(t, whose) == (t.seat, t.place) and board(t).stalls[t.seat, t.place][0] == SITES[where]


@LAWS.reason(r"(.+) isn’t on the square yet\.")
def it_does_not_stand(t: Tried, whose: str) -> bool:
    return stall(t, whose) == (t.seat, t.place) and (t.seat, t.place) not in board(t).stalls


@LAWS.reason(r"(.+) has nowhere to grow\.")
def it_is_hemmed_in(t: Tried, whose: str) -> bool:
    return stall(t, whose)[0] == t.seat and not fitting(t, stall(t, whose))


@LAWS.reason(r"None of your stalls is blocked\.")
def none_is_blocked(t: Tried) -> bool:
    return not any(_forbidding(t.s).board.blocked(t.seat, each) for each in range(COLOURS))


@LAWS.reason(r"(.+) already has expansions\.")
def it_has_grown(t: Tried, whose: str) -> bool:
    return stall(t, whose)[0] == t.seat and board(t).size(*stall(t, whose)) > 1


@LAWS.reason(r"(.+) can still grow on (.+)\.")
def it_can_grow(t: Tried, whose: str, where: str) -> bool:
    key = stall(t, whose)
    return board(t).growth(*key) == {SITES[place] for place in places(where)} and key == (t.seat, t.place)


@LAWS.reason(r"(.+) fits nowhere else\.")
def it_can_go_nowhere(t: Tried, whose: str) -> bool:
    return _forbidding(t.s).board.blocked(*stall(t, whose)) and not _forbidding(t.s).board.moves(*stall(t, whose))


@LAWS.reason(r"Wherever (.+) could stand, there’s no free market site beside it for the entry\.")
def no_entry_anywhere(t: Tried, what: str) -> bool:
    wanted = NAMES.index(what.split()[1])
    open_ = [
        s
        for s in areas(t, what) - board(t).taken
        if not any(n in board(t).tiles for n in BESIDE[s]) and all(c != wanted for _, c in board(t).crowd(segment(s)))
    ]
    return bool(open_) and not any(set(BESIDE[site]) & (MARKET - board(t).taken) for site in open_)


@LAWS.reason(r"Every segment with room for (.+) already has one\.")
def every_segment_has_one(t: Tried, what: str) -> bool:
    wanted = NAMES.index(what.split()[1])
    open_ = [s for s in areas(t, what) if s not in board(t).taken and not any(n in board(t).tiles for n in BESIDE[s])]
    return bool(open_) and all(any(c == wanted for _, c in board(t).crowd(segment(site))) for site in open_)


@LAWS.reason(r"Every segment with room for (.+) already holds two stalls\.")
def every_segment_is_full(t: Tried, what: str) -> bool:
    wanted = NAMES.index(what.split()[1])
    return bool(stalls_of(t, wanted)) and all(len(board(t).crowd(segment(s))) >= 2 for s, _ in stalls_of(t, wanted))


def areas(t: Tried, what: str) -> set[Site]:
    return RESTAURANT if what.split()[1] == "purple" else MARKET


@LAWS.reason(r"There’s no entry on (\w+)\.")
def no_entry_there(t: Tried, where: str) -> bool:
    return SITES[where] == at(t.place) not in board(t).entries


@LAWS.reason(r"The entry on (\w+) belongs to (.+)\.")
def an_entry_of_another_colour(t: Tried, where: str, whose: str) -> bool:
    key = board(t).entries.get(SITES[where])
    return SITES[where] == at(t.place) and key == stall(t, whose) and key[1] != t.s.customer


@LAWS.reason(r"The (\w+) customer is waiting at the gate\.")
def at_the_gate(t: Tried, who: str) -> bool:
    return NAMES.index(who) == t.place not in board(t).customers


@LAWS.reason(r"There’s no (\w+) stall on the square\.")
def no_stall_of_his(t: Tried, which: str) -> bool:
    return NAMES.index(which) == t.place and all(key[1] != t.place for key in board(t).stalls)


@LAWS.reason(r"(?:The only (\w+) entry, (\w+),|Every (\w+) entry) already has a customer(?:: (.+))?\.")
def all_are_taken(t: Tried, one: str, where: str, which: str, all_: str) -> bool:
    doors = {entry for key, (_, entry) in board(t).stalls.items() if key[1] == t.place}
    said = {SITES[place] for place in places(all_ or where)}
    return NAMES.index(one or which) == t.place and doors == said <= set(board(t).customers.values())


@LAWS.reason(
    r"The (?:entry on (\w+) is|entries on (.+) are) nearer\. Passing (?:it|them) costs (\w+) barkers?, "
    r"and you have (\w+)\."
)
def too_few_barkers(t: Tried, one: str, many: str, takes: str, have: str) -> bool:
    customer, door = int(t.s.customer), at(t.place)
    nearer = {e for e in board(t).eligible(customer) if board(t).steps(customer, e) < board(t).steps(customer, door)}
    right = {SITES[place] for place in places(one or many)} == nearer and len(nearer) == BARKERS.index(takes)
    return right and t.s.barkers[t.seat] == ("none", "one", *BARKERS[2:]).index(have) < len(nearer)


@LAWS.reason(r"There are no barkers left: (.+)\.")
def where_barkers_are(t: Tried, who: str) -> bool:
    said = {}
    for words in places(who):
        name, _, many = words.replace(" have ", " has ").partition(" has ")
        said[t.seat if name == "you" else named(name)] = int(many)
    return said == {seat: n for seat, n in enumerate(t.s.barkers) if n} and sum(said.values()) == 7


# ---- everywhere


def positions() -> Iterator[Batch]:
    """Yield positions of normal and some strange games, with every question; and a few rare ones."""
    for seed in range(6):
        kind = games if seed == 5 else strange
        for ply, state in enumerate(kind(2 + seed % 3, 20 + seed)):
            phase = int(state["phase"][0])
            if state["over"][0] or (ply + seed) % (2 if phase in (Phase.COLOUR, Phase.ENTRY) else 9) == 0:
                yield state
    for made in seldom():
        yield made.state


def seldom() -> Iterator[Table]:
    """Yield positions that random games hardly ever reach."""
    yield table(*SEALED, hands=["1 6"], customers=SEALERS).play("expand")
    yield table(*SEALED[:2], hands=["1 6"], customers=SEALERS)
    yield table(*SEALED, hands=["1 6"], customers=SEALERS).play("expand", "colour blue")
    yield table("0 green F3>F4", "0 red B6>B7", hands=["J1 4"], money={0: "2 green"})
    walled = ("0 green F3>F4", "1 red E2>D2 F2 E3", "1 blue G2>H2 G3")
    yield table(*walled, hands=["J2"], money={0: ""})
    yield table(*walled, hands=["2 2 2"]).play("move", "colour green", "site F4")
    yield table("0 purple A7>B7")  # whose customer waits at the gate
    yield table("0 green F3>E3 F4", "1 green F6>E6", hands=["5 5 5"], money={0: "9 green"}).play(
        "expand", "colour green"
    )
    pocket = table("0 yellow B3>C3 A3", "1 blue C1>D1 C2", hands=["1"], customers=SEALERS.replace("A4", "F9"))
    yield pocket.play("new", "colour red")
    joker = table("0 green F5>E5", hands=["5 J1"], money={0: "2 green"}).play("expand", "colour green")
    yield joker.copy()
    yield table("0 green F7>F8", hands=["5 J2"], money={0: "2 green"}).play("expand", "colour green", "site F6")
    yield table("0 green F7>F8", hands=["5 J2"], money={0: "2 green 1 red"}).play(
        "expand", "colour green", "site F6", "play J2"
    )
    south = ("2 purple E12>E11 D12 C12 B12 A12", "3 purple L6>K6", "1 purple A8>B8", "1 blue K10>J10 K9 K11 J11 I11")
    nowhere = table("0 purple A10>B10", *south, players=4, hands=["7 7 7"], customers=SEALERS.replace("K11", "F7"))
    yield nowhere
    west = ("0 white I2>I3", "1 white B10>C10", "2 purple E12>E11 D12 C12 B12 A12", "3 purple L6>K6", "1 purple A8>B8")
    elsewhere = SEALERS.replace("K11", "F7")
    yield table(*west, "N purple L11>K11", players=4, hands=["1 1 1"], customers=elsewhere).play("new")
    yield table(*west, *south[3:], players=4, hands=["1 1 1"], customers=elsewhere).play("new")
    first = ("red C5>D5", "red J5>I5", "red B10>C10", "red F10>F9")
    second = ("blue C8>D8", "blue J8>I8", "blue D11>D10", "blue H10>H9")
    yield placing(*first, *second, "white J10>J9", "green I11>H11", players=4)  # no room for a restaurant


@rules(*RULES, "KA-A02", "KA-E06", "KA-E10", "KA-F04", "KA-L04", "KA-N09", "KA-X15", "KA-X17", "KA-X44")
def test_refusals_name_a_true_rule_and_reason() -> None:
    seen = LAWS.check(positions())
    assert not LAWS.untried(seen), LAWS.untried(seen)
