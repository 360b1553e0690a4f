"""What ``reasons`` says about positions of MarraCash is what the rules do there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import cast

import pytest

from souq.bots.base import mixed
from souq.bots.greedy import GreedyBot
from souq.bots.hints import _expected
from souq.bots.reasons import Reasons
from souq.engine.present.reasons import Fact, Key, Pause, facts, measure, mention
from souq.engine.present.wording import counted
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Twin, interpreted
from souq.games.marracash import GAME
from souq.games.marracash import reasons as module
from souq.games.marracash.rules.walking import walk
from souq.games.marracash.state import AUCTION, MOVE, ROUTE_END, ROUTE_START, ROUTES, SHOP_COLOUR, Event, Phase, State
from tests.games.marracash.play import games, happened
from tests.games.marracash.positions import ALI, ANFA, OMAR, shop, table

PAYMENTS = list(accumulate([100, 200, 300, 400] + [500] * 20))


def traders(players: int, seed: int, *, every: int = 1, souvenirs: bool = False) -> Iterator[Batch]:
    """Yield positions of a game of trader bots."""
    bot, state, ply = GreedyBot(), GAME.bindings.setup(players, [int(souvenirs), 0], (seed, 0)), 0
    while not state["over"][0]:
        if ply % every == 0:
            yield clone(state)
        seat = int(state["player"][0])
        choice = int(bot.choose(GAME, state, seat, GAME.bindings.legal(state, seat), mixed(ply)))
        GAME.bindings.apply(state, seat, choice, (seed, ply + 1))
        ply += 1


def found(state: Batch, seat: int) -> dict[Key, Fact]:
    """Return the facts of a position for a seat."""
    return facts(GAME, state, seat)


def of(now: dict[Key, Fact], kind: str) -> list[Key]:
    """Return the keys of one kind of facts."""
    return [key for key in now if key[0] == kind]


def walked(state: Batch, guide: int, route: int) -> State:
    """Return the position after a seat has led a crowd along a route, regardless of whose turn it is."""
    view = cast(State, Twin.of(state))
    view.n_events = 0
    interpreted(walk)(view, guide, route)
    return view


def test_gauges_are_what_the_events_say() -> None:
    """Cash is what the scoreboard says; the bid is the last one of the auction, if the seat has made it."""
    for state in games(3, 5):
        bids = happened(state, Event.BIDS)
        cash = GAME.bindings.points(state)
        for seat in range(3):
            own, others, bid = measure(GAME, state, seat)
            assert (own, own + others) == (cash[seat], sum(cash))
            if bids and state["lot"][0] >= 0:
                assert bid == (bids[-1].money if bids[-1].seat == seat else 0)


@pytest.mark.parametrize(("players", "souvenirs"), [(2, False), (3, True), (4, False)])
def test_choices_do_what_they_are_said_to_do(players: int, souvenirs: bool) -> None:
    """The gauges change by what reasons say, unless that depends on chance."""
    said = 0
    for state in traders(players, 5, every=4, souvenirs=souvenirs):
        seat = int(state["player"][0])
        reasons = Reasons(GAME, state, seat)
        line = reasons.whole([int(GAME.bindings.legal(state, seat)[0])])
        after = clone(state)
        for nth, choice in enumerate(line):
            GAME.bindings.apply(after, seat, choice, (77, nth))
        if not after["draws"][0]:
            changes = [b - a for a, b in zip(measure(GAME, state, seat), measure(GAME, after, seat), strict=True)]
            assert list(reasons.changes(line)) == changes
            said += any(changes)
    assert said > 10


def test_averages_are_rounded_to_the_smallest_banknote() -> None:
    """All sums are multiples of 25 Dirham, and so are the expected ones."""
    amounts = list[int]()
    for state in traders(3, 5, every=12):
        seat = int(state["player"][0])
        reasons, legal = Reasons(GAME, state, seat), GAME.bindings.legal(state, seat)
        one, other = reasons.whole([int(legal[0])]), reasons.whole([int(legal[-1])])
        phrases = " ".join(said.phrase for said in _expected(reasons, one, other, 7))
        amounts += [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", phrases)]
    assert len(amounts) > 5
    assert all(amount % 25 == 0 for amount in amounts)


def test_what_an_action_does_is_not_what_the_whole_turn_does() -> None:
    """A walk is complete before the next action, and an auction's bids and what follows it are other decisions."""
    town = table("F1=R F8=G F16=B", "R1 Ali(0)", players=3, queue="RBGPY")
    walks = [number for number in GAME.bindings.legal(town.state, ALI).tolist() if number < AUCTION]
    line = Reasons(GAME, town.state, ALI).whole(walks[:1], Pause.CHOICE)
    assert line == (walks[0],)
    assert len(Reasons(GAME, town.state, ALI).whole(walks[:1])) > 1
    offer = [walks[0], town.number("auction R2")]
    assert Reasons(GAME, town.state, ALI).whole(offer) == tuple(offer)
    town.auction("R2", 100, 125, "pass")
    assert Reasons(GAME, town.state, ALI).whole([town.number("pass")]) == (town.number("pass"),)
    first = table("F1=R F8=G F16=B", players=2, turn=1).auction("R2", 100, 125)
    assert Reasons(GAME, first.state, ALI).whole([first.number("pass")]) == (first.number("pass"),)


def test_visitors_are_as_far_from_a_shop_as_walks_by_the_rules_show() -> None:
    """Whom one, two or three walks can bring into a shop is found by really walking there."""
    for state in [*traders(3, 2, every=17), *games(4, 3, eager=True)][:60:3]:
        view = Twin.of(state)
        for number, owner in enumerate(view.owner):
            if owner < 0:
                continue
            there = [_reached(view, number, fountain) for fountain in range(16)]
            colour = int(SHOP_COLOUR[number])
            expected = [
                sum(view.crowd[f][colour] for f, walks in enumerate(there) if walks <= most) for most in (1, 2, 3)
            ]
            assert module.reach(cast(State, view), number) == expected
            near = of(found(state, owner), "near")
            said = [max((key[3] for key in near if key[1:3] == (number, walks)), default=0) for walks in (1, 2, 3)]
            assert said == expected
            for other in range(view.players):
                now = found(state, other)
                most = max((key[2] for key in of(now, "theirs") if key[1] == number), default=0)
                assert most == (0 if other == owner else expected[0])
                few = [now[key].keeps for key in of(now, "few") if key[1] == number and now[key].keeps]
                assert len(few) == (other != owner and expected[0] < module.MANY)
                assert all(counted(expected[0]) in words for words in few)


def _reached(view: Twin, number: int, fountain: int) -> int:
    """Return how many walks bring a visitor of a shop's colour from a fountain into the shop; 4 if more than three."""
    colour, now = int(SHOP_COLOUR[number]), {fountain}
    for walks in (1, 2, 3):
        after = set[int]()
        for route in range(ROUTES):
            if int(ROUTE_START[route]) in now:
                alone = Twin(**{**view.__dict__, "crowd": [[0] * 5 for _ in range(16)], "n_events": 0, "sale": -1})
                for field in ("customers", "cash", "income", "cuts", "shown"):
                    setattr(alone, field, list(getattr(view, field)))
                alone.crowd[int(ROUTE_START[route])][colour] = 1
                interpreted(walk)(cast(State, alone), 0, route)
                if alone.customers[number] > view.customers[number]:
                    return walks
                if alone.crowd[int(ROUTE_END[route])][colour]:
                    after.add(int(ROUTE_END[route]))
        now = after
    return 4


def test_the_next_guide_can_earn_what_is_said() -> None:
    """The amount is that of the best walk, rounded down, and the guide is who leads next in the game."""
    seen = set[bool]()
    for players, seed in ((2, 4), (3, 5), (4, 6)):
        course = list(traders(players, seed))
        for nth in range(0, len(course), 7):
            state = course[nth]
            for seat in range(players):
                threats = of(found(state, seat), "threat")
                guide = module.next_guide(cast(State, Twin.of(state)), seat)
                seen.add(bool(threats))
                if guide < 0:
                    assert not threats
                    continue
                ahead = (later for later in course[nth:] if _leads(later, seat, state))
                assert next((int(later["active"][0]) for later in ahead), guide) == guide
                before, crowds = int(state["cash"][0][guide]), Twin.of(state).crowd
                after = [walked(state, guide, r) for r in range(ROUTES) if any(crowds[int(ROUTE_START[r])])]
                most = max((view.cash[guide] - before for view in after), default=0)
                assert max((key[2] for key in threats), default=0) == most // 50 * 50
                assert all(key[1] == guide for key in threats)
    assert seen == {True, False}


def _leads(state: Batch, seat: int, now: Batch) -> bool:
    """Return whether a seat other than ``seat`` chooses an action among which are walks."""
    active = int(state["active"][0])
    if active == seat or state["phase"][0] != Phase.ACTION or state["over"][0]:
        return False
    return any(MOVE <= choice < AUCTION for choice in GAME.bindings.legal(state, active))


def test_an_auction() -> None:
    """Facts of an auction hold for those who are in it, and end when they pass or buy."""
    town = table(
        "F6=RRG F16=RBG F1=BY", "R1 Anfa(2)", players=3, cash={ALI: 700, ANFA: 300, OMAR: 1000}, queue="RRBGPY"
    )
    town.play("auction R2")
    now = found(town.state, ALI)
    assert "the red shop R2" in now["lot", shop("R2")].begins
    assert "two still outside" in now["lot", shop("R2")].begins
    assert not of(now, "bound")
    town.play(*("more", "more", "add 25"))
    now = found(town.state, ALI)
    assert measure(GAME, town.state, ALI)[2] == town.standing == 225
    assert max(key[1] for key in of(now, "floor")) == 225
    assert now["floor", 225].begins.startswith("makes the others bid at least 250 Dirham or pass on the red shop R2 (")
    assert now["left", 475].begins == "leaves you 475 Dirham even if you win the red shop R2"
    assert max(key[1] for key in of(now, "left")) == 475
    assert ("fee",) not in now
    assert "bid" in town.legal
    assert town.least == 250
    assert min(key[1] for key in of(now, "payback")) == 2
    assert ("dear", ANFA) not in now
    assert not of(found(town.state, OMAR), "payback")
    town.play("pass")
    assert ("bidding", shop("R2")) not in found(town.state, ANFA)
    town.play("more", "add 50")
    now = found(town.state, OMAR)
    assert ("bound", shop("R2")) in now
    assert now["dear", ANFA].begins == "leaves Anfa too little cash to outbid you".replace("Anfa", mention(ANFA))
    town.play("pass")
    now = found(town.state, OMAR)
    assert {("shop", shop("R2")), ("bidding", shop("R2")), ("bound", shop("R2"))} <= now.keys()
    assert ("sold", shop("R2")) in found(town.state, ALI)


def test_customers_that_pay_a_bid_back() -> None:
    """The number is the lowest whose payments reach the bid, and those whose bid is too high for a rival are named."""
    seen = 0
    for state in traders(4, 9, every=2):
        view = Twin.of(state)
        for seat in range(4):
            now = found(state, seat)
            leads = view.lot >= 0 and view.leader == seat
            assert bool(of(now, "payback")) == leads
            assert (("bidding", view.lot) in now) == (view.lot >= 0 and bool(view.inside >> seat & 1))
            if not leads:
                continue
            seen += 1
            least = min(int(key[1]) for key in of(now, "payback"))
            assert PAYMENTS[least - 1] >= view.standing > (PAYMENTS[least - 2] if least > 1 else 0)
            dear = {s for s in range(4) if s != seat and view.cash[s] < view.standing + 25 and view.signs[s]}
            assert {key[1] for key in of(now, "dear") if now[key].begins} == dear
            high = view.active == seat and view.standing >= 500
            assert (("fee",) in now) == high
    assert seen > 20


def test_those_who_have_passed_arent_outbid() -> None:
    """A bid isn't said to be too high for a player who wouldn't raise an earlier one."""
    town = table("F1=BY", players=3, cash={ALI: 700, ANFA: 300, OMAR: 1000}, queue="RRBGPY")
    town.play("auction R2", "bid", "pass")
    reasons, high = Reasons(GAME, town.state, OMAR), [town.number(part) for part in ("more", "more", "add 25")]
    for other in ("bid", "pass"):
        said = [each.phrase for each in reasons.gained(high, [town.number(other)])]
        assert said
        assert not any("outbid" in phrase for phrase in said)


def test_visitors_at_the_door_arent_counted_twice() -> None:
    """Those who enter a shop when it is bought aren't among those who need a walk."""
    town = table("F3=BB F5=B F8=B", players=2, queue="B").auction("B1", 100)
    said = max(found(town.state, ALI).items(), key=lambda item: item[0][0] == "floor" and item[0][1])[1].begins
    assert said.endswith("(blue visitors: two at its door, one a single walk away and one still outside)")
    assert said.startswith(f"makes {mention(ANFA)} bid at least 125 Dirham")


def test_a_bid_doesnt_deny_others_the_shop() -> None:
    """What a rival could earn with the shop isn't said to be prevented by a bid that may be raised."""
    town = table("F6=RRG F1=BY", players=2, cash={ALI: 700, ANFA: 900}, queue="RRBGPY").auction("R2", 100, 200)
    said = Reasons(GAME, town.state, ALI).gained([town.number("bid")], [town.number("pass")])
    assert "bidding" in {each.kind for each in said}
    assert "threat" not in {each.kind for each in said}


def test_the_end_and_the_money() -> None:
    """The last round, the visitors outside, the most cash, and too little for an auction."""
    late = table("F8=BGY", players=3, cash={ALI: 75, ANFA: 500, OMAR: 400}, queue="RB")
    now = found(late.state, ALI)
    assert ("outside", 2) in now
    assert ("outside", 1) not in now
    assert now["outside", 2].begins == "leaves only two visitors outside"
    assert ("broke",) in now
    assert "auction R1" not in late.legal
    assert not {("last",), ("ahead",)} & now.keys()
    assert ("ahead",) in found(late.state, ANFA)
    end = table("F8=BGY", players=3, queue="", left=2).state
    assert ("last",) in found(end, ALI)
    assert not any(fact.begins or fact.avoids for key, fact in found(end, ALI).items() if key[0] == "outside")


def test_no_visitor_is_left_outside_when_all_are_brought_in() -> None:
    """A choice that empties the queue isn't said to leave more visitors outside than another one."""
    town = table("F8=R F1=RBG F16=RBG", players=2, queue="BYP", actions=1).play("move 8 E")
    all_of_them, some = [town.number("bring A 3")], [town.number("bring B 2")]
    said = {each.kind for each in Reasons(GAME, town.state, ALI).gained(all_of_them, some)}
    assert "last" in said
    assert "outside" not in said


def test_visitors_at_the_door_of_a_shop_for_sale() -> None:
    """Those who are said to be at its door enter a shop when it is bought."""
    seen = 0
    for state in traders(3, 12, every=3):
        if state["phase"][0] != Phase.ACTION:
            continue
        view, seat = Twin.of(state), int(state["player"][0])
        for choice in GAME.bindings.legal(state, seat).tolist():
            number = choice - AUCTION
            if not 0 <= number < 25:
                continue
            after = clone(state)
            GAME.bindings.apply(after, seat, choice, (1, 1))
            while int(after["lot"][0]) == number:
                who = int(after["player"][0])
                GAME.bindings.apply(after, who, int(GAME.bindings.legal(after, who)[0]), (1, 1))
                pulled = [row.visitors for row in happened(after, Event.PULL)]
            doors = [key[2] for key in of(found(state, seat), "door") if key[1] == number]
            assert max(doors, default=0) == sum(pulled)
            seen += bool(doors)
        assert view.lot < 0
    assert seen


def test_every_kind_is_listed() -> None:
    """All facts of some games have listed kinds."""
    kinds = set[str]()
    for state in [*traders(3, 1, every=3, souvenirs=True), *traders(2, 2, every=5), *games(4, 2, eager=True)]:
        for seat in range(int(state["players"][0])):
            kinds |= {fact.kind for fact in found(state, seat).values()}
    assert kinds == set(module.KINDS)
