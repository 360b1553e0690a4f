"""Movements and sounds at the Grand Bazaar: sales, trades, returning cubes, Hafid."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from souq.engine.match.decision import seats
from souq.engine.present.scene import Context, Effect, Layout
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.scene.board.wedges import member_key
from souq.games.grand_bazaar.scene.effects import effects
from souq.games.grand_bazaar.scene.fans import back_key
from souq.games.grand_bazaar.scene.geometry import CUSTOMER_AT
from souq.games.grand_bazaar.state import (
    CARAVAN,
    CONTESTS,
    CUBES,
    Phase,
    Trading,
)
from tests.games.grand_bazaar.sentences import HAGGLER, floor, moment, on
from tests.games.grand_bazaar.test_scene import shown
from tests.games.grand_bazaar.test_scene_trading import proposed
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.games.scenes import LAYOUTS, sprites
from tests.support import rules

# ---- what moves


@cache
def decisions() -> tuple[tuple[Batch, Batch], ...]:
    """Return positions before and after decisions of random games."""
    return tuple(_decisions())


def _decisions() -> Iterator[tuple[Batch, Batch]]:
    for players, trading, seed in (
        (2, Trading.FLOOR, 1),
        (6, Trading.FLOOR, 2),
        (4, Trading.OPEN, 3),
        (3, Trading.OFF, 4),
    ):
        pick, kept, ply = random.Random(seed), Counter[Phase](), 0
        state = GAME.bindings.setup(players, [trading, 3, 0], (seed, 1))
        while not state["over"][0] and ply < 700:
            phase, before = Phase(int(state["phase"][0])), state.copy()
            seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
            legal = [int(c) for c in GAME.bindings.legal(state, seat)]
            weights = [
                0.2 if CARAVAN <= c < CARAVAN + CUBES * CONTESTS and (c - CARAVAN) % CUBES else 1.0 for c in legal
            ]
            GAME.bindings.apply(state, seat, pick.choices(legal, weights)[0], (pick.getrandbits(30), ply := ply + 1))
            kept[phase] += 1
            if kept[phase] <= 12 or state["over"][0] or state["nth"][0] != before["nth"][0]:
                yield before, state.copy()


def moves(before: Batch, after: Batch, seat: int, layout: Layout = "wide") -> list[Effect]:
    views = [Twin.of(GAME.bindings.hidden(each, seat)) for each in (before, after)]
    return effects(views[0], views[1], visible_events(after[0], seat), Context(seat, called, (), layout))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_moving_sprites_exist_and_stay_in_their_area(layout: Layout) -> None:
    kinds = set()
    for before, after in decisions():
        for seat in {-1, int(after["players"][0]) - 1, int(before["player"][0])}:
            picture = shown(before, seat, layout)[2]
            areas, keys = {each.name: each for each in picture.areas}, {one.key for one in sprites(picture)}
            for effect in moves(before, after, seat, layout):
                kinds.add(effect.kind)
                where = areas[effect.area]
                if effect.at:
                    assert 0 <= effect.at[0] <= where.width
                    assert 0 <= effect.at[1] <= where.height
                if effect.kind == "home" and not any(key.startswith("market-") for key in effect.keys):
                    assert {*effect.keys} <= keys, effect
                if effect.kind == "fly":
                    assert effect.at
                    assert effect.text
    assert kinds == {"home", "fly", "say", "pop"}


@rules("GB-L03", "GB-L07")
def test_sold_cards_go_to_the_customer_and_talents_come_back() -> None:
    before = moment(
        Phase.SELL, AMINA, "3 Goats, Salt", "Rugs, Wool, Linen, Tents, Robes, Dates", access=[1, 0, 0], sellers=1
    )
    after = on(before.copy(), "haggle Goats", "quantity 3")
    found = moves(on(before.copy(), "haggle Goats"), after, AMINA)
    assert found[0].kind == "home"
    assert {*found[0].keys} == {"card-9", "card-9-1", "card-9-2"}
    assert [(each.kind, each.text, each.seat) for each in found[1:3]] == [
        ("pop", "3 Goats", None),
        ("fly", "+6", AMINA),
    ]
    assert {*moves(on(before.copy(), "haggle Goats"), after, OMAR)[0].keys} == {
        back_key(AMINA, 1, at) for at in range(3)
    }


@rules("GB-T12")
def test_a_trade_goes_from_hand_to_hand() -> None:
    fields = proposed(give="Salt", want="Rugs", net=2)
    before = floor(Phase.ANSWER, OMAR, "Salt, Goats", "Rugs, Wool", "Jade", left=[5, 5, 0, 0, 0, 0], **fields)
    found = moves(before, on(before.copy(), "accept"), OMAR)
    home = {each.keys: each.seat for each in found if each.kind == "home"}
    assert home == {(back_key(AMINA, 2, 0),): OMAR, ("card-21",): AMINA}
    assert ("+2", OMAR, AMINA) in [(each.text, each.seat, each.giver) for each in found]


@rules("GB-R03", "GB-R05")
def test_cubes_return_and_hafid_passes_when_a_round_ends() -> None:
    there = {"access": [1 << LEILA, 0, 0], "placed": [1 << LEILA, 0, 0], "sellers": 0b111, "first": AMINA}
    before = moment(Phase.SELL, LEILA, "Salt", "Rugs", "2 Goats", **there)
    found = moves(before, on(before.copy(), "finish"), OMAR)
    assert Effect("home", seat=LEILA, keys=(member_key(CUSTOMER_AT[HAGGLER], LEILA),), sound="wood") in found
    hafid = next(each for each in found if each.text == "Hafid")
    assert (hafid.seat, hafid.giver) == (OMAR, AMINA)
    assert {each.seat for each in found if each.text == "+5 cards"} == {AMINA, OMAR, LEILA}
    assert Effect("say", sound="bell") in found


@rules("GB-T17")
def test_an_invitation_is_announced() -> None:
    before = floor(Phase.SEEK, AMINA, "Salt", "Rugs", "Jade", left=[5, 5, 0, 0, 0, 0])
    found = moves(before, on(before.copy(), "seek Rugs"), LEILA)
    assert ("pop", "Rugs! Who has Rugs?", "bell") in [(each.kind, each.text, each.sound) for each in found]
