"""The Caravan phase: the Informant, claims, and what the outbid draw (GB-C01 to C08)."""

from __future__ import annotations

from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.rules.turn import legal
from souq.games.grand_bazaar.state import CODES, Event, Phase
from tests.games.grand_bazaar.positions import A, B, C, cards, everything_but, spelt, table
from tests.support import rules

PLAIN = ["RM5 TX5"] * 6
STAYS = ("ABC", "", "")
"""Everybody may sell, so that a round does not end by itself."""


def caravans(*hands: str, **what):
    return table(*hands, **({"players": 3, "at": "caravans"} | what))


@rules("GB-C01")
def test_only_the_informants_leader_looks_first() -> None:
    t = caravans(informant="B1 A2", caravans={1: "C1"}, discard="LS5")
    assert t.asked == (Phase.LOOK, A)
    t.play("look Rome", "take LS5")
    assert t.asked == (Phase.CLAIM, C)
    assert t.hand(B) == cards("")
    assert t.bids[6][:2] == [2, 1]  # cubes stay there
    assert caravans(caravans={1: "C1"}).asked == (Phase.CLAIM, C)


@rules("GB-C02")
def test_the_informant_looks_at_a_market_or_a_type() -> None:
    t = caravans(informant="A1", market=["LS1 LS2", "LS3 RM1", "", "LS4 RM2", "", ""])
    assert t.legal == ["look Rome", "look Egypt", "look Babylonia", "look Livestock", "look Raw Materials"]
    assert t.refusal("look Arabia") == t.refusal("look Food") == "GB-C02"
    one = t.copy().play("look Egypt")
    assert one.looked == [[0, 0], [1, 1], *[[0, 0]] * 4]
    assert one.events_of(Event.LOOKS) == [(A, 1, -1)]
    kind = t.play("look Raw Materials")
    assert kind.looked == [[0, 0], [0, 1], [0, 0], [0, 1], [0, 0], [0, 0]]
    assert kind.events_of(Event.LOOKS) == [(A, -1, 3)]


@rules("GB-C02")
def test_looking_is_compulsory_and_private() -> None:
    t = caravans(informant="A1", market=["LS1 LS2", *PLAIN[1:]])
    assert t.refusal("nothing") == "GB-C02"
    t.play("look Rome")
    assert t.seen(A).market[0] == [CODES.index("LS1"), CODES.index("LS2")]
    assert t.seen(B).market[0] == t.seen(-1).market[0] == [26, 26]
    assert [row.good for row in t.events_of(Event.SAW, A)] == [CODES.index("LS1"), CODES.index("LS2")]
    assert t.events_of(Event.SAW, B) == []


@rules("GB-C02")
def test_legal_looks_follow_from_the_backs() -> None:
    t = caravans(informant="A1", market=["LS1 LS2", "FO1 RM1", *PLAIN[2:]])
    assert GAME.bindings.legal(GAME.bindings.hidden(t.state, A), A).tolist() == GAME.bindings.legal(t.state, A).tolist()
    out = [0] * 101
    n = interpreted(legal)(t.seen(A), A, out)
    assert out[:n] == GAME.bindings.legal(t.state, A).tolist()


@rules("GB-C03")
def test_a_card_of_the_discard_pile_is_taken_publicly() -> None:
    t = caravans(informant="A1", discard="2xLS5 FG1", customers=STAYS).play("look Rome")
    assert t.legal == [spelt("take FG1"), spelt("take LS5"), "draw", "nothing"]
    assert t.refusal("take TX1") == "GB-C03"
    t.play("take LS5")
    assert (t.hand(A), t.known(A), t.known(A, B)) == (cards("LS5"), cards("LS5"), cards("LS5"))
    assert t.events_of(Event.TAKES) == [(A, CODES.index("LS5"))]
    assert t.bazaar.discard == cards("LS5 FG1")


@rules("GB-C03")
def test_the_informant_may_draw_the_top_card_or_nothing() -> None:
    t = caravans(informant="A1", top="TX3", customers=STAYS).play("look Rome")
    assert t.legal == ["draw", "nothing"]
    drawn = t.copy().play("draw")
    assert (drawn.hand(A), drawn.known(A)) == (cards("TX3"), cards(""))
    assert drawn.events_of(Event.DREW, A) == [(A, CODES.index("TX3"))]
    assert drawn.events_of(Event.DREW, B) == []
    assert t.play("nothing").hand(A) == cards("")


@rules("GB-C03")
def test_the_search_comes_before_any_shuffle() -> None:
    """The last card is drawn: only then is the discard pile turned over."""
    t = caravans(everything_but("LS5 FO1 FO2", PLAIN), informant="A1", top="LS5", below="", discard="FO1 FO2",
                 market=PLAIN, customers=STAYS)  # fmt: skip
    t.play("look Rome")
    assert t.legal == [spelt("take FO1"), spelt("take FO2"), "draw", "nothing"]
    taken = t.copy().play("take FO1")
    assert taken.events_of(Event.SHUFFLED) == []
    assert t.play("draw").events_of(Event.SHUFFLED) == [(2,)]


@rules("GB-C04")
def test_only_caravans_with_cubes_are_claimed_in_order() -> None:
    t = caravans(caravans={2: "A1", 3: "B1", 6: "C1"}, squares="A", customers=STAYS)
    claimed = []
    while t.phase in (Phase.CLAIM, Phase.POLL):
        if t.phase == Phase.CLAIM:
            claimed.append((t.caravan + 1, t.player))
        t.play(t.legal[0])
    assert claimed == [(2, A), (3, B), (6, C)]


@rules("GB-C05")
def test_the_leader_takes_both_cards_of_any_market() -> None:
    market = ["LS1 LS2", "FO1 FO2", "", "TX1 TX2", "", ""]
    t = caravans(caravans={1: "B2 A1", 2: "A1"}, market=market, customers=STAYS)
    assert t.asked == (Phase.CLAIM, B)
    assert t.legal == ["claim Rome", "claim Egypt", "claim Babylonia"]
    assert t.refusal("claim Arabia") == t.refusal("nothing") == "GB-C05"
    t.play("claim Egypt")
    assert t.hand(B) == cards("FO1 FO2")
    assert t.market[1] == [-1, -1]
    assert t.known(B) == t.known(B, A) == cards("")
    assert sorted(row.good for row in t.events_of(Event.GOT, B)) == [CODES.index("FO1"), CODES.index("FO2")]
    assert t.events_of(Event.GOT) == []


@rules("GB-C05")
def test_the_last_market_is_claimed_automatically() -> None:
    t = caravans(caravans={1: "B1", 2: "A1"}, market=["LS1 LS2", "FO1 FO2", "", "", "", ""], customers=STAYS)
    t.play("claim Rome")
    assert t.hand(A) == cards("FO1 FO2")
    assert [row.seat for row in t.events_of(Event.CLAIMS)] == [B, A]


@rules("GB-C06")
def test_the_outbid_draw_one_card_each_in_the_order_of_their_first_cubes() -> None:
    """However many cubes or raises; the winner draws nothing."""
    t = table(players=4, caravans={1: "C1"}, player=A)
    t.play("caravan 1 2", "caravan 1 3", "caravan 1 4", "free trader")  # C has raised; D is A's neighbour
    assert [t.came[0][seat] for seat in range(4)] == [2, 3, 1, 0]
    t = table(players=4, at="caravans", caravans={1: "C5 A2 B3"}, customers=("ABCD", "", ""))
    assert t.play("claim Rome").drawn == [A, B]
    t = table(players=4, at="caravans", caravans={1: "C1 A2 D5 B3"}, customers=("AB", "", ""))
    assert t.play("claim Rome").drawn == [C, A, B]
    assert [row.why for row in t.events_of(Event.DRAWS)] == [1, 1, 1]


@rules("GB-C07")
def test_the_window_opens_after_the_outbid_have_drawn() -> None:
    t = caravans(caravans={1: "B2 C1"}, squares="A", top="FO1", below="7xLS5", customers=STAYS).play("claim Rome")
    assert t.hand(C) == cards("FO1")
    assert t.asked == (Phase.POLL, A)
    assert t.play("send").hand(A) == cards("2xLS5")


@rules("GB-C08")
def test_cubes_leave_a_caravan_and_those_of_the_free_trader_are_wasted() -> None:
    t = caravans(caravans={1: "B2 C1", 6: "C1"}, squares="AB", customers=STAYS).play("claim Rome")
    assert t.bids[0][:3] == [0, 2, 1]  # while the window is open
    t.play("hold", "hold")
    assert t.bids[0][:3] == t.came[0][:3] == [0, 0, 0]
    t.play("claim Egypt", "hold", "hold")
    assert t.phase == Phase.SELL
    assert t.events_of(Event.PHASE) == [(3, 1)]
    while t.nth == 1:
        t.play("finish")
    assert t.line == [-1] * 6
