"""Reviews of games: known mistakes are found, only significant ones are reported, and never bad luck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import souq
from souq.bots import levels
from souq.engine.match.match import Match
from souq.engine.rules.bits import lowest
from souq.games.kairo import GAME as KAIRO
from souq.review import weighing
from souq.review.course import CLOSER, Review
from souq.review.grades import GRADES, LEAST, grade
from souq.review.turns import Better, Turn, chosen, turn_at
from souq.review.weighing import better, glance, seed_of
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY

ONE, TWO = 0, 1
"""Taking one, or two, from a heap; whoever takes the last wins."""


def heaps(heap: int, *played: int) -> Match:
    match = Match(HEAPS, 2, seed=1, start={"heap": heap, "players": 2, "last": -1})
    for choice in played:
        match.play(choice)
    match.confirm()
    return match


def weighed(match: Match, at: int) -> Better | None:
    turn = turn_at(match, at)
    return better(match.game, turn, seed_of(turn))


def test_a_losing_move_is_a_costly_mistake() -> None:
    match = heaps(4, TWO)
    found = weighed(match, 0)
    assert found is not None
    assert found.choices[0] == ONE
    assert found.lost > 0.5
    assert grade(found.lost) == GRADES[0]
    assert glance(HEAPS, turn_at(match, 0), 1) > 0.2


@pytest.mark.parametrize("heap, played", [(4, ONE), (5, TWO)])
def test_a_winning_move_is_no_mistake(heap: int, played: int) -> None:
    assert weighed(heaps(heap, played), 0) is None


@pytest.mark.parametrize("played", [ONE, TWO])
def test_no_move_in_a_lost_position_is_a_mistake(played: int) -> None:
    assert weighed(heaps(3, played), 0) is None


def test_a_forced_move_is_not_graded() -> None:
    match = heaps(3, TWO, ONE)
    assert chosen(match) == {0: 0}, "one is left, and has to be taken"


def test_a_solo_game_is_not_graded() -> None:
    match = Match(HEAPS, 1, seed=1, start={"heap": 4, "players": 1, "last": -1})
    match.play(ONE)
    assert chosen(match) == {}


def test_a_difference_within_noise_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = iter(np.random.default_rng(3).normal(0.0, 0.3, 10_000).tolist())
    monkeypatch.setattr(weighing, "_after", lambda *_: next(luck))
    turn = turn_at(heaps(4, TWO), 0)
    assert all(weighing._lost(HEAPS, turn, (ONE,), (TWO,), seed, 1) < LEAST for seed in range(60))


def test_a_significant_difference_is_stated_cautiously(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = np.random.default_rng(3)
    monkeypatch.setattr(weighing, "_after", lambda _, __, way, *___: float(luck.normal(0.3 * (way == (ONE,)), 0.1)))
    turn = turn_at(heaps(4, TWO), 0)
    lost = [weighing._lost(HEAPS, turn, (ONE,), (TWO,), seed, 1) for seed in range(20)]
    assert all(0.08 < each < 0.3 for each in lost)


def bots(players: int, names: Sequence[str], seed: int, plies: int) -> Match:
    """Return the beginning of a game of Kairo between bots."""
    match = souq.new("kairo", players=players, seed=seed)
    seated = [levels.get(name) for name in names]
    while match.ply < plies and not match.over:
        asked = match.observe()
        legal = np.array(asked.legal, np.int16)
        match.play(int(seated[asked.seat].choose(KAIRO, asked.view, asked.seat, legal, match.ply)))
    match.confirm()
    return match


def test_a_turn_is_judged_by_its_seats_information() -> None:
    match = bots(3, ("trader", "random", "trader"), 5, 60)
    at, seat = next((at, seat) for at, seat in chosen(match).items() if at > 8)
    turn, before = turn_at(match, at), match.entries.end(at)
    assert turn.view.tobytes() == match.view(seat, before).tobytes() != match.at(before).tobytes()
    assert turn.played == tuple(d.choice for d in match.log[before : match.entries.end(at + 1)])
    assert turn.played[0] in turn.legal


def test_advice_is_legal_and_no_mistake() -> None:
    match = bots(3, ("trader", "random", "trader"), 5, 90)
    ends, found = match.entries, dict[int, Better]()
    for at in (at for at, seat in chosen(match).items() if seat == 1 and ends.end(at) > 20):
        told = weighed(match, at)
        if told is not None:
            found[at] = told
    assert found, "somebody who plays at random makes mistakes"
    for at, told in found.items():
        assert told.lost >= LEAST
        turn, state = turn_at(match, at), match.at(ends.end(at)).copy()
        for choice in told.choices:
            assert choice in KAIRO.bindings.legal(state, turn.seat)
            KAIRO.bindings.apply(state, turn.seat, choice, (1, 2))
        same = Turn(turn.seat, turn.view, turn.legal, told.choices)
        again = better(KAIRO, same, seed_of(same))
        assert again is None or again.lost < told.lost
    assert any(told.why.startswith(("It ", "Compared with what was played, ")) for told in found.values())


def test_reviews_are_deterministic() -> None:
    match = heaps(4, TWO)
    assert weighed(match, 0) == weighed(match, 0)
    assert seed_of(Turn(0, np.zeros(1, np.int64), (0, 1), (1,))) == 525932432132017565, "in every process"


def test_the_largest_mistakes_are_searched_deeper() -> None:
    seats = {at: at % 2 for at in range(100)}
    review, guess = Review(seats), Review(seats).of
    while (look := review.next) is not None:
        if look.kind == "glance":
            review.glanced[look.at] = 0.9 - look.at / 1000 if look.at % 2 == 0 else 0.01
        else:
            review.weighed[look.at] = None
        assert review.done <= review.of <= guess
    assert review.done == review.of
    assert sum(at % 2 for at in review.weighed) == CLOSER
    assert [at for at in review.weighed if at % 2 == 0] == list(range(0, 2 * CLOSER, 2))


def test_a_game_without_an_evaluator_has_no_reasons() -> None:
    match = Match(TOY, 2, seed=4)
    while not match.over:
        seat = lowest(match.deciders)
        match.play(match.legal(seat)[-1], seat)
    match.confirm()
    for at in chosen(match):
        found = weighed(match, at)
        assert found is None or found.why == ""


def test_mistakes_are_named_for_players() -> None:
    told = (Path(__file__).parents[2] / "docs" / "how-to" / "look-back.md").read_text(encoding="utf-8")
    rows = [f"| {each.name} | {each.least:.0%} |".replace("%", " %") for each in reversed(GRADES)]
    assert "\n".join(rows) in told
