"""The areas around the Grand Bazaar's board: hands and their worth, fans, panels, facts, the end."""

import random
import re
import time
from collections import Counter
from itertools import pairwise

import pytest

from souq.engine.match.match import Match
from souq.engine.present.scene import Area, Context, Layout, Scene, to_json
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.scene import scene
from souq.games.grand_bazaar.scene.fans import floor_key, other_seats, pin_key
from souq.games.grand_bazaar.scene.hand import TALL_HAND, WIDE_HAND, copy_key, laid
from souq.games.grand_bazaar.scene.panels import facts, note, panels
from souq.games.grand_bazaar.scene.picks.deals import card_key
from souq.games.grand_bazaar.scene.picks.sales import chain
from souq.games.grand_bazaar.scene.worth import Sale, how, worth
from souq.games.grand_bazaar.state import (
    CHOICES,
    COPIES,
    GOODS,
    PUBLIC,
    Event,
    Phase,
)
from tests.games.grand_bazaar.sentences import COLLECTOR, GUILD, HAGGLER, cards, floor, good, moment, on
from tests.games.grand_bazaar.test_scene import desk_of, drawn, made, pick_of, seen, shown
from tests.games.narrating import AMINA, LEILA, OMAR
from tests.games.scenes import LAYOUTS, area, sprite, sprites, tooltip_on, words
from tests.support import rules

ALL = 0b111
"""Access to every customer."""


def hand_of(text: str) -> tuple[int, ...]:
    found = Counter(cards(text))
    return tuple(found[each] for each in range(GOODS))


def side_areas(picture: Scene) -> list[Area]:
    return [each for each in picture.areas if each.name not in ("board", "tray")]


# ---- what a hand is worth


@rules("GB-L03", "GB-L04", "GB-L05", "GB-L06")
def test_the_best_sale_of_the_examples_is_explained() -> None:
    held = hand_of("LS1, LS2, 2 LS3, LS4, LS5, FG1, TX2, FO4, RM5")
    found = worth(held, 1 << GUILD | 1 << COLLECTOR, True)
    assert found.total == 44
    assert found.by_customer() == ((COLLECTOR, 14), (GUILD, 30))
    assert how(worth(hand_of("3 Goats"), 1 << HAGGLER, True)) == "Haggler 6: 3 Goats."
    plied = worth(hand_of("2 FG1, LS2, FO3, TX5"), 0, True)
    assert (plied.total, how(plied)) == (11, "Five cards at face value.")
    assert worth(hand_of("2 FG1, LS2, FO3, TX5"), 0, False).total == 0
    assert worth(hand_of("FG1, LS2, FO3, TX5"), ALL, True).sales == ()


def test_the_stated_sales_are_legal_and_bring_the_total() -> None:
    pick = random.Random(4)
    for _ in range(120):
        held = tuple(pick.choices((0, 1, 2, 3), (8, 6, 2, 1))[0] for _ in range(GOODS))
        access, ply = pick.randrange(8), pick.random() < 0.7
        found = worth(held, access, ply)
        assert sum(sale.talents for sale in found.sales) == found.total == best_sale(held, access, ply)
        used = Counter(each for sale in found.sales for each, count in sale.goods for _ in range(count))
        assert all(count <= held[each] for each, count in used.items())
        assert all(gain >= 0 for gain in found.gains)


@rules("GB-L03", "GB-L04", "GB-L05")
def test_the_best_sale_is_one_click() -> None:
    for held in (
        "LS1, LS2, 2 LS3, LS4, LS5, FG1, TX2, FO4, RM5",
        "3 Goats, 2 Rugs, Salt",
        "2 FG1, 3 LS5, 2 FO2, RM1, RM2, TX2",
    ):
        state = moment(Phase.SELL, AMINA, held, access=[1, 1, 1], sellers=1)
        found = worth(hand_of(held), ALL, True)
        first, *then = chain(Twin.of(state), found.sales)
        assert pick_of(drawn(state, AMINA), CHOICES.name(first), ", ".join(CHOICES.name(c) for c in then))
        for choice in (first, *then):
            assert not GAME.bindings.refusal(state, AMINA, choice)
            GAME.bindings.apply(state, AMINA, choice, (1, 1))
        assert state["talents"][0][AMINA] == found.total
    state = moment(Phase.SELL, AMINA, "4 Wool", access=[1, 1, 1], sellers=1)
    assert chain(Twin.of(state), [Sale(HAGGLER, ((good("Wool"), 3),))]) == [
        CHOICES.parse("haggle Wool"),
        CHOICES.parse("quantity 3"),
    ]


def test_a_card_states_the_value_of_one_more() -> None:
    state = moment(Phase.BID, OMAR, "3 Goats, Salt", access=[1, 0, 0], discard=[0] * 9 + [2] + [0] * 15)
    picture = drawn(state, AMINA)
    tooltip = tooltip_on(picture, "card-9")
    assert tooltip.title == "3 Goats, worth 1 each"
    assert tooltip.hint.startswith("Another one would add 2 at the Haggler. 7 in all: 2 sold, ")
    assert tooltip_on(picture, "card-10").hint.startswith("Another one would add 12 at the Haggler.")
    figure = tooltip_on(picture, "best")
    assert figure.title == "Best sale now: 6"
    assert figure.hint.startswith("Haggler 6: 3 Goats.")
    assert {*figure.lifts} == {copy_key(9, copy) for copy in range(3)}


# ---- the hand


@pytest.mark.parametrize("layout", LAYOUTS)
def test_side_areas_are_readable_and_nothing_overflows(layout: Layout) -> None:
    for _, _, picture in made(layout):
        for each in side_areas(picture):
            assert each.place == {"hand": "", "offers": "story"}.get(each.name, "panel")
            for one in each.sprites:
                assert -0.01 <= one.x <= each.width, one.key
                assert -0.01 <= one.y <= each.height, one.key
                sizes = [float(size) * one.scale for size in re.findall(r'font-size="([\d.]+)"', one.art)]
                assert all(size >= 4.5 for size in sizes), one.key


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_card_of_the_own_hand_is_drawn(layout: Layout) -> None:
    for _, desk, picture in made(layout):
        if desk.seat < 0:
            assert all(each.name != "hand" for each in picture.areas)
            continue
        there = Counter(
            int(one.key.split("-")[1]) for one in area(picture, "hand").sprites if one.key.startswith("card-")
        )
        assert there == Counter({each: n if layout == "wide" else 1 for each, n in enumerate(desk.hand) if n})
        assert (area(picture, "hand").width, area(picture, "hand").height) == (
            WIDE_HAND if layout == "wide" else TALL_HAND
        )


def test_cards_lie_in_order_and_within_the_hand_however_many_there_are() -> None:
    pick = random.Random(1)
    for size in range(1, 32):
        deck = [each for each in range(GOODS) for _ in range(int(COPIES[each]))]
        found = Counter(pick.sample(deck, size))
        spots = laid(tuple(found[each] for each in range(GOODS)))
        assert [spot.good for spot in spots] == sorted(spot.good for spot in spots)
        assert all(a.x < b.x for a, b in pairwise(spots))
        assert spots[-1].x + 30 * spots[-1].scale < WIDE_HAND[0] - 60
        assert len(spots) == size


def test_cards_chosen_for_a_sale_stand_out() -> None:
    state = on(moment(Phase.SELL, AMINA, "2 FG1, FG2, LS1, FO1, RM1, TX1", access=[0, 1, 0], sellers=1), "collect")
    for layout in LAYOUTS:
        picture = drawn(on(state.copy(), "card Cut Gems"), AMINA, layout)
        assert sprite(picture, card_key(0)).classes in ("lifted", "")
    state = on(moment(Phase.SELL, AMINA, "3 Goats, 2 Salt, 2 Rugs", sellers=1), "ply", "card Goats")
    for layout in LAYOUTS:
        picture = drawn(state, AMINA, layout)
        risen = [one for one in area(picture, "hand").sprites if one.classes == "lifted"]
        assert [one.key for one in risen] == (["card-9-1", "card-9"] if layout == "wide" else ["card-9"])
    assert "2" in words(sprite(drawn(state, AMINA, "tall"), "card-9"))


def test_on_a_phone_the_number_of_chosen_copies_covers_no_name() -> None:
    many = "3 Goats, 2 Salt, 2 Rugs, Wool, Linen, Jade, Cedar"
    state = on(moment(Phase.SELL, AMINA, many, sellers=1), "ply", "card Goats")
    art = sprite(drawn(state, AMINA, "tall"), "card-9").art
    badges = [float(y) + float(r) for y, r in re.findall(r'<circle[^>]* cy="([-\d.]+)" r="([\d.]+)"', art)]
    (name,) = (float(y) for y in re.findall(r'<text x="[-\d.]+" y="([-\d.]+)"[^>]*>Goats<', art))
    assert len(badges) == 2 and max(badges) < name - 8


def test_every_copy_of_a_card_can_be_tapped() -> None:
    state = moment(Phase.SELL, AMINA, "3 Goats, 2 Salt", access=[1, 0, 0], sellers=1)
    assert {*pick_of(drawn(state, AMINA), "haggle Salt").on} == {"card-10", "card-10-1"}
    assert {*pick_of(drawn(state, AMINA, "tall"), "haggle Salt").on} == {"card-10"}


def test_new_cards_are_marked_but_not_a_whole_hand() -> None:
    state = moment(Phase.BID, OMAR, "3 Goats, Salt")
    row = (int(Event.DREW), -1, AMINA, 9, 0, 0)
    fresh = shown(state, AMINA, recent=(row,))[2]
    assert [one.key for one in area(fresh, "hand").sprites if one.classes == "trail"] == ["card-9"]
    dealt = shown(state, AMINA, recent=(row, row, row, (int(Event.DREW), -1, AMINA, 10, 0, 0)))[2]
    assert not [one for one in area(dealt, "hand").sprites if one.classes == "trail"]


# ---- the others' hands


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_hand_but_the_own_is_shown_by_its_backs(layout: Layout) -> None:
    for _, desk, picture in made(layout):
        fans = [each for each in picture.areas if each.place == "panel"]
        others = [seat for seat in desk.seats if seat != desk.seat]
        assert [each.seat for each in fans] == others == [*other_seats(desk)]
        for each in fans:
            assert each.seat is not None
            backs = Counter(int(one.key.split("-")[2]) for one in each.sprites if one.key.startswith("back-"))
            if backs:
                assert [backs[kind] for kind in range(5)] == [*desk.kinds(each.seat)]
            assert tooltip_on(picture, floor_key(each.seat)).title.endswith(("card", "cards"))


@rules("GB-T21")
def test_proven_cards_are_pinned_for_all_and_seen_ones_for_the_viewer() -> None:
    known = [[[0] * GOODS for _ in range(6)] for _ in range(7)]
    known[PUBLIC][OMAR][good("Salt")] = known[AMINA][OMAR][good("Salt")] = 1
    known[AMINA][OMAR][good("Goats")] = 2
    state = moment(Phase.BID, AMINA, "Rugs", "Salt, 2 Goats, Tents", "Wool", known=known)
    for seat, pinned in ((AMINA, {"Salt", "Goats"}), (LEILA, set()), (-1, {"Salt"})):
        keys = {one.key for one in sprites(drawn(state, seat))}
        assert {name for name in ("Salt", "Goats", "Tents") if pin_key(OMAR, good(name)) in keys} == pinned
    tooltip = tooltip_on(drawn(state, AMINA), floor_key(OMAR))
    assert tooltip.hint == "2 Livestock, 1 Food and 1 Textile. 2 Goats and Salt for sure."
    assert "2" in words(sprite(drawn(state, AMINA), pin_key(OMAR, good("Goats"))))


def test_side_areas_contain_nothing_hidden() -> None:
    """Other goods in others' hands, of the same types, look the same."""
    one = moment(Phase.BID, AMINA, "Rugs", "Salt, 2 Goats, Tents", "Wool")
    other = moment(Phase.BID, AMINA, "Rugs", "Dates, Horses, Sheep, Linen", "Robes")
    for layout in LAYOUTS:
        assert to_json(drawn(one, AMINA, layout)) == to_json(drawn(other, AMINA, layout))


def test_at_the_end_all_hands_are_revealed() -> None:
    state = moment(Phase.SELL, AMINA, "Salt", "Rugs, Wool", over=1)
    assert tooltip_on(drawn(state, AMINA), floor_key(OMAR)).hint.startswith("2 Textiles. In hand: Rugs and Wool.")


@rules("GB-T01", "GB-B08")
def test_a_seats_options_are_stated_with_its_hand() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Wool", square=[OMAR, -1, OMAR, -1, -1, -1])
    picture = drawn(state, AMINA)
    assert tooltip_on(picture, floor_key(OMAR)).hint.endswith(" May start trades. Free Trader squares 1 and 3.")
    assert tooltip_on(picture, floor_key(LEILA)).hint.endswith(" May sell to the Haggler.")
    assert "gb-sign-2" in sprite(picture, floor_key(OMAR)).art
    assert "gb-sign-1" in sprite(picture, floor_key(LEILA)).art


def test_a_phone_counts_types_where_hands_are_many() -> None:
    state = moment(Phase.BID, AMINA, "Rugs", "Salt, 2 Goats", "", "Wool", players=4)
    column = sprite(drawn(state, AMINA, "tall"), floor_key(OMAR))
    assert words(column) == ["–", "2", "1", "–", "–"]
    assert not [one for one in sprites(drawn(state, AMINA, "tall")) if one.key.startswith("back-")]


# ---- panels and facts


def test_panels_show_cards_cubes_turns_and_status() -> None:
    state = moment(Phase.BID, AMINA, "Rugs", "Salt, 2 Goats", "Wool", cubes=[2, 1, 0, 0, 0, 0])
    own, other, third = panels(desk_of(state, AMINA))
    assert (own.note, other.note, third.note) == ("bidding", "3 cards · 1 cube", "1 card · no cubes")
    assert (own.acting, other.acting) == (True, False)
    assert other.stats == ()
    assert [stat.value for stat in own.stats] == ["1"]
    trading = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Wool", left=[5, 3, 0, 0, 0, 0])
    assert [note(desk_of(trading, AMINA), seat) for seat in range(3)] == ["trading", "1 card · 3 turns", "1 card"]
    selling = moment(Phase.SELL, AMINA, "Rugs", "Salt", "Wool", sellers=1 << AMINA | 1 << LEILA)
    assert [note(desk_of(selling, OMAR), seat) for seat in range(3)] == [
        "selling",
        "1 card · sells later",
        "1 card · has sold",
    ]


@rules("GB-D05")
def test_copies_in_unknown_places_are_counted() -> None:
    state = moment(Phase.BID, AMINA, "Rugs", "Salt", "Wool", market=[[-1, -1]] * 6, discard=[3] + [0] * 24)
    (box,) = facts(desk_of(state, AMINA))
    assert (box.title, box.place, len(box.rows)) == ("Still out there **of each good**", "story", 5)
    assert "Finished Goods: Cut Gems 0, Frankincense 4" in box.rows[0][1]
    assert "Rugs 3" in box.rows[4][1]
    assert "Salt 3" in box.rows[2][1]
    assert facts(desk_of(floor(Phase.FLOOR, AMINA, "Salt", "Rugs"), AMINA)) == ()


# ---- the end


@rules("GB-E01", "GB-E02", "GB-E03")
@pytest.mark.parametrize(
    ("hands", "ranks", "note"),
    [
        (("FG1, LS1, FO1", "RM1, FG2, LS2", "Wool"), (2, 1, 3), "Tied on Talents: the lower value left in hand wins."),
        (
            ("Rugs", "Robes", "Wool"),
            (1, 1, 3),
            "Tied on Talents and on the value left in hand.",
        ),
    ],
)
def test_ties_on_talents_are_broken_by_the_remaining_hand(
    hands: tuple[str, ...], ranks: tuple[int, ...], note: str
) -> None:
    state = moment(Phase.SELL, AMINA, *hands, talents=[142, 142, 90, 0, 0, 0], over=1)
    tally = drawn(state, AMINA).tally
    assert tally
    assert (tally.totals, tally.ranks, tally.note) == (("142", "142", "90"), ranks, note)
    assert tally.below[1][2] == "if Talents are tied, the lower value wins"


def test_most_talents_win() -> None:
    state = moment(Phase.SELL, AMINA, "Salt", "Rugs, Wool", talents=[9, 12, 3, 0, 0, 0], over=1)
    tally = drawn(state, AMINA).tally
    assert tally
    assert (tally.note, tally.ranks, tally.total) == ("", (2, 1, 3), "Total Talents")
    assert [cells for _, cells, _ in tally.below] == [("1", "2", "–"), ("3", "3", "–")]
    assert drawn(moment(Phase.SELL, AMINA, "Salt", sellers=1, access=[1, 0, 0]), AMINA).tally is None
    assert [panel.rank for panel in drawn(state, AMINA).panels] == [2, 1, 3]


# ---- how fast


def test_a_scene_takes_no_longer_than_eight_milliseconds() -> None:
    states = [state for state, _, _ in made("wide")][::9]
    views = [(Twin.of(GAME.bindings.hidden(state, 0)), seen(state, 0)) for state in states]
    for view, ctx in views:
        scene(view, ctx)
    quickest = min(_elapsed(views) for _ in range(3))
    assert quickest / len(views) < 0.008


def _elapsed(views: list[tuple[Twin, Context]]) -> float:
    begun = time.process_time()
    for view, ctx in views:
        scene(view, ctx)
    return time.process_time() - begun


@pytest.mark.parametrize("seed", [1, 2])
def test_sales_and_trades_add_up_to_the_talents(seed: int) -> None:
    match, pick = Match(GAME, 3, seed=seed), random.Random(seed)
    while not match.over:
        seat = next(seat for seat in range(3) if match.deciders >> seat & 1)
        match.play(pick.choice(match.legal(seat)), seat)
    shown = match.scene().tally
    assert shown
    assert {label for label, _, _ in shown.rows} & {"Sold at face value", "Sold to the Haggler"}
    for seat in range(3):
        sums = [int(cells[seat].replace("−", "-").replace("–", "0")) for _, cells, _ in shown.rows]
        assert sum(sums) == int(shown.totals[seat]) == match.points()[seat]
