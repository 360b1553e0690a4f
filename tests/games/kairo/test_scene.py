"""Kairo's scene: it offers every choice, its statements agree with the rules, and it stays small."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from souq.engine.present.scene import OPENS, Context, Layout, Pick, Scene
from souq.engine.rules.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.access import keeps_access
from souq.games.kairo.rules.luring import goals, price, steps
from souq.games.kairo.rules.stands import growth
from souq.games.kairo.scene import paths, scene
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import NEAR, centre, outline, plan_of, rim
from souq.games.kairo.scene.previews import detours
from souq.games.kairo.state import CHOICES, LABELS, NAMES, NEUTRAL, SITES, Act, Phase
from souq.games.kairo.story.refusals import severed
from tests.games.kairo.positions import Table, placing, table
from tests.games.kairo.test_scene_areas import gallery
from tests.games.scenes import LAYOUTS, pick_on, sprites, tooltip_on, words

PEOPLE = ("Amina", "Omar", "Lina", "Yusuf")


@cache
def made(layout: Layout) -> list[tuple[Twin, Context, Scene]]:
    """Return scenes of three games, as the deciding seat sees them."""
    found = []
    for view, ctx in gallery()[::3]:
        own = replace(ctx, layout=layout)
        found.append((view, own, scene(view, own)))
    return found


def each(layout: Layout, *phases: Phase) -> Iterator[tuple[Twin, Context, Scene]]:
    """Yield all of them, or those in some phases."""
    for view, ctx, shown in made(layout):
        if not phases or (view.phase in phases and not view.over):
            yield view, ctx, shown


def context(position: Table, seat: int | None = None, layout: Layout = "wide") -> Context:
    """Return the context of a position made by hand: for the player, by default."""
    seat = position.twin.player if seat is None else seat
    legal = tuple(int(c) for c in GAME.bindings.legal(position.state, seat)) if seat >= 0 else ()
    return Context(seat, lambda other: PEOPLE[other], legal, layout)


def view_of(position: Table, seat: int) -> Twin:
    return Twin.of(GAME.bindings.hidden(position.state, seat))


def drawn(position: Table, seat: int | None = None, layout: Layout = "wide") -> Scene:
    """Return the scene of a position made by hand."""
    ctx = context(position, seat, layout)
    return scene(view_of(position, ctx.seat), ctx)


def desk_of(position: Table, seat: int | None = None) -> Desk:
    ctx = context(position, seat)
    return Desk(view_of(position, ctx.seat), ctx)


def names(pick: Pick) -> list[str]:
    """Return the choices of a pick."""
    return [CHOICES.name(choice) for choice in (pick.choice, *pick.then)]


def number(label: str) -> int:
    return LABELS.index(label)


# ---- what every scene holds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_final_picks_end_the_turn_and_other_clicks_do_not(layout: Layout) -> None:
    bindings = GAME.bindings
    for view, ctx, shown in list(each(layout))[::4]:
        start = GAME.State.new()
        view.store(start)
        for pick in shown.picks:
            state = start.copy()
            for choice in () if pick.choice == OPENS else (pick.choice, *pick.then):
                bindings.apply(state, ctx.seat, choice, (1, 1))
            over = bool(state["turn"][0] != view.turn or state["placed"][0] != view.placed or state["over"][0])
            if pick.final:
                assert over, names(pick)
            elif pick.then:
                assert not over, names(pick)


# ---- geometry


def test_a_stand_is_one_joined_shape() -> None:
    assert len(rim(frozenset(map(number, ("F3", "F2", "G2"))))) == 1
    assert rim(frozenset((0,))) == [[(0, 0), (1, 0), (1, 1), (0, 1)]]
    ring = frozenset(map(number, ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")))
    assert len(rim(ring)) == 2
    assert outline(ring).count("Z") == 2
    assert "A7 7" in outline(frozenset(map(number, ("B2", "B3", "C3"))))


def test_drawn_walks_have_the_length_of_the_rules() -> None:
    for view, ctx in gallery()[::5]:
        desk = Desk(view, ctx)
        for customer in desk.customers:
            for goal in desk.goals(customer):
                way = desk.way(customer, goal.stand.entry)
                assert way[0] == desk.customers[customer]
                assert way[-1] == goal.stand.entry
                assert all(b in NEAR[a] and desk.walk >> b & 1 for a, b in pairwise(way))
                assert len(way) - 1 == goal.steps == interpreted(steps)(view, customer, goal.stand.entry)
                assert goal.barkers == interpreted(price)(view, customer, goal.stand.entry)
            affordable = [g.stand.entry for g in desk.goals(customer) if g.barkers <= view.barkers[desk.player]]
            assert set(affordable) == set(bits(interpreted(goals)(view, desk.player, customer)))


def bits(row: Any) -> list[int]:
    return list(paths.sites(paths.board(row)))


def test_growth_and_cut_off_sites_agree_with_the_rules() -> None:
    for view, ctx in gallery()[::5]:
        desk = Desk(view, ctx)
        for stand in desk.stands:
            if stand.owner != NEUTRAL:
                assert desk.border(stand) == bits(interpreted(growth)(view, stand.owner, stand.colour))
        for site in paths.sites(desk.free & desk.walk):
            if view.act != Act.MOVE:  # which lifts a stall
                assert (severed(view, site) is None) == interpreted(keeps_access)(view, site)


def test_detours_agree_with_the_rules() -> None:
    """A site on a bottleneck makes a way longer; every longer way is found. In the final phase nobody walks."""
    for view, ctx in gallery()[::17]:
        desk = Desk(view, ctx)
        if view.final:
            assert not any(detours(desk, site) for site in paths.sites(desk.free & desk.walk))
            continue
        for site in list(paths.sites(desk.free & desk.walk))[::3]:
            if severed(view, site) is not None:
                continue
            found = {(d.customer, d.goal.stand.entry): d.steps for d in detours(desk, site)}
            for customer in desk.customers:
                reach = paths.levels(desk.walk & ~(1 << site), desk.customers[customer])
                for goal in desk.goals(customer):
                    after = paths.steps(reach, goal.stand.entry)
                    assert found.get((customer, goal.stand.entry), goal.steps) == after


# ---- luring: the examples of the rules


def test_the_green_customer_walks_eight_steps_to_an_own_stand() -> None:
    shown = drawn(table("0 green F3>F4 F2"))
    pick = pick_on(shown, "customer-3")
    assert names(pick) == ["lure", "customer green", "goal F4"]
    assert pick.commit
    assert pick.final
    assert pick.hint.startswith("The green customer walks 8 steps to your stall: you earn 2. Purple comes")
    assert words(*pick.preview)[-2:] == ["8 steps", "you +2"]


def test_luring_to_another_stand_pays_both() -> None:
    pick = pick_on(drawn(table("0 green F3>F4 F2", player=1)), "customer-3")
    assert "to Amina’s stall: Amina earns 2 and you earn 1." in pick.hint
    assert words(*pick.preview)[-2:] == ["8 steps", "Amina +2, you +1"]


def test_barkers_are_counted_along_the_ranking() -> None:
    stalls = ("0 red G3>G4", "1 red C6>D6", "2 red K7>J7", "3 red F11>F10")
    shown = drawn(table(*stalls, players=4, barkers=(3, 0, 0, 0)))
    assert "5 steps to Yusuf’s stall with three barkers (Yusuf +1, you +1)" in pick_on(shown, "customer-1").hint
    tall = drawn(table(*stalls, players=4, barkers=(3, 0, 0, 0)), layout="tall")
    assert pick_on(tall, "customer-1").hint == (
        "2 steps to yours (you +1), 3 steps to Omar’s with a barker (Omar +1, you +1) and two others further away."
    )
    chosen = table(*stalls, players=4, barkers=(2, 0, 0, 0)).play("lure", "customer red")
    shown = drawn(chosen)
    goals_ = {pick.on[0]: pick for pick in shown.picks}
    assert set(goals_) == {"site-G4", "site-D6", "site-J7"}
    assert "to Lina’s stall with two barkers" in goals_["site-J7"].hint
    assert {"door-2-1", "stand-2-1", "pill-J7"} <= set(goals_["site-J7"].on)
    assert next(s for s in sprites(shown) if s.key == "site-F10").refused == CHOICES.parse("goal F10")


def test_an_occupied_entry_is_no_goal_and_a_tie_needs_no_barker() -> None:
    stalls = ("0 red G3>G4", "1 red C6>D6")
    desk = desk_of(table(*stalls, customers="green A1 white G4 red G6 yellow B11 blue K11"))
    assert [(LABELS[g.stand.entry], g.barkers) for g in desk.goals(1)] == [("D6", 0)]
    desk = desk_of(table("0 red G3>G4", "1 red G9>G8", "2 red C6>D6"))
    assert [(LABELS[g.stand.entry], g.barkers) for g in desk.goals(1)] == [("G4", 0), ("G8", 0), ("D6", 2)]


def test_a_neutral_stall_pays_only_who_lures() -> None:
    shown = drawn(table("N yellow C9>C10", "0 white G2>G3", players=2))
    assert "to the neutral stall: you earn 1." in pick_on(shown, "customer-4").hint
    assert "belongs to nobody" in tooltip_on(shown, "stand-4-4").hint


# ---- building: the examples of the rules


def test_an_expansion_states_cost_points_medals_and_their_holders() -> None:
    rich = {0: "3 blue", 1: "4 blue"}
    chain = ("0 blue C3>C4 C2", "1 blue I3>I4", "2 blue F7>F8")
    shown = drawn(table(*chain, hands=("", "3 3 2"), money=rich, player=1).play("expand", "colour blue"))
    pick = pick_on(shown, "site-I2")
    assert names(pick) == ["site I2", "play 3"]
    assert pick.hint.startswith("Costs 2 blue and your North-east card, and scores 3 with the silver medal from Amina.")
    assert pick.lifts == ("card-1",)
    assert pick.final
    assert pick.commit
    assert pick.more
    others = [p for p in shown.picks if p.group == pick.opens]
    assert [names(p) for p in others] == [["site I2", "play three"]]


def test_substitutes_are_offered_together_or_one_by_one() -> None:
    position = table("0 green F3>F4 F2 F1", hands=("2",), money={0: "3 green 1 red 2 blue"}).play(
        "expand", "colour green", "site G3", "play 2"
    )
    shown = drawn(position)
    first = next(pick for pick in shown.picks if pick.primary)
    assert first.label == "Pay 1 red and 1 blue" or first.label == "Pay 2 blue"
    assert {names(pick)[0] for pick in shown.picks if pick.group == first.opens} == {"pay red", "pay blue"}
    assert {pick.label for pick in shown.picks if pick.group == first.opens} == {"Pay 1 red", "Pay 1 blue"}
    settled = table("0 green F3>F4 F2 F1", hands=("2",), money={0: "2 green 1 red 3 blue"})
    pick = pick_on(drawn(settled.play("expand", "colour green")), "site-G3")
    assert names(pick) == ["site G3", "play 2"]
    assert pick.hint.startswith("Costs 2 green, 4 of other colours and your North card, and scores 4.")


def test_a_joker_with_one_possible_fee_is_played_at_once() -> None:
    position = table("0 green F3>F4 F2", hands=("J1",), money={0: "3 green 1 red"})
    pick = pick_on(drawn(position.play("expand", "colour green")), "site-G3")
    assert names(pick) == ["site G3", "play J1", "fee red"]
    assert pick.hint.startswith("Costs 3 green, your North row joker and 1 of any colour, and scores 3.")


def test_a_hand_card_opens_its_sites_and_a_site_with_one_build_is_complete() -> None:
    position = table("0 green F3>F4 F2", "1 white B2>B3", hands=("2",), money={0: "5 green"})
    shown = drawn(position)
    card = pick_on(shown, "card-0")
    assert card.choice == OPENS
    inside = [pick for pick in shown.picks if pick.group == card.opens]
    grown = next(pick for pick in inside if pick.on == ("site-F1",))
    several = [pick for pick in inside if pick.choice == OPENS]
    assert all("Build on" in pick.label for pick in several)
    if grown.choice == OPENS:
        grown = next(p for p in shown.picks if p.group == grown.opens and names(p)[0] == "expand")
    assert names(grown) == ["expand", "colour green", "site F1", "play 2"]
    assert grown.final


def test_every_action_can_be_started_at_the_beginning_of_a_turn() -> None:
    position = table("0 green F3>F4 F2", "1 white B2>B3", hands=("2 J2",), money={0: "5 green"}, display="1 2 3 1")
    shown = drawn(position)
    on = {key: names(pick) for pick in shown.picks if not pick.group and pick.choice != OPENS for key in pick.on}
    assert on["stand-0-3"][:2] == ["expand", "colour green"]
    assert on["stall-1"] == ["new", "colour red"]
    assert on["display-0"] == on["display-3"] == ["draw", "take 1"]
    assert on["deck"] == ["draw", "take deck"]
    assert on["barkers"] == ["draw", "take barker"]
    assert on["customer-3"] == ["lure", "customer green", "goal F4"]


def test_the_stall_being_placed_can_be_exchanged() -> None:
    position = table("0 green F3>F4", "1 white B2>B3", hands=("2",)).play("new", "colour red")
    found = {s.key: s for s in sprites(drawn(position)) if s.key.startswith("stall-")}
    assert "lifted" in found["stall-1"].classes
    assert found["stall-1"].refused is None
    assert "swap" in found["stall-0"].classes
    assert found["stall-0"].refused == CHOICES.parse("colour white")


def test_a_site_with_several_entries_states_its_price() -> None:
    shown = drawn(table("0 green F3>F4", hands=("2",)).play("new", "colour red"))
    pick = pick_on(shown, "site-H1")
    assert pick.hint.startswith("Costs your North card. Its entry can be on ")
    assert pick.lifts == ("card-0",)


def test_a_blocked_stall_is_lit_to_move() -> None:
    stalls = ("1 green B10>C10", "2 blue D11>D10 C11 B11", "0 purple A9>B9")
    people = "green A1 white L1 red G6 yellow F9 blue K11"
    position = table(*stalls, customers=people, hands=("", "5"), player=1)
    pick = pick_on(drawn(position), "stand-1-3")
    assert names(pick)[:2] == ["move", "colour green"]
    assert "so it may move" in tooltip_on(drawn(position, 2), "stand-1-3").hint


def test_an_entry_previews_its_door_and_customer_distance() -> None:
    position = placing()
    position.play("colour red", "site E2")
    shown = drawn(position)
    pick = pick_on(shown, "site-E3")
    assert names(pick) == ["entry E3"]
    assert "The red customer would be 5 steps away." in pick.hint
    assert {sprite.key for sprite in pick.preview} >= {"ghost", "ghost-door"}
    assert any(sprite.key == "rising-0" for sprite in sprites(shown))


def test_free_but_illegal_sites_explain_themselves() -> None:
    for view, ctx, shown in list(each("wide", Phase.SITE))[::3]:
        state, desk = GAME.State.new(), Desk(view, ctx)
        view.store(state)
        answered = {s.key: s for s in sprites(shown) if s.key.startswith("site-")}
        assert set(answered) == {f"site-{LABELS[site]}" for site in paths.sites(desk.free)}
        for sprite in answered.values():
            if sprite.refused is not None:
                assert GAME.bindings.refusal(state, ctx.seat, sprite.refused) > 0


def test_the_best_way_is_the_cheapest() -> None:
    position = table("0 green F3>F4 F2", hands=("2 J1 1",), money={0: "6 green 2 red"})
    desk = desk_of(position)
    assert CHOICES.name(desk.ahead.build(Act.EXPAND, 3, number("G3")).then[0]) == "play 2"
    desk = desk_of(table("0 green F3>F4 F2", hands=("J1 J5 1",), money={0: "6 green 2 red"}))
    assert desk.ahead.cheapest(Act.EXPAND, 3, number("G3")) == -1


# ---- the final phase, spectators, words


def test_choices_that_start_the_final_phase_say_so() -> None:
    stalls = ("0 green F3>F4", "1 white B2>B3")
    supply = dict.fromkeys(NAMES, 4) | {"green": 1}
    close = table(*stalls, hands=("2",), supply=supply, money={0: "5 green"})
    assert drawn(close).warning == "Expanding green starts the final phase."
    assert drawn(close, 1).warning == ""
    assert drawn(close.play("expand", "colour green")).warning == "This expansion starts the final phase."
    far = table(*stalls, hands=("2",), supply=supply | {"green": 3, "white": 1}, money={0: "5 green"})
    assert drawn(far).warning == ""


def test_a_spectator_sees_everything_and_chooses_nothing() -> None:
    position = table("0 green F3>F4 F2", "1 white B2>B3", hands=("2 J2",))
    shown = drawn(position, -1)
    assert shown.picks == ()
    assert not [sprite for sprite in sprites(shown) if sprite.refused is not None]
    assert "8 steps to Amina’s stall (Amina +2)" in tooltip_on(shown, "customer-3").hint
    assert tooltip_on(shown, "stand-0-3").title == "Amina’s green stall, size 2"


def test_the_customer_off_the_board_waits_at_the_gate() -> None:
    for layout in LAYOUTS:
        shown = drawn(table("0 green F3>F4"), layout=layout)
        waiting = next(sprite for sprite in sprites(shown) if sprite.key == "customer-2")
        assert (waiting.x, waiting.y) == plan_of(layout).gate
        assert "gate" in tooltip_on(shown, "customer-2").title


def test_sprites_are_on_their_sites() -> None:
    found = {sprite.key: sprite for sprite in sprites(drawn(table("0 green F3>F4 F2", "N red B8>B7", players=2)))}
    assert (found["stand-0-3"].x, found["stand-0-3"].y) == centre(number("F3"))
    assert (found["door-0-3"].x, found["door-0-3"].y) == centre(number("F4"))
    assert (found["customer-3"].x, found["customer-3"].y) == centre(number("A1"))
    assert found["stand-0-3"].label == "Your green stall, size 2, on F3, entry on F4"
    assert found["stand-4-1"].label == "The neutral red stall, size 1, on B8, entry on B7"
    assert SITES == 144
