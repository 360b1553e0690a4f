"""What cannot be chosen, and the rule that says why."""

import pytest

from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import CHOICES, Phase
from tests.games.desert_bazaar.play import games, strange
from tests.games.desert_bazaar.positions import after_throw, table
from tests.games.refusals import reasons
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
def test_a_choice_of_another_kind_is_refused_by_the_pending_question(kind):
    states = (state for seed in range(4) for state in kind(3 + seed % 3, seed))
    found_by = reasons(GAME, states, "DB-X05", {"DB-T05", "DB-S06"})
    for (phase, group), found in found_by.items():
        if group not in OWN[phase]:
            assert found == {ASKS[phase]}
    assert found_by[Phase.SITE, "site"] == {"DB-B03", "DB-B06", "DB-P06"}
    for phase in (Phase.TURN, Phase.NEXT):
        assert found_by[phase, "site"] == found_by[phase, "pay"] == {"DB-B09"}
    assert found_by[Phase.NEXT, "tile"] >= {"DB-B01", "DB-B02", "DB-P06"}
    if kind is strange:
        assert found_by[Phase.THROWN, "stop"] == {"DB-R05", "DB-R06"}
        assert {"DB-R07", "DB-R09"} <= found_by[Phase.THROWN, "keep"] <= {"DB-R07", "DB-R08", "DB-R09"}
        assert {"DB-P04"} <= found_by[Phase.PAY, "pay"] <= {"DB-P04", "DB-P06"}


@rules("DB-P08", "DB-R07")
def test_some_answers_to_other_questions_have_their_own_rule():
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
