"""Desert Bazaar's table: what can be chosen is on it once, what it says is what the rules do, and it stays light."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from souq.engine.match.match import Match
from souq.engine.present.scene import Context, Layout, Scene
from souq.engine.rules.twin import Twin
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.scene import backdrop, effects, ground, scene, tally
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.geometry import TALL, WIDE, outline, plan_of, rim
from souq.games.desert_bazaar.scene.ground import BEADS, track
from souq.games.desert_bazaar.scene.hand import SHOWN
from souq.games.desert_bazaar.state import BOX, LABELS, NEIGHBOURS, SITE, SITES, TILE, Phase
from tests.games.desert_bazaar.positions import table
from tests.games.scenes import LAYOUTS, sprites

PEOPLE = ("Amina", "Omar", "Leila", "Yusuf", "Nadia")
AIDS = {"memory_aid": True, "odds": True, "projection": True}


def moments(players: int, seed: int, eager: float = 0.7) -> Iterator[Match]:
    """Yield a match before its first decision and after each; ``eager`` players build when they can."""
    match, pick = Match(GAME, players, seed=seed, names=list(PEOPLE[:players])), random.Random(seed)
    yield match
    while not match.over:
        legal = match.legal()
        tents = [choice for choice in legal if TILE <= choice < TILE + 8]
        match.play(pick.choice(tents if tents and pick.random() < eager else legal))
        yield match


@cache
def gallery() -> list[tuple[Twin, Context]]:
    """Return positions of two games, as the deciding seat sees them."""
    found = []
    for players, seed in ((3, 5), (5, 7)):
        for match in moments(players, seed):
            seat = next(iter(range(players)) if match.over else (s for s in range(players) if match.deciders >> s & 1))
            found.append((Twin.of(match.view(seat)), match.context(seat, recent=4)))
    return found


def each(layout: Layout, *phases: Phase) -> Iterator[tuple[Twin, Context, Scene]]:
    """Yield the gallery in a layout, or only its moments in some phases."""
    for view, ctx in gallery():
        if not phases or (view.phase in phases and not view.over):
            own = replace(ctx, layout=layout)
            yield view, own, scene(view, own)


def moment(phase: Phase) -> tuple[Twin, Context]:
    """Return a position in a phase, if possible one with more than two choices."""
    asked = [(view, ctx) for view, ctx in gallery() if view.phase == phase and not view.over]
    return max(asked, key=lambda pair: len(pair[1].legal))


# ---- what every scene holds


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_choice_is_offered_once(layout: Layout) -> None:
    for _, ctx, made in each(layout):
        beside = [pick for pick in made.picks if pick.group.startswith("pay-")]  # the same site, and another payment
        assert sorted(pick.choice for pick in made.picks if pick not in beside) == sorted(ctx.legal)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sprites_with_a_meaning_have_labels(layout: Layout) -> None:
    silent = {"coin", "size", "card", "here", "paid", "prices"}  # said by the tent, the camp, the count, the pick
    for _, _, made in each(layout):
        for sprite in sprites(made):
            assert sprite.label or sprite.key.split("-")[0] in silent


# ---- sites and tents


def test_lit_sites_are_legal_and_dead_sand_stays_dead() -> None:
    for view, ctx in gallery():
        desk = Desk(view, ctx)
        assert {s for s in range(SITES) if view.open[s // 63] >> s % 63 & 1} == set(desk.open)
        if desk.asks(Phase.SITE):
            assert {SITE + s for s in desk.prices[desk.building]} == set(ctx.legal)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tiles_that_cannot_be_built_explain_why(layout: Layout) -> None:
    bindings = GAME.bindings
    for view, ctx, made in list(each(layout, Phase.SITE))[::6]:
        state = GAME.State.new()
        view.store(state)
        for sprite in sprites(made):
            if sprite.refused is not None:
                assert sprite.refused not in ctx.legal
                assert bindings.refusal(state, ctx.seat, sprite.refused) > 0


def test_all_sites_are_drawn_while_one_is_chosen() -> None:
    for view, _, made in each("wide", Phase.SITE):
        keys = {sprite.key for sprite in sprites(made)}
        empty = {f"site-{LABELS[s]}" for s in range(SITES) if view.tile[s] < 0}
        assert empty <= keys


def test_a_hint_states_the_effect_of_building() -> None:
    """Points by seat, and whether the game ends, against the rules."""
    checked = 0
    for seed in (11, 12, 13):
        for match in moments(4, seed, eager=1):
            legal = match.legal()
            if match.over or not legal or not SITE <= legal[0] < SITE + SITES:
                continue
            seat = next(s for s in range(4) if match.deciders >> s & 1)
            desk = Desk(Twin.of(match.state), match.context(seat))
            for choice in legal:
                trial = Match.from_json(match.to_json())
                trial.play(choice)
                while not trial.over and trial.state["phase"][0] in (Phase.PAY, Phase.TRADE):
                    trial.play(trial.legal()[0])
                after = Twin.of(trial.state)
                outcome = desk.outcome(int(choice))
                assert bool(after.over) == outcome.ends
                if not after.over:
                    gained = {s: after.score[s] - desk.view.score[s] for s in range(4)}
                    assert gained == {s: outcome.gains.get(s, 0) for s in range(4)}
                checked += 1
                if checked % 5:
                    break
    assert checked > 60


@pytest.mark.parametrize(("right", "stock", "ends"), [([], [], True), (["P:WCW"], [], False), (None, None, False)])
def test_the_last_tile_of_all_ends_the_game(right: list[str] | None, stock: list[str] | None, ends: bool) -> None:
    """The last of a set does not, whether or not it can be refilled (DB-X03)."""
    start = table(hands=[[3, 3, 3, 3]], left=["C:WPW"], right=right, stock=stock).play("tile left 1")
    legal = tuple(int(choice) for choice in GAME.bindings.legal(start.state, 0))
    desk = Desk(Twin.of(start.state), Context(0, PEOPLE.__getitem__, legal))
    assert {desk.outcome(choice).ends for choice in legal} == {ends}


def test_a_payment_is_previewed() -> None:
    for view, ctx, made in each("wide", Phase.SITE):
        desk = Desk(view, ctx)
        for pick in made.picks:
            if not pick.on:
                assert pick.group == f"pay-{pick.choice - SITE}"
                continue
            made, held = desk.outcome(pick.choice), view.hand[ctx.seat]
            missing = sum(max(0, p - h) for p, h in zip(made.paid, held, strict=True))
            assert sum(made.given) == 3 * missing
            assert len(pick.lifts) == sum(min(n, h, SHOWN) for n, h in zip(made.spent, held, strict=True))
            assert ("First you trade" in pick.hint) == (missing > 0)
            assert len(made.helpers) == 3 - sum(made.paid)
            assert pick.commit == ("Build and end turn" if made.last else "Build here")
            assert len(pick.preview) == 3


def test_only_the_cheapest_payment_is_next_to_the_prompt() -> None:
    """A second tap where a site was chosen never pays more."""
    for view, ctx, made in each("wide", Phase.PAY):
        desk = Desk(view, ctx)
        first, *rest = made.picks
        assert first.primary
        assert bool(first.more) == bool(rest)
        assert all(pick.group == first.opens for pick in rest)
        assert all(sum(desk.outcome(first.choice).paid) < sum(desk.outcome(pick.choice).paid) for pick in rest)


def test_numbers_on_sites_count_every_card_that_leaves_the_hand() -> None:
    """Three for each one missing, with the sign of a trade, and the legend explains the sign."""
    traded = 0
    for view, ctx, made in each("wide", Phase.SITE):
        desk = Desk(view, ctx)
        shown, signs = {s.key: s for s in sprites(made)}, 0
        for pick in (each for each in made.picks if each.on):
            made_of_it, sprite = desk.outcome(pick.choice), shown[pick.on[0]]
            paid, trades = sum(made_of_it.paid), sum(made_of_it.got)
            assert desk.prices[desk.building][pick.choice - SITE].cards == paid - trades + 3 * trades
            assert f">{paid + 2 * trades or 'free'}</text>" in sprite.art
            assert ("#x-trade" in sprite.art) == (trades > 0) == ("with a trade" in sprite.label)
            signs += trades > 0
        assert any("#x-trade" in art for art in [row[1] for row in made.facts[-1].rows]) == (signs > 0)
        traded += signs
    assert traded > 20


def test_tents_that_need_trades_are_marked() -> None:
    for view, ctx, made in each("wide", Phase.TURN):
        desk = Desk(view, ctx)
        need = [all(price.trade for price in prices.values()) for prices in desk.prices.values()]
        assert ("3:1" in made.prompt.detail) == any(need)
        for pick in made.picks:
            if pick.preview:
                said = r"(From \d cards?( including a trade)?, on|Free on) (one site|\w+ sites)\.$"
                assert re.match(said, pick.hint)


def test_the_tile_in_hand_can_be_exchanged_for_another_of_its_set() -> None:
    """For exactly those that could have been chosen instead."""
    swapped = 0
    for match in moments(3, 21):
        if match.over or not (legal := match.legal()):
            continue
        tents = {int(choice) for choice in legal if TILE <= choice < TILE + 8}
        for chosen in tents:
            trial = Match.from_json(match.to_json())
            trial.play(chosen)
            if trial.over or trial.state["phase"][0] != Phase.SITE:
                continue
            seat = next(s for s in range(3) if trial.deciders >> s & 1)
            found = {
                s.refused
                for s in sprites(scene(Twin.of(trial.view(seat)), trial.context(seat)))
                if s.classes == "swap" and s.label.endswith("Build this one instead")
            }
            same = {tile for tile in tents if (tile - TILE) // 4 == (chosen - TILE) // 4}
            assert found == same - {chosen}
            swapped += len(found)
        if swapped > 60:
            break
    assert swapped > 60


def test_empty_sites_have_explanations_at_any_time() -> None:
    bindings = GAME.bindings
    for view, ctx, made in list(each("wide", Phase.TURN, Phase.NEXT))[::4]:
        state, desk = GAME.State.new(), Desk(view, ctx)
        view.store(state)
        other = (ctx.seat + 1) % int(view.players)
        for seat, shown in ((ctx.seat, made), (other, scene(view, replace(ctx, seat=other, legal=())))):
            asked = {s.refused: s for s in sprites(shown) if s.key.startswith("site-") and s.refused is not None}
            assert set(asked) == {SITE + s for s in (*desk.open, *desk.dead)}
            assert all(bindings.refusal(state, seat, choice) > 0 for choice in asked)
        labels = [s.label for s in sprites(made) if s.key.startswith("site-")]
        for site in desk.open:
            prices = [prices[site].cards for prices in desk.prices.values() if site in prices]
            least = "no tent you can afford" if not prices else f"a tent for {min(prices)} card" if min(prices) else ""
            assert any(label.startswith(f"{LABELS[site]}: {least or 'a tent for free'}") for label in labels)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_plates_of_camps_stay_on_the_board(layout: Layout) -> None:
    for _, _, made in each(layout):
        for sprite in made.areas[0].sprites:
            if sprite.key.startswith("size-") and (top := re.search(r' y="(-[\d.]+)"', sprite.art)):
                assert sprite.y + float(top[1]) >= 0


def test_building_moves_the_tile() -> None:
    """The key of a tile in the display is the key of its tent."""
    view, ctx = moment(Phase.SITE)
    tile = view.display[view.side][view.slot]
    on_display = next(s for s in sprites(scene(view, ctx)) if s.key == f"tile-{tile}")
    view = Twin(**{**view.__dict__, "site": ctx.legal[0] - SITE, "phase": int(Phase.PAY)})
    risen = next(s for s in sprites(scene(view, replace(ctx, legal=()))) if s.key == f"tile-{tile}")
    assert (on_display.x, on_display.y) != (risen.x, risen.y)


def test_a_tent_states_its_owner_and_what_closes_its_camp() -> None:
    labels = {s.label for _, _, made in each("wide") for s in sprites(made) if s.key.startswith("tile-")}
    assert any("’s marker. Camp of" in label for label in labels)
    assert any(re.search(r"A tent on [A-K]\d( or [A-K]\d)? would close it", label) for label in labels)


# ---- dice and piles


def test_odds_are_shown_if_the_table_allows_them() -> None:
    view, ctx = next((v, c) for v, c in gallery() if any(p.commit == "Roll again" for p in scene(v, c).picks))
    for odds in (True, False):
        made = scene(view, replace(ctx, options={"odds": odds}))
        keep = next(pick for pick in made.picks if pick.commit)
        assert ("%" in keep.hint) == odds
        assert any("%" in sprite.art for sprite in sprites(made)) == odds


def test_stated_probabilities_are_those_of_the_dice() -> None:
    """Two live dice: 5/9 for a resource, 35/36 for a Wild; one: 1/3 and 5/6. With an empty pile a Wild helps less."""
    from souq.games.desert_bazaar.scene.dice import chance

    view, ctx = moment(Phase.THROWN)
    for dice, pile, expected in (
        ((1, 2, 4), [3] * 4, (5 / 9, 35 / 36)),
        ((1, 5, 4), [3] * 4, (1 / 3, 5 / 6)),
        ((1, 5, 4), [0, 3, 3, 0], (1 / 3, 1 / 2)),
    ):
        desk = Desk(Twin(**{**view.__dict__, "dice": list(dice), "pile": pile}), ctx)
        assert (chance(desk, 1), chance(desk, 4)) == pytest.approx(expected)


def test_a_kept_wild_names_what_it_needs_when_piles_are_empty() -> None:
    for most, needs in ((1, "anything but a Desert"), (5, "a Camel, a Silk or a Wild")):
        shown = table(hands=[[most, 1, 1, most]] * 3, player=0).roll("Camel", dice="*CS").match().scene(0)
        hint = next(pick.hint for pick in shown.picks if pick.label.startswith("Keep Wild"))
        assert hint.startswith(f"You need {needs}")


def test_buttons_that_take_cards_say_so_unless_space_is_short() -> None:
    """A label is quoted away from the table, too, where "Camel" alone would tell little."""
    for layout, label in (
        ("wide", r"Take \d (Water|Camels?|Silk|Spice)"),
        ("tall", r"(\d )?(Water|Camels?|Silk|Spice)"),
    ):
        for _, _, shown in each(layout, Phase.WILD, Phase.TAKE, Phase.MATCH):
            assert all(re.fullmatch(label, pick.label) for pick in shown.picks)


def test_ending_the_turn_with_a_throw_needs_no_confirmation() -> None:
    for _, _, made in each("wide", Phase.THROWN, Phase.MATCH):
        assert all(pick.final for pick in made.picks)
    for _, _, made in each("wide", Phase.NEXT):
        assert [pick.label for pick in made.picks if pick.final] == ["End turn"]


# ---- panels, options, spectators


def test_panels_show_hands_only_if_the_table_allows_it() -> None:
    view, ctx = moment(Phase.TURN)
    plain, aided = (scene(view, replace(ctx, options=options)) for options in ({}, AIDS))
    for seat, (closed, open_) in enumerate(zip(plain.panels, aided.panels, strict=True)):
        assert [stat.value for stat in closed.stats] == [str(sum(view.hand[seat]))]
        assert open_.stats[0] == closed.stats[0]
        assert [stat.value for stat in open_.stats[1:5]] == [str(k) for k in view.hand[seat]]
        assert int(open_.stats[5].value) >= view.score[seat]
        assert closed.pips is not None
        assert closed.pips.left == view.markers[seat]
    assert len(aided.facts) == len(plain.facts) + 1


def test_the_projection_agrees_with_the_final_scoring() -> None:
    *_, match = moments(3, 8)
    view = Twin.of(match.state)
    told = tally(view, replace(match.context(), ledger={}))
    assert told is not None
    view.score[:3] = [int(cell) for cell in told.rows[0][1]]
    view = Twin(**{**view.__dict__, "over": 0})
    assert Desk(view, match.context(0)).projected() == match.points()


def test_a_spectator_sees_the_table_without_a_hand() -> None:
    view, ctx = moment(Phase.SITE)
    made = scene(view, Context(-1, ctx.names))
    assert [area.name for area in made.areas] == ["board"]
    assert made.picks == ()
    assert all(sprite.refused is None for sprite in sprites(made))
    assert any(sprite.key.startswith("site-") for sprite in sprites(made)) == bool(Desk(view, ctx).dead)


def test_a_phone_has_the_tiles_in_its_tray() -> None:
    view, ctx = moment(Phase.TURN)
    made = scene(view, replace(ctx, layout="tall"))
    assert [area.name for area in made.areas] == ["board", "hand", "tray"]
    shown = sum(tile >= 0 for side in view.display for tile in side)
    assert len(made.areas[2].sprites) == shown


# ---- the end


def test_the_tally_adds_up() -> None:
    for players, seed in ((3, 5), (4, 6), (5, 7)):
        *_, match = moments(players, seed)
        match.confirm()
        view = Twin.of(match.state)
        told = tally(view, match.context())
        assert told is not None
        assert list(told.ranks) == match.ranks()
        assert list(map(int, told.totals)) == match.points()
        for seat in range(players):
            cells = [row[1][seat] for row in told.rows]
            assert sum(int(cell) for cell in cells if cell != "–") == match.points()[seat]
        assert {row[0] for row in told.rows} >= {"Markers in full camps", "Closing camps"}


def test_there_is_no_tally_before_the_end() -> None:
    view, ctx = gallery()[0]
    assert tally(view, ctx) is None


# ---- effects


@pytest.mark.parametrize("layout", LAYOUTS)
def test_effects_follow_the_events(layout: Layout) -> None:
    kinds: Counter[str] = Counter()
    shots = [(Twin.of(m.state), Context(0, m.called, (), layout, {}, tuple(m.events(m.ply, 0)))) for m in moments(4, 9)]
    for (before, was), (after, ctx) in pairwise(shots):
        made = effects(before, after, ctx.recent, ctx)
        old = {s.key for s in sprites(scene(before, was))} | {s.key for s in sprites(scene(after, ctx))}
        for seat in range(4) if not after.over else ():
            flown = sum(int(e.text) for e in made if e.kind == "fly" and e.seat == seat and e.text[1:].isdigit())
            assert flown == after.score[seat] - before.score[seat]
        for effect in made:
            kinds[effect.kind] += 1
            if effect.kind == "tumble":
                assert set(effect.keys) <= old
                assert len(set(effect.faces)) == 6
            if effect.at is not None:
                assert 0 <= effect.at[0] <= plan_of(layout).width
                assert 0 <= effect.at[1] <= plan_of(layout).height
    assert set(kinds) == {"fly", "pop", "tumble", "count", "home", "say"}


def test_the_bell_rings_for_the_seat_that_comes_to_move() -> None:
    rung = 0
    *_, match = moments(3, 4)
    shots = [(Twin.of(match.view(0, ply)), match.events(ply, 0)) for ply in range(match.ply + 1)]
    for (before, _), (after, events) in pairwise(shots):
        bell = any(e.sound == "bell" for e in effects(before, after, events, Context(0, match.called)))
        assert bell == (before.player != 0 and after.player == 0 and not after.over)
        rung += bell
    assert rung > 5


# ---- geometry


def test_the_track_has_fifty_evenly_spaced_beads() -> None:
    beads = [track(i) for i in range(BEADS)]
    assert track(BEADS) == beads[0] == (WIDE.width / 2, WIDE.height - WIDE.band / 2)
    for (ax, ay), (bx, by) in pairwise(beads):
        assert 40 < ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 < 62


def test_an_outline_surrounds_all_its_sites_once() -> None:
    assert len(rim(frozenset(range(SITES)))) == 1
    alone = rim(frozenset([36]))
    assert [len(loop) for loop in alone] == [6]
    ring = frozenset(NEIGHBOURS[36])
    assert sorted(len(loop) for loop in rim(ring)) == [6, 18]
    assert outline(ring, 10, 0.1).count("Z") == 2


def test_neighbouring_sites_have_equal_distances() -> None:
    for plan in (WIDE, TALL):
        for site in BOX.sites:
            here = LABELS.index(site.label)
            for near in site.neighbours:
                (ax, ay), (bx, by) = plan.centre(here), plan.centre(near)
                assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(3**0.5 * plan.radius)


def test_grounds_are_drawn_once() -> None:
    assert ground("wide") is ground("wide")
    assert backdrop("tall") is backdrop("tall")
