"""The Grand Bazaar's trading: open proposals, and the composer."""

import random
from typing import Any

from souq.engine.rules.composing import Composer, Partner
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME, phrases
from souq.games.grand_bazaar.scene.offers import MOST, ranked, wares_of
from souq.games.grand_bazaar.scene.picks.deals import offer_key
from souq.games.grand_bazaar.scene.proposing import get_key, give_key
from souq.games.grand_bazaar.state import (
    GOODS,
    SIDE,
    Phase,
    Trading,
)
from tests.games.grand_bazaar.sentences import COLLECTOR, GUILD, cards, floor, good
from tests.games.grand_bazaar.test_scene import desk_of, drawn, made, pick_of
from tests.games.narrating import AMINA, LEILA, NOOR, OMAR, YUSUF
from tests.games.scenes import area, sprite, sprites, tooltip_on, words
from tests.support import rules


def proposed(*, to: int = OMAR, by: int = AMINA, **sides: Any) -> dict[str, Any]:
    """Return fields of an open proposal: ``give`` and ``want`` are goods in words."""
    view = Twin.of(floor(Phase.FLOOR, AMINA, "Salt"))
    for name in ("give", "want"):
        row = sorted(cards(sides.get(name, "")))
        getattr(view, name)[by][to] = [*row, *[-1] * (SIDE - len(row))]
    view.net[by][to], view.lend[by][to], view.borrow[by][to] = (sides.get(k, 0) for k in ("net", "lend", "borrow"))
    view.posted[by] |= 1 << to
    return {name: getattr(view, name) for name in ("give", "want", "net", "lend", "borrow", "posted")}


# ---- open proposals


def test_proposals_to_the_viewer_come_first_and_are_described() -> None:
    fields = proposed(give="2 Goats, Salt", want="Rugs", net=3, lend=1 << GUILD)
    state = floor(Phase.ANSWER, OMAR, "2 Goats, Salt", "Rugs", "Wool", **fields)
    picture = drawn(state, OMAR)
    one = sprite(picture, offer_key(AMINA, OMAR))
    assert one.label == "Amina gives you 2 Goats, Salt, 3 Talents and the Guild Master for Rugs"
    assert words(one) == ["Amina gives", "+3 for you", "Goats ×2", "Salt", "3", "Guild Master", "for", "Rugs"]
    assert pick_of(picture, "accept").on == (offer_key(AMINA, OMAR),)
    (deal,) = ranked(desk_of(state, OMAR))
    assert [ware.words for ware in wares_of(deal, False)] == ["Rugs"]
    assert sprite(drawn(state, AMINA), one.key).label == one.label.replace("Amina gives you", "You give Omar")


def test_a_phone_shows_pending_answers_over_the_board() -> None:
    state = floor(Phase.ANSWER, OMAR, "2 Goats, Salt", "Rugs", "Wool", **proposed(give="Salt", want="Rugs"))
    for seat, where in ((OMAR, "board"), (LEILA, "offers")):
        picture = drawn(state, seat, "tall")
        assert offer_key(AMINA, OMAR) in {one.key for one in area(picture, where).sprites}
        assert ("veil" in {one.key for one in area(picture, "board").sprites}) == (where == "board")


@rules("GB-T17")
def test_an_invitation_is_public_with_its_answers() -> None:
    hands = ("Salt", "Rugs", "Wool", "Linen")
    fields = proposed(by=OMAR, to=AMINA, give="Rugs", net=-1)
    state = floor(Phase.INVITED, LEILA, *hands, sought=good("Rugs"), waiting=1 << YUSUF, players=4, **fields)
    for seat in (-1, AMINA, YUSUF):
        cry = sprite(drawn(state, seat), "cry")
        assert cry.label.startswith(f"{'You' if seat == AMINA else 'Amina'}: Rugs! Who has Rugs?")
        assert "Omar has made an offer. Leila is being asked." in cry.label
    tooltip = tooltip_on(drawn(state, AMINA), "cry")
    assert tooltip.hint == "Omar has made an offer. Leila is being asked. Yusuf is yet to answer."


@rules("GB-T23")
def test_as_many_posts_as_fit_are_drawn() -> None:
    every = floor(Phase.OPEN, AMINA, *["Salt"] * 6, players=6, trading=Trading.OPEN, negotiator=0b111111)
    view = Twin.of(every)
    for by in range(6):
        for to in range(6):
            if by != to:
                view.posted[by] |= 1 << to
                view.net[by][to], view.want[by][to][0] = 1, good("Dates")
    view.store(every)
    picture = drawn(every, NOOR)
    shown_ = [one.key for one in sprites(picture) if one.key.startswith("offer-")]
    assert len(shown_) == MOST
    assert shown_[:5] == [offer_key(by, NOOR) for by in range(5)]
    assert words(sprite(picture, "offers-more")) == [f"and {30 - MOST} more between others"]


@rules("GB-T23")
def test_a_post_can_be_countered_with_its_sides_exchanged() -> None:
    fields = proposed(give="2 Goats, Salt", want="Rugs, Wool", net=3, lend=1 << GUILD)
    state = floor(Phase.OPEN, AMINA, "2 Goats, Salt", "Rugs", trading=Trading.OPEN, negotiator=0b11, **fields)
    picture = drawn(state, OMAR)
    (counter,) = [pick.fills for pick in picture.picks if pick.label == "Counter"]
    assert counter
    kept = (give_key(good("Rugs")), 1)
    got = (get_key(good("Goats")), 2), (get_key(good("Salt")), 1), (f"borrow-{GUILD}", 1)
    assert set(counter.items) == {kept, *got}, "the Wool that Omar lacks is left out"
    assert (counter.head, counter.money) == ("post 1", (0, 3))
    assert not [pick for pick in drawn(state, AMINA).picks if pick.fills]


# ---- the trading table


def composed(state: Batch, seat: int) -> Composer:
    found = drawn(state, seat).composer
    assert found
    return found


def with_seat(table: Composer, seat: int) -> Partner:
    return next(partner for partner in table.partners if partner.seat == seat)


@rules("GB-T07", "GB-T10")
def test_the_composer_has_own_goods_and_all_that_backs_allow() -> None:
    table = composed(floor(Phase.FLOOR, AMINA, "2 Goats, Salt", "Rugs, Wool", "Jade"), AMINA)
    give, get = ({item.key: item for item in side.items} for side in table.sides)
    assert {key: item.count for key, item in give.items()} == {give_key(9): 2, give_key(10): 1}
    assert {item.group for item in get.values() if not item.tag} == {"Raw Materials", "Textiles"}
    assert len([item for item in get.values() if not item.tag]) == 10
    omar = with_seat(table, OMAR)
    assert dict(omar.cannot)[get_key(15)] == "Omar has no Raw Materials."
    assert any(limit.most == 2 and limit.why == "Omar has only two Textiles." for limit in omar.limits)
    assert omar.head == "offer 2"
    assert omar.title == "Make Omar an offer"
    assert omar.note == "Omar has 2 Textiles."
    assert give[give_key(9)].on == ("card-9", "card-9-1")


def test_goods_known_to_be_elsewhere_are_greyed_with_a_reason() -> None:
    discard = [0] * GOODS
    discard[good("Tents")] = 2
    state = floor(Phase.FLOOR, AMINA, "Tents, Salt", "Rugs, Wool", "Jade", discard=discard, market=[[-1, -1]] * 6)
    cannot = dict(with_seat(composed(state, AMINA), OMAR).cannot)
    assert cannot[get_key(good("Tents"))] == "All three Tents are elsewhere."
    assert get_key(good("Rugs")) not in cannot


@rules("GB-T09")
def test_access_goes_only_to_a_seat_that_lacks_it() -> None:
    state = floor(Phase.FLOOR, AMINA, "Salt", "Rugs", "Jade", access=[1 << AMINA | 1 << OMAR, 1 << AMINA, 1 << LEILA])
    table = composed(state, AMINA)
    tags = [[item.key for item in side.items if item.tag] for side in table.sides]
    assert tags == [["lend-0", "lend-1"], ["borrow-2"]]
    assert dict(with_seat(table, OMAR).cannot)["lend-0"] == "Omar can already sell to the Haggler."
    assert dict(with_seat(table, OMAR).cannot)["borrow-2"] == "Omar has no access to the Guild Master."
    assert "borrow-2" not in dict(with_seat(table, LEILA).cannot)


@rules("GB-T16")
def test_a_counter_begins_with_the_sides_exchanged() -> None:
    fields = proposed(give="Salt", want="Rugs, Wool", net=2, lend=1 << COLLECTOR)
    state = floor(Phase.ANSWER, OMAR, "Salt", "Rugs", "Jade", access=[0, 1, 0], **fields)
    table = composed(state, OMAR)
    (partner,) = table.partners
    assert (table.closed, table.label, partner.head) == (True, "Counter…", "counter")
    assert dict(partner.start) == {give_key(good("Rugs")): 1, get_key(good("Salt")): 1, "borrow-1": 1}
    assert partner.money == (0, 2)


@rules("GB-T17")
def test_an_invited_seat_begins_with_the_wanted_good() -> None:
    state = floor(Phase.INVITED, OMAR, "Salt", "Rugs", "Jade", sought=good("Rugs"))
    (partner,) = composed(state, OMAR).partners
    assert (partner.head, partner.start) == ("propose", ((give_key(good("Rugs")), 1),))


@rules("GB-T07", "GB-T08", "GB-T09", "GB-T10")
def test_every_composition_that_is_allowed_can_be_proposed() -> None:
    pick, sent = random.Random(2), 0
    for state, desk, picture in made("wide"):
        if not picture.composer:
            continue
        for partner in picture.composer.partners:
            for _ in range(4):
                items, money = filled(picture.composer, partner, pick)
                view = Twin.of(GAME.bindings.hidden(state, desk.seat))
                phrase = picture.composer.phrase(partner, items, money)
                found = phrases.read(view, desk.seat, phrase)
                if all(side_of(picture.composer, items, money)):
                    assert isinstance(found, tuple), (phrase, found)
                    assert found[0] in picture.composer.choices
                    sent += 1
                else:
                    assert not isinstance(found, tuple), phrase
    assert sent > 40


def filled(table: Composer, partner: Partner, pick: random.Random) -> tuple[dict[str, int], tuple[int, int]]:
    """Return something on both sides, as far as the composer allows it."""
    items: dict[str, int] = {}
    cannot, said = {key for key, _ in partner.cannot}, set[tuple[int, str]]()
    for nth, side in enumerate(table.sides):
        for item in pick.sample(side.items, min(len(side.items), pick.randrange(5))):
            limits = [limit for limit in (*side.limits, *partner.limits) if item.key in limit.keys]
            room = [limit.most - sum(items.get(key, 0) for key in limit.keys) for limit in limits]
            most = min([item.count, *room])
            if item.key not in cannot and most > 0 and (1 - nth, item.word) not in said:
                items[item.key] = pick.randint(1, most)
                said.add((nth, item.word))
    first, second = partner.most or (0, 0)
    own = pick.randint(0, first) if pick.random() < 0.4 else 0
    return items, (own, 0 if own else pick.randint(0, second) if pick.random() < 0.5 else 0)


def side_of(table: Composer, items: dict[str, int], money: tuple[int, int]) -> list[bool]:
    """Return whether something is on each side."""
    return [
        bool(paid or any(items.get(item.key) for item in side.items))
        for side, paid in zip(table.sides, money, strict=True)
    ]
