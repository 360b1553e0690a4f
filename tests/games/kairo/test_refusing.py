"""Illegal choices, and the rule that refuses each."""

from __future__ import annotations

import pytest

from souq.games.kairo import GAME
from souq.games.kairo.state import CHOICES, Phase
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import table
from tests.games.refusals import reasons
from tests.support import rules

GROUPS = {
    Phase.ACT: {"new", "expand", "move", "lure", "draw", "quit"},
    Phase.COLOUR: {"colour"},
    Phase.SITE: {"site"},
    Phase.ENTRY: {"entry"},
    Phase.WAY: {"play"},
    Phase.KEEP: {"keep"},
    Phase.FEE: {"fee"},
    Phase.PAY: {"pay"},
    Phase.CUSTOMER: {"customer"},
    Phase.GOAL: {"goal"},
    Phase.TAKE: {"take"},
    Phase.DISCARD: {"discard"},
}


ASKS = {
    Phase.ACT: {"KA-T01", "KA-F02"},
    Phase.COLOUR: {"KA-S06", "KA-T02"},
    Phase.SITE: {"KA-N03", "KA-S09", "KA-E03", "KA-B02"},
    Phase.ENTRY: {"KA-N03"},
    Phase.WAY: {"KA-C01"},
    Phase.KEEP: {"KA-X07"},
    Phase.FEE: {"KA-C02"},
    Phase.PAY: {"KA-E09"},
    Phase.CUSTOMER: {"KA-L01"},
    Phase.GOAL: {"KA-L01"},
    Phase.TAKE: {"KA-D01", "KA-X22"},
    Phase.DISCARD: {"KA-D03"},
}
"""The rules that ask, by phase: they refuse whatever answers another question."""


@pytest.mark.parametrize("kind", [games, strange])
def test_a_choice_of_another_kind_is_refused_by_the_pending_question(kind):
    states = [state for players in (2, 3, 4) for state in [*kind(players, 80 + players)][::2]]
    found_by = reasons(GAME, states, "KA-F04", {"KA-S06", "KA-S09", "KA-F03", "KA-T03"})
    for (phase, group), found in found_by.items():
        if group not in GROUPS[phase]:
            assert found <= ASKS[phase]
    sites = found_by[Phase.SITE, "site"]
    assert {"KA-N02", "KA-N04", "KA-N06", "KA-N07", "KA-S07", "KA-E03"} <= sites
    assert sites & {"KA-C01", "KA-C02"}
    assert {"KA-N03", "KA-N02"} <= found_by[Phase.ENTRY, "entry"]
    assert {"KA-L01", "KA-L02"} >= found_by[Phase.CUSTOMER, "customer"] & {"KA-L01", "KA-L02"} != set()
    assert "KA-F02" in found_by[Phase.ACT, "draw"] | found_by[Phase.ACT, "lure"]


SEALED = ("1 white B1>A1", "0 red A3>B3", "0 blue J6>I6")
SEALERS = "green E9 white L1 red G6 yellow A4 blue K11"
"""Red could grow onto A2 only, the one way to A1."""


@rules("KA-A01", "KA-E06", "KA-C01")
@pytest.mark.parametrize("hand", ["6", "1 6", "6 6 6"])
def test_a_stand_whose_sites_would_all_cut_off_a_customer(hand):
    """No card would help."""
    t = table(*SEALED, hands=[hand], customers=SEALERS).play("expand")
    assert t.legal == ["colour blue"]
    assert t.refusal("colour red") == "KA-A01"
    assert table(*SEALED[:2], hands=[hand], customers=SEALERS).refusal("expand") == "KA-A01"
    free = table(*SEALED, hands=["6"], customers=SEALERS.replace("A4", "F9")).play("expand")
    assert free.refusal("colour red") == "KA-C01", "A4 is free now, and there is no card for it"


@rules("KA-C02", "KA-E11")
def test_a_joker_and_no_money_for_a_new_stall():
    t = table(hands=["1 J1"], money={0: ""}).play("new", "colour red")
    assert t.refusal("site F3") == "KA-C02"
    t.play("site B2", "entry B3")
    assert t.refusal("play J1") == "KA-C02", "no expansion is to be paid"
    far = table(hands=["J1"], money={0: ""})
    assert far.refusal("new") == "KA-C02"
    grown = table("0 green F3>F4", "0 red B6>B7", hands=["J1 4"], money={0: "2 green 9 red"}).play("expand")
    assert grown.refusal("colour green") is None
    poor = table("0 green F3>F4", "0 red B6>B7", hands=["J1 4"], money={0: "2 green"})
    assert poor.refusal("expand") == "KA-E11", "of green, which comes nearer than red"


@rules("KA-B02", "KA-X16", "KA-A01", "KA-N09")
def test_the_entry_of_a_stall_that_moves_by_one():
    """It leaves both of its sites, so they are free."""
    t = table("0 green F3>F4", "1 red E2>D2 F2 E3", "1 blue G2>H2 G3", hands=["2 2 2"])
    t.play("move", "colour green", "site F4")
    assert t.of("entry") == {"E4", "F5", "G4"}
    assert t.refusal("entry F3") == "KA-A01", "it is free now, and walled in"
    assert t.refusal("entry F6") == "KA-N03"


@rules("KA-B03", "KA-C01")
def test_a_blocked_stall_without_a_card_for_it():
    blocked = ("0 green B10>C10", "1 blue D11>D10 C11", "N purple A9>B9")
    t = table(*blocked, players=2, hands=[""])
    assert t.refusal("move") == "KA-C01", "it would fit in many places"
    poor = table(*blocked, players=2, hands=["J1"], money={0: ""})
    assert poor.refusal("move") == "KA-C02"


@rules("KA-T03", "KA-F04")
def test_only_the_deciding_seat_may_choose():
    t = table("0 green F3>F4", hands=["2"])
    assert t.refusal("draw") is None
    assert t.refusal("draw", seat=1) in ("KA-T01", "KA-T03")
    for choice in (-1, CHOICES.size, 10_000):
        assert GAME.rule_id(GAME.bindings.refusal(t.state, 0, choice)) == "KA-T01"
    end = table(final=True, out=[1, 2], hands=["2"]).play("quit")
    assert end.refusal("draw") == "KA-F04"


@rules("KA-S06", "KA-T01", "KA-F02")
@pytest.mark.parametrize(
    "steps, choice, rule",
    [
        ([], "site F3", {"KA-T01"}),
        (["new"], "draw", {"KA-T02"}),
        (["new", "colour blue"], "entry F3", {"KA-N03"}),
        (["new", "colour blue", "site F7"], "play 2", {"KA-N03"}),
        (["new", "colour blue", "site F7", "entry F6"], "play 9", {"KA-C01"}),
        (["new", "colour blue", "site F7", "entry F6"], "play J1", {"KA-C02", "KA-C01"}),
        (["new", "colour blue", "site F7", "entry F6"], "keep 1", {"KA-C01"}),
        (["lure", "customer green"], "goal A1", {"KA-L01"}),
        (["draw"], "discard 1", {"KA-D01"}),
    ],
)
def test_some_refusals(steps, choice, rule):
    t = table("0 green F3>F4", hands=["5 J5"]).play(*steps)
    assert t.refusal(choice) in rule
