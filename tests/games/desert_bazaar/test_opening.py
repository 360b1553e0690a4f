"""Setup: DB-S01 to DB-S10."""

from collections import Counter

import pytest

from souq.engine.errors import BadPlayers
from souq.engine.match.match import Match
from souq.engine.present.story import only
from souq.engine.rules.bits import members
from souq.engine.rules.events import rows
from souq.engine.rules.twin import Twin, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.opening import deal, throw_for_cards
from souq.games.desert_bazaar.state import CHOICES, FACE_WILD, Event, Phase
from tests.games.desert_bazaar.positions import position
from tests.support import rules


def dealt(players, seed, pick=0):
    """Return a game up to its first turn, and all events of the setup."""
    state = GAME.bindings.setup(players, [0], (seed, 1))
    story = []
    while True:
        twin = Twin.of(state)
        story += rows(Event, twin.event[: twin.n_events])
        if twin.phase != Phase.WILD:
            return twin, story
        legal = GAME.bindings.legal(state, twin.player)
        GAME.bindings.apply(state, twin.player, int(legal[pick % len(legal)]), (seed, len(story) + 2))


def dice(row):
    return row.one, row.two, row.three


@rules("DB-S01")
@pytest.mark.parametrize("players", [0, 1, 2, 6, 300])
def test_three_to_five_can_play(players):
    with pytest.raises(BadPlayers, match="3 to 5"):
        Match(GAME, players)
    assert [GAME.check_players(n) for n in (3, 4, 5)] == [3, 4, 5]


@rules("DB-S02", "DB-S03", "DB-S04")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_seat_begins_with_the_same(players):
    twin, _ = dealt(players, 7)
    assert twin.markers == [7] * players + [0] * (5 - players)
    assert twin.score == [0] * 5
    assert [sum(hand[r] for hand in twin.hand) + twin.pile[r] for r in range(4)] == [15] * 4
    shown = twin.display[0] + twin.display[1]
    stock = members([twin.stock])
    assert sorted(shown + stock) == list(range(60))
    assert twin.tile == twin.owner == [-1] * 73


@rules("DB-S05")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_begins_is_drawn(players):
    first = Counter(int(GAME.bindings.setup(players, [0], (seed, 3))["first"][0]) for seed in range(3000))
    assert sorted(first) == list(range(players))
    assert all(abs(n / 3000 - 1 / players) < 0.04 for n in first.values())
    twin, story = dealt(players, 11)
    assert story[0].kind == Event.FIRST
    assert (twin.player, twin.turn, twin.first) == (story[0].seat, 1, story[0].seat)


@rules("DB-S06", "DB-S07")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_throws_of_three_dice_each(players):
    twin, story = dealt(players, 5, pick=1)
    throwers = [row.seat for row in only(story, Event.DEAL)]
    order = [(twin.first + i) % players for i in range(players)]
    assert throwers == [seat for seat in order for _ in range(3)]
    assert [sum(hand) for hand in twin.hand] == [9] * players + [0] * (5 - players)
    assert all(face <= FACE_WILD for row in only(story, Event.DEAL) for face in dice(row))  # no Desert stays


@rules("DB-S08")
def test_dice_of_empty_piles_are_thrown_again():
    seen = Counter()
    for key in range(2000):
        twin = position(players=5, piles=[0, 1, 0, 5])
        twin.key = [key, 1]
        interpreted(throw_for_cards)(twin)
        seen[tuple(twin.dice)] += 1
        assert min(twin.pile) >= 0
    assert {face for dice in seen for face in dice} == {1, 3, 4}
    assert all(dice.count(1) <= 1 for dice in seen)  # the last Camel is taken at once
    first = Counter(dice[0] for dice in seen.elements())
    assert all(abs(n / 2000 - 1 / 3) < 0.05 for n in first.values())


@rules("DB-S09")
def test_wilds_are_declared_one_by_one_after_the_throw():
    twin = position(players=3, piles=[5, 0, 2, 9])
    twin.throws, twin.wilds = 0, 2
    assert not interpreted(deal)(twin)
    assert [CHOICES.name(c) for c in members(twin.asked)] == ["wild Water", "wild Silk", "wild Spice"]
    assert twin.phase == Phase.WILD
    twin, story = dealt(4, 21)
    waiting = 0
    for row in story:
        if row.kind == Event.DEAL:
            assert waiting == 0
            waiting = dice(row).count(FACE_WILD)
        elif row.kind == Event.DECLARED:
            waiting -= 1
    assert waiting == 0


@rules("DB-S09", "DB-S06")
def test_illegal_choices_in_the_setup_are_refused():
    state = next(s for s in (GAME.bindings.setup(3, [0], (k, 9)) for k in range(50)) if s["phase"][0] == Phase.WILD)
    seat = int(state["player"][0])
    assert GAME.rule_id(GAME.bindings.refusal(state, seat, int(CHOICES.parse("roll")))) == "DB-S09"
    assert GAME.rule_id(GAME.bindings.refusal(state, (seat + 1) % 3, int(CHOICES.parse("wild Silk")))) == "DB-S06"


@rules("DB-S10")
def test_eight_tiles_are_turned_over():
    _, story = dealt(3, 2)
    shown = [(row.side, row.slot) for row in only(story, Event.REFILL)]
    assert shown == [(side, slot) for side in range(2) for slot in range(4)]
    kinds = [row.kind for row in story]
    assert kinds.index(Event.REFILL) > max(i for i, kind in enumerate(kinds) if kind in (Event.DEAL, Event.DECLARED))
    assert kinds[-1] == Event.TURN
