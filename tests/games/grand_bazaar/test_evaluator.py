"""The Grand Bazaar's judgement: sales, trades, and whole games against bots without any."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pytest

from souq.bots.greedy import GreedyBot, priors_of
from souq.bots.random_bot import RandomBot
from souq.engine.learn.evaluation import judge, weights_of
from souq.engine.match.decision import Decision
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME, evaluator
from souq.games.grand_bazaar.best import TALLY, change, count_up
from souq.games.grand_bazaar.evaluator import hands
from souq.games.grand_bazaar.state import CODES, COPIES, DONE, GOODS, TIME, VALUE, Phase, State
from tests.games.evaluating import changes, compare_evaluations
from tests.games.grand_bazaar.play import games
from tests.games.grand_bazaar.positions import Table, table

GREEDY, RANDOM = GreedyBot(), RandomBot()


def played(seed: int, players: int, greedy: set[int], trading: str = "floor") -> tuple[list[int], int]:
    """Return all points and the trades made, when some seats are greedy and the others random."""
    state = GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options({"trading": trading})), (seed, 0))
    ply = trades = 0
    while not state["over"][0]:
        mask, ply = GAME.bindings.deciders(state), ply + 1
        seats = [seat for seat in range(players) if mask >> seat & 1]
        seat = seats[ply % len(seats)]
        bot = GREEDY if seat in greedy else RANDOM
        view = GAME.bindings.hidden(state, seat)
        choice = bot.choose(GAME, view, seat, GAME.bindings.legal(state, seat).copy(), 1000 * seed + ply)
        trades += state["phase"][0] in (Phase.ANSWER, Phase.LAST, Phase.PICK) and choice in ACCEPTING
        GAME.bindings.apply(state, seat, choice, (seed, ply))
    return GAME.bindings.points(state), trades


ACCEPTING = {GAME.choices.parse("accept"), *(GAME.choices.parse(f"pick {seat}") for seat in range(1, 7))}


@pytest.mark.parametrize("trading", ["floor", "open", "off"])
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random_bots(players: int, trading: str) -> None:
    won = 0
    for seed in range(6):
        points, _ = played(seed, players, {seed % players}, trading)
        won += points[seed % players] == max(points)
    assert won >= 5


def test_greedy_bots_trade_with_each_other() -> None:
    points, trades = played(3, 4, {0, 1, 2, 3})
    assert trades > 0
    assert min(points) > 40


def test_greedy_waits_in_open_trading_only_without_a_message() -> None:
    seen = set()
    for seed in range(12):
        state = GAME.bindings.setup(3, GAME.option_numbers(GAME.check_options({"trading": "open"})), (seed, 0))
        ply = 0
        while not state["over"][0] and ply < 60:
            mask, ply = GAME.bindings.deciders(state), ply + 1
            seat = (mask & -mask).bit_length() - 1
            if state["phase"][0] == Phase.OPEN:
                view = GAME.bindings.hidden(state, seat)
                waits = evaluator.waits(cast(State, Twin.of(view)), seat)
                assert not (waits and any(int(state["posted"][0][other]) >> seat & 1 for other in range(3)))
                seen.add(waits)
            choice = GREEDY.choose(
                GAME, GAME.bindings.hidden(state, seat), seat, GAME.bindings.legal(state, seat).copy(), ply
            )
            GAME.bindings.apply(state, seat, choice, (seed, ply))
    assert seen == {True, False}


def bundle(state: Any, seat: int, other: int) -> tuple[Any, ...]:
    """Return the contents of a seat's post to another."""
    return tuple(str(state[name][0][seat][other]) for name in ("give", "want", "net", "lend", "borrow"))


def test_a_refused_post_is_not_repeated_until_something_changes() -> None:
    posts, refusals = 0, 0
    for seed in range(4):
        state = GAME.bindings.setup(4, GAME.option_numbers(GAME.check_options({"trading": "open"})), (seed, 0))
        log = list[Decision]()
        refused = set[tuple[int, int, tuple[Any, ...]]]()
        while not state["over"][0] and len(log) < 900:
            talking = bool(state["phase"][0] == Phase.OPEN)
            spoken = False
            for seat in range(4):
                if not GAME.bindings.deciders(state) >> seat & 1:
                    continue
                view = GAME.bindings.hidden(state, seat)
                spared = evaluator.spared(log, seat) if talking else frozenset()
                if talking and evaluator.waits(cast(State, Twin.of(view)), seat, spared):
                    continue
                legal = [choice for choice in GAME.bindings.legal(state, seat).copy() if choice not in spared]
                choice = GREEDY.choose(GAME, view, seat, legal, len(log))
                group, index = GAME.choices.group_of(choice)
                if group == "refuse":
                    refused.add((int(index), seat, bundle(state, int(index), seat)))
                    refusals += 1
                elif group == "take up":
                    refused = {each for each in refused if not {*each[:2]} & {seat, int(index)}}
                elif group == "post":
                    refused = {each for each in refused if each[:2] != (int(index), seat)}
                partner = int(index) if group == "post" else int(state["partner"][0])
                GAME.bindings.apply(state, seat, choice, (seed, len(log)))
                log.append(Decision(seat, choice))
                if choice == DONE and state["phase"][0] == Phase.OPEN and state["posted"][0][seat] >> partner & 1:
                    posts += 1
                    assert (seat, partner, bundle(state, seat, partner)) not in refused
                spoken = True
                break
            if not spoken:  # all of them wait: time goes on
                GAME.bindings.apply(state, -1, TIME, (seed, len(log)))
                log.append(Decision(-1, TIME))
            elif state["phase"][0] != Phase.OPEN and talking and choice == TIME:
                refused = set()
    assert posts > 20
    assert refusals > 5


def test_greedy_answers_a_call_with_the_wanted_good_or_not() -> None:
    answered = 0
    for seed in range(8):
        state = GAME.bindings.setup(4, GAME.option_numbers(GAME.check_options(None)), (seed, 0))
        ply = 0
        while not state["over"][0] and ply < 900:
            seat, ply = int(state["player"][0]), ply + 1
            sought, floor, before = int(state["sought"][0]), int(state["floor"][0]), bool(state["posted"][0][seat])
            view = GAME.bindings.hidden(state, seat)
            choice = GREEDY.choose(GAME, view, seat, GAME.bindings.legal(state, seat).copy(), ply)
            GAME.bindings.apply(state, seat, choice, (seed, ply))
            if 0 <= sought < GOODS and seat != floor and not before and state["posted"][0][seat]:
                answered += 1
                assert sought in state["give"][0][seat][floor]
    assert answered > 3


def test_surplus_cards_are_sold_at_face_value_dearest_first() -> None:
    """Of 22 cards the ten dearest are kept, the next ten sold and two discarded; in the last round all are sold."""
    for seed in range(8):
        goods = random.Random(seed).sample(np.repeat(np.arange(GOODS), COPIES).tolist(), 22)
        for hand, nth in ((goods, 1), (goods[:8], 9)):
            t = table(" ".join(CODES[good] for good in hand), "", at="selling", nth=nth)
            last = t.twin.nth == t.twin.rounds
            values = sorted((int(VALUE[good]) for good in hand), reverse=True)
            state = t.state
            while state["player"][0] == 0 and state["phase"][0] >= Phase.SELL and not state["over"][0]:
                view = GAME.bindings.hidden(state, 0)
                choice = GREEDY.choose(GAME, view, 0, GAME.bindings.legal(state, 0).copy(), 1)
                GAME.bindings.apply(state, 0, choice, (1, 1))
            assert state["talents"][0][0] == sum(values[:10] if last else values[10:20])


# ---- hands


def hand_of(n: int, pick: random.Random) -> np.ndarray:
    """Return the tally of ``n`` cards."""
    made = np.zeros(TALLY, np.int64)
    for good in pick.sample(np.repeat(np.arange(GOODS), COPIES).tolist(), n):
        made[good] += 1
    count_up(made)
    return made


def test_gains_of_all_goods_agree_with_single_gains() -> None:
    pick, gain, loss, w = random.Random(2), np.zeros(GOODS), np.zeros(GOODS), weights_of(GAME)
    state = GAME.bindings.setup(3, GAME.option_numbers(GAME.check_options({})), (1, 0))[0]
    for n in range(25):
        hand = hand_of(n, pick)
        for access in range(8):
            hands.marginals(state, w, hand, access, gain, loss)
            for good in range(GOODS):
                for by, found in ((1, gain[good]), (-1, -loss[good])):
                    if 0 <= hand[good] + by <= COPIES[good]:
                        before = hands.worth(w, hand, access, False)
                        change(hand, good, by)
                        assert hands.worth(w, hand, access, False) - before == pytest.approx(found)
                        change(hand, good, -by)


# ---- terms


def changed(t: Table, *choices: str) -> dict[str, float]:
    """Return how much choices of the first seat change the terms that are changed at all."""
    found = changes(GAME, t.state, t.copy().play(*choices).state)
    return {name: change for name, change in found.items() if change}


GOATS = "5xLS5 3xFG1 2xTX2"


def test_a_customer_adds_a_sale_and_takes_cubes() -> None:
    found = changed(table(GOATS, "FO1", "FO2"), "customer Haggler")
    assert found.keys() == {"sale", "cubes"}
    assert found["sale"] > 0 > found["cubes"]


def test_a_caravan_promises_cards_and_takes_cubes() -> None:
    found = changed(table("FG1", "FO1", "FO2"), "caravan 1 2")
    assert found.keys() == {"cards", "cubes"}
    assert found["cards"] > 0 > found["cubes"]


def test_a_sale_brings_talents_and_leaves_less_for_later() -> None:
    t = table(GOATS, "FO1", "FO2", at="selling", customers=("A", "", ""))
    found = changed(t, "haggle Goats", "quantity 5")
    assert found["talents"] == pytest.approx(10)
    assert found["talents"] == max(found.values())
    assert found["later"] == min(found.values()) < -1.5


def test_chances_follow_the_talents() -> None:
    early, late = (table("LS5", "FG5", "FO5", nth=nth, talents=(40, 20, 20)).state for nth in (1, 3))
    assert 1 / 3 < judge(GAME).win_probabilities(early)[0] < judge(GAME).win_probabilities(late)[0]


# ---- choices


@pytest.mark.parametrize("trading", ["floor", "open"])
def test_priors_are_finite_and_comparable(trading: str) -> None:
    """The search uses differences, so none may be an outlier; the position does not change."""
    state = GAME.bindings.setup(4, GAME.option_numbers(GAME.check_options({"trading": trading})), (8, 0))
    ply = 0
    while not state["over"][0]:
        mask, ply = GAME.bindings.deciders(state), ply + 1
        seat = [seat for seat in range(4) if mask >> seat & 1][ply % mask.bit_count()]
        legal = GAME.bindings.legal(state, seat).copy()
        view = GAME.bindings.hidden(state, seat)
        same = view.copy()
        looks = priors_of(GAME, view, seat, legal)
        assert np.isfinite(looks).all()
        assert np.ptp(looks) < 150
        assert view.tobytes() == same.tobytes()
        pick = looks + np.random.default_rng(ply).normal(size=len(looks))
        GAME.bindings.apply(state, seat, int(legal[pick.argmax()]), (8, ply))


@pytest.mark.parametrize("trading", ["floor", "open"])
def test_the_twin_is_evaluated_identically(trading: str) -> None:
    for state in list(games(3, 4, trading=trading))[::10]:
        compare_evaluations(GAME, state)
