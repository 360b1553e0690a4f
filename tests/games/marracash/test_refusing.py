"""Illegal choices, and the rule that refuses each."""

from __future__ import annotations

import pytest

from souq.games.marracash import GAME
from souq.games.marracash.state import CHOICES, Phase
from tests.games.marracash.play import games, strange
from tests.games.marracash.positions import ALI, ANFA, GUESTS, OMAR, begun, table
from tests.games.refusals import reasons
from tests.support import rules

GROUPS = {
    Phase.ACTION: {"move", "auction"},
    Phase.BID: {"pass", "bid", "more"},
    Phase.AMOUNT: {"add", "more"},
    Phase.SOUVENIR: {"sell"},
    Phase.GATE: {"gate"},
    Phase.GROUP: {"bring"},
}
ASKS = {
    Phase.ACTION: {"MA-F01", "MA-T02"},
    Phase.BID: {"MA-A02", "MA-A06"},
    Phase.AMOUNT: {"MA-A02", "MA-A06"},
    Phase.SOUVENIR: {"MA-V04"},
    Phase.GATE: {"MA-N01"},
    Phase.GROUP: {"MA-N01"},
}
"""The rules that ask, by phase: they refuse whatever answers another question."""
FORBID = {
    (Phase.ACTION, "move"): {"MA-F01", "MA-T01", "MA-M01"},
    (Phase.ACTION, "auction"): {"MA-A13", "MA-A01"},
    (Phase.BID, "pass"): {"MA-A02"},
    (Phase.BID, "more"): {"MA-A05", "MA-A12"},
    (Phase.BID, "bid"): {"MA-A05", "MA-A12"},
    (Phase.AMOUNT, "add"): {"MA-A05", "MA-A12"},
    (Phase.AMOUNT, "more"): {"MA-A05", "MA-A12"},
    (Phase.GATE, "gate"): {"MA-N02"},
    (Phase.GROUP, "bring"): {"MA-N03"},
}
"""The rules that may forbid an answer to the question that is asked."""


@rules("MA-T02", "MA-A01", "MA-A02", "MA-A05", "MA-N02", "MA-N03")
@pytest.mark.parametrize("kind", [games, strange])
def test_a_choice_of_another_kind_is_refused_by_the_pending_question(kind):
    states = [state for players in (2, 3, 4) for state in [*kind(players, 80 + players, souvenirs=True)][::-2]]
    found_by = reasons(GAME, states, "MA-E04", {"MA-S02", "MA-A06", "MA-V04"})
    for (phase, group), found in found_by.items():
        assert found <= (FORBID[phase, group] if group in GROUPS[phase] else ASKS[phase]), (phase, group)
    assert found_by[Phase.ACTION, "move"] >= {"MA-F01", "MA-T01", "MA-M01"}
    assert found_by[Phase.ACTION, "auction"] >= {"MA-A13", "MA-A01"}


@rules("MA-S02", "MA-A06", "MA-E04")
def test_only_the_deciding_seat_may_choose():
    t = table(GUESTS, player=ANFA)
    assert t.refusal("move 1 E") is None
    assert t.refusal("move 1 E", seat=OMAR) == "MA-S02"
    t.play("auction B1", "bid")
    assert t.refusal("bid", seat=OMAR) is None
    assert t.refusal("bid", seat=ALI) == "MA-A06"
    for choice in (-1, CHOICES.size, 10_000):
        assert GAME.rule_id(GAME.bindings.refusal(t.state, OMAR, choice)) == "MA-A06"


@rules("MA-F01", "MA-T01", "MA-M01", "MA-A02", "MA-A06", "MA-A13", "MA-N01", "MA-N02", "MA-N03")
@pytest.mark.parametrize(
    "steps, choice, rule",
    [
        ([], "bid", "MA-T02"),
        ([], "gate 1", "MA-T02"),
        ([], "move 13 S", "MA-M01"),
        (["auction B1"], "pass", "MA-A02"),
        (["auction B1"], "move 1 E", "MA-A02"),
        (["auction B1", "bid"], "add 25", "MA-A06"),
        (["auction B1", "bid", "more"], "pass", "MA-A06"),
        (["auction B1", "bid", "pass", "pass", "pass"], "move 1 E", "MA-T01"),
        (["auction B1", "bid", "pass", "pass", "pass"], "auction B1", "MA-A13"),
        (["move 1 E", "move 8 N"], "gate 16", "MA-N02"),
        (["move 1 E", "move 8 N"], "bring A 2", "MA-N01"),
        (["move 1 E", "move 8 N", "gate 1"], "gate 8", "MA-N01"),
        (["move 1 E", "move 8 N", "gate 1", "bring A 4"], "bring A 4", "MA-N03"),
    ],
)
def test_some_refusals(steps, choice, rule):
    t = table(GUESTS, player=ALI, queue="RBGPYGB").play(*steps)
    assert t.refusal(choice) == rule
    assert choice not in t.legal


@rules("MA-F01")
def test_refusals_of_round_1():
    t = begun(3)
    assert {t.refusal(name) for name in ("move 1 E", "pass", "bid", "sell 0", "bring A 2")} == {"MA-F01"}
