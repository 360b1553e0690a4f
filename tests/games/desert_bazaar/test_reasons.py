"""What ``reasons`` says about positions of Desert Bazaar is what the rules do there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product, takewhile
from typing import cast

import pytest

from souq.bots.base import mixed
from souq.bots.greedy import GreedyBot
from souq.bots.reasons import Reasons
from souq.engine.present.reasons import Fact, Key, Pause, facts, measure
from souq.engine.present.wording import counted, many
from souq.engine.rules.bits import members
from souq.engine.rules.events import rows
from souq.engine.rules.kinds import Row, visible_events
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Twin, interpreted, recorded
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar import reasons as module
from souq.games.desert_bazaar.rules.turn import begin_turn
from souq.games.desert_bazaar.state import (
    FACE_DESERT,
    FACE_WILD,
    FULL,
    KEEP,
    NEIGHBOURS,
    PAY,
    SIDES,
    SITE,
    SLOTS,
    TILE,
    WILD,
    Event,
    Phase,
    State,
)
from tests.games.desert_bazaar.play import games, strange
from tests.games.desert_bazaar.positions import table, tile

SCORING = (Event.ISOLATED, Event.COUNTED, Event.BONUS, Event.MARKERS)


def traders(players: int, seed: int, *, every: int) -> Iterator[Batch]:
    """Yield positions of a game of trader bots."""
    bot, state, ply = GreedyBot(), GAME.bindings.setup(players, [0], (seed, 0)), 0
    while not state["over"][0]:
        if ply % every == 0:
            yield clone(state)
        seat = int(state["player"][0])
        legal = GAME.bindings.legal(state, seat)
        choice = int(bot.choose(GAME, GAME.bindings.hidden(state, seat), seat, legal, mixed(ply)))
        GAME.bindings.apply(state, seat, choice, (seed, ply + 1))
        ply += 1


def told(state: Batch) -> list[Row]:
    """Return the events of the last decision."""
    return rows(Event, visible_events(state[0], -1))


def found(state: Batch, seat: int) -> dict[Key, Fact]:
    """Return the facts of a position for a seat."""
    return facts(GAME, state, seat)


def begun(state: Batch, seat: int) -> Batch:
    """Return the position with the same cards and tents in which a seat begins its turn."""
    twin = cast(State, Twin.of(state))
    twin.player, twin.dice = seat, [-1] * 3
    twin.side = twin.slot = twin.site = twin.kept = -1
    interpreted(begin_turn)(twin)
    return recorded(twin, State)


def builds(state: Batch) -> Iterator[tuple[int, list[Row]]]:
    """Yield each tile that the player can build, and the events of doing so, for every site, as cheap as possible."""
    seat = int(state["player"][0])
    for place in range(SIDES * SLOTS):
        if TILE + place not in GAME.bindings.legal(state, seat):
            continue
        chosen = clone(state)
        GAME.bindings.apply(chosen, seat, TILE + place, (1, 1))
        number = int(state["display"][0][place // SLOTS][place % SLOTS])
        sites = GAME.bindings.legal(chosen, seat).copy() if chosen["phase"][0] == Phase.SITE else [None]
        for site in sites:
            assert site is None or site >= SITE
            yield number, _built(chosen, seat, site)


def _built(chosen: Batch, seat: int, site: int | None) -> list[Row]:
    after = clone(chosen)
    events = told(after) if site is None else []
    while not any(row.kind == Event.SITE for row in events):
        legal = GAME.bindings.legal(after, seat)
        choice = site if site is not None else PAY if PAY in legal else int(legal[0])
        site = None
        GAME.bindings.apply(after, seat, int(choice), (1, 1))
        events += told(after)
    return events[: next((n for n, row in enumerate(events) if row.kind in (Event.REFILL, Event.TURN)), len(events))]


def test_gauges_are_what_the_events_say() -> None:
    """Points are the sum of all that was scored, cards and markers what lies on the table."""
    for players in (3, 5):
        scored = [0] * players
        for state in games(players, 11):
            for row in told(state):
                if row.kind in SCORING or (row.kind == Event.MAJORITY and row.seat >= 0):
                    scored[row.seat] += row.points
            twin = Twin.of(state)
            for seat in range(players):
                lucky = _luck(state, seat)
                markers = sum(owner == seat for owner in twin.owner)
                assert measure(GAME, state, seat) == (scored[seat], sum(twin.hand[seat]) - lucky, markers)


def _luck(state: Batch, seat: int) -> int:
    """Return how many cards the dice have just brought a seat that had no choice, which don't count."""
    if seat == state["player"][0] or state["over"][0]:
        return 0
    events = told(state)
    if any(row.kind == Event.DECLARED and row.seat == seat for row in events):
        dealt = [row for row in events if row.kind == Event.DEAL and row.seat == seat]
        return sum(face < 4 for row in dealt for face in (row.one, row.two, row.three))
    own = [row for row in events if row.kind in (Event.THROW, Event.RETHROW, Event.GAIN) and row.seat == seat]
    return own[-1].cards if len(own) > 1 and own[-1].kind == Event.GAIN else 0


@pytest.mark.parametrize("players", [3, 4])
def test_choices_do_what_they_are_said_to_do(players: int) -> None:
    """The gauges change by what reasons say, unless that depends on chance."""
    said = 0
    for state in traders(players, 5, every=5):
        seat = int(state["player"][0])
        reasons = Reasons(GAME, state, seat)
        line = reasons.whole([int(GAME.bindings.legal(state, seat)[0])])
        after = clone(state)
        for nth, choice in enumerate(line):
            GAME.bindings.apply(after, seat, choice, (77, nth))
        real = [b - a for a, b in zip(measure(GAME, state, seat), measure(GAME, after, seat), strict=True)]
        changes = reasons.changes(line)
        assert all(change in (0, now) for change, now in zip(changes, real, strict=True))
        assert list(changes) == real or after["draws"][0]
        said += any(changes)
    assert said > 10


def test_what_a_tent_does_is_not_what_the_whole_turn_does() -> None:
    """The line that is described ends when the tent stands, although the player could go on."""
    seen = 0
    for state in traders(3, 7, every=3):
        seat = int(state["player"][0])
        if state["phase"][0] != Phase.TURN:
            continue
        for choice in GAME.bindings.legal(state, seat).tolist():
            if choice in range(TILE, TILE + SIDES * SLOTS):
                line = Reasons(GAME, state, seat).whole([choice], Pause.CHOICE)
                after, built = clone(state), 0
                for each in line:
                    GAME.bindings.apply(after, seat, each, (1, 1))
                    built += sum(row.kind == Event.SITE for row in told(after))
                assert built == 1
                seen += int(after["phase"][0]) == Phase.NEXT
    assert seen > 5


def test_tents_that_are_said_to_be_payable_can_be_built() -> None:
    """Tiles are called payable, with or without trades, exactly if the rules let the player build them so."""
    seen = set[str]()
    for state in [*strange(3, 21), *traders(3, 2, every=2)]:
        if state["phase"][0] != Phase.TURN or state["over"][0]:
            continue
        seat = int(state["player"][0])
        now = {key: fact for key, fact in found(state, seat).items() if key[0] in ("tent", "trade", "short")}
        made = list(builds(state))
        payable = {number for number, _ in made}
        untraded = {number for number, events in made if not any(row.kind == Event.TRADE for row in events)}
        shown = {n for side in Twin.of(state).display for n in side if n >= 0}
        assert {key[1] for key in now if key[0] == "tent"} == untraded
        assert {key[1] for key in now if key[0] == "trade"} == payable
        assert {key[1] for key, fact in now.items() if key[0] == "trade" and fact.begins} == payable - untraded
        assert {key[1] for key in now if key[0] == "short"} == shown - payable
        seen |= {fact.kind for fact in now.values()}
    assert seen == {"tent", "trade", "short"}


def test_what_could_be_built_next_is_what_the_rules_let_players_build() -> None:
    """A tent alone, a camp to fill, and a tent for free: each is true exactly if somebody's building shows it."""
    seen = dict[tuple[str, bool], int]()
    for state in [*games(3, 3, every=15), *traders(4, 4, every=15)]:
        if state["over"][0] or not state["turn"][0]:
            continue
        twin = Twin.of(state)
        seat, rival = twin.player, (twin.player + 1) % twin.players
        now = found(state, seat)
        own, theirs = list(builds(begun(state, seat))), list(builds(begun(state, rival)))
        turned_up = {row.tile for row in told(state) if row.kind == Event.REFILL}
        alone = {number for number, events in own if not any(row.kind == Event.CAMP for row in events)} - turned_up
        free = {number for number, events in theirs if not any(row.kind in (Event.PAID, Event.TRADE) for row in events)}
        checks = {
            "alone": (("alone",) in now, bool(alone)),
            "camp": (("camp", rival) in now, _nearly_full(twin)),
            "gift": ({key[2] for key in now if key[0] == "gift"}, free - turned_up),
        }
        if state["phase"][0] in (Phase.TURN, Phase.NEXT, Phase.THROWN):
            ready = [each for each in builds(state) if each[0] not in turned_up]
            checks["fill"] = ("fill", seat) in now, _fills(ready)
        for name, (said, is_so) in checks.items():
            assert said == is_so, name
            seen[name, bool(is_so)] = seen.get((name, bool(is_so)), 0) + 1
    assert len(seen) == 8, seen


def _nearly_full(twin: Twin) -> bool:
    """Return whether a tent fills a camp on some site, as the rules show where tiles can be put."""
    return any(len(_joined(twin, place)) == FULL for place in members(tuple(twin.open)))


def _joined(twin: Twin, place: int) -> set[int]:
    """Return the sites of the camp that a tent on a site would be part of."""
    camp, todo = set[int](), [place]
    while todo:
        site = todo.pop()
        camp.add(site)
        todo += [near for near in NEIGHBOURS[site] if twin.tile[near] >= 0 and near not in camp]
    return camp


def _fills(made: Sequence[tuple[int, list[Row]]]) -> bool:
    return any(row.kind == Event.CLOSED for _, events in made for row in events)


def test_the_most_cards_are_those_that_score_at_the_end() -> None:
    """A seat is said to hold the most of a resource exactly if the final scoring pays it for that."""
    for state in games(4, 8, every=7):
        if state["over"][0] or not state["turn"][0]:
            continue
        twin = Twin.of(state)
        for seat in range(4):
            now = found(state, seat)
            for good in range(4):
                held = [twin.hand[other][good] for other in range(4)]
                best = [other for other in range(4) if held[other] == max(held)]
                leader = best[0] if len(best) == 1 else -1
                rest = max(held[:seat] + held[seat + 1 :])
                assert (("most", good, 1) in now) == (leader == seat)
                assert (("most", good, 0) in now) == (seat in best and held[seat] > 0)
                assert (("most", good, 2) in now) == (held[seat] >= rest + 2)
                assert (("most", good, -2) in now) == (held[seat] >= max(1, rest - 2))
                assert [key[1] for key in now if key[0] == "lead" and key[2] == good] == (
                    [leader] if leader not in (seat, -1) else []
                )


def test_a_rival_leads_even_if_the_seat_has_no_card() -> None:
    """Giving the last card away doesn't end a rival's lead, and keeping a tie is not keeping a lead."""
    place = table(hands=[[0, 3, 0, 0], [2, 3, 0, 0], [0] * 4], left=["W:SPS"]).state
    now = found(place, 0)
    assert ("lead", 1, 0) in now
    assert now["most", 1, 0].keeps == "leaves you tied for the most Camels"
    assert ("most", 1, 1) not in now


def test_the_chances_of_dice_that_are_thrown_again() -> None:
    """Of all throws of the dice that aren't kept, as many match as reasons say, and no match brings nothing."""
    seen = set[tuple[bool, int]]()
    for state in traders(4, 6, every=1):
        if state["phase"][0] != Phase.THROWN:
            continue
        seat = int(state["player"][0])
        for choice in GAME.bindings.legal(state, seat).tolist():
            if not KEEP <= choice < KEEP + 5:
                continue
            kept, live = choice - KEEP, sum(face != FACE_DESERT for face in Twin.of(state).dice) - 1
            filled = {good for good in range(4) if Twin.of(state).pile[good]}
            matching = {FACE_WILD, kept} if kept != FACE_WILD else {FACE_WILD, *filled}
            throws = list(product(range(6), repeat=live))
            chance = Fraction(sum(any(face in matching for face in throw) for throw in throws), len(throws))
            after = clone(state)
            GAME.bindings.apply(after, seat, choice, (1, 1))
            now = found(after, seat)
            assert f"again with {_words(chance)} of bringing" in now["again", kept, live].begins
            assert now["risk",].avoids == f"avoids {_words(1 - chance)} of getting nothing"
            seen.add((kept == FACE_WILD, live))
    assert len(seen) == 4


def test_dice_that_are_thrown_again_may_bring_what_is_missing() -> None:
    """Nothing is said to stay in a pile, or to be missing, that another throw can bring."""
    place = table(hands=[[2, 1, 0, 5], [1] * 4, [1] * 4], piles=[3, 4, 3, 4], left=["W:SPS"], player=0)
    place.roll("Water", dice="SPC")
    reasons = Reasons(GAME, place.state, 0)
    said = {each.kind: each.phrase for each in reasons.gained([place.number("keep Silk")], [place.number("stop Silk")])}
    assert "rolls two dice again" in said["again"]
    assert "empty" not in said
    assert not reasons.after([place.number("keep Silk")]).sure.keys() & {("none", 2), ("short", tile("W:SPS"))}
    other = reasons.gained([place.number("keep Silk")], [place.number("keep Spice")])
    assert not any("getting nothing" in each.phrase for each in other)


def test_a_free_card_leaves_cards_in_a_pile_only_if_no_dice_can_take_them() -> None:
    """The dice are rolled after the free card, and may empty another pile."""
    place = table(hands=[[2, 1, 0, 5], [1] * 4, [1] * 4], piles=[1, 8, 1, 0], left=["W:SPS"], player=0).play("roll")
    said = Reasons(GAME, place.state, 0).gained([place.number("take Silk")], [place.number("take Water")])
    assert said
    assert "empty" not in {each.kind for each in said}


def _words(chance: Fraction) -> str:
    return f"{many(chance.numerator, 'chance')} in {counted(chance.denominator)}"


def test_a_wild_of_the_setup_adds_a_card_to_those_before_the_next_throw() -> None:
    """The number of cards is what the seat held when it declared its Wild, and one more."""
    seen = set[int]()
    for seed in range(4):
        for state in takewhile(lambda state: not state["turn"][0], traders(3, seed, every=1)):
            seat = int(state["player"][0])
            for choice in GAME.bindings.legal(state, seat).tolist():
                after, good = clone(state), choice - WILD
                GAME.bindings.apply(after, seat, choice, (1, 1))
                n = int(state["hand"][0][seat][good]) + 1
                said = [fact for key, fact in found(after, seat).items() if key[:2] == ("wild", good)]
                assert [fact.key[2] for fact in said] == [n]
                seen.add(n)
    assert {1, 2, 3} <= seen


def test_cards_that_a_seat_lacks_and_pairs() -> None:
    """What is said of single cards and piles follows from the hand."""
    place = table(hands=[[2, 1, 0, 5], [0] * 4, [0] * 4], piles=[13, 14, 0, 10], left=["W:SPS", "C:WCW"]).state
    now = found(place, 0)
    assert {("pair", 0), ("pair", 3), ("none", 2), ("empty", 2, 0)} <= now.keys()
    assert not now.keys() & {("pair", 1), ("pair", 2), ("none", 1), ("empty", 0, 2), ("out",)}
    assert ("short", tile("W:SPS")) in now
    assert not now["trade", tile("C:WCW")].begins
    assert now["tent", tile("C:WCW")].keeps == "keeps the cards for the Camel tent (2 Water, 1 Camel)"


def test_a_seat_without_markers_builds_without_one() -> None:
    """Without markers at home, new tents get none."""
    spread = dict.fromkeys(("A1", "C1", "C4", "C7", "F1", "F4", "F7"), "?/0")
    state = table(spread, hands=[[3, 3, 3, 3]]).state
    assert ("out",) in found(state, 0)
    assert all(row.marked == 0 for _, events in builds(state) for row in events if row.kind == Event.SITE)


def test_every_kind_is_listed() -> None:
    """All facts of some games have listed kinds, and nothing is said twice."""
    kinds = set[str]()
    for state in [*traders(3, 1, every=3), *games(5, 2, every=5)]:
        for seat in range(int(state["players"][0])):
            kinds |= {fact.kind for fact in found(state, seat).values()}
    assert kinds == set(module.KINDS)
