"""Illegal choices, and the rule that refuses each."""

from __future__ import annotations

import pytest

from souq.games.grand_bazaar.state import Phase
from tests.games.grand_bazaar.positions import A, B, begun, deal, table
from tests.support import rules

STAYS = ("ABC", "", "")


def at(phase: Phase):
    """Return a position with a pending question, for each phase except drafts."""
    caravans = {"players": 3, "at": "caravans", "caravans": {1: "C1"}, "squares": "AB", "customers": STAYS}
    trading = {"at": "trading", "negotiators": "A", "customers": STAYS}
    hands = ("LS1 LS2", "TX1", "FO1")
    return {
        Phase.BID: lambda: begun(3, start_player="seat 1"),
        Phase.LOOK: lambda: table(**caravans, informant="A1"),
        Phase.TAKE: lambda: table(**caravans, informant="A1").play("look Rome"),
        Phase.CLAIM: lambda: table(**caravans),
        Phase.POLL: lambda: table(**caravans).play("claim Rome"),
        Phase.RIGHT: lambda: table(**caravans).play("claim Rome", "hold", "send"),
        Phase.DENIED: lambda: table(**caravans).play("claim Rome", "hold", "send", "deny"),
        Phase.FLOOR: lambda: table(*hands, **trading),
        Phase.SEEK: lambda: table(*hands, **trading).play("invite"),
        Phase.INVITED: lambda: table(*hands, **trading).play("invite", "seek LS5"),
        Phase.PICK: lambda: table(*hands, **trading).play("invite", "seek LS5").propose("propose", deal("TX1", "LS1"))
        .play("pass"),
        Phase.ANSWER: lambda: table(*hands, **trading).propose("offer B", deal("LS1", "TX1")),
        Phase.LAST: lambda: table(*hands, **trading).propose("offer B", deal("LS1", "TX1"))
        .propose("counter", deal("TX1", "LS2")),
        Phase.SELL: lambda: table(*hands, at="selling", customers=STAYS),
        Phase.DISCARD: lambda: table("7xLS5 5xTX5", "", at="selling").play("finish"),
        Phase.OPEN: lambda: table(*hands, **trading, trading="open"),
    }[phase]()  # fmt: skip


ASKS = {
    Phase.BID: "GB-B11", Phase.LOOK: "GB-C02", Phase.TAKE: "GB-C03", Phase.CLAIM: "GB-C05", Phase.POLL: "GB-F03",
    Phase.RIGHT: "GB-F05", Phase.DENIED: "GB-F08", Phase.FLOOR: "GB-T15", Phase.SEEK: "GB-T17",
    Phase.INVITED: "GB-T17", Phase.PICK: "GB-T17", Phase.ANSWER: "GB-T16", Phase.LAST: "GB-T16", Phase.SELL: "GB-L02",
    Phase.DISCARD: "GB-L09", Phase.OPEN: "GB-T23",
}  # fmt: skip


@rules("GB-B11", "GB-C02", "GB-C03", "GB-C05", "GB-F03", "GB-F05", "GB-F08", "GB-T15", "GB-T16", "GB-T17", "GB-L02")
@pytest.mark.parametrize("phase, rule", ASKS.items())
def test_a_choice_of_another_kind_is_refused_by_the_pending_question(phase: Phase, rule: str) -> None:
    t = at(phase)
    assert t.phase == phase
    other = "quantity 3" if phase != Phase.DISCARD else "hold"
    assert t.refusal(other) == rule
    if phase not in (Phase.BID, Phase.OPEN):
        elsewhere = next(seat for seat in range(t.players) if seat != t.player)
        assert t.refusal(t.legal[0], seat=elsewhere) == rule


@rules("GB-B01")
def test_choices_of_other_seats_are_refused() -> None:
    t = begun(3, start_player="seat 1")
    assert t.refusal("free trader", seat=B) == "GB-B01"
    assert t.refusal("time", seat=-1) == "GB-T23"
    assert t.refusal("free trader", seat=A) is None


@rules("GB-R04")
def test_choices_after_the_end_are_refused() -> None:
    t = table("LS5", "", at="selling", nth=4, customers=("A", "", "")).play("finish")
    assert t.over
    assert {t.refusal(choice, seat=A) for choice in ("finish", "ply", "hold")} == {"GB-R04"}
