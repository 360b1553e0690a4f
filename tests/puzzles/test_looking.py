"""Whether one choice is clearly best, in positions where it is obvious."""

from __future__ import annotations

import numpy as np
import pytest

import souq
from souq.engine.learn.playout import mixed
from souq.engine.match.match import Match
from souq.puzzles import looking
from souq.puzzles.looking import Spot, alike, proved, values
from souq.puzzles.saying import called, instead


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "ROUNDS", ((3, 20), (4, 40), (8, 80)))
    monkeypatch.setattr(looking, "DEEP", 200)


def spot_of(match: Match) -> Spot:
    now = match.observe()
    return Spot(match.game, now.view, now.seat, now.legal, 5)


def tents() -> Match:
    """Return a last turn: the seat is one tent short of the end, and may build it or end its turn."""
    match = souq.new("desert_bazaar", players=3, seed=100_000)
    while not match.over:
        legal = match.legal()
        names = [str(choice) for choice in legal]
        if "done" in names and len(legal) > 1 and match.ply > 60:
            return match
        match.play(legal[mixed(match.ply) % len(legal)])
    raise AssertionError("no such position")


def test_measurements_depend_only_on_the_seed() -> None:
    spot = spot_of(tents())
    one, two = (values(spot, spot.legal[0], 4, 30, 1) for _ in range(2))
    assert np.array_equal(one, two) and ((one >= 0) & (one <= 1)).all()


def test_measurements_use_only_what_the_seat_knows() -> None:
    match = tents()
    spot = spot_of(match)
    other = match.game.bindings.determinized(match.state, spot.seat, (7, 8))
    blind = Spot(spot.game, spot.game.bindings.hidden(other, spot.seat), spot.seat, spot.legal, spot.seed)
    assert np.array_equal(values(spot, spot.legal[0], 4, 30, 1), values(blind, spot.legal[0], 4, 30, 1))


def test_equivalent_choices_are_no_alternatives() -> None:
    match = souq.new("kairo", players=2, seed=3, options={"start": "suggested"})
    spot = spot_of(match)
    together = alike(spot)
    assert sorted(choice for choices in together for choice in choices) == sorted(spot.legal)
    doubled = Spot(spot.game, spot.view, spot.seat, (*spot.legal, spot.legal[0]), spot.seed)
    assert (spot.legal[0], spot.legal[0]) in alike(doubled)


def test_a_clearly_best_choice_is_confirmed_and_an_unwanted_one_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spot = spot_of(tents())
    chances = dict.fromkeys(spot.legal, 0.3) | {spot.legal[-1]: 0.6}
    monkeypatch.setattr(looking, "values", lambda _, choice, worlds, *__: np.full(worlds, chances[choice]))
    monkeypatch.setattr(looking, "_searched", lambda *_: spot.legal[-1])
    proof = proved(spot, lambda *_: True)
    assert proof is not None
    assert proof.best == (spot.legal[-1],) and proof.wrong != spot.legal[-1]
    assert proof.margin == pytest.approx(0.3) and proof.chance == pytest.approx(0.6)
    assert set(proof.costs) == set(spot.legal) - {spot.legal[-1]}
    assert proved(spot, lambda *_: False) is None
    monkeypatch.setattr(looking, "_searched", lambda *_: spot.legal[0])
    assert proved(spot, lambda *_: True) is None, "a search finds another"


def test_an_uncertain_choice_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = spot_of(tents())
    lead = spot.legal[0]

    def wavering(_: Spot, choice: int, worlds: int, *__: int) -> object:
        return np.full(worlds, 0.5) if choice != lead else 0.6 + 0.5 * (-1.0) ** np.arange(worlds)

    monkeypatch.setattr(looking, "values", wavering)
    monkeypatch.setattr(looking, "_searched", lambda *_: lead)
    assert proved(spot, lambda *_: True) is None


def test_explanations_state_the_cost_but_not_the_solution() -> None:
    match = tents()
    spot = spot_of(match)
    said = instead(spot, (spot.legal[0],), (spot.legal[-1],), (0.7, 0.4))
    assert said.lower().endswith("your chance of winning drops from 70% to 40%.") and "best choice" not in said
    assert called(match, spot.seat, spot.legal[0]) not in said


def test_a_choice_that_forces_others_is_called_as_the_table_labels_them_together() -> None:
    match = souq.new("kairo", players=3, seed=1, options={"start": "suggested"})
    match.play("lure")
    picks, seat = match.scene(match.observe().seat).picks, match.observe().seat
    assert any(pick.then for pick in picks), "a customer with a single destination"
    assert {called(match, seat, pick.choice) for pick in picks} == {pick.label for pick in picks}
    names = [match.game.choices.name(pick.choice).removeprefix("customer ") for pick in picks]
    assert {pick.label for pick in picks} == {f"Lure the {name} customer" for name in names}
