"""Chatuchak's scene: it offers every choice, its statements agree with the rules, and it stays small."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from souq.engine.match.decision import seats
from souq.engine.present.scene import Context, Layout, Pick, Scene
from souq.engine.present.story import only
from souq.engine.present.wording import number
from souq.engine.rules.events import rows
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.chatuchak import GAME
from souq.games.chatuchak.rules.market import grown
from souq.games.chatuchak.scene import scene
from souq.games.chatuchak.scene.art import booths_shape
from souq.games.chatuchak.scene.board import chips
from souq.games.chatuchak.scene.desk import MARKERS, Desk
from souq.games.chatuchak.scene.geometry import WIDE, cells, outline, rim
from souq.games.chatuchak.state import CHOICES, LANES, MIX, MOVE, PATH, STOP, STRONG, Event, Mode
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import PLAIN, TIDY, Table, example, position, spaced, table
from tests.games.chatuchak.reference import moved
from tests.games.scenes import LAYOUTS, sprite, sprites, tooltip_on, words
from tests.support import rules

PEOPLE = ("Amy", "Josh", "Tom", "Lina", "Sara")
NEARLY = spaced(moved(TIDY.replace(" ", ""), 17))
"""A puzzle one move before its end: the booth of 12 goes back to 17."""


def called(seat: int) -> str:
    return PEOPLE[seat]


@cache
def gallery() -> tuple[Batch, ...]:
    """Return positions of random games of every kind, from the start and from made-up positions."""
    found: list[Batch] = []
    for players in range(1, 6):
        found += list(games(players, players))[:40:8]
        for seed in range(3):
            found += list(strange(players, 10 * players + seed))[:24:5]
    for play in ("speed", "turns"):
        found += list(games(3, 2, play=play))[:30:10]
    return tuple(found)


def seen(state: Batch, seat: int, layout: Layout = "wide", recent: tuple[tuple[int, ...], ...] = ()) -> Context:
    deciding = seat >= 0 and bool(GAME.bindings.deciders(state) >> seat & 1)
    legal = tuple(int(c) for c in GAME.bindings.legal(state, seat)) if deciding else ()
    return Context(seat, called, legal, layout, recent=recent)


@cache
def made(layout: Layout) -> tuple[tuple[Batch, Desk, Scene], ...]:
    """Return scenes of the gallery: alternately of a deciding seat, a waiting one and a spectator."""
    found = []
    for nth, state in enumerate(gallery()):
        deciding = list(seats(GAME.bindings.deciders(state)))
        seat = -1 if nth % 5 == 4 else deciding[-1] if deciding and nth % 5 != 3 else 0
        found.append(shown(state, seat, layout))
    return tuple(found)


def shown(state: Batch, seat: int, layout: Layout = "wide") -> tuple[Batch, Desk, Scene]:
    ctx, view = seen(state, seat, layout), Twin.of(state)
    return state, Desk(view, ctx), scene(view, ctx)


def drawn(t: Table, seat: int | None = None, layout: Layout = "wide") -> Scene:
    return shown(t.state, t.player if seat is None else seat, layout)[2]


def desk_of(t: Table, seat: int | None = None) -> Desk:
    return shown(t.state, t.player if seat is None else seat)[1]


def card(pick: Pick) -> list[str]:
    return words(*(sprite for sprite in pick.preview if sprite.key == "card"))


def pick_of(picture: Scene, choice: int) -> Pick:
    return next(pick for pick in picture.picks if pick.choice == choice)


def applied(state: Batch, seat: int, choice: int) -> Batch:
    after = state.copy()
    GAME.bindings.apply(after, seat, choice, (5, 5))
    return after


# ---- what every scene holds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_choice_is_a_pick_and_points_at_its_booth(layout: Layout) -> None:
    for _, desk, picture in made(layout):
        assert [pick.choice for pick in picture.picks] == sorted(desk.legal)
        for pick in picture.picks:
            assert pick.on == (() if pick.choice == STOP else (f"booth-{pick.choice - MOVE}",))


# ---- the market


@rules("CH-T03", "CH-T04")
def test_the_nine_booths_that_can_move_are_lit_and_the_others_say_why_not() -> None:
    picture = drawn(example())
    lit = {each.key for each in sprites(picture) if "moves into the gap" in each.label}
    assert lit == {f"booth-{cell}" for cell in (3, 9, 15, 21, 24, 25, 26, 28, 29)}
    assert sprite(picture, "booth-15").label == "Bowl, row 3, column 4, one of 3 bowls: moves into the gap"
    assert sprite(picture, "booth-24").refused is None
    still = sprite(picture, "booth-0")
    assert (still.refused, still.label) == (CHOICES.parse("move 0"), "Shirt, row 1, column 1")
    tooltip = tooltip_on(picture, "booth-8")
    assert tooltip.title == "Plant, row 2, column 3"
    assert tooltip.hint == (
        "One of 5 plants together. Counts for plants (yours), a mix with bowls 3·5 (yours), a mix with chairs 2·5"
        " and a path of 3. It can’t move: it isn’t in the gap’s row or column."
    )
    short = tooltip_on(drawn(example(), layout="tall"), "booth-8")
    assert short.hint.startswith("Counts for plants (yours)")
    alone = tooltip_on(picture, "booth-0").hint
    assert alone == "It stands alone. It can’t move: it isn’t in the gap’s row or column."
    assert sprite(picture, "hole").label == "The gap, row 5, column 4"


def test_waiting_seats_and_spectators_have_nothing_lit() -> None:
    t = example()
    for seat, whose in ((1, "Your market"), (-1, "Amy’s market")):
        picture = drawn(t, seat)
        assert picture.areas[0].label == whose
        assert not picture.picks
        assert not any("moves into" in each.label or each.refused is not None for each in picture.areas[0].sprites)
        assert "lanes" not in {each.key for each in sprites(picture)}
        assert "can’t move" not in tooltip_on(picture, "booth-8").hint


@rules("CH-K01", "CH-Q23")
def test_adjacent_booths_form_one_shape() -> None:
    for market in desk_of(example()).markets:
        for plane, found in zip(market.planes, market.parts, strict=True):
            assert found == tuple(sorted(found, key=lambda part: part & -part))
            left = plane
            for part in found:
                assert part == interpreted(grown)(left & -left, left)
                left ^= part
            assert left == 0
    assert len(rim(0b11_000011)) == 1
    ring = sum(1 << cell for cell in (0, 1, 2, 6, 8, 12, 13, 14))
    assert len(rim(ring)) == 2
    assert len(rim(1 | 1 << 7)) == 2
    assert outline(ring, WIDE.grid).count("Z") == 2
    assert 'stroke-opacity=".55"' in booths_shape(0, 1, WIDE.grid)
    assert "stroke-opacity" not in booths_shape(0, 3, WIDE.grid)


@rules("CH-B04", "CH-K02", "CH-K03", "CH-K04", "CH-K05")
def test_strengths_and_structures_agree_with_the_rules() -> None:
    for state, desk, _ in made("wide"):
        for seat, market in enumerate(desk.markets):
            assert list(market.counts()) == desk.view.parts[seat][:5]
            for marker in MARKERS:
                strength, found = desk.view.strength[seat][marker], market.best(marker)
                booths = sum(divmod(strength, STRONG)) if MIX <= marker < PATH else strength
                assert found.bit_count() == booths
                lower = (found & -found).bit_length() - 1
                assert not any(market.where(marker, strength, cell) for cell in range(lower))
                assert all(market.where(marker, strength, cell) >> cell & 1 for cell in cells(found))
        assert state["mode"][0] == desk.mode


@rules("CH-B02", "CH-B04")
def test_markers_are_on_their_structure_or_next_to_the_market() -> None:
    t = example().play("15->27", die=1)
    picture = drawn(t, 0)
    keys = {each.key for each in sprites(picture)}
    assert "chip-2" in keys
    assert not {"chip-0", "chip-5"} & keys
    assert sprite(picture, "beside").label == (
        "Your markers without a place, beside the market: bowls and bowls with plants"
    )
    assert sprite(picture, "chip-2").label == "Your marker: 5 plants"
    assert sprite(drawn(t, 0, "tall"), "beside").label.endswith("bowls and bowls with plants")


def test_markers_do_not_hide_each_other() -> None:
    for _, desk, _ in made("wide"):
        if desk.race:
            continue
        spots = [(each.x, each.y) for _, each in chips(desk, WIDE)]
        near = [1 for i, a in enumerate(spots) for b in spots[:i] if abs(a[0] - b[0]) < 30 and abs(a[1] - b[1]) < 20]
        assert len(near) <= max(0, len(spots) - 8)


def test_the_trail_starts_at_the_gap() -> None:
    t = example()
    assert "trail" not in {each.key for each in sprites(drawn(t))}
    shown = drawn(t.play("15->27", die=1), 0)
    assert sprite(shown, "trail").art.count("<circle") == 1
    assert sprite(shown, "trail").layer < sprite(shown, "booth-0").layer, "under the booths"


def test_a_race_leaves_no_trail() -> None:
    for _, desk, shown in made("wide"):
        assert not desk.race or "trail" not in {each.key for each in sprites(shown)}


# ---- the clock and what is counted


@rules("CH-C02", "CH-C03", "CH-C04")
def test_the_clock_states_the_needed_roll_and_its_probability() -> None:
    picture = drawn(table(PLAIN, PLAIN, tent=5, need=5))
    assert sprite(picture, "need").label == "A roll of 5 or more moves the tent on from space 6: 8 in 12."
    assert words(sprite(picture, "need")) == ["Roll 5 or more", "and the tent moves", "on: 8 in 12"]
    assert ">5+<" in sprite(picture, "track").art
    assert "6 spaces from the end" in tooltip_on(picture, "die").hint
    assert words(sprite(drawn(table(PLAIN, PLAIN, tent=5, need=5), layout="tall"), "need")) == ["5+: 8 in 12"]
    last = drawn(table(PLAIN, PLAIN, tent=10, need=1))
    assert sprite(last, "need").label.startswith("Any roll moves the tent on from space 11: 12 in 12")
    assert tooltip_on(last, "tent").hint.endswith("The chance that the next roll ends the game is 100%.")


@rules("CH-E01", "CH-E02", "CH-X01")
def test_tokens_the_untidiest_colour_and_the_score_have_labels() -> None:
    t = example(general=(7, 0))
    picture = drawn(t)
    desk = desk_of(t)
    assert [desk.score(seat) for seat in (0, 1)] == t.points
    assert sprite(picture, "tokens").label == "10 tokens: 3 coloured and 7 purple"
    assert "× 7" in words(sprite(picture, "tokens"))
    assert sprite(picture, "untidiest").label == "Untidiest: lamps in 6 pieces, minus 6"
    assert sprite(picture, "score").label == f"Your score: {number(t.points[0])}"
    assert tooltip_on(picture, "score").hint == "3 markers in the market + 10 tokens − 6 for the lamps."
    assert sprite(drawn(t, -1), "score").label == f"Amy’s score: {number(t.points[0])}"
    assert "none yet" in words(sprite(drawn(table(PLAIN, PLAIN)), "tokens"))


# ---- what a move does


def outcomes() -> Iterator[tuple[Batch, Desk]]:
    for state, desk, _ in made("wide"):
        if desk.movable and not desk.race:
            yield state, desk


@rules("CH-M02", "CH-M05", "CH-B01", "CH-B03", "CH-X03")
def test_previewed_gains_and_losses_agree_with_the_rules() -> None:
    seen_kinds: Counter[Event] = Counter()
    for state, desk in outcomes():
        for cell, found in desk.outcomes.items():
            after = Twin.of(applied(state, desk.own, MOVE + cell))
            told = rows(Event, after.event[: after.n_events])
            won, beside, back = (only(told, kind) for kind in (Event.WON, Event.BESIDE, Event.BACK))
            seen_kinds.update(row.kind for row in (*won, *beside, *back))
            assert [(win.marker, win.giver, win.strength) for win in found.wins] == [
                (row.marker, row.giver, row.strength) for row in won
            ]
            assert list(found.beside) == [row.marker for row in beside]
            assert list(found.back) == [row.marker for row in back]
            assert found.after.view.strength[desk.own] == after.strength[desk.own]
            assert found.score == Desk(after, seen(state, desk.own)).score(desk.own)
            if not after.over:
                assert found.score == GAME.bindings.points(applied(state, desk.own, MOVE + cell))[desk.own]
    assert min(seen_kinds.values()) > 3
    assert len(seen_kinds) == 3


@rules("CH-C01", "CH-M02")
def test_a_move_is_foreseen_without_the_roll_after_it() -> None:
    seen_ = desk_of(example(player=1)).foresee(MOVE + 26)
    assert not seen_.sure
    assert [row.kind for row in seen_.rows] == [Event.MOVE, Event.WON, Event.MIX, Event.WON]
    assert seen_.points == (0, 5)
    seen_ = desk_of(example()).foresee(MOVE + 15)
    assert seen_.sure
    assert (seen_.view.player, seen_.view.hole[0]) == (1, 15)


def taken_by_one_move(state: Batch, own: int) -> set[tuple[int, int]]:
    """Return markers of a seat with the active rivals that could take them in one move each."""
    found = set()
    for rival in range(int(state["players"][0])):
        if rival == own or int(state["passed"][0]) >> rival & 1:
            continue
        turn = state.copy()
        turn["player"] = rival
        for cell in cells(int(LANES[turn["hole"][0][rival]])):
            after = Twin.of(applied(turn, rival, MOVE + cell))
            won = only(rows(Event, after.event[: after.n_events]), Event.WON)
            found |= {(row.marker, rival) for row in won if row.giver == own}
    return found


def test_threats_are_goals_rivals_could_take_in_one_move() -> None:
    opened = 0
    for state, desk in list(outcomes())[::4]:
        before = taken_by_one_move(state, desk.own)
        assert set(desk.exposed) == before
        for cell, found in list(desk.outcomes.items()):
            after = state.copy()
            GAME.bindings.apply(after, desk.own, MOVE + cell, (5, 5))
            if after["over"][0]:
                continue
            kept = {(threat.marker, threat.seat) for threat in found.threats}
            assert kept == taken_by_one_move(after, desk.own) - before
            opened += len(kept)
    assert opened > 5


@rules("CH-M03", "CH-M05", "CH-X01")
def test_a_card_names_won_goals_and_their_holders() -> None:
    t = example(player=1)
    pick = pick_of(drawn(t), MOVE + 26)
    assert card(pick)[:2] == ["2 shirts, from the middle", "Mix 2·3, from the middle"]
    assert pick.hint.startswith("Wins two markers: 5 more points in all.")
    assert (pick.commit, pick.label) == ("Move the shirt", "Move the shirt from row 5, column 3")
    assert pick.final
    assert {"goal-4", "goal-9"} <= set(pick.lifts)
    now, then = t.points[1], t.copy().play("26->24", die=1).points[1]
    assert words(*pick.preview)[-1] == f"→ {number(then)}"
    assert then == now + 5
    tall = pick_of(drawn(t, layout="tall"), MOVE + 26)
    assert card(tall)[-1] == f"Score {number(now)} → {number(then)}"


@rules("CH-M02", "CH-K06")
def test_a_taken_goal_names_the_seat_beaten() -> None:
    t = example().play("3->27", "28->24", "15->3", "26->28", die=1)
    pick = pick_of(drawn(t), MOVE + 12)
    assert "Mix 4·5, over Josh’s 4·4" in card(pick)
    stolen = example().play("15->27", "26->24", "3->15", die=1)
    assert "2 bowls, from Amy" in card(pick_of(drawn(stolen), MOVE + 8))


@rules("CH-B01", "CH-B03")
def test_breaking_up_a_structure_crosses_out_its_markers() -> None:
    pick = pick_of(drawn(example()), MOVE + 15)
    assert [line.partition(";")[0] for line in card(pick)][:2] == ["loses its place"] * 2
    assert sum(each.key == "lost" for each in pick.preview) == 2
    assert "Your markers for bowls and bowls with plants would no longer count." in pick.hint
    back = pick_of(drawn(example().play("15->27", "25->24", die=1)), MOVE + 27)
    assert card(back)[:2] == ["has a place again"] * 2
    assert back.hint.startswith("No new marker, but those for bowls and bowls with plants count again.")


def test_a_move_is_shown_by_ghost_outline_and_arrow() -> None:
    picture = drawn(example(player=1))
    pick = pick_of(picture, MOVE + 26)
    keys = [each.key for each in pick.preview]
    assert keys[0] == "ghost"
    assert {"future", "arrow", "card", "then"} <= set(keys)
    assert pick.preview[keys.index("future")].art.count("stroke-dasharray") == 2


@rules("CH-T07", "CH-T09")
def test_passing_needs_a_confirmation() -> None:
    pick = pick_of(drawn(example()), STOP)
    assert (pick.label, pick.commit, pick.on, pick.final) == ("Pass for good", "Yes, pass for good", (), True)
    assert "no more turns" in pick.hint
    alone = Twin.of(position_alone().state)
    assert "ends right away" in pick_of(scene(alone, seen(position_alone().state, 0)), STOP).hint


def position_alone() -> Table:
    return Table(position(PLAIN, PLAIN, passed=(1,)))


# ---- the puzzle and races


@rules("CH-V01", "CH-V03")
def test_the_puzzle_is_played_by_single_clicks_and_solved_by_a_final_one() -> None:
    t = table(NEARLY)
    picture = drawn(t)
    solving = pick_of(picture, MOVE + 12)
    assert (solving.commit, solving.final) == ("", True)
    assert solving.hint == "That’s it: every colour in one group, in 1 move."
    others = [pick for pick in picture.picks if pick.choice not in (STOP, MOVE + 12)]
    assert not any(pick.final or pick.commit for pick in others)
    assert pick_of(picture, STOP).commit == "Yes, give up"
    assert picture.hints
    assert not drawn(t.play("12->17"), 0).hints
    assert "clock" not in {each.key for each in sprites(picture)}


@rules("CH-V01")
def test_a_move_of_the_puzzle_states_the_pieces_of_its_colour() -> None:
    for state, desk, picture in made("wide"):
        if not desk.race or not desk.movable:
            continue
        for cell in desk.movable:
            pick, colour = pick_of(picture, MOVE + cell), desk.market.colour(cell)
            after = Twin.of(applied(state, desk.own, MOVE + cell))
            was, now = desk.market.counts()[colour], int(after.parts[desk.own][colour])
            assert desk.outcomes[cell].after.counts()[colour] == now
            said = card(pick)
            assert len(said) == (was != now)
            if was != now:
                assert said[0].endswith("all together" if now == 1 else f"{was} → {now} pieces")


@rules("CH-V04", "CH-V06")
def test_races_move_at_once_or_in_turns() -> None:
    fast = drawn(table(PLAIN, PLAIN, mode=Mode.SPEED), 1)
    assert not any(pick.commit or pick.final for pick in fast.picks if pick.choice != STOP)
    slow = drawn(table(PLAIN, PLAIN, mode=Mode.TICKS))
    assert all(pick.commit.startswith("Move the") and pick.final for pick in slow.picks if pick.choice != STOP)
    assert "out of the race" in pick_of(fast, STOP).hint


def test_sprites_move_by_their_keys() -> None:
    """From one scene to the next only moved pieces change place."""
    pick = random.Random(2)
    state = next(iter(games(2, 4)))
    for ply in range(12):
        seat = next(iter(seats(GAME.bindings.deciders(state))))
        _, desk, before = shown(state, 0)
        cell = pick.choice([*cells(int(LANES[state["hole"][0][seat]]))])
        GAME.bindings.apply(state, seat, MOVE + cell, (ply, 3))
        after = shown(state, 0)[2]
        keys = [
            {each.key for each in picture.areas[0].sprites if each.key.startswith("booth-")}
            for picture in (before, after)
        ]
        moved_keys = {f"booth-{cell}", f"booth-{desk.market.hole}"} if seat == 0 else set()
        assert keys[0] ^ keys[1] == moved_keys
    assert list(cells(0b101)) == [0, 2]
