"""MarraCash's scene: it offers every choice, its statements agree with the rules, and it stays small."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from souq.engine.present.scene import OPENS, Context, Layout, Pick, Scene
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, changed
from souq.games.marracash import GAME, visits
from souq.games.marracash.scene import scene
from souq.games.marracash.scene.art import QUEUED
from souq.games.marracash.scene.board import half, middle, shop_key
from souq.games.marracash.scene.desk import PASSING, Desk
from souq.games.marracash.scene.geometry import SLOTS, TALL, UNIT, WIDE, Plan, chips, plan_of, plate_of
from souq.games.marracash.scene.people import crowd
from souq.games.marracash.scene.picks import picks
from souq.games.marracash.scene.previews import door_at
from souq.games.marracash.scene.tooltips import lot_hint
from souq.games.marracash.state import (
    AUCTION,
    BOX,
    CHOICES,
    FOUNTAINS,
    MOVE,
    NOBODY,
    PASS,
    QUEUE,
    ROUTES,
    SHOP_NAMES,
    SHOPS,
    Event,
    Phase,
)
from souq.games.marracash.visits import Walk
from tests.games.marracash.play import games, happened, strange
from tests.games.marracash.positions import GUESTS, OMAR, Table, begun, route, shop, table
from tests.games.narrating import called
from tests.games.scenes import LAYOUTS, keys, pick_on, sprite, sprites, tooltip_on, words

PLANS = (WIDE, TALL)


@cache
def gallery() -> list[tuple[Twin, Context]]:
    """Return positions of some games, as the deciding seat sees them."""
    found = []
    played = [*games(3, 5, eager=True), *games(4, 6, souvenirs=True, eager=True), *games(2, 7), *strange(4, 8)]
    for state in played[::5]:
        seat = int(state["player"][0])
        legal = tuple(int(c) for c in GAME.bindings.legal(state, seat))
        found.append((Twin.of(state), Context(seat, called, legal)))
    return found


@cache
def made(layout: Layout) -> list[tuple[Twin, Context, Scene]]:
    """Return their scenes."""
    return [(view, own, scene(view, own)) for view, ctx in gallery() for own in [replace(ctx, layout=layout)]]


def each(layout: Layout, *phases: Phase) -> Iterator[tuple[Twin, Context, Scene]]:
    """Yield all of them, or those in some phases."""
    for view, ctx, shown in made(layout):
        if not phases or (view.phase in phases and not view.over):
            yield view, ctx, shown


def context(position: Table, seat: int | None = None, layout: Layout = "wide") -> Context:
    """Return the context of a position made by hand: for the player, by default."""
    seat = position.player if seat is None else seat
    legal = tuple(int(c) for c in GAME.bindings.legal(position.state, seat)) if seat >= 0 else ()
    return Context(seat, called, legal, layout)


def drawn(position: Table, seat: int | None = None, layout: Layout = "wide") -> Scene:
    """Return the scene of a position made by hand."""
    return scene(Twin.of(position.state), context(position, seat, layout))


def desk_of(position: Table | Batch, seat: int | None = None) -> Desk:
    table = position if isinstance(position, Table) else Table(Twin.of(position))
    return Desk(Twin.of(table.state), context(table, seat))


def names(pick: Pick) -> list[str]:
    """Return the choices of a pick."""
    return [CHOICES.name(choice) for choice in (pick.choice, *pick.then)]


# ---- what every scene holds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_picks_are_legal_and_final_ones_end_the_turn(layout: Layout) -> None:
    bindings = GAME.bindings
    for view, ctx, shown in list(each(layout))[::2]:
        start = GAME.State.new()
        view.store(start)
        for pick in shown.picks:
            state = start.copy()
            for choice in () if pick.choice == OPENS else (pick.choice, *pick.then):
                assert choice in bindings.legal(state, ctx.seat), names(pick)
                bindings.apply(state, ctx.seat, choice, (1, 1))
            over = bool(state["turn"][0] != view.turn or state["over"][0])
            if pick.final:
                assert over, names(pick)
            elif pick.then and view.phase == Phase.GATE:
                assert not over, names(pick)


# ---- where things are


@pytest.mark.parametrize("plan", PLANS)
def test_streets_and_shops_match_the_box(plan: Plan) -> None:
    for number in range(ROUTES):
        walked, points = BOX.town.routes[number], plan.path(number)
        assert points[0] == plan.fountain(walked.start)
        assert points[-1] == plan.fountain(walked.end)
        for (ax, ay), (bx, by) in pairwise(points):
            assert abs(ax - bx) + abs(ay - by) == UNIT
        for passed in walked.passed:
            (x, y), (mx, my), (w, h) = door_at(plan, number, passed), middle(plan, passed), half(plan, passed)
            assert max(abs(x - mx) - w, abs(y - my) - h) < 0.3 * UNIT
    for number in range(SHOPS):
        w, h = half(plan, number)
        assert sorted((round(2 * w), round(2 * h))) == [53, 113]


@pytest.mark.parametrize("plan", PLANS)
def test_the_queue_is_outside_the_wall_without_overlaps(plan: Plan) -> None:
    left, top, wide, high = plan.box(0, 0, 13, 9)
    places = [plan.slot(place) for place in range(QUEUE)]
    assert len(SLOTS) == QUEUE
    for x, y in places:
        assert not (left - 20 < x < left + wide + 20 and top - 20 < y < top + high + 20)
        assert 20 < x < plan.width - 20
        assert 20 < y < plan.height - 15
    for (ax, ay), (bx, by) in pairwise(places):
        assert 40 < abs(ax - bx) + abs(ay - by) < 60


def test_on_a_phone_the_town_is_turned_by_a_quarter() -> None:
    for place in (0, QUEUE - 1):
        assert TALL.slot(place)[1] > 0.7 * TALL.height
    assert TALL.at(0, 9) == (TALL.left, TALL.top)


def test_plates_follow_the_ends_of_the_queue() -> None:
    for layout in LAYOUTS:
        for waiting in ("RBGPY", 4 * "RBGPY", 9 * "RBGPY"):
            shown = drawn(table(GUESTS, queue=waiting), layout=layout)
            last = sprite(shown, f"queue-{len(waiting) - 1}")
            for end, figure in (("queue-A", sprite(shown, "queue-0")), ("queue-B", last)):
                plate = sprite(shown, end)
                assert abs(plate.x - figure.x) + abs(plate.y - figure.y) < 120
                assert str(len(waiting)) in plate.label or "visitors" in plate.label


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("end", [0, 1])
def test_plates_do_not_cover_the_next_visitors(plan: Plan, end: int) -> None:
    """Wherever an end of the queue is, round its corner too."""
    for place in range(QUEUE):
        (x, y), (w, h) = plate_of(plan, end, place)
        at = plan.slot(place)
        assert max(abs(x - at[0]) - w / 2 - 0.375 * QUEUED, abs(y - at[1]) - h / 2 - QUEUED / 2) > 4, place
        assert w / 2 <= x <= plan.width - w / 2
        assert h / 2 <= y <= plan.height - h / 2


# ---- what would happen


def test_previewed_walks_agree_with_the_rules() -> None:
    """A previewed walk is what happens, wherever the owner has no souvenir to choose."""
    for view, ctx, _ in each("wide", Phase.ACTION):
        own, start = Desk(view, ctx), GAME.State.new()
        view.store(start)
        for number in list(own.open_routes)[::3]:
            walk, state = own.walk(number), start.copy()
            GAME.bindings.apply(state, ctx.seat, MOVE + number, (1, 1))
            assert happened(state, Event.ARRIVED)[0].visitors == sum(walk.arriving)
            if not any(entry.choice for entry in walk.entries):
                gains = [int(now) - then for now, then in zip(state["cash"][0], view.cash, strict=True)]
                assert gains[: view.players] == [walk.gain(seat) for seat in own.seats]


@pytest.mark.parametrize(
    ("streets", "waiting", "said"),
    [
        (4, 2, "Green visitors: four in the streets, all a single walk away; two in the queue."),
        (4, 0, "Green visitors: four in the streets, all a single walk away; none in the queue."),
        (1, 0, "Green visitors: one in the streets, a single walk away; none in the queue."),
        (0, 1, "Green visitors: none in the streets; one in the queue."),
        (0, 0, "No green visitors are left."),
    ],
)
def test_remaining_visitors_of_a_colour_are_stated_in_words(streets: int, waiting: int, said: str) -> None:
    position = table(f"F1={'G' * streets}R F8=R F16=R", player=OMAR, queue="R" + "G" * waiting)
    assert lot_hint(desk_of(position), shop("G2")).endswith(said)


def test_picks_are_final_exactly_when_they_end_the_turn() -> None:
    """Walks, and groups brought in: the last choice of a turn needs no confirmation."""
    ends = Counter[tuple[bool, int]]()
    for seed in range(16):
        kind = games if seed % 4 == 0 else strange
        for state in kind(2 + seed % 3, 300 + seed, souvenirs=seed % 2 == 1):
            own, view = desk_of(state), Twin.of(state)
            few = view.back - view.front <= 4 and view.actions
            if view.over or not (view.phase in (Phase.GATE, Phase.GROUP) or (view.phase == Phase.ACTION and few)):
                continue
            for pick in picks(own, WIDE):
                if pick.choice != OPENS and not AUCTION <= pick.choice < PASS:
                    after = state.copy()
                    for choice in (pick.choice, *pick.then):
                        GAME.bindings.apply(after, own.seat, choice, (1, 1))
                    ended = bool(after["turn"][0] != view.turn or after["over"][0])
                    assert pick.final == ended, (names(pick), own.left, own.empty)
                    ends[ended, own.left] += 1
    assert min(ends[ended, left] for ended in (True, False) for left in (2, 3)) > 0


def test_feeders_are_the_routes_whose_walk_would_enter_the_shop() -> None:
    for view, ctx, _ in list(each("wide", Phase.ACTION))[::5]:
        own = Desk(view, ctx)
        for number in range(SHOPS):
            sold = changed(view, owner=[0 if n == number else owner for n, owner in enumerate(view.owner)])
            walks = {r: visits.walk(sold, r, own.own).entries for r in PASSING[number]}
            entered = [r for r, entries in walks.items() if any(entry.shop == number for entry in entries)]
            assert own.feeders(number) == entered


def test_pull_ins_agree_with_the_rules() -> None:
    """Worked example 14."""
    found = desk_of(table("F10=RYY", GUESTS, player=OMAR)).pull(shop("Y3"))
    assert found is not None
    assert (found.count, found.profit, found.cut) == (2, 300, 0)
    assert desk_of(table("F10=RBB", GUESTS)).pull(shop("Y3")) is None


def walk_of(position: Table, name: str) -> Walk:
    return desk_of(position).walk(route(name))


def test_a_joint_profit_is_taken_shop_by_shop() -> None:
    """Worked example 8."""
    position = table("F13=PRY P4 Leila(0) Y4 Leila(0) R2 Leila(2)", GUESTS)
    walk = walk_of(position, "13 N")
    assert [(entry.profit, entry.cut) for entry in walk.entries] == [(100, 50), (100, 50), (300, 50)]
    assert (walk.gain(3), walk.gain(0)) == (350, 150)
    assert not any(walk.arriving)


def test_a_souvenir_counts_for_the_cut() -> None:
    """Worked example 20."""
    walk = walk_of(table("R2 Ali(0) F6=RR", GUESTS, player=OMAR, shown="R50 G150"), "6 E")
    (entry,) = walk.entries
    assert (entry.profit, entry.sold, entry.cut, entry.net) == (350, (50,), 200, 150)


def test_a_choice_between_souvenirs_is_left_to_the_owner() -> None:
    """Worked example 21."""
    position = table("R2 Ali(1) F6=R", GUESTS, player=OMAR, shown="R100 R125")
    (entry,) = walk_of(position, "6 E").entries
    assert entry.choice == (100, 125)
    hint = pick_on(drawn(position), "exit-6-E").hint
    assert "a souvenir for 100 or 125" in hint


# ---- leading a crowd


def test_a_crowd_opens_its_exits_and_each_can_be_taken_at_once() -> None:
    position = table("F4=PPY P1 Anfa(1) P3 Omar(0)", "F1=RBG F8=RBG F16=RBG")
    shown = drawn(position)
    opener = pick_on(shown, "crowd-4")
    assert (opener.choice, opener.opens) == (OPENS, "crowd-4")
    inside = [pick for pick in shown.picks if pick.group == "crowd-4"]
    assert [pick.label for pick in inside] == ["Lead to 3", "Lead to 9", "Lead to 8"]
    assert all(pick.button and pick.commit for pick in inside)
    at_once = pick_on(shown, "exit-4-N")
    assert names(at_once) == ["move 4 N"]
    assert at_once.label == "Lead the crowd from fountain 4 to 3"
    assert at_once.hint == (
        "Two purple visitors enter Omar’s P1: Omar +300, you +200. One yellow goes on to fountain 3."
    )
    assert words(*at_once.preview)[-2:] == ["+300", "+200"]
    assert {"ways", "walkers", "arriving"} <= {each.key for each in at_once.preview}


def test_joining_crowds_are_named() -> None:
    shown = drawn(table("F9=RB F10=Y", GUESTS))
    hint = pick_on(shown, "exit-9-E").hint
    assert hint == "Nobody enters a shop. One red and one blue go to fountain 10 and join one yellow."


def test_the_last_walk_leaves_a_trail() -> None:
    position = table("F9=RB", GUESTS)
    row = (int(Event.WALK), -1, 1, 8, route("9 E"), 2)
    ctx = replace(context(position), recent=(row,))
    shown = scene(Twin.of(position.state), ctx)
    assert f"trail-{route('9 E')}" in keys(shown)


def test_large_crowds_show_numbers() -> None:
    assert crowd((2, 1, 1, 0, 0)).count("<use") == 4
    many = crowd((3, 1, 0, 0, 2))
    assert many.count("<use") == 3
    assert sorted(re.findall(r">(×\d)<", many)) == ["×2", "×3"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_fountain_shows_its_number_once_and_every_shop_its_name(layout: Layout) -> None:
    position = table("F1=RBGPY F2=RRBBGGPPYY F4=R F5=RB F6=RBG F7=RBGP F9=RRRRR", "R3 Ali(0) B2 Omar(12)")
    shown = drawn(position, layout=layout)
    for fountain in range(1, FOUNTAINS + 1):
        here = [each for each in sprites(shown) if each.key in (f"fountain-{fountain}", f"number-{fountain}")]
        assert "".join(each.art for each in here).count(f">{fountain}<") == 1, fountain
    for number, name in enumerate(SHOP_NAMES):
        assert f">{name}<" in sprite(shown, shop_key(number)).art


def test_on_a_phone_a_large_crowd_is_counted_within_its_cell() -> None:
    many = crowd((3, 1, 0, 0, 12), TALL.grow)
    assert re.findall(r">(\w+)<", many) == ["R3", "B1", "Y12"]
    for count in range(2, 7):
        places = chips(count)
        assert len({*places}) == count
        assert max(abs(x) + 14 for x, _ in places) <= UNIT / 2
        assert max(abs(y) + 9.75 for _, y in places) <= UNIT / 2 + 1


# ---- auctions


def test_every_action_can_be_chosen_at_the_start() -> None:
    position = table("F9=RB B2 Ali(0)", GUESTS)
    shown = drawn(position)
    reached = {pick.choice for pick in shown.picks if not pick.group} - {OPENS}
    assert reached == set(context(position).legal)
    assert sprite(shown, "shop-B2").refused == AUCTION + shop("B2")
    assert sprite(shown, "fountain-10").refused is not None


def test_a_shop_for_sale_states_visitors_at_its_door_and_nearby() -> None:
    position = table("F10=RYY F11=Y", GUESTS, queue="YRBGP")
    pick = pick_on(drawn(position), "shop-Y3")
    assert pick.commit == "Auction Y3"
    assert pick.hint == (
        "Two yellow customers at its door pay 300 at once. "
        "Yellow visitors: three in the streets, one of them a single walk away; one in the queue."
    )
    assert words(*pick.preview)[-1] == "+300"


def test_after_an_auction_crowds_explain_why_they_stay() -> None:
    shown = drawn(table("F9=RB", GUESTS, actions=1, auctioned=True))
    assert sprite(shown, "crowd-9").refused is not None
    assert not any(key.startswith("exit-") for key in keys(shown))
    assert all(pick.choice >= AUCTION for pick in shown.picks)


def test_round_one_offers_shops_only() -> None:
    shown = drawn(begun())
    assert len([pick for pick in shown.picks if pick.choice >= AUCTION]) == SHOPS
    assert not any(pick.opens for pick in shown.picks)


def test_the_shop_being_auctioned_is_marked() -> None:
    position = table("F9=BB", GUESTS).play("auction B4")
    shown = drawn(position)
    assert "ma-stone" in sprite(shown, "shop-B4").art
    assert sprite(shown, "shop-B4").label.endswith("being auctioned")


def test_an_owned_shop_shows_its_accounts() -> None:
    position = table("B4 Omar(2)", GUESTS)
    position.twin.price[shop("B4")], position.twin.income[shop("B4")] = 250, 300
    position.twin.cuts[shop("B4")] = 100
    shown = scene(position.twin, context(position))
    tooltip = tooltip_on(shown, "shop-B4")
    assert tooltip.title == "Leila’s blue shop B4"
    assert tooltip.hint == (
        "Two customers so far; the next pays 300. It cost 250 and has earned 300, 100 of it for guides: −50."
    )
    assert tooltip.preview


# ---- new visitors


def test_clicking_the_kth_visitor_brings_in_k() -> None:
    position = table("F8=R F1=RBG F16=RBG", actions=1).play("move 8 E")
    assert position.asks[0] == Phase.GROUP
    shown = drawn(position)
    for place, choice in ((1, "A 2"), (2, "A 3"), (3, "A 4"), (18, "B 2"), (17, "B 3"), (16, "B 4")):
        pick = pick_on(shown, f"queue-{place}")
        assert names(pick) == [f"bring {choice}"]
        assert len(pick.lifts) == int(choice[-1])
        assert pick.final
    assert pick_on(shown, "queue-0") is pick_on(shown, "queue-1")
    assert pick_on(shown, "queue-A").opens == "bring-A"
    assert [pick.label for pick in shown.picks if pick.group == "bring-A"] == ["Bring 2", "Bring 3", "Bring 4"]


def test_groups_that_no_figure_brings_in_name_their_end() -> None:
    position = table("F8=R F1=RBG F16=RBG", actions=1, queue="RBGP").play("move 8 E")
    labels: dict[Layout, str] = {"wide": "Bring 4 from end A", "tall": "Bring 4"}
    for layout, fourth in labels.items():
        shown = drawn(position, layout=layout)
        assert [pick.label for pick in shown.picks if pick.group == "bring-A" and not pick.on][-1] == fourth


def test_two_empty_gates_are_filled_gate_by_gate() -> None:
    position = table("F8=R F1=R F16=RBG").play("move 8 E", "move 1 E")
    assert position.asks[0] == Phase.GATE
    shown = drawn(position)
    opener = pick_on(shown, "gate-8")
    assert (opener.choice, opener.opens) == (OPENS, "gate-8")
    pick = pick_on(shown, "queue-3", "gate-8")
    assert names(pick) == ["gate 8", "bring A 4"]
    assert not pick.final
    assert pick.hint.startswith("One red, one blue, one green and one purple come in at gate 8.")


@pytest.mark.parametrize("waiting", ["R", "RB", "RBG", "RBGP", "RBGPY"])
def test_short_queues_offer_only_what_they_have(waiting: str) -> None:
    position = table("F8=R F1=R F16=RBG", queue=waiting).play("move 8 E", "move 1 E")
    shown = drawn(position)
    if len(waiting) < 3:
        last = pick_on(shown, "gate-1")
        assert names(last) == ["gate 1"]
        assert last.final
        return
    position.play("gate 1")
    offered = {names(pick)[0] for pick in drawn(position).picks if pick.choice != OPENS}
    composed = {names(pick)[1] for pick in shown.picks if pick.choice != OPENS and names(pick)[0] == "gate 1"}
    assert offered == composed == set(position.legal)


def test_the_last_round_names_the_last_seat() -> None:
    assert drawn(table(GUESTS, queue="", left=4)).warning == "Last round, four turns left. Yusuf has the last one."
    assert drawn(table(GUESTS, queue="", left=1)).warning == "You have the last turn."
    assert (
        drawn(table(GUESTS, queue="", left=3), seat=2).warning == "Last round, three turns left. You have the last one."
    )
    assert drawn(table(GUESTS)).warning == ""


# ---- who watches


def test_a_spectator_sees_everything_and_chooses_nothing() -> None:
    position = table("F9=BB B4 Omar(1)", GUESTS)
    shown = drawn(position, seat=-1)
    assert not shown.picks
    assert all(each.refused is None for each in sprites(shown))
    assert "To 10" in tooltip_on(shown, "crowd-9").hint
    assert tooltip_on(shown, "shop-B4").title == "Leila’s blue shop B4"


def test_waiting_seats_see_the_effects_for_their_own_turn() -> None:
    position = table("F9=B B4 Omar(1)", GUESTS)
    assert position.owner[shop("B4")] != NOBODY
    hint = tooltip_on(drawn(position, seat=1), "crowd-9").hint
    assert "you +50, Leila +150" in hint


def test_every_layout_has_its_own_plan() -> None:
    assert plan_of("wide") is WIDE
    assert plan_of("tall") is TALL
