"""Drawing cards: KA-D01 to KA-D05, and the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.games.kairo import GAME
from souq.games.kairo.state import CHOICES, Event, Phase
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import Table, table
from tests.games.kairo.reference import CODES
from tests.support import rules


def drawing(**what) -> Table:
    return table(**{"hands": ["1 2 3"], "display": "5 5 7 J1", **what}).play("draw")


@rules("KA-D01", "KA-D02")
def test_two_picks_may_be_any_combination():
    t = drawing()
    assert t.of("take") == {"5", "7", "J1", "deck", "barker"}
    for one in ("5", "deck", "barker"):
        first = t.copy().play(f"take {one}")
        assert first.player == 0
        assert first.of("take") >= {"5", "7", "J1", "deck", "barker"}
        for two in ("5", "deck", "barker"):
            end = first.copy().play(f"take {two}")
            cards = (one != "barker") + (two != "barker")
            assert end.held[0] == 3 + cards
            assert end.barkers[0] == 2 - cards
            assert end.phase == (Phase.DISCARD if cards == 2 else Phase.ACT)
    assert drawing().refusal("take 9") in ("KA-D01",)


@rules("KA-D02")
def test_a_slot_stays_empty_until_the_turn_is_over():
    t = drawing().play("take 7")
    assert t.display == [4, 4, -1, 9]
    assert t.of("take") == {"5", "J1", "deck", "barker"}
    assert t.refusal("take 7") in ("KA-D02", "KA-D01")
    t.play("take 5")
    assert t.display == [-1, 4, -1, 9]  # of equal cards the leftmost; a discard is due first
    t.play("discard 1")
    assert -1 not in t.display


@rules("KA-X25", "KA-T03")
def test_slots_are_refilled_from_left_to_right():
    t = drawing(hands=["1"], deck="8 8 8 9 9").play("take J1", "take 5")
    shown = t.events_of(Event.SHOWN)
    assert [row[0] for row in shown] == [0, 3]
    assert [row[2] for row in shown] == [4, 3]
    assert [t.display[slot] for slot in (0, 3)] == [row[1] for row in shown]
    assert t.events_of(Event.TOOK) == [(0, 4, 0, 0)]


@rules("KA-D03")
def test_after_both_picks_four_cards_are_kept():
    t = drawing(hands=["1 2 3 3"]).play("take 5")
    assert (t.held[0], t.phase) == (5, Phase.TAKE)  # not between the picks
    t.play("take 7")
    assert t.of("discard") == {"1", "2", "3", "5", "7"}
    t.play("discard 3")
    assert (t.player, t.of("discard")) == (0, {"1", "2", "3", "5", "7"})
    t.play("discard 3")
    assert (t.cards(0), t.player) == (["1", "2", "5", "7"], 1)
    assert t.pile() == ["3", "3"]
    assert t.events_of(Event.DISCARDED) == [(0, 2, 0, 0)]
    t = drawing(hands=["1 2 3 3"]).play("take 5", "take 7")
    assert t.refusal("discard 9") == "KA-D03"
    assert t.refusal("take deck") == "KA-D03"


@rules("KA-D03", "KA-X22")
def test_barkers_do_not_count():
    t = drawing(hands=["1 2 3 4"], barkers=[5]).play("take barker", "take barker")
    assert (t.barkers[0], t.held[0], t.player) == (7, 4, 1)
    assert t.events_of(Event.BARKER) == [(0, 0, 0, 0)]


@rules("KA-X22")
def test_there_are_seven_barkers():
    t = drawing(barkers=[3, 2, 1])
    assert "barker" in t.of("take")
    t.play("take barker")
    assert "barker" not in t.of("take")
    assert t.refusal("take barker") == "KA-X22"


@rules("KA-X26", "KA-D05")
def test_the_second_pick_may_depend_on_the_first():
    t = drawing(deck="8 8").play("take deck", drawn="8")
    assert t.cards(0) == ["1", "2", "3", "8"]
    assert (t.phase, t.player) == (Phase.TAKE, 0)
    assert t.known[0] == 0


@rules("KA-D04", "KA-X24")
def test_the_last_card_brings_a_new_deck_at_once():
    t = drawing(hands=["1"], deck="8", discards="9 9 J2").play("take deck")
    assert t.cards(0) == ["1", "8"]
    assert t.discards == 0
    assert t.left == 33 - 2 - 4  # everything but the hand and the display
    assert t.events_of(Event.SHUFFLED) == [(27, 0, 0, 0)]
    assert "deck" in t.of("take")
    shown = drawing(hands=["1"], deck="8 8", discards="9").play("take 5", "take 7")
    assert sorted(shown.display) == [4, 7, 7, 9]
    assert (shown.left, shown.discards) == (33 - 3 - 4, 0)
    kinds = [event for event, _ in shown.events]
    assert kinds.index(Event.SHUFFLED) > kinds.index(Event.SHOWN)


@rules("KA-D04", "KA-X24", "KA-X25")
def test_a_refill_goes_on_with_the_new_deck():
    t = drawing(hands=["1"], deck="8", discards="9").play("take 5", "take 7")
    kinds = [event for event, _ in t.events]
    first, second = t.events_of(Event.SHOWN)
    assert (first[:2], second[0]) == ((0, 7), 2)  # the 8, then a card that was a discard
    assert kinds.count(Event.SHUFFLED) == 1
    assert -1 not in t.display
    assert t.left == 33 - 3 - 4


@rules("KA-X24")
def test_discards_of_this_turn_are_shuffled_in():
    """They are on the pile before the display is refilled."""
    t = drawing(hands=["1 2 3 4"], deck="8").play("take J1", "take barker")
    t.play("discard 4")
    assert t.left == 33 - 4 - 4
    assert (t.events_of(Event.SHUFFLED), t.discards) == ([(25, 0, 0, 0)], 0)
    build = table(hands=["1 2 3 4"], display="5 5 7 J1", deck="8", discards="").build("blue", "B2>B3", "1")
    assert "1" in build.pile()


@rules("KA-X23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_always_a_card_to_draw(players):
    least = 33
    for seed in range(12):
        for state in strange(players, 300 + seed):
            cards = int(state["left"][0]) + sum(int(state["discards"][0]) >> 2 * t & 3 for t in range(15))
            least = min(least, cards)
            assert state["left"][0] > 0
            if state["phase"][0] == Phase.TAKE and not state["over"][0]:
                assert int(CHOICES.parse("take deck")) in GAME.bindings.legal(state, int(state["player"][0]))
    assert least >= 11


@rules("KA-D01", "KA-D04")
def test_cards_come_evenly_from_the_deck():
    t = drawing(hands=["1"], deck="6 6 8 J4")
    seen = Counter()
    for key in range(2000):
        state = t.state.copy()
        GAME.bindings.apply(state, 0, int(CHOICES.parse("take deck")), (key, 4))
        hand = int(state["hand"][0][0]) - 1
        seen[CODES[(hand.bit_length() - 1) // 2]] += 1
    assert {code: abs(n / 2000 - share) < 0.05 for (code, n), share in zip(sorted(seen.items()), (0.5, 0.25, 0.25),
            strict=True)} == {"6": True, "8": True, "J4": True}  # fmt: skip


@rules("KA-T01", "KA-X34", "KA-X23")
def test_drawing_is_always_possible_before_the_final_phase():
    for players in (2, 3, 4):
        for state in games(players, 70 + players):
            if state["phase"][0] == Phase.ACT and not state["over"][0]:
                names = [CHOICES.name(int(c)) for c in GAME.bindings.legal(state, int(state["player"][0]))]
                assert ("draw" in names) == (not state["final"][0])
                assert ("quit" in names) == bool(state["final"][0])
