"""Illegal choices, and the rule that refuses each."""

from __future__ import annotations

import pytest

from souq.engine.errors import IllegalChoice, NotYourTurn
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, Mode
from tests.games.chatuchak.play import strange
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TOMS, example, table
from tests.games.chatuchak.reference import MATES
from tests.support import rules

ENDS = {"CH-C04", "CH-T09", "CH-V01", "CH-V03", "CH-V04", "CH-V05", "CH-V06"}


@rules("CH-T03", "CH-T04", "CH-T07", "CH-V05", "CH-V06", "CH-T01")
def test_a_choice_is_legal_or_a_rule_forbids_it():
    seen = set()
    for seed in range(60):
        players = 1 + seed % 5
        for ply, state in enumerate(strange(players, 700 + seed, stops=0.1)):
            if ply % 7 and not state["over"][0]:
                continue
            mask = GAME.bindings.deciders(state)
            for seat in range(players):
                legal = set(GAME.bindings.legal(state, seat).tolist())
                refused = {c: GAME.bindings.refusal(state, seat, c) for c in range(-2, CHOICES.size + 3)}
                assert {c for c, rule in refused.items() if not rule} == legal
                why = {GAME.rule_id(rule) for rule in refused.values() if rule}
                seen |= why
                if state["over"][0]:
                    assert why == {GAME.rule_id(int(state["ended"][0]))} <= ENDS
                elif mask >> seat & 1:
                    assert why == {"CH-T03"}
                else:
                    assert len(why) == 1
                    assert why <= {"CH-T07", "CH-T01", "CH-V05", "CH-V06"}
    assert seen == ENDS | {"CH-T03", "CH-T07", "CH-T01", "CH-V05", "CH-V06"}


@rules("CH-T03", "CH-T04")
@pytest.mark.parametrize("cell", range(30))
def test_moves_of_the_hole_and_outside_its_lanes_are_refused(cell):
    t = example()
    assert t.refusal(f"move {cell}") == (None if cell in MATES[27] else "CH-T03")
    assert t.refusal("pass") is None


@rules("CH-T01", "CH-T07", "CH-T02")
def test_seats_not_on_turn_are_refused():
    t = example(TOMS, passed=[JOSH])
    assert t.refusal("move 15", seat=AMY) is None
    assert t.refusal("move 18", seat=JOSH) == t.refusal("pass", seat=JOSH) == "CH-T07"
    assert t.refusal("move 12", seat=2) == t.refusal("pass", seat=2) == "CH-T01"
    m = t.match()
    for seat in (JOSH, 2):
        with pytest.raises(NotYourTurn):
            m.play("pass", seat)
    with pytest.raises(IllegalChoice) as error:
        m.play("move 0", AMY)
    assert error.value.rule is not None
    assert error.value.rule.id == "CH-T03"


@rules("CH-V05", "CH-V06", "CH-T03")
def test_refusals_in_races():
    t = table(PLAIN, PLAIN, PLAIN, mode=Mode.SPEED, passed=[1])
    assert t.refusal("move 7", seat=2) == "CH-T03"
    assert t.refusal("move 1", seat=2) is None
    assert t.refusal("move 1", seat=1) == "CH-V05"
    t = table(PLAIN, PLAIN, PLAIN, mode=Mode.TICKS, passed=[1])
    assert t.refusal("move 1", seat=2) == "CH-V06"
    assert t.refusal("pass", seat=1) == "CH-V05"
