"""Proposals: what may be swapped, and how one is put together (GB-T06 to T13, T20, T21)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CHOICES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, Table, cards, deal, position, spelt, table
from tests.games.grand_bazaar.reference import CODES, Proposal
from tests.support import rules

STEPS = range(Phase.GIVE, Phase.BORROW + 1)


def floor(*hands: str, **what) -> Table:
    """Make A the only negotiator with the floor, and give C no customers."""
    return table(*hands, **({"at": "trading", "negotiators": "A"} | what))


# ---- every proposal in exactly one way


def composed(state, seat: int, other: int) -> Counter[Proposal]:
    """Return all proposals that a draft can become, and in how many ways; no step has fewer than two choices."""
    phase = int(state["phase"][0])
    if phase not in STEPS:
        return Counter([Table(Twin.of(state)).stands(seat, other)])
    found: Counter[Proposal] = Counter()
    legal = GAME.bindings.legal(state, seat)
    assert legal.size > 1
    for choice in legal.tolist():
        after = state.copy()
        GAME.bindings.apply(after, seat, choice, (1, 1))
        found += composed(after, seat, other)
    return found


SMALL = [
    (("FO4", "FO5"), {}),
    (("LS1", "2xLS1"), {"talents": (1, 0)}),
    (("", "FO1"), {"talents": (2, 0)}),
    (("FO1", ""), {"talents": (1, 1)}),
    (("", ""), {"talents": (1, 2), "access": ("A", "B", "AB")}),
    (("2xTX5 TX4", "TX5"), {"access": ("", "", "A")}),
    (("", "LS5 RM5"), {"access": ("A", "", ""), "talents": (0, 1)}),
    (("FG1 FG2 FG3 FG4 FG5", "FG5"), {}),
]


@rules("GB-T06", "GB-T07", "GB-T08", "GB-T09", "GB-T10", "GB-T20")
@pytest.mark.parametrize("hands, what", SMALL)
def test_every_small_proposal_is_composed_in_exactly_one_way(hands, what) -> None:
    customers = what.get("access", ("", "", ""))
    t = floor(*hands, "LS4", customers=customers, **what).play("offer B")
    found = composed(t.state, A, B)
    assert set(found) == t.bazaar.proposals(A, B)
    assert set(found.values()) == {1}


@rules("GB-T15", "GB-T20")
@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None, database=None)
def test_random_proposals_are_composed_in_exactly_one_way(seed) -> None:
    pick = random.Random(seed)
    deck = pick.sample(CODES, 4)
    one, two = (" ".join(pick.choices(deck, k=pick.choice([0, 1, 1, 2]))) for _ in range(2))
    access = [pick.choice(["", "", "A", "B", "AB"]) for _ in range(3)]
    talents = [pick.choice([0, 0, 1, 2]) for _ in range(2)]
    t = floor(one, two, "", customers=access, talents=talents)
    if t.phase != Phase.FLOOR:
        return
    proposals, back = t.bazaar.proposals(A, B), t.bazaar.proposals(B, A)
    assert bool(proposals) == bool(back) == t.bazaar.can_deal(A, B) == ("offer 2" in t.legal)
    if proposals:
        t.play("offer B")
        found = composed(t.state, A, B)
        assert set(found) == proposals
        assert set(found.values()) == {1}


# ---- one by one


@rules("GB-T20")
def test_the_order_is_give_lend_talents_want_borrow() -> None:
    t = floor("LS1 LS2", "TX1 TX2", "", customers=("A", "B", "A"), talents=(3, 3)).play("offer B")
    phases = [t.phase]
    for choice in ("give LS1", "done", "lend Haggler", "done", "talents 2", "want TX2", "done"):
        t.play(choice)
        phases.append(t.phase)
    assert [Phase(p).name for p in phases] == ["GIVE", "GIVE", "LEND", "LEND", "NET", "WANT", "WANT", "BORROW"]
    assert t.legal == ["borrow Collector", "done"]
    t.play("borrow Collector")
    assert t.asked == (Phase.ANSWER, B)
    assert t.stands(A, B) == deal("LS1", "TX2", 2, "Haggler", "Collector")


@rules("GB-T20")
def test_goods_are_named_in_ascending_order() -> None:
    t = floor("LS1 LS3 2xTX2", "RM1", "").play("offer B", "give LS3")
    assert t.legal == [spelt("give TX2"), "done"]
    assert t.refusal("give LS1") == "GB-T20"


@rules("GB-T07", "GB-T20")
def test_a_side_has_at_most_five_cards() -> None:
    t = floor("7xTX5 FO5 LS5", "7xRM5 LS4", "", talents=(60, 70)).play("offer B", "give LS5", *["give TX5"] * 4)
    assert t.phase == Phase.NET  # done by itself, and there is no access to give
    assert t.legal == [f"talents {n}" for n in range(-50, 51)]
    t.play("talents 50", "want LS1", *["want RM1"] * 4)
    assert t.asked == (Phase.ANSWER, B)


@rules("GB-T07", "GB-T10")
def test_talents_are_limited_by_the_payer() -> None:
    t = floor("LS1", "RM1", "", talents=(2, 3)).play("offer B", "give LS1")
    assert t.legal == [f"talents {n}" for n in range(-3, 3)]
    assert t.refusal("talents 3") == t.refusal("talents -4") == "GB-T10"


@rules("GB-T08")
def test_nothing_is_given_for_nothing() -> None:
    t = floor("LS1", "RM1", "", talents=(2, 0)).play("offer B", "done")
    assert t.legal == ["talents 1", "talents 2"]  # without a card Talents are given
    t.play("talents 1")
    assert t.refusal("done") == "GB-T08"
    assert "done" not in t.legal


@rules("GB-T08")
def test_talents_are_not_swapped_for_talents() -> None:
    t = floor("LS1", "", "", talents=(2, 2)).play("offer B")
    assert t.phase == Phase.NET  # the card is given: B has nothing but Talents
    assert t.legal == ["talents -2", "talents -1"]


@rules("GB-T08")
def test_no_good_on_both_sides() -> None:
    t = floor("LS1", "2xLS5 FO1", "").play("offer B", "want LS2")
    assert t.refusal("want LS1") == "GB-T08"
    assert t.legal == [
        *(spelt(f"want LS{n}") for n in (2, 3, 4, 5)),
        *(spelt(f"want FO{n}") for n in range(1, 6)),
        "done",
    ]


@rules("GB-T09")
def test_access_cannot_go_to_a_seat_that_has_it() -> None:
    t = floor("LS1", "RM1", "", customers=("AB", "A", "B"), talents=(1, 1)).play("offer B", "done")
    assert t.phase == Phase.LEND
    assert t.legal == ["lend Collector", "done"]
    assert t.refusal("lend Haggler") == "GB-T09"
    t.play("lend Collector", "talents 0", "done")
    assert t.stands(A, B) == deal(lend="Collector", borrow="Guild Master")


@rules("GB-T09")
def test_access_can_be_traded_on() -> None:
    t = table("LS1", "RM1", "TX1", at="trading", negotiators="AB", customers=("C", "", ""))
    t.propose("offer C", deal("LS1", borrow="Haggler")).play("accept")
    assert t.access[0] == 1 << A
    t.propose("offer A", deal("RM1", borrow="Haggler")).play("accept")
    assert (t.access[0], t.placed[0]) == (1 << B, 1 << C)


@rules("GB-T10")
def test_wanted_goods_are_checked_only_by_type() -> None:
    t = floor("LS1", "2xRM5 TX5", "", talents=(0, 1)).play("offer B", "talents 0", "want RM1", "want RM2")
    assert t.legal == [*(spelt(f"want TX{n}") for n in range(1, 6)), "done"]
    assert t.refusal("want FO1") == "GB-T10"
    assert t.refusal("want RM3") == "GB-T10"


@rules("GB-T10")
def test_given_goods_must_be_owned() -> None:
    t = floor("LS1 LS2", "RM1", "").play("offer B", "give LS1")
    assert t.refusal("give LS3") == t.refusal("give LS1") == "GB-T10"


@rules("GB-T11")
def test_accepting_needs_every_copy() -> None:
    t = floor("LS1", "2xTX5 TX4", "").propose("offer B", deal("LS1", "3xTX5"))
    assert t.refusal("accept") == "GB-T11"
    t = floor("LS1", "3xTX5", "").propose("offer B", deal("LS1", "3xTX5"))
    assert "accept" in t.legal


@rules("GB-T12")
def test_both_sides_change_hands_at_once_and_publicly() -> None:
    t = floor("2xLS1 FG1", "TX1 RM1", "", talents=(9, 0), customers=("C", "B", "A"))
    p = deal("2xLS1", "TX1 RM1", 4, "Guild Master", "Collector")
    t.propose("offer B", p)
    assert (t.partner, t.giving, t.wanting, t.lending, t.paying) == (-1, [-1] * 5, [-1] * 5, 0, 0)  # no draft is left
    assert t.events_of(Event.PROPOSES) == [(A, B, 4, 4 + 8 * 2)]
    assert [(CODES[row.good], row.wanted) for row in t.events_of(Event.GIVES)] == [
        ("LS1", 0), ("LS1", 0), ("RM1", 1), ("TX1", 1)
    ]  # fmt: skip
    t.play("accept")
    assert (t.hand(A), t.hand(B)) == (cards("FG1 TX1 RM1"), cards("2xLS1"))
    assert t.talents[:2] == [5, 4]
    assert t.access == [1 << C, 1 << A, 1 << B]
    assert len(t.events_of(Event.GIVES)) == 4


@rules("GB-T13")
def test_a_proposal_ends_with_the_floor_turn() -> None:
    t = floor("LS1", "TX1", "").propose("offer B", deal("LS1", "TX1"))
    assert t.stands(A, B)
    before = (t.hand(A), t.hand(B))
    t.play("reject")
    assert (t.hand(A), t.hand(B)) == before
    assert t.stands(A, B) is None
    assert not any(any(card >= 0 for card in side) for to in t.give[:3] for side in to)


@rules("GB-T21")
def test_only_the_proposers_own_side_is_proven() -> None:
    t = floor("3xLS5 LS1", "TX1", "").propose("offer B", deal("2xLS5", "TX2"))
    for viewer in (B, C, 6):
        assert t.known(A, viewer) == cards("2xLS5")
    assert t.known(B) == cards("")
    t.play("reject").propose("offer B", deal("LS5", "TX2"))
    assert t.known(A) == cards("2xLS5")  # at least
    t.play("reject").propose("offer B", deal("3xLS5", "TX2"))
    assert t.known(A) == cards("3xLS5")


@rules("GB-T06")
def test_proven_cards_stay_known_in_another_hand() -> None:
    t = floor("2xLS5", "2xTX1", "").propose("offer B", deal("2xLS5", "TX1")).play("accept")
    assert t.known(A) == cards("TX1")
    assert t.known(B) == cards("2xLS5")


def test_a_forced_draft_is_submitted_at_once() -> None:
    t = floor("FO4", "", "", talents=(0, 1)).play("offer B")
    assert (t.asked, t.stands(A, B)) == ((Phase.ANSWER, B), deal("FO4", net=-1))


@rules("GB-T20")
def test_an_open_draft_is_private() -> None:
    t = floor("LS1 LS2", "TX1", "", talents=(4, 4))
    before = {viewer: quiet(t, viewer) for viewer in (B, C, -1)}
    t.play("offer B")
    for choice in ("give LS1", "give LS2", "talents 3"):
        assert {viewer: quiet(t, viewer) for viewer in (B, C, -1)} == before
        assert t.events == []
        t.play(choice)
    assert t.seen(A).giving[:2] == [CODES.index("LS1"), CODES.index("LS2")]


def quiet(t: Table, viewer: int) -> dict:
    """Return what a viewer sees, without the last events."""
    return {name: value for name, value in t.seen(viewer).__dict__.items() if name not in ("event", "n_events")}


@rules("GB-T20")
def test_choices_outside_the_current_step_are_refused() -> None:
    t = floor("LS1 LS2", "TX1", "").play("offer B")
    assert t.refusal("accept") == t.refusal("want TX1") == "GB-T20"
    assert t.refusal("give LS1", seat=B) == "GB-T15"
    made = [choice for choice in range(CHOICES.size) if not GAME.bindings.refusal(t.state, A, choice)]
    assert made == GAME.bindings.legal(t.state, A).tolist()


def test_positions_have_the_given_fields() -> None:
    s = position("LS1", "TX1", "", at="trading", negotiators="A")
    assert (s.phase, s.negotiator, s.floor) == (Phase.FLOOR, 1, A)
