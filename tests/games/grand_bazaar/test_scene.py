"""The Grand Bazaar's board: it offers every choice, its statements agree with the rules, and it stays small."""

import random
from functools import cache
from math import dist
from typing import Any

import pytest

from souq.engine.match.decision import seats
from souq.engine.present.scene import OPENS, Context, Layout, Pick, Scene
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.scene import scene
from souq.games.grand_bazaar.scene.board.caravans import bid_spots
from souq.games.grand_bazaar.scene.board.wedges import DESCRIPTIONS, cube_size, spots
from souq.games.grand_bazaar.scene.desk import Desk, kind_of
from souq.games.grand_bazaar.scene.geometry import CARAVAN as RADIUS
from souq.games.grand_bazaar.scene.geometry import TRADER_AT, WEDGES, Plan, plan_of
from souq.games.grand_bazaar.scene.picks.sales import chain, cheapest, discarded
from souq.games.grand_bazaar.scene.worth import plied
from souq.games.grand_bazaar.state import (
    BACK,
    CARAVAN,
    CARAVANS,
    CARDS,
    CHOICES,
    CONTESTS,
    COPIES,
    CUBES,
    GOODS,
    MARKETS,
    PLAYERS,
    SQUARES,
    Event,
    Phase,
    Trading,
)
from tests.games.grand_bazaar.sentences import good, moment
from tests.games.grand_bazaar.test_prompts import WINDOW, contests
from tests.games.narrating import AMINA, LEILA, NOOR, OMAR, PEOPLE, called
from tests.games.scenes import LAYOUTS, keys, sprite, tooltip_on, words
from tests.support import rules

ASKED = {Phase.BID: 0.3, Phase.LOOK: 1.0, Phase.TAKE: 1.0, Phase.CLAIM: 0.5, Phase.RIGHT: 1.0, Phase.DENIED: 1.0}
"""How often a random game is kept at each question; at others now and then."""


@cache
def gallery() -> tuple[Batch, ...]:
    """Return positions of random games of all numbers of players and all kinds of trading."""
    kinds = [(players, Trading.FLOOR) for players in range(2, PLAYERS + 1)]
    kinds += [(3, Trading.OFF), (3, Trading.OPEN), (5, Trading.OPEN)]
    found = [each for players, trading in kinds for each in _played(players, trading, 10 * players + trading)]
    return tuple(found)


def _played(players: int, trading: Trading, seed: int) -> list[Batch]:
    """Return a random game with realistic play: few cubes at once, little talk."""
    pick, kept, ply = random.Random(seed), list[Batch](), 0
    state = GAME.bindings.setup(players, [trading, 2, 0], (seed, 1))
    while not state["over"][0]:
        if pick.random() < 0.4 * ASKED.get(int(state["phase"][0]), 0.4):
            kept.append(state.copy())
        seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
        legal = [int(c) for c in GAME.bindings.legal(state, seat)]
        weights = [0.2 if CARAVAN <= c < CARAVAN + CUBES * CONTESTS and (c - CARAVAN) % CUBES else 1.0 for c in legal]
        GAME.bindings.apply(state, seat, pick.choices(legal, weights)[0], (pick.getrandbits(30), ply := ply + 1))
    return [*pick.sample(kept, min(24, len(kept))), state]


def seen(state: Batch, seat: int, layout: Layout = "wide", recent: tuple[tuple[int, ...], ...] = ()) -> Context:
    deciding = seat >= 0 and bool(GAME.bindings.deciders(state) >> seat & 1)
    legal = tuple(int(c) for c in GAME.bindings.legal(state, seat)) if deciding else ()
    return Context(seat, called, legal, layout, recent=recent)


def shown(state: Batch, seat: int, layout: Layout = "wide", **more: Any) -> tuple[Batch, Desk, Scene]:
    ctx, view = seen(state, seat, layout, **more), Twin.of(GAME.bindings.hidden(state, seat))
    return state, Desk(view, ctx), scene(view, ctx)


@cache
def made(layout: Layout) -> tuple[tuple[Batch, Desk, Scene], ...]:
    """Return scenes of the gallery: alternately of a deciding seat, a waiting one and a spectator."""
    found = []
    for nth, state in enumerate(gallery()):
        deciding = list(seats(GAME.bindings.deciders(state)))
        seat = -1 if nth % 6 == 4 else deciding[-1] if deciding and nth % 6 != 3 else 0
        found.append(shown(state, seat, layout))
    return tuple(found)


def drawn(state: Batch, seat: int, layout: Layout = "wide") -> Scene:
    return shown(state, seat, layout)[2]


def desk_of(state: Batch, seat: int) -> Desk:
    return shown(state, seat)[1]


def pick_of(picture: Scene, name: str, then: str = "") -> Pick:
    """Return the pick of a choice by name; with ``then``, the one that continues so."""
    ways = tuple(CHOICES.parse(each) for each in then.split(", ") if each)
    return next(p for p in picture.picks if p.choice == CHOICES.parse(name) and (not then or p.then == ways))


def opener(picture: Scene, key: str) -> Pick:
    return next(p for p in picture.picks if p.choice == OPENS and key in p.on)


def bidding(cubes: list[int], **bids: dict[int, int]) -> Batch:
    """Return a position in which Amina bids."""
    return moment(Phase.BID, AMINA, "Salt, 2 Goats", cubes=[*cubes, 0, 0, 0], **contests(**bids))


# ---- what every scene holds


def test_waiting_seats_and_spectators_have_nothing_lit() -> None:
    state = bidding([2, 1, 1], c2={AMINA: 1, OMAR: 3})
    for seat in (OMAR, -1):
        picture = drawn(state, seat)
        assert not picture.picks
        assert not any(each.refused is not None for each in picture.areas[0].sprites)
        assert not any(key.startswith("need-") for key in keys(picture))
    assert "supply" not in keys(drawn(state, -1))
    assert sprite(drawn(state, OMAR), "supply").label == "You have one cube left"


# ---- what the desk works out


@rules("GB-B03", "GB-B05", "GB-B07")
def test_leaders_and_least_bids_agree_with_the_rules() -> None:
    for _, desk, _ in made("wide"):
        for contest in range(CONTESTS):
            totals = [desk.view.bids[contest][seat] for seat in desk.seats]
            lead = desk.leaders[contest]
            assert (max(totals) == 0) == (lead < 0)
            assert lead < 0 or totals[lead] == max(totals)
            counts = [at + 1 for at in desk.options(CARAVAN + CUBES * contest, CUBES)]
            if desk.phase == Phase.BID and desk.mine:
                assert (counts or [desk.least(contest)])[0] == desk.least(contest)
                assert bool(counts) == (desk.least(contest) <= desk.view.cubes[desk.seat])
                assert not (desk.closed(contest) and lead != desk.seat and counts)


@rules("GB-D05", "GB-S07")
def test_every_card_is_counted_once() -> None:
    for state, desk, _ in made("wide"):
        shown_cards = sum(len(desk.market(market)) for market in range(MARKETS))
        assert desk.pile + shown_cards + sum(desk.discard) + sum(map(desk.cards, desk.seats)) == CARDS
        assert min(desk.unseen) >= 0
        located = sum(sum(desk.known(seat)) for seat in desk.seats) + sum(desk.discard)
        located += sum(card < BACK for market in range(MARKETS) for card in desk.market(market))
        assert sum(desk.unseen) == CARDS - located
        true = state[0]
        for seat in desk.seats:
            assert all(n <= true["hand"][seat][card] for card, n in enumerate(desk.known(seat)))
        assert desk.top < 0 or desk.top == kind_of(int(true["top"]))


def test_an_unknown_card_shows_its_back() -> None:
    for state, desk, picture in made("wide"):
        for market in range(MARKETS):
            for place, card in enumerate(desk.market(market)):
                looked = desk.seat >= 0 and int(state["looked"][0][market][place]) >> desk.seat & 1
                assert (card < BACK) == bool(looked)
                art = sprite(picture, f"market-{market}-{place}").art
                assert ("gb-good-" in art) == bool(looked)


# ---- bids


@rules("GB-B03", "GB-C06")
def test_a_second_click_on_a_caravan_bids_the_least() -> None:
    state = bidding([5, 1, 1], c2={LEILA: 1, AMINA: 2, OMAR: 3})
    picture = drawn(state, AMINA)
    asks = opener(picture, "caravan-1")
    assert asks.label == "How many cubes on caravan 2?"
    counts = [pick for pick in picture.picks if pick.group == asks.opens]
    assert [pick.label for pick in counts] == [f"Add {n} on caravan 2" for n in (2, 3, 4, 5)]
    assert next(pick.label for pick in drawn(state, AMINA, "tall").picks if pick.group == asks.opens) == "Add 2"
    assert [pick.primary for pick in counts] == [True, False, False, False]
    assert counts[0].on == ("caravan-1", "supply-1")
    assert counts[2].on == ("supply-3",)
    assert counts[1].lifts == ("supply-0", "supply-1", "supply-2")
    assert counts[0].hint == (
        "Four beats Omar’s three: you’d win both cards of a market unless you’re outbid. You’d have three cubes left."
    )
    assert counts[0].hint == asks.hint
    assert words(*counts[1].preview) == ["2", "5", "3", "1"]
    assert sprite(picture, "need-1").label == "2 to lead"


@rules("GB-B02", "GB-B07")
def test_bids_state_their_worth() -> None:
    picture = drawn(bidding([6, 1, 1], c1={OMAR: 1}, informant={LEILA: 2}), AMINA)
    free = opener(picture, "caravan-2")
    assert free.hint == (
        "No bids yet. One cube wins both cards of a market unless you’re outbid. You’d have five cubes left."
    )
    assert pick_of(picture, "caravan 3 6").hint == (
        "Six cubes win both cards of a market: nobody can outbid you. Those are your last cubes."
    )
    assert pick_of(picture, "informant 3").hint.startswith(
        "Three beats Leila’s two: you’d win a look at the markets and a card unless you’re outbid."
    )
    assert words(*pick_of(picture, "informant 3").preview) == ["3", "2"]
    own = drawn(bidding([2, 1, 1], c1={AMINA: 1}), AMINA)
    assert opener(own, "caravan-0").hint == "You already lead; this makes it two cubes. You’d have one cube left."
    assert "need-0" not in keys(own)


def test_a_bid_with_one_possible_number_is_a_single_click() -> None:
    picture = drawn(bidding([1, 1, 1], c4={OMAR: 1}), AMINA)
    only = pick_of(picture, "caravan 1 1")
    assert (only.label, only.commit, only.on) == ("Bid 1 on caravan 1", "Bid 1 on caravan 1", ("caravan-0",))
    assert not any(pick.choice == OPENS for pick in picture.picks)
    closed = sprite(picture, "caravan-3")
    assert (closed.refused, closed.label) == (CHOICES.parse("caravan 4 1"), "Caravan 4: Omar leads with 1")
    assert tooltip_on(picture, "caravan-3").hint == (
        "As things stand, Omar claims a market. It takes two cubes to lead, but you have only one left."
    )


@rules("GB-B08", "GB-B09", "GB-B10")
def test_wedges_take_one_cube_and_state_its_use() -> None:
    state = moment(
        Phase.BID,
        AMINA,
        cubes=[3, 1, 1, 0, 0, 0],
        square=[OMAR, LEILA, -1, -1, -1, -1],
        placed=[1, 2, 0],
        access=[1, 2, 0],
    )
    picture = drawn(state, AMINA)
    trader = pick_of(picture, "free trader")
    assert (trader.label, trader.on) == ("Cube on Free Trader square 3", ("wedge-4", "square-2"))
    assert trader.hint == (
        "Draw two cards after a caravan is claimed; you’re third in line. You’d have two cubes left."
    )
    assert pick_of(picture, "customer Guild Master").on == ("wedge-5",)
    assert len(pick_of(picture, "customer Collector").preview) == 3
    assert sprite(picture, "wedge-1").refused == CHOICES.parse("customer Haggler")
    haggler = tooltip_on(picture, "wedge-1")
    assert haggler.title == "Haggler: you"
    assert haggler.hint.endswith("You’re there already.")
    assert sprite(picture, "wedge-4").label == "Free Trader, in line: Omar, Leila"


@rules("GB-B14")
def test_without_trading_the_negotiator_is_marked_unused() -> None:
    picture = drawn(moment(Phase.BID, AMINA, trading=Trading.OFF), AMINA)
    assert "No trading here" in words(sprite(picture, "wedge-2"))
    assert tooltip_on(picture, "wedge-2").hint.endswith("There’s no trading at this table.")


@rules("GB-C06")
def test_losers_draw_in_the_order_of_their_first_cube() -> None:
    state = bidding([2, 1, 1], c1={LEILA: 1, OMAR: 2, AMINA: 3})
    assert desk_of(state, AMINA).outbid(0, AMINA) == [LEILA, OMAR]
    assert desk_of(state, AMINA).bidders(0) == (AMINA, LEILA, OMAR)


def test_bids_of_six_do_not_hide_each_other() -> None:
    state = moment(Phase.BID, AMINA, players=6, cubes=[1] * 6, **contests(c1={seat: seat + 1 for seat in range(6)}))
    stood = bid_spots(desk_of(state, AMINA), 0)
    assert [place[:2] for place in stood] == [(NOOR, 6), *((seat, seat + 1) for seat in range(5))]
    spots_ = [(x, y) for _, _, x, y, _, _ in stood]
    assert all(abs(a[0] - b[0]) > 12 or abs(a[1] - b[1]) > 11 for i, a in enumerate(spots_) for b in spots_[:i])


def test_the_text_of_a_wedge_fits_between_its_sides() -> None:
    plan = plan_of("wide")
    for at, said in enumerate(DESCRIPTIONS):
        block, half = plan.block(at), 0.26 * 11.8 * len(said)
        for x in (block.x - half, block.x + half):
            assert inside(plan, at, x, block.description, 0), said
            assert all(dist((x, block.description), plan.caravan(each)) > RADIUS for each in range(CARAVANS)), said


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cubes_lie_within_their_wedges(layout: Layout) -> None:
    plan = plan_of(layout)
    for at in range(len(WEDGES)):
        for count in range(1, PLAYERS + 1):
            for x, y in spots(plan, at, count):
                assert inside(plan, at, x, y, cube_size(plan) / 2)
    for square in range(SQUARES):
        assert inside(plan, TRADER_AT, *plan.square(square), 10)


def inside(plan: Plan, at: int, x: float, y: float, half: float) -> bool:
    """Return whether all corners of a square are in a wedge."""
    points = plan.wedge_corners(at)
    edges = list(zip(points, points[1:] + points[:1], strict=True))
    return all(
        (bx - ax) * (y + dy - ay) - (by - ay) * (x + dx - ax) > -0.5
        for (ax, ay), (bx, by) in edges
        for dx in (-half, half)
        for dy in (-half, half)
    )


# ---- the caravans


@rules("GB-C02")
def test_the_informant_looks_at_a_market_or_a_type() -> None:
    state = moment(Phase.LOOK, AMINA, **contests(informant={AMINA: 1}))
    picture, desk = drawn(state, AMINA), desk_of(state, AMINA)
    market = pick_of(picture, "look Rome")
    assert market.on == ("market-0-0", "market-0-1")
    assert market.hint.endswith("Nobody else does.")
    assert pick_of(picture, "look The Orient").label == "Look at the Orient"
    for kind in range(5):
        assert (f"kind-{kind}" in keys(picture)) == bool(desk.in_markets[kind])
    found = [pick for pick in picture.picks if pick.on and pick.on[0].startswith("kind-")]
    assert sum(len(pick.lifts) for pick in found) == 12
    after = state.copy()
    GAME.bindings.apply(after, AMINA, CHOICES.parse("look Rome"), (3, 3))
    assert "gb-good-" in sprite(drawn(after, AMINA), "market-0-0").art
    assert "gb-good-" not in sprite(drawn(after, OMAR), "market-0-0").art
    assert tooltip_on(drawn(after, OMAR), "market-0-0").hint.startswith("Amina looked here.")


@rules("GB-C03", "GB-D05")
def test_sold_cards_are_taken_from_a_shelf() -> None:
    discard = [0] * GOODS
    discard[good("Goats")], discard[good("Tents")] = 2, 1
    state = moment(Phase.TAKE, AMINA, discard=discard, top=good("Salt"), **contests(informant={AMINA: 1}))
    picture = drawn(state, AMINA)
    assert pick_of(picture, "take Goats").on == (f"good-{good('Goats')}",)
    assert sprite(picture, f"good-{good('Goats')}").label == "Goats: 2"
    assert 'opacity=".3"' in sprite(picture, f"good-{good('Salt')}").art
    assert pick_of(picture, "draw").on == ("pile",)
    assert pick_of(picture, "draw").hint == "A Food card. Nobody else sees which."
    assert pick_of(picture, "nothing").label == "Take nothing"
    waits = drawn(state, OMAR)
    assert "shelf" not in keys(waits)
    pile = tooltip_on(waits, "discard")
    assert pile.title == "Discard pile: 3 cards"
    assert len(pile.preview) == GOODS + 1


@rules("GB-C05", "GB-C06")
def test_a_market_is_claimed_by_a_click_and_a_confirmation() -> None:
    state = moment(Phase.CLAIM, AMINA, caravan=2, **contests(c3={OMAR: 1, AMINA: 2}))
    market = [[10, 11], *([12, 13] for _ in range(4)), [-1, -1]]
    twin = Twin.of(state)
    twin.market = market
    twin.store(state)
    picture = drawn(state, AMINA)
    claim = pick_of(picture, "claim Rome")
    assert (claim.label, claim.commit, claim.final) == ("Claim Rome", "Claim Rome", True)
    assert claim.hint == "You take both cards: two Food cards. Omar draws a card for being outbid."
    assert "market-5-0" not in keys(picture)
    assert "var(--accent-ink)" in sprite(picture, "caravan-2").art


# ---- the Free Trader


@rules("GB-F01", "GB-F05", "GB-F06", "GB-F07", "GB-F08")
def test_the_line_and_the_right_of_way() -> None:
    polled = drawn(moment(Phase.POLL, LEILA, **WINDOW), LEILA)
    send = pick_of(polled, "send")
    assert (send.on, send.button) == (("square-2", "pile"), True)
    assert send.hint == "You draw two cards, a Food card first. Omar and Amina may object and draw first."
    assert pick_of(polled, "hold").hint == "This is the last caravan, so your cube is wasted."
    first = drawn(moment(Phase.POLL, OMAR, **WINDOW), OMAR)
    later = "This is the last caravan. If nobody behind you draws, your cube is wasted."
    assert pick_of(first, "hold").hint == later
    assert tooltip_on(polled, "square-2").hint.endswith("Omar and Amina may object.")
    assert tooltip_on(polled, "square-3").title == "Free Trader, square 4"
    asked = drawn(moment(Phase.RIGHT, OMAR, sender=LEILA, ahead=1, **WINDOW), OMAR)
    assert words(sprite(asked, "bubble")) == ["May I draw?"]
    assert pick_of(asked, "allow").hint == "Leila goes ahead, and your cube stays in line."
    assert pick_of(asked, "deny").on == ("square-1",)
    denied = drawn(moment(Phase.DENIED, LEILA, sender=LEILA, ahead=1, **WINDOW), LEILA)
    assert words(sprite(denied, "bubble")) == ["Objection!"]
    assert pick_of(denied, "go on").hint == "Amina may object too. A Food card lies on top."
    assert pick_of(denied, "stop").label == "Keep my cube"


# ---- selling


def selling(hand: str, access: list[int], **fields: Any) -> Batch:
    return moment(Phase.SELL, AMINA, hand, access=access, **fields)


@rules("GB-L03", "GB-L04", "GB-L05")
def test_cards_name_their_buyers() -> None:
    picture = drawn(selling("2 Goats, 3 Rugs, Salt, Jade, Swords", [1, 1, 1]), AMINA)
    pair = pick_of(picture, "haggle Goats")
    assert (pair.on[0], pair.commit) == (f"card-{good('Goats')}", "Sell 2 Goats for 4")
    rugs = opener(picture, f"card-{good('Rugs')}")
    sold = [pick for pick in picture.picks if pick.group == rugs.opens]
    assert [(pick.label, pick.then) for pick in sold] == [
        ("3 for 12", (CHOICES.parse("quantity 3"),)),
        ("2 for 8", (CHOICES.parse("quantity 2"),)),
    ]
    assert pick_of(picture, "collect").label == "Collector: 16"
    guild = drawn(selling("Salt, Spices, Olive Oil, Dates, Almonds", [0, 0, 1]), AMINA)
    assert pick_of(guild, "guild Food").label == "Food for 30"
    assert pick_of(guild, "ply").label == "Face value: 9"


@rules("GB-L06", "GB-L09")
def test_whole_sales_and_discards_agree_with_the_rules() -> None:
    pick = random.Random(5)
    for _ in range(40):
        hand = [0] * GOODS
        for _ in range(pick.randint(5, 18)):
            card = pick.randrange(GOODS)
            hand[card] = min(int(COPIES[card]), hand[card] + 1)
        if sum(hand) < 5:
            continue
        listed = ", ".join(f"{n} {GAME_NAMES[card]}" for card, n in enumerate(hand) if n)
        state = selling(listed, [0, 0, 0])
        before = int(state["talents"][0][AMINA])
        best = plied(tuple(hand))
        for choice in chain(Twin.of(state), [best]):
            assert choice in GAME.bindings.legal(state, AMINA)
            GAME.bindings.apply(state, AMINA, choice, (1, 1))
        assert int(state["talents"][0][AMINA]) - before == best.talents
        over = sum(hand) - 10
        if over > 0:
            state = selling(listed, [0, 0, 0])
            GAME.bindings.apply(state, AMINA, CHOICES.parse("finish"), (1, 1))
            least = cheapest(hand, over)
            for choice in discarded(Twin.of(state), least):
                assert choice in GAME.bindings.legal(state, AMINA)
                GAME.bindings.apply(state, AMINA, choice, (1, 1))
            kept = [n - dict(least).get(card, 0) for card, n in enumerate(hand)]
            assert [int(n) for n in state["hand"][0][AMINA]] == kept


GAME_NAMES = [
    name.removeprefix("take ") for name in (CHOICES.name(CHOICES.parse("take Cut Gems") + k) for k in range(GOODS))
]


def test_cards_over_the_limit_can_be_discarded_at_once() -> None:
    state = selling("7 Goats, 6 Wool", [0, 0, 0])
    GAME.bindings.apply(state, AMINA, CHOICES.parse("finish"), (1, 1))
    picture = drawn(state, AMINA)
    cheap = next(pick for pick in picture.picks if pick.label == "The cheapest")
    assert cheap.commit == "Discard 3"
    assert cheap.hint.startswith("Discard ")


# ---- the rest of the board


@rules("GB-R01", "GB-R02", "GB-S02")
def test_the_round_its_phase_and_hafid_are_drawn() -> None:
    state = moment(Phase.BID, AMINA, nth=2, rounds=3, first=OMAR)
    picture = drawn(state, AMINA)
    assert sprite(picture, "track").label == "Round 2 of 3: bidding"
    assert words(sprite(picture, "track")) == ["2", "Bidding", "Caravans", "Trading", "Selling"]
    assert words(sprite(drawn(state, AMINA, "tall"), "track")) == ["2", "Bidding"]
    assert sprite(picture, "hafid").label == "Omar holds Hafid and goes first"
    assert words(sprite(picture, "hafid")) == ["Omar"]
    assert tooltip_on(picture, "track").hint.endswith("One more round after this one.")


def test_the_last_decision_is_marked() -> None:
    state = bidding([2, 1, 1], c2={OMAR: 6})
    row = (int(Event.BID), -1, OMAR, 6, 1, 6)
    picture = shown(state, AMINA, recent=(row,))[2]
    assert sprite(picture, "caravan-1").classes == "trail"
    assert sprite(picture, "caravan-0").classes == ""


def test_players_are_named() -> None:
    assert PEOPLE[desk_of(bidding([1, 1, 1]), AMINA).rivals[0]] == "Omar"


def test_cubes_placed_since_the_last_turn_are_marked() -> None:
    state = moment(
        Phase.BID, AMINA, square=[OMAR, -1, -1, -1, -1, -1], placed=[2, 0, 0], access=[2, 0, 0], negotiator=6
    )
    rows = ((int(Event.SQUARE), -1, OMAR, 0, 0, 0), (int(Event.BEFRIENDS), -1, OMAR, 0, 0, 0))
    picture = shown(state, AMINA, recent=(*rows, (int(Event.NEGOTIATES), -1, LEILA, 0, 0, 0)))[2]
    marked = {each.key for each in picture.areas[0].sprites if each.classes == "trail"}
    assert marked == {"square-0", f"cube-1-{OMAR}", f"cube-2-{LEILA}"}


@rules("GB-F02")
def test_the_draw_pile_glows_while_free_traders_may_send() -> None:
    assert "var(--lit-soft)" in sprite(drawn(moment(Phase.POLL, LEILA, **WINDOW), AMINA), "pile").art
    assert "var(--lit-soft)" not in sprite(drawn(bidding([1, 1, 1]), AMINA), "pile").art


def test_a_phone_shows_a_card_that_was_seen_without_text() -> None:
    state = moment(Phase.CLAIM, AMINA, caravan=0, looked=[[1, 0]] * MARKETS, **contests(c1={AMINA: 1}))
    card, phone = sprite(drawn(state, AMINA), "market-0-0"), sprite(drawn(state, AMINA, "tall"), "market-0-0")
    assert len(words(card)) > len(words(phone)) == 1
    assert card.label == phone.label
