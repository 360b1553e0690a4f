"""What cannot be chosen, and the rule that says why."""

from collections import defaultdict

import pytest

from souq.engine.rules.twin import Twin, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.refusing import refusal
from souq.games.desert_bazaar.state import CHOICES, Phase
from tests.games.desert_bazaar.play import games, strange
from tests.games.desert_bazaar.positions import after_throw, table
from tests.support import rules

ASKS = {
    Phase.WILD: "DB-S09",
    Phase.TURN: "DB-T01",
    Phase.TAKE: "DB-R01",
    Phase.THROWN: "DB-R05",
    Phase.MATCH: "DB-R11",
    Phase.SITE: "DB-B09",
    Phase.PAY: "DB-B09",
    Phase.TRADE: "DB-P05",
    Phase.NEXT: "DB-B08",
}
"""The rule that asks, by phase: it refuses whatever answers another question."""

OWN = {
    Phase.WILD: {"wild"},
    Phase.TURN: {"tile", "site", "pay", "done", "trade"},
    Phase.TAKE: {"take"},
    Phase.THROWN: {"stop", "keep"},
    Phase.MATCH: {"match", "keep"},
    Phase.SITE: {"site"},
    Phase.PAY: {"pay"},
    Phase.TRADE: {"trade"},
    Phase.NEXT: {"tile", "site", "pay", "roll", "trade"},
}
"""Groups of which single choices are refused by rules of their own."""


@pytest.mark.parametrize("kind", [games, strange])
def test_a_choice_is_legal_or_a_rule_forbids_it(kind):
    reasons = defaultdict(set)
    for seed in range(4):
        for state in kind(3 + seed % 3, seed):
            seat, bindings = int(state["player"][0]), GAME.bindings
            legal = set(bindings.legal(state, seat).tolist())
            refused = {c: bindings.refusal(state, seat, c) for c in range(CHOICES.size)}
            assert {c for c, rule in refused.items() if not rule} == legal
            phase = Phase(int(state["phase"][0]))
            for choice, rule in refused.items():
                if rule and not state["over"][0]:
                    group = CHOICES.group_of(choice)[0]
                    reasons[phase, group].add(GAME.rule_id(rule))
                    assert GAME.rule_id(rule) in GAME.rulebook
    for (phase, group), found in reasons.items():
        if group not in OWN[phase]:
            assert found == {ASKS[phase]}
    assert reasons[Phase.SITE, "site"] == {"DB-B03", "DB-B06", "DB-P06"}
    for phase in (Phase.TURN, Phase.NEXT):
        assert reasons[phase, "site"] == reasons[phase, "pay"] == {"DB-B09"}
    assert reasons[Phase.NEXT, "tile"] >= {"DB-B01", "DB-B02", "DB-P06"}
    if kind is strange:
        assert reasons[Phase.THROWN, "stop"] == {"DB-R05", "DB-R06"}
        assert {"DB-R07", "DB-R09"} <= reasons[Phase.THROWN, "keep"] <= {"DB-R07", "DB-R08", "DB-R09"}
        assert {"DB-P04"} <= reasons[Phase.PAY, "pay"] <= {"DB-P04", "DB-P06"}


def test_refusals_interpreted_and_compiled_are_one():
    for state in games(4, 6, every=11):
        twin = Twin.of(state)
        for seat in range(4):
            for choice in range(0, CHOICES.size, 3):
                assert interpreted(refusal)(twin, seat, choice) == GAME.bindings.refusal(state, seat, choice)


@rules("DB-P08", "DB-R07")
def test_answers_to_other_questions_that_have_a_rule_of_their_own():
    assert table(hands=[[3, 3, 3, 3]]).refusal("trade CCC") == "DB-P08"  # trades only while paying
    assert after_throw("*CP").play("keep wild", dice="SP").refusal("keep wild") == "DB-R07"  # only once


@rules("DB-B09")
def test_a_site_before_its_tile_names_the_order():
    start = table(hands=[[3, 3, 3, 3]])
    assert start.refusal("site F5") == start.refusal("pay cheapest") == "DB-B09"
    assert start.play("tile left 1", "site F5").refusal("site E5") == "DB-B09"


@rules("DB-T05")
def test_numbers_outside_the_choices_are_refused():
    start = table(hands=[[3, 3, 3, 3]])
    for choice in (-1, CHOICES.size, 10_000):
        assert GAME.rule_id(GAME.bindings.refusal(start.state, 0, choice)) == "DB-T01"
        assert GAME.rule_id(GAME.bindings.refusal(start.state, 1, choice)) == "DB-T05"
