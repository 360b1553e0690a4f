"""What ``reasons`` says about positions of the Grand Bazaar is what the rules do there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from souq.bots.base import mixed
from souq.bots.greedy import GreedyBot
from souq.bots.reasons import Reasons
from souq.engine.match.decision import seats
from souq.engine.present.reasons import Fact, Key, facts, measure
from souq.engine.rules.events import rows
from souq.engine.rules.kinds import Row, visible_events
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Twin, recorded
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar import reasons as module
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.tally import earned
from souq.games.grand_bazaar.state import CHOICES, Event, Phase, State
from souq.games.grand_bazaar.story.wording import type_name
from tests.games.grand_bazaar import exact
from tests.games.grand_bazaar.play import games
from tests.games.grand_bazaar.positions import numbers, position, spelt

SELLING = (Phase.SELL, Phase.QUANTITY, Phase.COLLECT, Phase.PLY)
TALENTS, BEST, CARDS, VALUE, GIVEN, ASKED, CUBES = range(len(module.GAUGES))


def traders(players: int, seed: int, **chosen: Any) -> Iterator[Batch]:
    """Yield all positions of a game of trader bots."""
    bot, state, ply = GreedyBot(), GAME.bindings.setup(players, numbers(**chosen), (seed, 0)), 0
    while not state["over"][0]:
        yield clone(state)
        seat = next(seats(GAME.bindings.deciders(state)))
        choice = int(bot.choose(GAME, known(state, seat), seat, GAME.bindings.legal(state, seat), mixed(ply)))
        GAME.bindings.apply(state, seat, choice, (seed, ply := ply + 1))


def known(state: Batch, seat: int) -> Batch:
    """Return what a seat may know of a position."""
    return GAME.bindings.hidden(state, seat)


def twin_of(state: Batch) -> State:
    return cast(State, Twin.of(state))


def told(state: Batch) -> list[Row]:
    """Return the public events of the last decision."""
    return rows(Event, visible_events(state[0], -1))


def found(state: Batch, seat: int) -> dict[Key, Fact]:
    """Return the facts of a position for a seat."""
    return facts(GAME, known(state, seat), seat)


def of(state: Batch, seat: int, kind: str) -> list[Fact]:
    """Return the facts of a kind."""
    return [fact for fact in found(state, seat).values() if fact.kind == kind]


def at(*hands: str, **chosen: Any) -> Batch:
    """Return a position put together by hand."""
    return recorded(cast(State, position(*hands, **chosen)), State)


def number(name: str) -> int:
    return int(CHOICES.parse(spelt(name)))


def phrases(state: Batch, seat: int, one: str, other: str) -> list[str]:
    """Return what is said for choices, separated by commas, in comparison with others."""
    reasons = Reasons(GAME, known(state, seat), seat)
    lines = ([number(name.strip()) for name in line.split(",")] for line in (one, other))
    return [said.phrase for said in reasons.gained(*lines)]


def after(state: Batch, seat: int, *names: str) -> Batch:
    """Return the position after some choices."""
    made = clone(state)
    for ply, name in enumerate(names):
        GAME.bindings.apply(made, seat, number(name), (1, ply))
    return made


def sells(view: State, seat: int) -> bool:
    return view.player == seat and view.phase in SELLING


def done(view: State, seat: int) -> bool:
    """Return whether a seat has had its selling turn in this round."""
    return bool(view.sellers >> seat & 1) and not sells(view, seat)


def access(view: State, seat: int) -> int:
    return sum((view.access[customer] >> seat & 1) << customer for customer in range(g.CUSTOMERS))


def best(view: State, seat: int) -> int:
    """Return the best sale of a seat that hasn't begun to sell."""
    return int(exact.best_sale(np.array(view.hand[seat]), access(view, seat)))


# ---- quantities


GAMES = [(2, {}), (3, {}), (6, {}), (3, {"trading": "open"}), (2, {"trading": "off"})]


@pytest.mark.parametrize("players, chosen", GAMES)
@pytest.mark.parametrize("trader", [False, True])
def test_the_quantities_are_those_of_the_table(players, chosen, trader) -> None:
    paid = [0] * players
    played = traders(players, 3, **chosen) if trader else games(players, 5, **chosen)
    for ply, state in enumerate(played):
        view = twin_of(state)
        for _, seat, amount in earned(visible_events(state[0], -1)) if ply else ():
            paid[seat] += amount
        if ply % 9 and not view.over:
            continue
        for seat in range(players):
            got = measure(GAME, known(state, seat), seat)
            assert got[TALENTS] == paid[seat]
            if done(view, seat):
                assert got[BEST] == paid[seat]
            elif not sells(view, seat):
                assert got[BEST] == paid[seat] + best(view, seat)
            assert got[CARDS] == sum(view.hand[seat]) - 5 * (view.nth - 1)
            face = sum(n * good.value for n, good in zip(view.hand[seat], g.BOX.goods, strict=True))
            assert got[VALUE] == face
            offers = [to for to in range(players) if view.posted[seat] >> to & 1]
            makes = view.player == seat and Phase.GIVE <= view.phase <= Phase.BORROW
            for gauge, side in ((GIVEN, view.give), (ASKED, view.want)):
                assert got[gauge] == (None if makes else sum(good >= 0 for to in offers for good in side[seat][to]))
            if view.phase == Phase.BID:
                placed = sum(bids[seat] for bids in view.bids) + view.square.count(seat)
                placed += sum(mask >> seat & 1 for mask in (view.negotiator, *view.placed))
                assert got[CUBES] == 6 - placed - 6 * (view.nth - 1)


HANDS = [
    ("2xFG1 LS2 FO3 RM4 2xTX5 FG3", "A", "A"),
    ("2xFG1 3xLS5 2xTX4 RM1 FO1", "A", ""),
    ("FG1 FG2 FG4 LS2 LS3 FO3 FO1 RM4 TX5", "", "A"),
    ("3xFG1 2xLS2 3xFO5", "", ""),
    ("FG1 2xFG2 FG3 FG4 FG5 LS1 FO1 RM1 TX1", "A", "A"),
]


@pytest.mark.parametrize("hand, haggler, collector", HANDS)
def test_the_best_sale_is_the_most_that_can_still_be_sold_for(hand, haggler, collector) -> None:
    """Also in the middle of a sale: every way to go on is tried."""
    state = at(hand, "FG5", at="selling", customers=(haggler, collector, "A"), nth=1)
    seen: dict[tuple[Any, ...], int] = {}

    def most(now: Batch) -> int:
        view = twin_of(now)
        if view.nth != 1 or not sells(view, 0):
            return view.talents[0]
        key = (tuple(view.hand[0]), view.phase, tuple(view.drawn), view.at, view.good, view.sold)
        if key not in seen:
            found = 0
            for choice in GAME.bindings.legal(now, 0).tolist():
                then = clone(now)
                GAME.bindings.apply(then, 0, choice, (1, 1))
                found = max(found, most(then))
            seen[key] = found - view.talents[0]
            assert measure(GAME, known(now, 0), 0)[BEST] == found, key
        return seen[key] + view.talents[0]

    assert most(state) > 0
    assert len({key[1] for key in seen}) > 1


# ---- facts, by the rules


@pytest.mark.parametrize("players", [2, 3, 6])
def test_facts_about_bids(players) -> None:
    """Whoever leads, who could still outbid it, and what that would take."""
    kinds = set()
    for state in games(players, 7, trading="off"):
        view = twin_of(state)
        if view.over or view.phase != Phase.BID:
            continue
        for seat in range(players):
            led = {fact.key[1] for fact in of(state, seat, "lead")}
            safe = {fact.key[1] for fact in of(state, seat, "safe")}
            costs = dict.fromkeys(range(g.CONTESTS), 0)
            for fact in of(state, seat, "costly"):
                costs[cast(int, fact.key[1])] = max(costs[cast(int, fact.key[1])], cast(int, fact.key[2]))
            kinds |= {"safe"} if safe else set()
            kinds |= {"costly"} if any(costs.values()) else set()
            for contest, bids in enumerate(view.bids[: g.CONTESTS]):
                assert (contest in led) == (bids[seat] > max(n for other, n in enumerate(bids) if other != seat))
                bidders = [bids_on(state, other, contest) for other in range(players) if other != seat]
                assert (contest in safe) == (contest in led and not any(bidders))
                if contest in led and any(bidders):
                    assert costs[contest] <= min(min(each) for each in bidders if each)
    assert kinds == {"safe", "costly"}


def bids_on(state: Batch, seat: int, contest: int) -> list[int]:
    """Return with how many cubes a seat could bid on a contest if it was its turn."""
    then = clone(state)
    then["player"] = seat
    legal = GAME.bindings.legal(then, seat).tolist()
    first = g.CARAVAN + g.CUBES * contest
    return [choice - first + 1 for choice in legal if first <= choice < first + g.CUBES]


@pytest.mark.parametrize("players", [2, 4])
def test_facts_about_the_free_traders_line(players) -> None:
    """How many more caravans will be claimed, and who is asked for the right of way."""
    waiting: list[tuple[int, str]] = []
    claims, requests, checked = 0, 0, 0
    for state in (*traders(players, 1, trading="off"), *games(players, 1, trading="off")):
        view = twin_of(state)
        claims += sum(row.kind == Event.CLAIMS for row in told(state))
        if view.phase in (Phase.BID, Phase.SELL) or view.over:
            for before, said in waiting:
                assert said == "no" if claims == before else str(claims - before) == said
            checked += len(waiting)
            waiting = []
        if view.over or view.phase not in (Phase.CLAIM, Phase.POLL, Phase.RIGHT, Phase.DENIED):
            continue
        for seat in range(players):
            lines = of(state, seat, "line")
            left = [each for fact in lines for each in re.findall(r"for (\w+) more caravan", fact.keeps)]
            words = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
            if seat in view.square and seat != view.sender:
                waiting.append((claims, words[left[0]] if left else "no"))
                assert len(lines) == view.square.count(seat)
            for fact in of(state, seat, "request"):
                asked = {int(each) for each in re.findall(r"⟨(\d)⟩", fact.begins)}
                polled = [row for row in told(state) if row.kind == Event.POLLED and row.sends]
                if polled and fact.begins:
                    assert asked == set(seats(polled[-1].seats)) and of(state, seat, "risk")
                    requests += 1
    assert checked > 20
    assert requests or players == 2


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (6, 3)])
def test_facts_about_sales(players, seed) -> None:
    """Customers buy what is said, for what is said, and nothing else."""
    kinds = set()
    for state in (*traders(players, seed), *games(players, seed)):
        view = twin_of(state)
        if view.over or view.phase != Phase.SELL:
            continue
        seat = view.player
        all_facts = found(state, seat)
        legal = GAME.bindings.legal(state, seat).tolist()
        for good in range(g.GOODS):
            lots = [fact for key, fact in all_facts.items() if key[:2] == ("haggler", good)]
            assert len(lots) == (view.hand[seat][good] - 1 if g.HAGGLE + good in legal else 0)
            if lots:
                kinds.add("haggler")
                assert paid(state, seat, g.HAGGLE + good, len(lots)) == sum(fact.worth for fact in lots)
                assert all(re.search(rf"for {fact.worth}( more)?$", fact.begins) for fact in lots)
        for kind in range(g.TYPES):
            assert (("guild", kind) in all_facts) == (g.GUILD_SALE + kind in legal)
            if ("guild", kind) in all_facts:
                fact = all_facts["guild", kind]
                assert fact.begins.endswith(f"for {paid(state, seat, g.GUILD_SALE + kind)}")
        sets = sum(key[0] == "collector" for key in all_facts)
        assert (sets > 0) == (g.COLLECT in legal)
        if sets:
            kinds.add("collector")
            assert sets == min(view.kinds[seat])
    assert "haggler" in kinds and ("collector" in kinds or players == 2)


def paid(state: Batch, seat: int, choice: int, most: int = 0) -> int:
    """Return what a seat is paid for a sale, of one card more than ``most`` if it may choose how many."""
    then = clone(state)
    GAME.bindings.apply(then, seat, choice, (1, 1))
    if twin_of(then).phase == Phase.QUANTITY:
        GAME.bindings.apply(then, seat, g.QUANTITY + most - 1, (1, 1))
    return next(row.talents for row in told(then) if row.kind == Event.SELLS)


@pytest.mark.parametrize("players, chosen", [(2, {}), (3, {}), (3, {"trading": "open"})])
def test_facts_about_trades(players, chosen) -> None:
    """What an offer would bring if it was accepted, and what one more card of a good that is asked for would."""
    accepted = asked = 0
    for state in (*traders(players, 4, **chosen), *games(players, 4, **chosen)):
        view = twin_of(state)
        if view.over:
            continue
        for seat in range(players):
            for fact in of(state, seat, "offer"):
                other, choice = cast(int, fact.key[1]), g.TAKE_UP + seat if chosen else g.ACCEPT
                if len(fact.key) < 3 or choice not in GAME.bindings.legal(state, other):
                    continue
                then = clone(state)
                GAME.bindings.apply(then, other, choice, (1, 1))
                late = twin_of(then)
                if done(late, seat) or (sells(late, seat) and late.phase != Phase.SELL):
                    continue
                accepted += 1
                gain = late.talents[seat] + best(late, seat) - view.talents[seat] - best(view, seat)
                assert fact.key[2] == gain
                talents = f"{abs(gain)} Talent{'s' * (abs(gain) > 1)}"
                said = f"{talents} {'better' if gain > 0 else 'worse'}" if gain else "just as well"
                assert fact.begins == f"would leave you, best sale included, {said} off if ⟨{other}⟩ accepts"
        for fact in of(state, view.floor, "asks") if view.floor >= 0 else ():
            good = cast(int, fact.key[1])
            if good == g.ANYTHING:
                continue
            asked += 1
            for other in re.findall(r"⟨(\d)⟩", fact.begins):
                assert view.hand[int(other)][good] > 0
            hand = np.array(view.hand[view.floor])
            hand[good] += 1
            gain = int(exact.best_sale(hand, access(view, view.floor))) - best(view, view.floor)
            assert re.findall(r"best sale by (\d+)", fact.begins) == ([str(gain)] if gain > 0 else [])
    assert accepted > 3
    assert asked > 3 or chosen


def test_facts_about_cards() -> None:
    for state in (*traders(3, 6), *games(2, 6)):
        view = twin_of(state)
        if view.over:
            continue
        for seat in range(view.players):
            all_facts, hand = found(state, seat), view.hand[seat]
            for good in range(g.GOODS):
                assert sum(key[:2] == ("same", good) for key in all_facts) == max(0, hand[good] - 1)
            for kind in range(g.TYPES):
                held = hand[5 * kind : 5 * kind + 5]
                assert (("type", kind, sum(held)) in all_facts) == bool(sum(held))
                lacking = [5 * kind + rank for rank, n in enumerate(held) if not n]
                assert (("nearly all", kind, *lacking) in all_facts) == (len(lacking) <= 1)
            for market, cards in enumerate(view.market):
                there = [place for place, card in enumerate(cards) if card >= 0]
                knows = bool(there) and all(view.looked[market][place] >> seat & 1 for place in there)
                assert (("knows market", market) in all_facts) == knows


# ---- facts, in words


def test_bids_in_words() -> None:
    state = at("FG1", "LS1", "FO1", caravans={2: "B1", 5: "C1"}, squares="B")
    assert phrases(state, 0, "caravan 2 2", "caravan 5 2") == [
        "puts you ahead of ⟨1⟩ on caravan 2",
        "gives you the first choice of a market as the bids stand",
    ]
    assert phrases(state, 0, "caravan 4 1", "free trader") == [
        "opens the bidding on caravan 4 (two cubes would outbid you)",
        "gives you the second choice of a market as the bids stand",
    ]
    assert phrases(state, 0, "informant 3", "informant 1") == [
        "makes it cost others at least four cubes to outbid you on the Informant"
    ]
    assert phrases(state, 0, "free trader", "informant 1") == ["puts you in the Free Trader’s line, behind ⟨1⟩"]
    assert phrases(state, 1, "free trader", "informant 1") == ["gives you two places in the Free Trader’s line"]
    assert phrases(state, 0, "negotiator", "informant 1") == ["lets you start trades this round"]


def test_the_last_cube_makes_a_bid_safe() -> None:
    state = at("FG1", "LS1", caravans={1: "B2", 2: "B2", 3: "A2"}, squares="AAAB", customers=("", "B", ""))
    assert twin_of(state).cubes[:2] == [1, 0]
    assert phrases(state, 0, "caravan 5 1", "customer Haggler") == [
        "makes sure that nobody can outbid you on caravan 5"
    ]


def test_customers_in_words() -> None:
    state = at("3xFG1 LS2 FO5 RM4 TX5", "LS1")
    assert phrases(state, 0, "customer Haggler", "free trader") == [
        "lets you sell 2 Cut Gems to the Haggler for 12",
        "lets you sell a third Cut Gems to the Haggler for 6 more",
    ]
    state = at("FG1 LS2 FO5 RM4 TX5", "LS1")
    assert phrases(state, 0, "customer Collector", "free trader") == [
        "lets you sell a card of each type to the Collector"
    ]
    assert phrases(state, 0, "customer Haggler", "free trader") == [
        "lets you sell 2 Cut Gems to the Haggler for 12 if you get another"
    ]
    state = at("FG1 LS2 FO5", "LS1")
    assert phrases(state, 0, "customer Collector", "free trader") == [
        "lets you sell to the Collector if you get a card of Raw Materials and one of Textiles"
    ]
    state = at("2xFG1 2xLS2 2xFO5 2xRM4 2xTX5", "LS1")
    assert phrases(state, 0, "customer Collector", "free trader") == [
        "lets you sell two cards of each type to the Collector"
    ]
    assert phrases(state, 0, "customer Guild Master", "free trader") == ["lets you sell to the Guild Master this round"]
    state = at("TX1 2xTX2 TX4", "LS1")
    assert phrases(state, 0, "customer Guild Master", "free trader") == [
        "lets you sell all five Textiles to the Guild Master for 30 if you get Robes and Linen"
    ]
    state = at("TX1 TX2 TX3 TX4 TX5", "LS1")
    assert phrases(state, 0, "customer Guild Master", "free trader") == [
        "lets you sell all five Textiles to the Guild Master for 30"
    ]


def test_cards_in_words() -> None:
    """A caravan brings cards, of which only the backs are known, or the goods as well."""
    market = ["TX4 TX5", "FO1 FO2", "RM1 RM2"]
    state = at("TX1 TX2 TX3 FG1", "LS1", at="caravans", caravans={1: "A1", 2: "B1"}, market=market)
    assert phrases(state, 0, "claim Rome", "claim Egypt") == ["brings your Textiles to five"]
    state["looked"][0] = 1
    assert phrases(state, 0, "claim Rome", "claim Egypt") == ["brings your Textiles to five"]
    assert "gets you a first card of Food" not in phrases(state, 0, "claim Egypt", "claim Rome")
    assert phrases(state, 0, "claim Egypt", "claim Rome") == ["brings your Food to two"]
    state = at("TX1 TX2 TX3 FG1", "LS1", at="caravans", informant="A1", discard="TX4 FG1", caravans={1: "B1"})
    looked = after(state, 0, "look Rome")
    assert phrases(looked, 0, "take TX4", "take FG1")[0] == "leaves only Linen missing from your Textiles"
    assert phrases(looked, 0, "take FG1", "take TX4")[0] == "gives you a second Cut Gems"


def test_the_informants_look_in_words() -> None:
    market = ["TX4 TX5", "FO1 FO2", "RM1 TX2"]
    state = at("TX1", "LS1", at="caravans", informant="A1", market=market, caravans={1: "B1"})
    assert "lets you know both cards of Rome" in phrases(state, 0, "look Rome", "look Egypt")
    assert "lets you know all Textiles in the markets" in phrases(state, 0, "look Textiles", "look Egypt")


def test_the_right_of_way_in_words() -> None:
    state = at("FG1", "LS1", at="caravans", caravans={1: "A1", 2: "B1", 3: "B1"}, squares="AB")
    state = after(state, 0, "claim Rome", "hold")
    assert twin_of(state).player == 1 and twin_of(state).phase == Phase.POLL
    assert phrases(state, 1, "hold", "send")[0] == "keeps your place in line for two more caravans"
    assert phrases(state, 1, "send", "hold") == ["asks ⟨0⟩ for the right of way, to draw two cards"]
    last = at(
        "FG1", "LS1", at="caravans", caravans={1: "A1", 6: "A1"}, market=["TX4 TX5", "FO1 FO2", *[""] * 4], squares="B"
    )
    last = after(last, 0, "claim Rome")
    assert phrases(last, 1, "hold", "send")[0] == "keeps your place in line for the last caravan"
    top = type_name(twin_of(last).top // g.RANKS, 1)
    assert phrases(last, 1, "send", "hold") == [f"draws the {top} card on top of the pile"]
    held = after(at("FG1", "LS1", at="caravans", caravans={1: "A1"}, squares="AB"), 0, "claim Rome", "hold")
    assert not [fact for fact in of(after(held, 1, "send"), 0, "line") if fact.begins], "it was there before"
    state = after(state, 1, "send")
    assert "keeps your place in line for two more caravans" in phrases(state, 0, "allow", "deny")


def test_trading_in_words() -> None:
    chosen = {"at": "trading", "customers": ("A", "", ""), "talents": (5, 5, 5)}
    state = at("FG1 2xLS1", "FG2", "FG1 FO1", negotiators="A", **chosen)
    assert "ends the trading for this round" in phrases(state, 0, "leave", "invite, seek FG1")
    assert "asks for Cut Gems, which would raise your best sale by 12" in phrases(state, 0, "invite, seek FG1", "leave")
    assert "lets everyone offer you what they like" in phrases(state, 0, "invite, seek anything", "leave")
    state = at("FG1 2xLS1", "FG2", "FG1 FO1", negotiators="A", **chosen | {"talents": (5, 0, 5)})
    asked = after(state, 0, "invite", "seek anything")
    assert phrases(asked, 1, "pass", "propose, talents -2, done, done") == ["keeps your Frankincense to yourself"]
    begun = after(asked, 1, "propose", "give FG2")
    assert not of(begun, 1, "withheld"), "the only card is in the proposal being made"
    state = at("FG1 2xLS1", "FG2", "FG1 FO1", negotiators="AB", **chosen)
    assert "leaves the trading to ⟨1⟩" in phrases(state, 0, "leave", "invite, seek FG1")


def test_offers_in_words() -> None:
    """An offer to sell a customer's access: the other seat gets the access only if it takes it."""
    state = at("LS1", "2xFG2", at="trading", negotiators="A", customers=("A", "", ""), talents=(5, 5))
    offer = ["offer B", "done", "lend Haggler", "done", "talents -4", "done"]
    made = clone(state)
    for name in offer:
        if number(name) in GAME.bindings.legal(made, 0):
            made = after(made, 0, name)
    assert twin_of(made).phase == Phase.ANSWER
    assert [fact.begins for fact in of(made, 0, "offer")] == [
        "would leave you, best sale included, 4 Talents better off if ⟨1⟩ accepts"
    ]
    assert not of(made, 0, "lent")
    taken = after(made, 1, "accept")
    assert [fact.begins for fact in of(taken, 0, "lent")] == ["gives ⟨1⟩ access to the Haggler"]
    assert [fact.avoids for fact in of(taken, 0, "lent")] == ["keeps ⟨1⟩ from the Haggler"]
    assert phrases(made, 1, "accept", "reject") == ["lets you sell 2 Frankincense to the Haggler for 8"]


def test_reasons_are_about_one_sale_and_one_answer() -> None:
    """What a choice does is said of one sale, although whole turns are compared; each answer is by itself."""
    state = at("2xFG1 3xLS5", "FG2", at="selling", customers=("A", "", ""))
    reasons = Reasons(GAME, known(state, 0), 0)
    turn = [number(name) for name in ("haggle FG1", "haggle LS5", "quantity 3", "finish")]
    assert [said.phrase for said in reasons.does(reasons.named(turn))] == ["brings 12 Talents"]
    assert [said.phrase for said in reasons.does(turn[1:3])] == ["brings 6 Talents"]
    assert reasons.whole(turn[:3]) == tuple(turn)
    state = at("FG1", "LS1", at="caravans", caravans={1: "A1", 2: "A1"}, squares="A")
    reasons = Reasons(GAME, known(state, 0), 0)
    assert reasons.whole([number("claim Rome"), number("hold")]) == (number("claim Rome"),)


def test_all_kinds_are_listed() -> None:
    played = (*games(3, 1), *traders(3, 1))
    kinds = {fact.kind for state in played for seat in range(3) for fact in found(state, seat).values()}
    assert kinds <= set(module.KINDS)
    assert set(module.KINDS) - kinds <= {"lent", "guild"}
