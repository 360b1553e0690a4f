"""Information of seats: KA-D05 and chapter 6 of the specification."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.engine.rules.events import ALL, visible_events
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME
from souq.games.kairo.state import CHOICES, Event, Phase, State
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import stack, table
from tests.games.kairo.reference import COPIES, Asked, pack
from tests.support import rules

SECRET = {"hand", "deck", "asked", "event", "n_events", "key", "draws"}


def within(part: int, whole: int) -> bool:
    """Return whether a stack contains all cards of another."""
    return not Counter(pack(part)) - Counter(pack(whole))


@rules("KA-D05", "KA-M05", "KA-C06")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_hands_and_the_deck_are_hidden(players):
    for number, state in enumerate(games(players, 20 + players)):
        if number % 9:
            continue
        true = Twin.of(state)
        for seat in range(-1, players):
            seen = Twin.of(GAME.bindings.hidden(state, seat))
            for name in set(State.layout.names) - SECRET:
                assert getattr(seen, name) == getattr(true, name), name
            assert (seen.key, seen.draws) == ([0, 0], 0)
            for other in range(4):
                assert seen.hand[other] == (true.hand[other] if other == seat else true.known[other])
            assert seen.asked == (true.asked if seat == true.player else [0, 0, 0])
            everything = Counter(kind for pile in [seen.deck, seen.discards, *seen.hand] for kind in pack(pile))
            everything.update(kind for kind in seen.display if kind >= 0)
            assert everything == dict(enumerate(COPIES))  # what is in the deck or in hands, nobody knows where


@rules("KA-D05")
@pytest.mark.parametrize("kind, players, seed", [(games, 2, 3), (strange, 3, 4), (strange, 4, 5)])
def test_a_redeal_looks_the_same(kind, players, seed):
    hands = Counter()
    for ply, state in enumerate(kind(players, seed)):
        if ply % 4 and state["phase"][0] not in (Phase.ENTRY, Phase.WAY, Phase.KEEP, Phase.PAY):
            continue
        true = Twin.of(state)
        for seat in range(-1, players):
            other = GAME.bindings.determinized(state, seat, (seed, ply))
            assert GAME.bindings.hidden(other, seat).tobytes() == GAME.bindings.hidden(state, seat).tobytes()
            twin = Twin.of(other)
            assert twin.held == true.held == [len(pack(hand)) for hand in twin.hand]
            assert all(within(twin.known[q], twin.hand[q]) for q in range(players))
            assert seat < 0 or twin.hand[seat] == true.hand[seat]
            whole = Counter(kind for pile in [twin.deck, twin.discards, *twin.hand] for kind in pack(pile))
            whole.update(kind for kind in twin.display if kind >= 0)
            assert whole == dict(enumerate(COPIES))
            if not twin.over:
                legal = {CHOICES.name(int(c)) for c in GAME.bindings.legal(other, twin.player)}
                assert legal
                assert legal == Asked(twin).options()
            hands["other" if twin.hand != true.hand else "same"] += 1
    assert hands["other"] > hands["same"] / 4


@rules("KA-D05")
def test_publicly_known_cards_of_a_hand():
    t = table(hands=["1 2", "3 3"], display="5 6 7 8", deck="4 4 9 9 9")
    t.play("draw", "take 5", "take deck")
    assert t.known[0] == stack("5")
    t.play("draw", "take barker", "take barker").play("draw", "take barker", "take barker")
    t.build("blue", "F6>F7", "5")
    assert (t.known[0], "5" in t.cards(0)) == (0, False)
    three = table(hands=["1 5 5 9"], known=["5 9"]).play("new", "colour blue", "site B2", "entry B3", "play three")
    assert three.play("keep 5").known[0] == 0  # the remaining card may be the other one
    kept = table(hands=["1 5 5 9"], known=["5 9"]).play("new", "colour blue", "site B2", "entry B3", "play three")
    assert kept.play("keep 9").known[0] == stack("9")


@rules("KA-D05", "KA-X26")
def test_a_card_from_the_deck_is_visible_only_to_its_owner():
    t = table(hands=["1 2"], deck="4 4 9").play("draw", "take deck")
    mine = [row[0] for row in visible_events(t.state[0], 0)]
    for viewer in (-1, 1, 2):
        theirs = [row[0] for row in visible_events(t.state[0], viewer)]
        assert Event.CARD_DREW in mine
        assert Event.CARD_DREW not in theirs
        assert Event.DREW in theirs
        seen = GAME.bindings.hidden(t.state, viewer)
        assert Event.CARD_DREW not in seen["event"][0][:, 0]


@rules("KA-D05")
def test_everything_else_is_public():
    for state in strange(3, 41):
        for row in state["event"][0][: state["n_events"][0]]:
            assert row[1] == ALL or row[0] == Event.CARD_DREW


@rules("KA-D05")
def test_hands_are_dealt_evenly():
    """Seen by P0: unknown cards of P1 are distributed by their numbers, known ones stay."""
    t = table(hands=["1 1", "5 5 6"], known=["", "6"], display="2 2 2 3", deck="4 4 J1", players=2)
    seen = Counter()
    for key in range(1500):
        hand = int(GAME.bindings.determinized(t.state, 0, (key, 2))["hand"][0][1])
        assert within(stack("6"), hand)
        seen.update(pack(hand - stack("6")))
    assert set(seen) == {3, 4, 9}  # 4, 5, J1
    assert all(abs(seen[kind] / 3000 - share) < 0.04 for kind, share in ((3, 0.4), (4, 0.4), (9, 0.2)))


@rules("KA-D05", "KA-S09")
def test_the_contents_of_the_bag_are_public_but_not_its_order():
    """The next colour is drawn only when it is needed."""
    for state in games(2, 9):
        if state["bag"][0]:
            for seat in (-1, 0, 1):
                assert GAME.bindings.hidden(state, seat)["bag"][0] == state["bag"][0]
