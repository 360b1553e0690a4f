"""The areas around Kairo's square: cards, hand, tray, panels, supply, the final scoring, movements and sounds."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from souq.engine.match.match import Match
from souq.engine.present.scene import Area, Context, Layout, Sprite
from souq.engine.rules.bits import has, triple
from souq.engine.rules.events import Row, rows
from souq.engine.rules.twin import Twin, changed
from souq.games.kairo import GAME
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.scene.art import back, card_name, card_words, face, pile
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.effects import effects
from souq.games.kairo.scene.geometry import NEAR, WIDE, centre, plan_of
from souq.games.kairo.scene.hand import card_key, hand, placed, purse_key, stall_key
from souq.games.kairo.scene.market import beside, tray
from souq.games.kairo.scene.panels import facts, final_words, panels, screened
from souq.games.kairo.scene.tally import tally
from souq.games.kairo.state import (
    BOX,
    CARDS,
    COLOURS,
    DECK,
    DISCARD,
    DISPLAY,
    DRAW,
    FEE,
    JOKERS,
    KEEP,
    NEW,
    PLAYERS,
    QUIT,
    TAKE,
    WAY,
    Event,
    Phase,
)
from tests.games.scenes import LAYOUTS

PEOPLE = ("Amina", "Omar", "Lina", "Yusuf")
EAGER = {"expand": 8, "move": 9, "new": 3, "draw": 3, "lure": 3}


def moments(players: int, seed: int) -> Iterator[Match]:
    """Yield a match before its first decision and after each; its players like to build."""
    match, pick = Match(GAME, players, seed=seed, names=list(PEOPLE[:players])), random.Random(seed)
    yield match
    while not match.over:
        legal = match.legal()
        match.play(pick.choices(legal, [EAGER.get(choice.text, 1) for choice in legal])[0])
        yield match


@cache
def gallery() -> list[tuple[Twin, Context]]:
    """Return positions of three games, as the deciding seat sees them."""
    found = []
    for players, seed in ((2, 5), (3, 6), (4, 7)):
        for match in moments(players, seed):
            seat = 0 if match.over else match.deciders.bit_length() - 1
            found.append((Twin.of(match.view(seat)), match.context(seat, recent=4)))
    return found


def each(layout: Layout, *phases: Phase) -> Iterator[Desk]:
    """Yield the gallery in a layout, or only its moments in some phases."""
    for view, ctx in gallery():
        if not phases or (view.phase in phases and not view.over):
            yield Desk(view, replace(ctx, layout=layout))


def areas(desk: Desk) -> list[Area]:
    """Return the areas next to the square."""
    plan = plan_of(desk.ctx.layout)
    strip = tray(desk) if plan.tall else Area("board", WIDE.width, WIDE.height, tuple(beside(desk)))
    own = hand(desk, plan)
    return [strip, own] if own else [strip]


def sprites(desk: Desk) -> dict[str, Sprite]:
    made = [sprite for area in areas(desk) for sprite in area.sprites]
    assert len({sprite.key for sprite in made}) == len(made)
    return {sprite.key: sprite for sprite in made}


# ---- art


def test_a_card_shows_its_segments_and_a_joker_its_cost() -> None:
    for card in range(CARDS):
        squares = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="17"[^>]*fill="var\(--([\w-]+)\)"', face(card))
        assert len(squares) == 9
        lit = {k for k, (_, _, fill) in enumerate(squares) if fill == "accent"}
        assert lit == set(BOX.cards[card].segments)
        assert float(squares[0][1]) < float(squares[8][1])
        assert (">−1<" in face(card)) == (card >= JOKERS) == ("costs 1" in card_words(card))
        assert card_name(card) in face(card)


def test_a_narrow_card_has_less_but_larger_text() -> None:
    assert ">West column<" in face(12, short=True), "no other card is called that"
    assert 'font-size="12.8"' in face(1, short=True)


def test_face_down_cards_look_alike_and_an_empty_pile_has_none() -> None:
    assert back(88, 64) in pile(5, 88, 64)
    assert back(88, 64) not in pile(0, 88, 64)


def test_stacks_are_read_in_the_order_of_the_kinds() -> None:
    desk = next(each("wide"))
    held = 2 | 1 << 8 | 3 << 28
    assert Desk(changed(desk.view, hand=[0] * PLAYERS), desk.ctx).hand == []
    assert Desk(changed(desk.view, hand=[held] * PLAYERS), desk.ctx).hand == [0, 0, 4, 14, 14, 14]


# ---- display, draw pile, barkers


@pytest.mark.parametrize("layout", LAYOUTS)
def test_four_slots_the_pile_and_the_barkers_are_always_drawn(layout: Layout) -> None:
    emptied = 0
    for desk in each(layout):
        made = sprites(desk)
        for place in range(DISPLAY):
            card = int(desk.view.display[place])
            sprite = made[f"display-{place}"]
            assert sprite.label.startswith(card_words(card) if card >= 0 else "Empty")
            emptied += card < 0
        assert str(desk.view.left) in made["deck"].label
        left = BOX.supply["barkers"] - sum(desk.view.barkers)
        assert made["barkers"].label.startswith(f"{left} barker")
        assert str(left) in made["barkers"].art
    assert emptied


def test_cards_that_cannot_be_drawn_explain_why() -> None:
    refused = set()
    for desk in each("wide"):
        made = sprites(desk)
        for key in ("deck", "barkers", *(f"display-{i}" for i in range(DISPLAY))):
            if (choice := made[key].refused) is not None:
                assert desk.mine
                assert choice not in desk.legal
                refused.add(choice)
    assert refused
    view, ctx = next((view, ctx) for view, ctx in gallery() if view.phase == Phase.ACT and not view.over)
    last = Desk(view, replace(ctx, legal=(NEW, QUIT)))
    assert {sprites(last)[key].refused for key in ("deck", "barkers", "display-0")} == {DRAW}
    view, ctx = next((view, ctx) for view, ctx in gallery() if view.phase == Phase.TAKE and not view.over)
    barred = Desk(view, replace(ctx, legal=(DECK,)))
    card = next(i for i in range(DISPLAY) if view.display[i] >= 0)
    assert sprites(barred)[f"display-{card}"].refused == TAKE + view.display[card]


# ---- hand


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_hand_holds_every_card_in_order(layout: Layout) -> None:
    most = 0
    for desk in each(layout):
        made, cards = sprites(desk), desk.hand
        assert len(cards) == desk.view.held[desk.seat]
        assert [made[card_key(i)].label for i in range(len(cards))] == [card_words(card) for card in cards]
        assert card_key(len(cards)) not in made
        most = max(most, len(cards))
    assert most > BOX.turn["hand"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_stalls_off_the_board_can_be_pointed_at(layout: Layout) -> None:
    for desk in each(layout, Phase.ACT, Phase.COLOUR):
        made = sprites(desk)
        for colour in range(COLOURS):
            assert (stall_key(colour) in made) == (not placed(desk, colour))
            if stall_key(colour) in made:
                assert NAMES[colour] in made[stall_key(colour)].label


def test_money_is_in_the_hand_on_phones_and_when_paying() -> None:
    asked = Counter(desk.phase for desk in each("wide", Phase.FEE, Phase.PAY))
    assert asked
    for desk in each("tall", Phase.ACT, Phase.FEE, Phase.PAY):
        for colour in range(COLOURS):
            label = sprites(desk)[purse_key(colour)].label
            assert label == f"{desk.view.money[desk.seat][colour]} {NAMES[colour]} money, " + label.split(", ")[1]
    for desk in each("wide", Phase.FEE):
        made = sprites(desk)
        assert {c for c in range(COLOURS) if made[purse_key(c)].refused is None} == set(desk.options(FEE, COLOURS))


def test_a_card_that_does_not_reach_explains_why() -> None:
    refused = 0
    for first, phase in ((WAY, Phase.WAY), (KEEP, Phase.KEEP)):
        for desk in each("wide", phase):
            made = sprites(desk)
            for i, card in enumerate(desk.hand):
                assert (made[card_key(i)].refused is None) == (first + card in desk.legal)
                refused += made[card_key(i)].refused is not None
    assert refused


def test_new_cards_are_marked() -> None:
    for desk in each("wide", Phase.DISCARD, Phase.TAKE):
        new = [row.card for row in desk.recent if row.kind in (Event.TOOK, Event.CARD_DREW) and row.seat == desk.seat]
        cards = desk.hand
        made = sprites(desk)
        marked = [card for i, card in enumerate(cards) if made[card_key(i)].classes == "trail"]
        assert sorted(marked) == sorted(card for card in new if card in marked)


def test_six_cards_fit_on_a_phone() -> None:
    for desk in each("tall", Phase.DISCARD):
        made = [sprite for key, sprite in sprites(desk).items() if key.startswith("card-")]
        gaps = [b.x - a.x for a, b in pairwise(made)]
        assert min(gaps) >= 44
        assert set(desk.options(DISCARD, CARDS)) == set(desk.hand)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_spectator_has_no_hand(layout: Layout) -> None:
    view, ctx = gallery()[40]
    desk = Desk(view, replace(ctx, seat=-1, legal=(), layout=layout))
    assert hand(desk, plan_of(layout)) is None
    assert "deck" in sprites(desk)


# ---- panels, supply


def test_panels_show_money_medals_barkers_and_cards() -> None:
    held = 0
    for desk in each("wide"):
        for panel in panels(desk):
            seat, spoken = panel.seat, [stat.title for stat in panel.stats]
            money = [stat for stat in panel.stats if stat.tone and not stat.icon]
            assert [int(stat.value) for stat in money] == desk.view.money[seat]
            assert [stat.label for stat in money] == [name[0].upper() for name in NAMES]
            medals = [stat for stat in panel.stats if stat.icon in ("ka-gold", "ka-silver")]
            assert len(medals) == desk.view.gold.count(seat) + desk.view.silver.count(seat)
            held += len(medals)
            assert any(title.startswith(f"{desk.view.barkers[seat]} barker") for title in spoken)
            assert any(title.startswith(f"{desk.view.held[seat]} card") for title in spoken)
            assert panel.score == str(desk.view.score[seat])
            assert panel.acting == (seat == desk.player and not desk.over)
            assert panel.note
    assert held


def test_screens_hide_the_money_of_others_until_the_end() -> None:
    for view, ctx in gallery():
        desk = Desk(view, replace(ctx, options={"money": "screens"}))
        for panel in panels(desk):
            shown = [stat for stat in panel.stats if stat.tone and not stat.icon]
            assert len(shown) == (COLOURS if panel.seat == desk.seat or desk.over else 0)
            assert screened(desk, panel.seat) == (not shown)


def test_the_supply_shows_the_rest_and_the_medal_holders() -> None:
    for desk in each("wide"):
        box = facts(desk)[0]
        assert box.place == "story"
        for colour, (left, medals) in enumerate(box.rows[:COLOURS]):
            assert f"{NAMES[colour]}: {desk.view.supply[colour]} of 6" in left
            assert left.count("#ka-expansion") == desk.view.supply[colour]
            holder = int(desk.view.gold[colour])
            assert (f"gold {desk.ctx.names(holder)}" if holder >= 0 else "gold nobody") in medals
            assert ("--danger" in medals) == (desk.view.supply[colour] < 2)
        assert bool(box.rows[COLOURS:]) == bool(final_words(desk))


def test_the_final_phase_is_announced() -> None:
    view, ctx = next((view, ctx) for view, ctx in gallery() if view.turn and not view.final and not view.over)

    def said(**fields: object) -> str:
        return final_words(Desk(Twin(**{**vars(view), "idle": 0, "supply": [6] * COLOURS, **fields}), ctx))

    assert said() == ""
    begins = "White is down to one. The next white"
    assert said(supply=[1, 3, 2, 4, 6, 2]) == f"{begins}, purple or blue expansion starts the final phase."
    assert said(supply=[1, 3, 3, 4, 6, 3]) == f"{begins} expansion starts the final phase."
    assert "One more turn like that starts" in said(idle=10 * view.players - 1)
    assert said(final=1).startswith("The final phase")
    assert said(final=1, over=1) == ""


# ---- the end


def test_the_tally_adds_up() -> None:
    for match in (list(moments(players, 3))[-1] for players in (2, 4)):
        match.confirm()
        view = Twin.of(match.state)
        made = tally(view, match.context())
        assert made is not None
        assert [label for label, _, _ in made.rows][:2] == ["Expansions built", "Medals taken"]
        for seat in range(match.players):
            parts = [cells[seat].partition("\n")[0] for _, cells, _ in made.rows]
            assert sum(int(part) for part in parts if part != "–") == int(made.totals[seat]) == view.score[seat]
            assert made.rows[-1][1][seat].endswith(f"{sum(view.money[seat])} left")


def test_there_is_no_tally_before_the_end() -> None:
    view, ctx = gallery()[0]
    assert tally(view, ctx) is None


# ---- effects


@pytest.mark.parametrize("layout", LAYOUTS)
def test_effects_follow_the_events(layout: Layout) -> None:
    kinds: Counter[str] = Counter()
    for players, seed in ((3, 9), (4, 2)):
        shots = [
            (Twin.of(m.state), Context(0, m.called, (), layout, {}, tuple(m.events(m.ply, 0))))
            for m in moments(players, seed)
        ]
        for (before, was), (after, ctx) in pairwise(shots):
            made = effects(before, after, ctx.recent, ctx)
            known = set(sprites(Desk(before, was))) | {f"customer-{colour}" for colour in range(COLOURS)}
            flown = [
                (effect.seat, int(effect.text.split()[0]), effect.text)
                for effect in made
                if effect.kind == "fly" and effect.text[0] == "+"
            ]
            for seat in range(players) if not after.over else ():
                points = sum(k for who, k, text in flown if who == seat and " " not in text)
                assert points == after.score[seat] - before.score[seat]
            for who, money, text in flown:
                if who is not None and " " in text:
                    colour = NAMES.index(text.split()[1])
                    assert after.money[who][colour] - before.money[who][colour] == money
            for effect in made:
                kinds[effect.kind] += 1
                assert set(effect.keys) <= known
                if effect.at is not None:
                    assert 0 <= effect.at[0] <= plan_of(layout).width
                    assert 0 <= effect.at[1] <= plan_of(layout).height
    assert set(kinds) == {"fly", "pop", "home", "walk", "say"}


def test_medals_from_one_place_fly_together() -> None:
    view = Twin.of(next(moments(3, 9)).state)
    context = Context(0, ["Amina", "Omar", "Leila"].__getitem__)

    def flown(*holders: int) -> list[str]:
        events = [(int(Event.MEDAL), -1, 1, 4, gold, holder) for gold, holder in enumerate(holders)]
        return [effect.text for effect in effects(view, view, events, context) if effect.kind == "fly"]

    assert flown(-1, -1) == flown(2, 2) == [f"gold and silver for {NAMES[4]}"]
    assert flown(-1, 2) == [f"silver for {NAMES[4]}", f"gold for {NAMES[4]}"]


def test_a_customer_walks_a_shortest_path() -> None:
    spots = {centre(site): site for site in range(144)}
    walks = 0
    for before, after in pairwise(moments_of_twins(4, 11)):
        made = [e for e in effects(before, after, public_events(after), plain()) if e.kind == "walk"]
        lured = [row for row in named(after) if row.kind == Event.LURED]
        assert len(made) == len(lured)
        for effect, row in zip(made, lured, strict=True):
            way = [spots[point] for point in effect.path]
            assert (way[0], way[-1]) == (before.stands[row.customer], row.entry) == (row.start, row.entry)
            assert all(b in NEAR[a] for a, b in pairwise(way))
            assert not any(has(triple(before.solid), site) for site in way)
            goal = next(goal for goal in Desk(before, plain()).goals(row.customer) if goal.stand.entry == row.entry)
            assert len(way) == goal.steps + 1
            walks += 1
    assert walks > 5


def test_bells_ring_for_low_supplies_the_final_phase_and_the_turn() -> None:
    rung: Counter[str] = Counter()
    for before, after in pairwise(moments_of_twins(3, 4)):
        made = effects(before, after, public_events(after), plain())
        low = any(row.kind == Event.EXPANDED and after.supply[row.colour] <= 2 for row in named(after))
        assert any(e.kind == "pop" and e.text.endswith("left") and e.sound == "bell" for e in made) == low
        final = any(row.kind == Event.FINAL for row in named(after))
        assert any(e.text == "Final phase" and e.sound == "bell" for e in made) == final
        begun = after.player == 0 and not after.over and (before.player != 0 or before.turn != after.turn)
        assert any(e.kind == "say" and e.sound == "bell" for e in made) == begun
        rung.update(low=low, final=final, begun=begun)
    assert all(rung.values())


def test_a_medal_leaves_its_holder() -> None:
    lost = 0
    for seed in (2, 4, 9):
        for before, after in pairwise(moments_of_twins(4, seed)):
            made = effects(before, after, public_events(after), plain())
            for row in named(after):
                if row.kind == Event.MEDAL:
                    words = {"gold" if row.is_gold else "silver", NAMES[row.colour]}
                    flown = [e for e in made if e.kind == "fly" and words <= set(e.text.split())]
                    assert (row.seat, row.giver if row.giver >= 0 else None) in [(e.seat, e.giver) for e in flown]
                    lost += row.giver >= 0
    assert lost


@cache
def moments_of_twins(players: int, seed: int) -> list[Twin]:
    return [Twin.of(match.state) for match in moments(players, seed)]


def public_events(view: Twin) -> list[tuple[int, ...]]:
    return [tuple(row) for row in view.event[: view.n_events]]


def named(view: Twin) -> list[Row]:
    return rows(Event, public_events(view))


def plain() -> Context:
    return Context(0, lambda seat: PEOPLE[seat])
