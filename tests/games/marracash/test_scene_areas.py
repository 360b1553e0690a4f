"""The areas around MarraCash's town: auctions, souvenirs, accounts, panels, scoring, movements and sounds."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from souq.engine.match.match import Match
from souq.engine.present.scene import Context, Effect, Layout, Scene
from souq.engine.rules.choices import Forbidden
from souq.engine.rules.events import rows as named
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.marracash import GAME, bidding, orders, phrases, visits
from souq.games.marracash.rules import auction as rules
from souq.games.marracash.scene import scene, souvenirs
from souq.games.marracash.scene.art import prose, rows
from souq.games.marracash.scene.auction import bidder_key, last_said, stakes
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.effects import effects
from souq.games.marracash.scene.geometry import plan_of
from souq.games.marracash.scene.hand import result, tile_key
from souq.games.marracash.scene.motifs import motif, thing
from souq.games.marracash.scene.panels import HIDDEN, last_words, panels, to_come
from souq.games.marracash.scene.tally import tally
from souq.games.marracash.state import (
    ADD,
    BID,
    BOX,
    CARDS,
    CHOICES,
    MORE,
    NOBODY,
    PASS,
    QUEUE,
    SELL,
    SHOWN,
    Event,
    Phase,
    Rule,
)
from souq.games.marracash.story.wording import worth
from tests.games.marracash.moments import amount, town
from tests.games.marracash.moments import bidding as bidding_at
from tests.games.marracash.play import games
from tests.games.marracash.positions import Table, table
from tests.games.marracash.reference import parts
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.games.scenes import LAYOUTS, beside

PLAYED = ((3, 5, False), (4, 6, True), (2, 7, True))
"""Players, seed, and whether with souvenirs, of the games whose every position is looked at."""


@cache
def positions() -> list[Twin]:
    """Return all positions of three games."""
    found = (games(players, seed, souvenirs=souvenirs, eager=True) for players, seed, souvenirs in PLAYED)
    return [Twin.of(state) for game in found for state in game]


def asked(view: Twin, layout: Layout = "wide", **options: object) -> Context:
    """Return the context of the deciding seat."""
    record = GAME.State.new()
    view.store(record)
    legal = tuple(int(c) for c in GAME.bindings.legal(record, view.player))
    return Context(int(view.player), called, legal, layout, dict(options))


@cache
def scenes(layout: Layout) -> list[tuple[Desk, Scene]]:
    """Return some of them as the deciding seat sees them."""
    made = []
    for view in positions()[::6]:
        ctx = asked(view, layout)
        made.append((Desk(view, ctx), scene(view, ctx)))
    return made


def desk(view: Twin, seat: int | None = None, layout: Layout = "wide", **options: object) -> Desk:
    ctx = asked(view, layout, **options)
    return Desk(view, ctx if seat is None or seat == view.player else replace(ctx, seat=seat, legal=()))


# ---- drawings


@pytest.mark.parametrize("layout", LAYOUTS)
def test_numbers_can_be_read(layout: Layout) -> None:
    """No text is smaller than nine units, as large as a pixel each."""
    for _, shown in scenes(layout):
        for area in beside(shown):
            for sprite in area.sprites:
                sizes = re.findall(r'font-size="([\d.]+)"', sprite.art)
                assert all(float(size) * sprite.scale >= 9 for size in sizes), sprite.key


def test_every_souvenir_has_a_drawing_of_its_own() -> None:
    assert len({motif(each) for each in range(CARDS)}) == len({thing(each) for each in range(CARDS)}) == CARDS
    for each in range(CARDS):
        for art in (souvenirs.face(each), souvenirs.small(each)):
            said = [element.text for element in ElementTree.fromstring(f"<g>{art}</g>").iter("text")]
            assert str(worth(each)) in said
            assert BOX.colours[each // 5].letter in said


@pytest.mark.parametrize("layout", LAYOUTS)
def test_next_to_the_town_are_the_auction_or_the_shops(layout: Layout) -> None:
    for at, shown in scenes(layout):
        names = [area.name for area in beside(shown)]
        assert names == (["tray"] if layout == "tall" and at.lot < 0 else ["hand"])
        keys = {sprite.key for area in beside(shown) for sprite in area.sprites}
        if at.lot >= 0:
            assert keys >= {bidder_key(seat) for seat in at.seats}
        else:
            assert keys >= {tile_key(each) for each in at.owned(at.seat)}
        both = {souvenirs.card_key(slot) for slot in range(SHOWN)}
        assert keys >= both if at.view.souvenirs else not keys & both


def test_a_spectator_sees_the_shops_of_whose_turn_it_is() -> None:
    for view in positions()[::9]:
        watching = Desk(view, Context(-1, called))
        keys = {sprite.key for area in beside(scene(view, watching.ctx)) for sprite in area.sprites}
        if view.lot < 0:
            assert keys >= {tile_key(each) for each in watching.owned(view.active)}


def test_prose_keeps_to_its_width_and_marks_what_is_emphasised() -> None:
    assert prose("You hold **475**.", 0, 0, 200).count("tspan") == 2
    assert rows("one two three four five six seven", 60) > rows("one two three four five six seven", 120) > 0
    assert "&amp;" in prose("A & B", 0, 0, 200)


# ---- bids


def test_every_amount_has_the_encoding_of_the_rules() -> None:
    """The control names exactly the legal bids, and each encoding makes its bid (A04 to A07, D11)."""
    for standing, cash in ((0, 100), (0, 125), (100, 125), (500, 525), (500, 550), (500, 575), (300, 425), (300, 1000)):
        for each in range(rules.LEAST if not standing else standing + 25, cash + 1, 25):
            position = opened(standing, cash)
            leader = position.twin.player
            position.play(*(CHOICES.name(c) for c in bidding.choices_for(position.twin, each)))
            assert last_bid(position, leader) == each


def opened(standing: int, cash: int) -> Table:
    """Return Omar's question for a bid with so much cash; Amina opened, or Omar must himself."""
    if not standing:
        view = bidding_at("B4", 0, NOBODY, active=OMAR, cash=[2000, cash, 0, 0])
    else:
        view = bidding_at("B4", standing, AMINA, cash=[2000, cash, 0, 0])
    return Table(view)


def last_bid(position: Table, seat: int) -> int:
    return next(numbers[1] for numbers in position.events_of(Event.BIDS) if numbers[0] == seat)


def test_encodings_agree_with_the_reference() -> None:
    """Where no step is automatic they are the sequences of the specification's examples (25)."""
    view = bidding_at("B4", 500, AMINA, cash=[0, 1200, 0, 0])
    for each in (525, 550, 625, 650, 700):
        assert [CHOICES.name(c) for c in bidding.choices_for(view, each)] == list(parts(525, each))


def test_an_unfinished_bid_can_be_continued() -> None:
    view = amount("B4", 500, AMINA, 625, cash=[0, 1200, 0, 0])
    assert bidding.least(view) == 650
    assert [bidding.choices_for(view, each) for each in (650, 725, 750, 775)] == [
        (ADD,),
        (ADD + 3,),
        (MORE, ADD),
        (MORE, ADD + 1),
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_pass_and_a_few_raises_have_buttons(layout: Layout) -> None:
    """At most as many as fit a row with the control; all look the same."""
    seen = 0
    for at, shown in scenes(layout):
        if at.asks(Phase.BID, Phase.AMOUNT):
            said = [pick.label for pick in shown.picks]
            assert len(said) <= (3 if layout == "wide" else 2)
            assert f"Bid {bidding.least(at.view):,}" in said
            assert not any(pick.primary for pick in shown.picks)
            assert (PASS in at.legal) == ("Pass" in said)
            high = bidding.cap(at.view, at.player)
            assert (shown.amount is None) == (bidding.least(at.view) == high)
            if shown.amount:
                assert (shown.amount.low, shown.amount.high) == (bidding.least(at.view), high)
                assert shown.amount.low <= shown.amount.start <= high
            seen += 1
        else:
            assert shown.amount is None
    assert seen > 20


def test_a_bid_states_the_cash_left_and_the_income() -> None:
    """The auctioneer's cut jumps above 500; visitors at the door pay at once."""
    at = desk(bidding_at("B4", 475, AMINA, cash=[0, 1150, 500, 0], crowds={9: "BB"}))
    hints = {pick.label: pick.hint for pick in scene(at.view, at.ctx).picks}
    assert hints["Bid 500"] == "If you win, you keep 650, and 300 comes back at once. The bank pays Amina 100."
    assert hints["Bid 525"] == "If you win, you keep 625, and 300 comes back at once. The bank pays Amina 200."
    assert hints["Pass"] == "If you pass, you’re out of this auction. Amina leads with 475."
    control = scene(at.view, at.ctx).amount
    assert control and control.hints == (
        (500, "If you win, you keep {rest}. The bank pays Amina 100."),
        (525, "If you win, you keep {rest}. The bank pays Amina 200."),
    )


def test_passing_sells_to_the_leader_where_nobody_else_can_raise() -> None:
    """Seats that cannot raise pass automatically (A07), so a pass ends the auction."""
    at = desk(bidding_at("B4", 475, AMINA, cash=[475, 1150, 475, 0]))
    (hint,) = [pick.hint for pick in scene(at.view, at.ctx).picks if pick.choice == PASS]
    assert hint == "If you pass, Amina buys B4 for 475."


def test_the_auctioneer_sees_the_income_from_another_buyer() -> None:
    at = desk(bidding_at("B4", 475, AMINA, cash=[0, 1150, 0, 0], active=OMAR, inside=0b011))
    hints = {pick.label: pick.hint for pick in scene(at.view, at.ctx).picks}
    assert hints["Bid 500"] == "If you win, you keep 650. If not, the bank pays you 200."
    assert hints["Pass"] == "If you pass, Amina buys B4 for 475, and the bank pays you 100."
    assert stakes(at) == (
        "If someone else wins, the bank pays you **100** (**200** above 500). "
        "You have **1,150**; bidding 500 leaves **650**."
    )


def test_last_bids_stay_until_the_sale() -> None:
    """They come from the record, so they are visible whatever happened since."""
    at = desk(bidding_at("B4", 475, LEILA, bids=[400, 450, 475, 0], inside=0b110), OMAR)
    assert [last_said(at, seat) for seat in at.seats] == ["out", "450", "475"]
    assert [panel.note for panel in panels(at)] == ["sells · passed", "bidding", "bids 475"]
    fresh = desk(bidding_at("B4", 100, AMINA, bids=[100, 0, 0, 0]))
    assert [last_said(fresh, seat) for seat in fresh.seats] == ["100", "–", "–"]


def test_bids_of_an_auction_match_its_events() -> None:
    for before, after in pairwise(positions()):
        if before.over or after.lot < 0 or after.turn < before.turn:
            continue
        for row in named(Event, after.event[: after.n_events]):
            if row.kind == Event.BIDS and after.lot == before.lot:
                assert after.bids[row.seat] >= row.money
        assert after.leader == NOBODY or after.bids[after.leader] == after.standing
    assert all(not any(view.bids) for view in positions() if view.lot < 0)


# ---- standing orders and phrases


def test_an_order_is_offered_to_seats_that_could_raise() -> None:
    view = bidding_at("B4", 475, LEILA, cash=[1000, 1150, 2000, 0], inside=0b110)
    offers = [orders.offer(view, seat, called) for seat in (-1, *range(3))]
    assert [bool(each) for each in offers] == [False, False, True, True]
    assert offers[2] and (offers[2].amount.low, offers[2].amount.high) == (500, 1150)
    view.cash[OMAR] = 475
    assert orders.offer(view, OMAR, called) is None
    assert orders.offer(town(), OMAR, called) is None


def test_an_order_raises_by_the_least_amount_and_then_passes() -> None:
    view = bidding_at("B4", 475, LEILA, cash=[1000, 1150, 2000, 0])
    assert orders.answer(view, OMAR, 500) == (BID,)
    assert orders.answer(view, OMAR, 475) == (PASS,)
    assert orders.answer(view, LEILA, 500) is None
    view.cash[OMAR] = 475
    assert orders.answer(view, OMAR, 2000) == (PASS,)
    assert orders.answer(town(), OMAR, 500) is None


def test_the_opening_is_not_left_to_an_order() -> None:
    view = bidding_at("B4", 0, NOBODY, active=OMAR, cash=[0, 1150, 0, 0])
    assert orders.answer(view, OMAR, 500) is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("bid 500", Rule.MA_A06),
        ("bid 510", Rule.MA_A06),
        ("bid 540", Rule.MA_A04),
        ("bid 2000", Rule.MA_A05),
        ("bid 7025", Rule.MA_A05),
    ],
)
def test_a_typed_bid_is_refused_as_a_whole(text: str, rule: Rule) -> None:
    """Example 13, MA-A14."""
    found = phrases.read(bidding_at("B4", 500, AMINA, cash=[0, 1200, 0, 0]), OMAR, text)
    assert isinstance(found, Forbidden) and found.rule == rule and found.why


def test_bids_that_are_too_high_and_openings_that_are_too_low() -> None:
    rich = bidding_at("B4", 500, AMINA, cash=[0, 9000, 0, 0])
    found = [phrases.read(rich, OMAR, "bid 7025"), phrases.read(rich, OMAR, "bid 7000")]
    assert isinstance(found[0], Forbidden) and found[0].rule == Rule.MA_A12 and isinstance(found[1], tuple)
    low = phrases.read(bidding_at("B4", 0, NOBODY, active=OMAR), OMAR, "bid 75")
    assert isinstance(low, Forbidden) and low.rule == Rule.MA_A02


def test_other_words_are_refused_as_bids() -> None:
    view = bidding_at("B4", 500, AMINA)
    assert [phrases.read(view, OMAR, text) for text in ("bid", "bid x", "pass", "bid -5", "bid ²")] == [None] * 5
    assert isinstance(phrases.read(town(), OMAR, "bid 500"), Forbidden)


def test_a_match_takes_a_bid_in_words() -> None:
    match = Match(GAME, 3, seed=1)
    match.play("auction B4")
    match.play("bid 625")
    assert match.state["standing"][0] == 625


# ---- souvenirs


def sale() -> Table:
    """Return example 21: Ali chooses which souvenir his red customer takes, whom Omar leads there."""
    return table("F6=R R2 Ali(1)", player=OMAR, shown="R100 R125").play("move 6 E")


def test_the_owner_sees_the_result_of_each_souvenir() -> None:
    view = sale().twin
    at = Desk(view, asked(view))
    hints = {pick.choice: (pick.label, pick.hint) for pick in souvenirs.picks(at)}
    assert hints == {
        SELL: ("Sell the brass lantern for 100", "R2 earns 300, less 50 for Omar. You keep 250."),
        SELL + 1: ("Sell the leather slippers for 125", "R2 earns 325, less 100 for Omar. You keep 225."),
    }
    for choice in (SELL, SELL + 1):
        position = sale()
        before = position.cash[view.player]
        position.play(CHOICES.name(choice))
        profit, cut = visits.sale(view, choice - SELL)
        assert position.cash[view.player] - before == profit - cut


def test_souvenirs_state_their_shops_and_numbers_left() -> None:
    for at, shown in scenes("wide"):
        said = {tooltip.on[0]: tooltip for tooltip in shown.tooltips}
        assert ("souvenirs" in said) == bool(at.view.souvenirs and at.lot < 0)
        if "souvenirs" in said:
            assert str(int(at.view.unseen).bit_count()) in said["souvenirs"].title


# ---- panels, facts, scoring


def test_panels_show_cash_shops_and_signs() -> None:
    for at, shown in scenes("wide"):
        for panel in shown.panels:
            assert panel.score == f"{at.view.cash[panel.seat]:,}"
            chips = [stat for stat in panel.stats if stat.tone]
            colours = Counter(BOX.town.shops[each].colour + 1 for each in at.owned(panel.seat))
            shown_as = Counter[int]()
            for stat in chips:
                shown_as[stat.tone] += int(stat.value or 1)
            assert shown_as == colours
            if chips:
                assert panel.stats[-1].value == str(at.view.signs[panel.seat])


def test_with_concealed_cash_only_the_own_is_visible_until_the_end() -> None:
    view = next(view for view in positions() if view.turn > 5 and view.lot >= 0)
    at = desk(view, concealed=True)
    shown = scene(view, at.ctx)
    assert [panel.score == HIDDEN for panel in shown.panels] == [seat != at.seat for seat in at.seats]
    others = {f"{view.cash[seat]:,}" for seat in at.seats if seat != at.seat} - {f"{view.cash[at.seat]:,}"}
    spoken = " ".join(tooltip.hint for tooltip in shown.tooltips if tooltip.on[0].startswith("bid-"))
    assert not others & set(re.findall(r"[\d,]+", spoken))
    done = next(view for view in positions() if view.over)
    assert HIDDEN not in {panel.score for panel in panels(desk(done, concealed=True))}


def test_visitors_to_come_are_those_outside_shops() -> None:
    for at, _ in scenes("wide"):
        inside = Counter[int]()
        for each, served in enumerate(at.customers):
            inside[BOX.town.shops[each].colour] += served
        assert [left + inside[c] for c, left in enumerate(to_come(at))] == [kind.visitors for kind in BOX.colours]


def test_the_last_turn_is_marked() -> None:
    played = positions()
    ends = [i for i, view in enumerate(played) if view.over]
    begins = [0, *(i + 1 for i in ends[:-1])]
    for start, end in zip(begins, ends, strict=True):
        last = [view for view in played[start:end] if view.closing > 0]
        if last:
            assert {desk(view).last_seat for view in last} == {last[-1].active}
            assert "last" in last_words(desk(last[0])) and last[-1].closing == 1
        assert desk(played[start]).last_seat == -1
        assert last_words(desk(played[end])) == ""


def test_the_end_is_announced_in_words() -> None:
    assert last_words(desk(town(closing=3, active=OMAR, player=OMAR))) == (
        "Last round, three turns left. Amina has the last one."
    )
    assert last_words(desk(town(closing=1, active=OMAR, player=OMAR))) == "You have the last turn."
    view = town(front=QUEUE - 2, back=QUEUE)
    assert last_words(desk(view)).startswith("Two visitors left outside")
    idle = town(idle=BOX.patience * 3 - 2)
    assert last_words(desk(idle)).endswith("after two more turns like that.")


def test_the_scoring_adds_up() -> None:
    for view in positions():
        made = tally(view, Context(-1, called))
        assert (made is None) == (not view.over)
        if made:
            for seat in range(view.players):
                numbers = [
                    int(cells[seat].partition("\n")[0].replace(",", "").replace("−", "-").replace("–", "0"))
                    for _, cells, _ in made.rows
                ]
                assert sum(numbers) == view.cash[seat] == int(made.totals[seat].replace(",", ""))
                assert numbers[-1] >= 0
            assert min(made.ranks) == 1 and bool(made.note) == (list(made.ranks).count(1) > 1)


def test_accounts_of_shops_add_up() -> None:
    for at, shown in scenes("wide"):
        said = {tooltip.on[0]: tooltip.hint for tooltip in shown.tooltips}
        if at.lot < 0:
            for each in at.owned(at.seat):
                assert f"{abs(result(at, each)):,}" in said[tile_key(each)]


# ---- effects


def effects_of(position: Table, *choices: str, seat: int = AMINA, layout: Layout = "wide") -> list[Effect]:
    """Return the effects of the last of some choices."""
    position.play(*choices[:-1])
    before = Twin.of(position.state)
    position.play(choices[-1])
    after = Twin.of(position.state)
    return effects(before, after, visible_events(position.state[0], seat), Context(seat, called, layout=layout))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_crowd_walks_its_street_and_pays_owner_and_guide(layout: Layout) -> None:
    """Example 2: Omar leads two red to Ali's R2."""
    made = effects_of(table("F1=RRB R2 Ali(0)", player=OMAR), "move 1 S", seat=AMINA, layout=layout)
    walk, *flying = made[:3]
    plan = plan_of(layout)
    assert walk.kind == "walk" and walk.keys == ("crowd-1",)
    assert walk.path[0] == plan.fountain(0) and walk.path[-1] == plan.fountain(5)
    assert all(abs(ax - bx) + abs(ay - by) == 60 for (ax, ay), (bx, by) in pairwise(walk.path))
    assert [(each.text, each.seat, each.sound) for each in flying] == [("+200", 0, "coin"), ("+100", OMAR, "coin")]


def test_flying_payments_agree_with_the_record() -> None:
    """Coins that fly to and from a seat add up to its change of cash."""
    for before, after in pairwise(positions()):
        if before.over:
            continue
        rows = [tuple(row) for row in after.event[: after.n_events]]
        flown = Counter[int]()
        for each in effects(before, after, rows, Context(0, called)):
            if each.kind == "fly" and each.seat is not None:
                flown[each.seat] += int(each.text.replace(",", "").replace("−", "-"))
        for seat in range(after.players):
            assert flown[seat] == after.cash[seat] - before.cash[seat]


def test_groups_come_through_the_gate_one_by_one() -> None:
    seen = 0
    for before, after in pairwise(positions()):
        if before.over:
            continue
        told = after.event[: after.n_events]
        brought = sum(row.visitors for row in named(Event, told) if row.kind == Event.BROUGHT)
        made = effects(before, after, told, Context(0, called))
        coming = [each for each in made if each.kind == "walk" and each.keys[0].startswith("queue-")]
        assert len(coming) == brought == len({each.keys for each in coming})
        keys = (
            {sprite.key for sprite in scene(before, Context(0, called)).areas[0].sprites}
            if coming and seen < 12
            else set()
        )
        seen += bool(coming)
        assert not keys or all(each.keys[0] in keys for each in coming)
    assert seen


def test_a_sale_knocks_and_a_bell_rings_for_the_next_decider() -> None:
    position = Table(bidding_at("B4", 475, AMINA, cash=[1000, 1150, 1000, 0], inside=0b011))
    made = effects_of(position, "pass", seat=AMINA)
    assert [(each.text, each.seat, each.sound) for each in made if each.kind == "fly"] == [("−475", AMINA, "wood")]
    position = Table(bidding_at("B4", 475, AMINA, cash=[1000, 1150, 1000, 0]))
    made = effects_of(position, "bid", seat=LEILA)
    assert made[0].text == "500" and made[-1] == Effect("say", sound="bell")
