"""Information of seats: chapter 6 of the specification."""

from __future__ import annotations

import pytest

from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, Table, begun, cards, deal, table
from tests.support import rules

PLAIN = ["RM5 TX5"] * 6
STAYS = ("ABC", "", "")


@rules("GB-S05", "GB-D05")
def test_types_are_public_and_goods_private() -> None:
    t = begun(3)
    for viewer in (A, B, C, -1):
        seen = t.seen(viewer)
        assert seen.kinds == t.kinds
        for seat in range(3):
            assert seen.hand[seat] == (t.twin.hand[seat] if seat == viewer else [0] * 25)
        assert [[card - 25 for card in pair] for pair in seen.market] == [
            [card // 5 for card in pair] for pair in t.market
        ]
        assert seen.top == 25 + t.top // 5
        assert (set(seen.pile), seen.below, seen.key, seen.draws) == ({0}, t.below, [0, 0], 0)


@rules("GB-C02", "GB-C05", "GB-R06")
def test_cards_the_informant_saw_stay_known_when_claimed() -> None:
    """By a type, in two markets; one good of a claimed pair is known and the other is not."""
    market = ["FO1 TX5", "FO2 RM5", *PLAIN[2:]]
    t = table(players=3, at="caravans", informant="A1", caravans={1: "B1"}, market=market, customers=STAYS)
    t.play("look Food", "nothing", "claim Rome")
    assert t.known(B, A) == cards("FO1")
    assert t.known(B, C) == t.known(B) == cards("")
    assert [row.good for row in t.events_of(Event.GOT, A)] == [CODES.index("FO1")]
    assert [row.good for row in t.events_of(Event.GOT, C)] == []
    assert t.seen(A).market[1] == [CODES.index("FO2"), 25 + 3]
    assert t.looked[0] == [0, 0]


@rules("GB-C03")
def test_a_card_from_the_discard_pile_is_public() -> None:
    t = table(players=3, at="caravans", informant="A1", discard="LS5", customers=STAYS).play("look Rome", "take LS5")
    assert [t.known(A, viewer) for viewer in (B, C, 6)] == [cards("LS5")] * 3


@rules("GB-T12", "GB-T21")
def test_traded_cards_are_known_until_they_leave() -> None:
    t = table("2xLS5 LS1", "TX1", "FO1", at="trading", negotiators="A", customers=STAYS)
    t.propose("offer B", deal("LS5", "TX1")).play("accept")
    assert (t.known(A), t.known(B)) == (cards("TX1"), cards("LS5"))
    t.propose("offer C", deal("TX1", "FO1")).play("accept")
    assert (t.known(A), t.known(C)) == (cards("FO1"), cards("TX1"))


@rules("GB-T21")
def test_proofs_are_minimum_numbers_and_do_not_add_up() -> None:
    t = table("3xLS5", "TX1", at="trading", negotiators="A", customers=("AB", "", ""))
    for give, least in (("LS5", 1), ("LS5", 1), ("2xLS5", 2), ("LS5", 2)):
        t.propose("offer B", deal(give, "TX2")).play("reject")
        assert t.known(A) == cards(f"{least}xLS5")


@rules("GB-L07")
def test_sales_and_discards_lower_known_cards_to_zero_at_most() -> None:
    t = table("4xLS5", "TX1", at="trading", negotiators="A", customers=("AB", "", ""))
    t.propose("offer B", deal("3xLS5", "TX2")).play("reject", "leave")
    assert t.known(A) == cards("3xLS5")
    t.play("haggle LS5", "quantity 2")
    assert t.known(A) == cards("LS5")
    t.play("haggle LS5")
    assert t.known(A) == cards("")


@rules("GB-F04", "GB-C06")
def test_drawn_cards_are_known_to_their_drawer() -> None:
    t = table(players=3, at="caravans", caravans={1: "B2 C1"}, squares="A", customers=STAYS).play("claim Rome", "send")
    assert sum(t.hand(A).values()) == 2
    assert t.known(A) == t.known(A, B) == t.known(C) == cards("")
    assert len(t.events_of(Event.DREW, A)) == 2
    assert t.events_of(Event.DREW, B) == []


def test_what_others_know_is_hidden() -> None:
    """A viewer sees its own known counts and the public ones, and not how those of others change."""
    market = ["FO1 TX5", *PLAIN[1:]]
    t = table(players=3, at="caravans", informant="A1", caravans={1: "B1"}, market=market, customers=STAYS)
    t.play("look Rome", "nothing", "claim Rome")
    assert t.seen(A).known[A] == t.twin.known[A]
    for viewer in (B, C, -1):
        assert t.seen(viewer).known[A] == [[-1] * 25] * 6
        assert t.seen(viewer).known[6] == t.twin.known[6]


@pytest.mark.parametrize("viewer", [A, B, C, -1])
def test_redealing_keeps_what_is_known(viewer: int) -> None:
    market = ["FO1 TX5", "FO2 RM5", *PLAIN[2:]]
    t = table("LS1 LS2", "TX1", "RM1", at="caravans", informant="A1", caravans={1: "B1"}, market=market,
              discard="2xFG5 FO3", negotiators="A", customers=STAYS)  # fmt: skip
    t.play("look Food", "draw", "claim Rome").propose("offer C", deal("LS1", "RM2")).play("reject")
    hands = set()
    for key in range(40):
        other = Table(Twin.of(GAME.bindings.determinized(t.state, viewer, (key, 9))))
        other.bazaar.check()
        assert other.kinds == t.kinds
        if viewer != A:
            assert other.hand(A)["LS1"] >= 1
        if viewer in (A, B):
            assert other.hand(B)["FO1"] >= 1
        if viewer == A:
            assert other.market[1][0] == CODES.index("FO2")
        hands.add(tuple(map(tuple, other.twin.hand)))
        assert other.hand(viewer) == t.hand(viewer) if viewer >= 0 else True
    assert len(hands) > 1


def test_redealing_is_even() -> None:
    """Each unseen card of a type is equally likely."""
    t = table("LS1", "LS5", at="trading", negotiators="A", customers=("AB", "", ""))
    assert t.phase == Phase.FLOOR
    n = 800
    goods = [Table(Twin.of(GAME.bindings.determinized(t.state, A, (key, 3)))).hand(B) for key in range(n)]
    for rank, copies in enumerate((2, 4, 5, 6, 7), 1):
        share = sum(hand[f"LS{rank}"] for hand in goods) / n
        assert share == pytest.approx(copies / 24, abs=0.05)


@rules("GB-T23", "GB-T21")
def test_an_open_post_keeps_proving_its_goods() -> None:
    """A has offered the same good twice, and one is gone: the other post shows that A still has one."""
    t = table("2xLS5", "TX1", "FO1", at="trading", negotiators="A", trading="open", customers=STAYS)
    t.propose("post B", deal("LS5", "TX1"), seat=A).propose("post C", deal("LS5", "FO1"), seat=A)
    t.play("take up A", seat=B)
    assert t.stands(A, C)
    assert [t.known(A, viewer) for viewer in (B, C, 6)] == [cards("LS5 TX1")] * 3
    for key in range(20):
        other = Table(Twin.of(GAME.bindings.determinized(t.state, C, (key, 1))))
        other.play("take up A", seat=C)
        assert other.hand(C)["LS5"] == 1
