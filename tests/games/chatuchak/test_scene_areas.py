"""The areas around Chatuchak's market: other markets, goals, panels, odds, and movements."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from souq.engine.present.scene import Context, Effect, Layout
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.chatuchak.scene import market, scene
from souq.games.chatuchak.scene.desk import MARKERS, Desk
from souq.games.chatuchak.scene.effects import effects
from souq.games.chatuchak.scene.goals import HELD, NEVER, goal_key, goals, hint, least, mark_key, most, title, to_win
from souq.games.chatuchak.scene.market import area_name, booth_key, chip_key, concerned, floor_key, frame_of, rivals
from souq.games.chatuchak.scene.panels import deviation, mean, panels, percent, rounds, this_round, within
from souq.games.chatuchak.state import BOX, CELLS, Mode
from souq.games.chatuchak.story.wording import strength_words
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TIDY, TOM, TOMS, example, table
from tests.games.chatuchak.test_scene import NEARLY, called, desk_of, drawn, made, seen, shown
from tests.games.scenes import LAYOUTS, area, beside, sprite, sprites, tooltip_on, words
from tests.support import rules

GREEN, PINK_YELLOW, RED_GREEN, PATH, RECTANGLE = 2, 9, 5, 10, 11


# ---- how long it takes


@rules("CH-C01", "CH-C02", "CH-C03", "CH-C04", "CH-Q15")
def test_the_expected_rounds_match_the_specification() -> None:
    ends = rounds(0, BOX.track[0])
    assert sum(ends) == pytest.approx(1)
    assert mean(ends) == pytest.approx(22.92, abs=0.005)
    assert deviation(ends) == pytest.approx(3.89, abs=0.005)
    assert len(ends) == sum(BOX.track) == 77
    assert next(n for n, chance in enumerate(ends, 1) if chance) == len(BOX.track)
    assert within(ends, 0.05, 0.05) == (17, 30)


def test_the_probability_of_the_end_agrees_with_the_die() -> None:
    last = len(BOX.track) - 1
    for tent, need in ((last, 12), (last, 9), (last, 1), (last - 1, 1), (0, 2)):
        ends = [
            table(PLAIN, PLAIN, player=1, tent=tent, need=need).play("move 1", die=die).twin.over
            for die in range(1, 13)
        ]
        assert this_round(tent, need) == pytest.approx(sum(ends) / 12)
    assert rounds(len(BOX.track), 12) == ()
    assert this_round(len(BOX.track), 12) == 0


def test_odds_are_written_as_certain_only_if_they_are() -> None:
    assert [percent(chance) for chance in (0, 0.001, 1 / 12, 0.999, 1)] == [
        "0%",
        "less than 1%",
        "8%",
        "99%",
        "100%",
    ]


def test_the_end_is_predicted_until_it_comes() -> None:
    last = len(BOX.track) - 1
    near = drawn(example(tent=last, need=12))
    assert near.facts[0].title == "8% chance that this round is the last"
    assert near.facts[0].place == "story"
    assert drawn(example(tent=last, need=12), layout="tall").warning == "8% chance that this round is the last."
    assert drawn(example(), layout="tall").warning == near.warning == ""
    assert drawn(example()).facts[0].title == "At least 11 more rounds **likely 17–30**"
    over = example(tent=last, need=1, player=JOSH).play("pass")
    assert over.twin.over
    assert not any("round" in box.title for box in drawn(over, AMY).facts)
    assert not drawn(table(PLAIN)).facts


def test_the_legend_is_left_out_where_panels_are_many() -> None:
    assert [box.legend for box in drawn(example()).facts] == [False, True]
    grids = (PLAIN,) * 4
    assert [box.legend for box in drawn(table(*grids)).facts] == [False]


# ---- drawings


@pytest.mark.parametrize("layout", LAYOUTS)
def test_side_areas_are_readable_and_nothing_overflows(layout: Layout) -> None:
    for _, _, picture in made(layout):
        for each in beside(picture):
            assert each.place in ("panel", "story")
            assert (each.seat is not None) == (each.place == "panel")
            for one in each.sprites:
                assert -0.01 <= one.x <= each.width
                assert -0.01 <= one.y <= each.height
                sizes = re.findall(r'font-size="([\d.]+)"', one.art)
                assert all(float(size) >= 10 for size in sizes), one.key


@pytest.mark.parametrize("layout", LAYOUTS)
def test_other_markets_are_drawn_and_the_own_is_not(layout: Layout) -> None:
    for _, desk, picture in made(layout):
        panelled = [each for each in picture.areas if each.place == "panel"]
        assert [each.seat for each in panelled] == [seat for seat in desk.seats if seat != max(0, desk.seat)]
        for each in panelled:
            assert each.seat is not None
            booths = {one.key for one in each.sprites if "-booth-" in one.key}
            hole = desk.markets[each.seat].hole
            assert booths == {booth_key(each.seat, cell) for cell in range(CELLS) if cell != hole}


@rules("CH-K01")
def test_tiles_connect_only_to_neighbours_of_their_colour() -> None:
    assert market.joined(1 << 7, 7) == 0
    assert market.joined(1 << 7 | 1 << 8, 7) == 0b10
    assert market.joined(1 << 0 | 1 << 1 | 1 << 6 | 1 << 7, 7) == 0b10001001
    assert market.joined(1 << 1 | 1 << 6 | 1 << 7, 7) == 0b1001
    assert market.joined(1 << 5 | 1 << 6, 5) == 0  # the end of a row and the beginning of the next


def test_rims_of_tiles_close_round_a_group() -> None:
    """Every open end of a rim is on the edge to a neighbour."""
    for on in range(16):
        rim = re.findall(r'd="([^"]*)" fill="none"', market.tile(0, on))
        ends = [tuple(map(float, point)) for point in re.findall(r"M([\d.-]+) ([\d.-]+)", rim[0])]
        assert len(rim) == 1
        for x, y in ends:
            assert on == 0 or max(abs(x), abs(y)) == pytest.approx(16.4) or (x, y) == (0, -14.5)


@rules("CH-B02", "CH-B03")
def test_held_goals_are_by_the_market_and_displaced_ones_ringed() -> None:
    t = example().play("15->27")
    kept = {each.key: each for each in area(drawn(t, JOSH), area_name(AMY)).sprites if "chip" in each.key}
    desk = desk_of(t, JOSH)
    assert set(kept) == {chip_key(AMY, marker) for marker in desk.held(AMY)}
    for marker in desk.held(AMY):
        assert ("stroke-dasharray" in kept[chip_key(AMY, marker)].art) == (marker not in desk.placed(AMY))
    assert "no place" in tooltip_on(drawn(t, JOSH), chip_key(AMY, 0)).hint


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", range(2, 6))
def test_all_twelve_goals_fit_beside_one_market(players: int, layout: Layout) -> None:
    t = table(*(PLAIN,) * players, holds=[*[""] * (players - 1), " ".join(example().names)])
    found = rivals(shown(t.state, 0, layout)[1])[-1]
    chips = [each for each in found.sprites if "chip" in each.key]
    assert len(chips) in ((0, len(MARKERS)) if layout == "tall" and players > 3 else (len(MARKERS),))
    assert len({(each.x, each.y) for each in chips}) == len(chips)
    for one, other in pairwise(chips):
        assert one.y != other.y or one.x < other.x
        assert 0 < one.x < found.width
        assert 0 < one.y < found.height


@pytest.mark.parametrize("players, size", [(2, 0.65), (3, 1), (4, 1), (5, 1)])
def test_a_single_rival_does_not_fill_the_width_of_a_phone(players: int, size: float) -> None:
    t = table(*(PLAIN,) * players, mode=Mode.SPEED)
    found = rivals(shown(t.state, 0, "tall")[1])[0]
    booths = [each.x for each in found.sprites if "booth" in each.key]
    assert market.WIDTH / found.width == pytest.approx(size, abs=0.05)
    assert min(booths) + max(booths) == pytest.approx(found.width), "in the middle"


def test_a_market_states_its_markers_and_penalty() -> None:
    tooltip = tooltip_on(drawn(example(), AMY), floor_key(JOSH))
    assert tooltip.title == "Josh’s market"
    assert "path" in tooltip.hint
    assert tooltip.hint.endswith("−5.")
    assert "Holds no marker" in tooltip_on(drawn(table(PLAIN, PLAIN)), floor_key(JOSH)).hint
    assert tooltip_on(drawn(table(PLAIN, PLAIN, mode=Mode.TICKS)), floor_key(JOSH)).hint.startswith("29 pieces")


def test_the_last_move_is_ringed() -> None:
    t = example().play("15->27")
    recent = tuple(visible_events(t.state[0], JOSH))
    desk = Desk(t.twin, seen(t.state, JOSH, recent=recent))
    ring = next(each for each in rivals(desk)[0].sprites if each.key == f"s{AMY}-fresh")
    assert (ring.x, ring.y) == market.middle(27)


# ---- goals


@rules("CH-M02", "CH-M03", "CH-K06")
def test_the_table_has_every_strength_and_marks_the_holder() -> None:
    t = example(TOMS)
    picture, desk = drawn(t, AMY), desk_of(t, AMY)
    for marker in MARKERS:
        row = words(sprite(picture, goal_key(marker)))
        assert row[:-1] == [strength_words(marker, desk.view.strength[seat][marker]) for seat in desk.seats]
        assert row[-1] == to_win(desk, marker)
    assert words(sprite(picture, goal_key(GREEN)))[-1] == "held"
    assert words(sprite(picture, goal_key(PATH)))[-1] == ">4"
    assert words(sprite(picture, goal_key(PINK_YELLOW)))[-1] == "2·2"


@rules("CH-M02", "CH-Q03", "CH-Q05")
def test_stated_requirements_of_goals_agree_with_the_rules() -> None:
    """No move wins an unwinnable goal, and each winning move has at least the stated strength."""
    won = 0
    for _, desk, _ in made("wide"):
        for outcome in desk.outcomes.values():
            for win in outcome.wins:
                won += 1
                assert to_win(desk, win.marker) not in (HELD, NEVER)
                assert win.strength > desk.needed(desk.seat, win.marker)
                assert least(win.marker) <= win.strength <= most(win.marker, desk.pairs)
    assert won > 50


@rules("CH-M03", "CH-Q05")
def test_a_group_of_all_booths_cannot_be_beaten() -> None:
    desk = desk_of(table(PLAIN, TIDY, holds=("", "RED R/G")), 0)
    assert to_win(desk, 0) == to_win(desk, RED_GREEN) == NEVER
    assert hint(desk, 0) == "Nobody can beat that."
    own = desk_of(table(TIDY, PLAIN, holds=("RED R/G",)), 0)
    assert hint(own, 0) == "Nobody can beat that."


def test_goals_are_described_in_words() -> None:
    picture = drawn(example(TOMS), AMY)
    said = {marker: tooltip_on(picture, goal_key(marker)) for marker in MARKERS}
    assert said[0].title == "Bowls: you hold the marker with 3"
    assert said[0].hint == "Josh has 3. A group of 4 or more takes it."
    assert said[6].title == "Chairs with plants: Josh holds the marker with 3·4"
    assert said[6].hint == "You have 2·5. A mix that beats 3·4, such as 3·5, wins it."
    assert said[PATH].hint == "You have 3. A line of 5 or more wins it."
    assert said[RECTANGLE].hint == "A block of 6 wins it."
    assert said[PINK_YELLOW].title == "Shirts with chairs: nobody holds the marker yet"
    assert said[PINK_YELLOW].hint == "A mix of two groups that touch wins it."
    assert tooltip_on(picture, mark_key(0)) == said[0]
    weak = desk_of(table(PLAIN, TIDY, TIDY, holds=("RED", "", "")), AMY)
    least = "A group of 2 or more takes it"
    assert hint(weak, 0).endswith(f"{least}, if it beats everyone else’s.")
    assert hint(desk_of(table(PLAIN, TIDY, holds=("RED", "")), AMY), 0).endswith(f"{least}.")


def test_pointing_at_a_goal_highlights_the_strongest_structures() -> None:
    t = example()
    tooltip, desk = tooltip_on(drawn(t, AMY), goal_key(RECTANGLE)), desk_of(t, AMY)
    assert {*tooltip.lifts} == {
        goal_key(RECTANGLE),
        chip_key(JOSH, RECTANGLE),
        *(booth_key(JOSH, cell) for cell in (6, 7, 12, 13)),
    }
    assert not tooltip.preview
    assert desk.market.best(RECTANGLE) == 0
    assert [each.key for each in tooltip_on(drawn(t, AMY), goal_key(GREEN)).preview] == ["strongest"]


@rules("CH-B01", "CH-B02")
def test_a_displaced_goal_counts_nothing() -> None:
    t = example().play("15->27")
    picture = drawn(t, JOSH)
    assert "stroke-dasharray" in sprite(picture, goal_key(0)).art
    assert tooltip_on(picture, goal_key(0)).title == "Bowls: Amy holds the marker without a place for it"
    assert "doesn’t count until Amy makes a place" in tooltip_on(picture, goal_key(0)).hint


def test_a_spectator_sees_what_beats_every_seat() -> None:
    t = example(TOMS)
    desk = Desk(t.twin, Context(-1, called))
    assert to_win(desk, 0) == ">3"
    assert title(desk, 0) == "Bowls: Amy holds the marker with 3"
    assert goals(desk) is not None


def test_no_goal_can_be_won_after_the_end() -> None:
    t = example(tent=len(BOX.track) - 1, need=1, player=JOSH).play("pass")
    picture, desk = drawn(t, AMY), desk_of(t, AMY)
    assert {to_win(desk, marker) for marker in MARKERS} == {""}
    assert "to win" not in words(sprite(picture, "goals-head"))
    assert tooltip_on(picture, goal_key(0)).hint == "Josh has 3."
    assert tooltip_on(picture, goal_key(PINK_YELLOW)).title == "Shirts with chairs: nobody holds the marker"
    assert tooltip_on(picture, goal_key(PINK_YELLOW)).hint == "Nobody has a place for it."


def test_on_a_phone_each_goal_has_a_chip() -> None:
    t = example()
    found = area(drawn(t, AMY, "tall"), "goals").sprites
    places = {(each.x, each.y) for each in found if each.key.startswith("goal-")}
    assert len(places) == len(MARKERS)
    assert {x for x, _ in places} == {0, 127, 254}
    assert words(next(each for each in found if each.key == goal_key(GREEN))) == ["5"]
    assert words(next(each for each in found if each.key == goal_key(PINK_YELLOW))) == ["–"]


def test_races_have_no_goals() -> None:
    for mode in (Mode.SPEED, Mode.TICKS):
        picture = drawn(table(PLAIN, PLAIN, mode=mode), 0)
        assert [each.name for each in picture.areas] == ["board", area_name(1)]


def test_a_move_highlights_the_goals_it_takes_and_exposes() -> None:
    t = example().play("15->27", "25->24", "27->15")
    found = set()
    for choice, outcome in desk_of(t, JOSH).outcomes.items():
        keys = concerned(desk_of(t, JOSH), outcome)
        found |= {*keys}
        assert choice == outcome.cell
        assert {chip_key(win.giver, win.marker) for win in outcome.wins if win.giver >= 0} <= {*keys}
    assert found <= {each.key for each in sprites(drawn(t, JOSH))}


# ---- panels


@rules("CH-E01", "CH-E02")
def test_panels_show_points_tokens_and_the_untidiest_colour() -> None:
    one, other = panels(desk_of(example(general=(2, 0)), AMY))
    assert (one.score, one.note) == ("2", "5 tokens, untidiest −6")
    assert (other.score, other.note) == ("9", "7 tokens, untidiest −5")
    assert (one.acting, other.acting) == (True, False)
    assert one.rank is other.rank is None
    assert {one.emblem, other.emblem} == {"crescent", "star"}
    passed = panels(desk_of(example(passed=[JOSH]), AMY))[JOSH]
    assert passed.note == "passed · 7 tokens, −5"


def test_panels_of_a_race_count_the_parts_left_to_join() -> None:
    t = table(NEARLY, PLAIN, PLAIN, mode=Mode.SPEED, moves=(20, 3, 1), passed=[TOM])
    near, far, out = panels(desk_of(t, AMY))
    assert (near.score, near.note) == ("2", "2 pieces to join, 20 moves")
    assert (far.score, far.note) == ("24", "24 pieces to join, 3 moves")
    assert (out.note, out.acting) == ("out after 1 move", False)
    assert not near.acting
    assert all(each.chips is None for each in (frame_of("wide", 2, True), frame_of("tall", 2, True)))
    over = panels(desk_of(t.play("move 12", seat=AMY), AMY))
    assert [each.rank for each in over] == [1, None, None]
    assert over[0].note == "solved in 21 moves"


def test_the_panel_of_the_puzzle_counts_moves() -> None:
    (own,) = panels(desk_of(table(PLAIN, moves=(7,)), 0))
    assert (own.score, own.note) == ("7", "7 moves, 24 pieces to join")


# ---- what moves


def decisions() -> Iterator[tuple[Twin, Twin, list[tuple[int, ...]]]]:
    """Yield decisions of games of every kind."""
    for nth, players in enumerate((2, 3, 5, 1, 3, 3)):
        chosen = {"play": "speed"} if nth == 4 else {"play": "turns"} if nth == 5 else {}
        played = games(players, nth, **chosen) if nth % 2 == 0 else strange(players, nth)
        for before, after in pairwise(list(played)[:120]):
            yield Twin.of(before), Twin.of(after), visible_events(after[0], -1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_moving_sprites_exist_and_stay_in_their_area(layout: Layout) -> None:
    kinds = set()
    for before, after, events in decisions():
        for seat in {-1, after.players - 1}:
            ctx = Context(seat, called, (), layout)
            areas = {each.name: each for each in scene(before, ctx).areas}
            keys = {one.key for each in areas.values() for one in each.sprites}
            for effect in effects(before, after, events, ctx):
                kinds.add(effect.kind)
                where = areas[effect.area]
                assert len(set(effect.faces)) == (12 if effect.kind == "tumble" else 0)
                if effect.kind in ("walk", "tumble"):
                    assert {*effect.keys} <= keys
                if effect.at:
                    assert 0 <= effect.at[0] <= where.width
                    assert 0 <= effect.at[1] <= where.height
    assert kinds == {"walk", "home", "fly", "say", "tumble", "pop"}


def test_a_booth_jumps_into_the_gap_of_its_market() -> None:
    t = example()
    after = t.copy().play("15->27")
    for seat, key, name in ((AMY, "booth-15", "board"), (JOSH, booth_key(AMY, 15), area_name(AMY))):
        walk = effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(seat, called))[0]
        picture = scene(t.twin, Context(seat, called))
        start = sprite(picture, key)
        assert (walk.kind, walk.keys) == ("walk", (key,))
        assert walk.path[0] == (start.x, start.y)
        assert walk.path[1][1] < min(walk.path[0][1], walk.path[2][1])
        assert start in area(picture, name).sprites


@rules("CH-X01", "CH-B02")
def test_goals_move_to_their_holders_and_points_fly() -> None:
    t = example().play("15->27", "26->24", "3->15")
    after = t.copy().play("8->26")
    made_ = effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(AMY, called))
    home = [each for each in made_ if each.kind == "home"]
    assert ("chip-0",) in [each.keys for each in home]
    assert all(each.area == area_name(JOSH) for each in home)
    fly = [(each.text, each.seat) for each in made_ if each.kind == "fly"]
    assert ("+2", JOSH) in fly or ("+1", JOSH) in fly
    assert (AMY not in [seat for _, seat in fly]) == (not t.twin.strength[AMY][0])


def test_effects_do_not_delay_a_race() -> None:
    t = table(PLAIN, PLAIN, mode=Mode.SPEED)
    after = t.copy().play("move 1", seat=JOSH)
    assert effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(AMY, called)) == []
    own = effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(JOSH, called))
    assert [each.kind for each in own] == ["walk", "say"]
    assert len(own[0].path) == 2


def test_a_bell_rings_for_the_seat_on_turn() -> None:
    t = example()
    after = t.copy().play("15->27")
    bell = Effect("say", sound="bell")
    for seat, rung in ((AMY, False), (JOSH, True), (-1, False)):
        assert (bell in effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(seat, called))) == rung


def test_a_bell_rings_at_the_end() -> None:
    t = example(tent=len(BOX.track) - 1, need=1, player=JOSH)
    after = t.copy().play("pass")
    found = effects(t.twin, after.twin, visible_events(after.state[0], -1), Context(AMY, called))
    assert [each.text for each in found if each.kind == "pop"] == ["passes", "The market closes"]
    alone = table(NEARLY)
    solved = alone.copy().play("move 12")
    found = effects(alone.twin, solved.twin, visible_events(solved.state[0], -1), Context(0, called))
    assert [(each.text, each.sound) for each in found if each.kind == "pop"] == [("solved in 1", "bell")]
