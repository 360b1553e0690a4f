"""Foreseen effects of choices compared with the real ones, over random play of every game."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import souq
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.present.foresight import Foreseen, Foresight
from souq.engine.rules.bindings import Bindings
from souq.engine.rules.kinds import rows, visible_events
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Twin
from souq.games.chatuchak.state import MOVE, Event, State
from souq.testing.base import played
from tests.support import ours

GAMES = sorted(game.name for game in ours())
MATCHES, TRIED = 4, 3
"""Of every game, and choices at every tenth decision."""


@pytest.mark.parametrize("name", GAMES)
def test_foreseen_outcomes_happen(name: str) -> None:
    game, counted = registry.find(name), Counter[str]()
    for seed in range(MATCHES):
        for match, pick in played(game, seed):
            if match.ply % 10 or match.over:
                continue
            for seat in seats(match.deciders):
                legal = [int(choice) for choice in game.bindings.legal(match.state, seat)]
                for choice in pick.sample(legal, min(TRIED, len(legal))):
                    counted += compared(game, match.state, seat, choice)
    assert counted["sure"] > 40, counted
    assert counted["wrong"] <= counted["sure"] // 50, f"only where hidden cards are very unlikely ones: {counted}"
    assert counted["not told"] <= counted["sure"] // 50, counted


def compared(game: Game, state: Batch, seat: int, choice: int) -> Counter[str]:
    """Foresee a choice and make it; count whether it was sure, and whether events or position came out differently."""
    foreseen: Foreseen[State] = Foresight(game, game.bindings.hidden(state, seat), seat)(choice, seat=seat)
    after = clone(state)
    game.bindings.apply(after, seat, choice, (5, 7))
    told = tuple(rows(game.state.Event, visible_events(after[0], seat)))
    counted = Counter[str]()
    if foreseen.sure:
        same = foreseen.rows == told and known(game, after, seat) == known(game, foreseen.batch, seat)
        counted["sure"] += 1
        counted["wrong"] += not same
    counted["not told"] += told[: len(foreseen.rows)] != foreseen.rows
    return counted


def known(game: Game, state: Batch, seat: int) -> bytes:
    """Return what a seat sees, without chance and events."""
    seen = game.bindings.hidden(state, seat)
    for field in ("key", "draws", "event", "n_events"):
        seen[field] = 0
    return seen.tobytes()


def test_sequences_share_their_common_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    match = souq.new("chatuchak", players=1, seed=3)
    foresee: Foresight[State] = Foresight(match.game, match.view(0), 0)
    first, *_ = (int(choice) for choice in match.legal())
    alone = foresee(first, seat=0)
    then, *_ = (int(choice) for choice in match.game.bindings.legal(alone.batch, 0))
    applied, apply = list[int](), Bindings.apply

    def counted(self: Bindings, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> None:
        applied.append(choice)
        apply(self, state, seat, choice, key)

    monkeypatch.setattr(Bindings, "apply", counted)
    assert foresee(first, seat=0) is alone
    both = foresee(first, then, seat=0)
    assert applied == [then]
    assert both.rows[: len(alone.rows)] == alone.rows
    assert [row.cell for row in both.of(Event.MOVE)] == [first - MOVE, then - MOVE]


@pytest.mark.parametrize("name", GAMES)
def test_foresight_agrees_for_record_and_twin_and_changes_neither(name: str) -> None:
    match = souq.new(name, players=3, seed=1)
    for seat in seats(match.deciders):
        view, choice = match.view(seat), int(match.legal(seat)[0])
        before, twin = view.tobytes(), Twin.of(view)
        fields = str(twin.__dict__)
        asked: list[Foresight[Any]] = [Foresight(match.game, view, seat), Foresight(match.game, twin, seat)]
        one, other = (foresee(choice, seat=seat) for foresee in asked)
        assert (one.rows, one.points, one.sure) == (other.rows, other.points, other.sure)
        assert one.batch.tobytes() == other.batch.tobytes()
        assert view.tobytes() == before
        assert str(twin.__dict__) == fields


def test_only_events_common_to_all_draws_are_foreseen() -> None:
    drawn, told = {"THROW", "RETHROW", "DEAL"}, set[str]()
    match, pick = souq.new("desert_bazaar", players=3, seed=7), random.Random(7)
    while match.ply < 40:
        seat = match.observe().seat
        foresee: Foresight[State] = Foresight(match.game, match.view(seat), seat)
        choice = pick.choice(match.legal())
        seen = foresee(int(choice), seat=seat)
        match.play(choice)
        if not seen.sure:
            assert not {row.kind.name for row in seen.rows} & drawn
            told |= {row.kind.name for row in rows(match.game.state.Event, match.events(match.ply))} & drawn
    assert told >= {"THROW", "DEAL"}, "what was not foreseen was drawn"
