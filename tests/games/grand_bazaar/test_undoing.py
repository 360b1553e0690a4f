"""Undo: chapter 5 of the specification."""

from __future__ import annotations

import pytest

from souq.engine.errors import NothingToUndo
from souq.engine.match.match import Match
from tests.games import tables
from tests.games.grand_bazaar.positions import A, B, spelt, table
from tests.support import rules

STAYS = ("ABC", "", "")


def play(m: Match, *choices: str) -> Match:
    """Make choices, goods by code."""
    return tables.play(m, *map(spelt, choices))


@rules("GB-B01", "GB-B11")
def test_a_bid_can_be_undone_until_the_next_player_acts() -> None:
    m = table(players=3).match()
    before = m.state.tobytes()
    m.play("caravan 1 2")
    assert m.undo().seat == A
    assert m.state.tobytes() == before
    play(m, "caravan 1 2", "free trader")
    assert m.undo().seat == B
    assert not m.can_undo


@rules("GB-C02")
def test_a_look_cannot_be_undone() -> None:
    m = play(table(players=3, at="caravans", informant="A1", customers=STAYS).match(), "look Rome")
    assert not m.can_undo
    with pytest.raises(NothingToUndo):
        m.undo()


@rules("GB-C05", "GB-C06")
def test_a_claim_or_a_draw_cannot_be_undone() -> None:
    m = play(table(players=3, at="caravans", caravans={1: "A1"}, squares="A", customers=STAYS).match(), "claim Rome")
    assert not m.can_undo
    assert not play(m, "send").can_undo


@rules("GB-T20")
def test_a_draft_can_be_undone_whole_or_in_part() -> None:
    t = table("LS1 LS2", "TX1 TX2", "", at="trading", negotiators="A", talents=(2, 2), customers=STAYS)
    tables.check_undone(t.match(), *map(spelt, ("offer 2", "give LS1", "done", "talents 1")))


@rules("GB-T16")
def test_an_answer_to_a_proposal_cannot_be_undone() -> None:
    t = table("LS1", "TX1", "FO1", at="trading", negotiators="A", talents=(2, 2), customers=STAYS)
    m = play(t.match(), "offer 2", "done", "talents 1", "want TX1")
    assert not play(m, "reject").can_undo


@rules("GB-L03", "GB-L06")
@pytest.mark.parametrize("choices", [("haggle LS5", "quantity 3"), ("ply", "card LS5", "card LS5")])
def test_a_sale_being_composed_can_be_undone(choices: tuple[str, ...]) -> None:
    tables.check_undone(table("4xLS5 5xTX5", "", "", at="selling", customers=STAYS).match(), *map(spelt, choices))


@rules("GB-L09")
def test_a_discard_being_composed_can_be_undone() -> None:
    m = table("7xLS5 6xTX5", "", "", at="selling", customers=STAYS).match()
    play(m, "finish", "card LS5")
    before = m.state.tobytes()
    play(m, "card LS5")
    m.undo()
    assert m.state.tobytes() == before
    assert m.drafter == A


@rules("GB-F03")
def test_an_answer_in_line_cannot_be_undone() -> None:
    m = play(table(players=3, at="caravans", caravans={1: "C1"}, squares="AB", customers=STAYS).match(), "claim Rome")
    assert not play(m, "hold").can_undo
    assert not play(m, "hold").can_undo
