"""How it is told and drawn."""

from __future__ import annotations

import itertools
import json

from hypothesis import given

from souq.engine.composing import Composer
from souq.engine.errors import IllegalChoice
from souq.engine.events import told
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.rooms import make_scene, tell
from souq.engine.scene import OPENS, Amount, Context, Pick, Scene, to_json
from souq.engine.twin import Twin
from tests.contract.base import SEEDS, contract, often, played, somewhere


@contract
def it_is_told(game: Game) -> None:
    """Every decision's events fit the list and can be told to everybody; lines are not empty."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed):
            assert 0 <= match.state["told"][0] < match.state["event"].shape[1], (
                "the list of events is full: make it longer"
            )
            for viewer in range(-1, match.players):
                for told_line in tell(game, told(match.state[0], viewer), match.called):
                    assert told_line.text.strip()

    holds()


@contract
def it_can_be_drawn(game: Game) -> None:
    """A scene of any moment, for anybody: unique keys, few sprites, and every legal choice offered."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        for viewer in range(-1, match.players):
            for layout in ("wide", "tall"):
                context = match.context(viewer, layout)  # type: ignore[arg-type]
                scene = make_scene(game, match.view(viewer), context)
                assert scene == make_scene(game, match.view(viewer), context)
                _check_scene(scene, match, context)

    holds()


def _check_scene(scene: Scene, match: Match, context: Context) -> None:
    placed = [(area.name, sprite.key) for area in scene.areas for sprite in area.sprites]
    keys = {key for _, key in placed}
    assert len(placed) == len(set(placed)) and len(placed) < 400
    _check_areas(scene, match)
    assert [panel.seat for panel in scene.panels] == list(range(match.players))
    assert " style=" not in json.dumps(scene.to_json())
    for shown in (*scene.picks, *scene.looks):
        assert keys.issuperset((*shown.on, *shown.lifts)), shown
        assert shown.area in {area.name for area in scene.areas}, shown
    _check_picks(scene, match, context)
    if scene.composer:
        _check_composer(scene.composer, keys)


@contract
def what_moves_is_somewhere(game: Game) -> None:
    """Whatever is seen and heard between two scenes happens on an area that is there."""
    made_by = getattr(game.scene, "effects", None)
    if made_by is None:
        return

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        for step in match.steps(max(0, match.ply - 2)):
            for viewer in range(-1, match.players):
                before, after = (game.door.hidden(state, viewer) for state in (step.before, step.after))
                events = told(step.after[0], viewer)
                context = Context(viewer, match.called, (), "wide", dict(match.options), tuple(events))
                areas = {area.name for area in make_scene(game, after, context).areas}
                for effect in made_by(Twin.of(before), Twin.of(after), events, context):
                    assert effect.area in areas and to_json(effect), effect

    holds()


def _check_areas(scene: Scene, match: Match) -> None:
    """There is one board; every area has a name of its own and a place that its name can have."""
    names = [area.name for area in scene.areas]
    assert len(names) == len(set(names)) and "board" in names
    for area in scene.areas:
        assert area.width > 0 and area.height > 0
        assert (area.place == "panel") == (area.seat is not None) and area.seat in (None, *range(match.players)), area
        if area.name in ("board", "hand", "tray"):
            assert area.place == "" or (area.name, area.place) == ("hand", "seats"), area
        else:
            assert area.place in ("panel", "story"), area


def _check_picks(scene: Scene, match: Match, context: Context) -> None:
    """Every legal choice is offered; what a pick does can be done; what opens something opens what there is."""
    groups = {pick.group for pick in scene.picks} - {""}
    opened = {pick.opens for pick in scene.picks} - {""}
    amount = scene.amount
    said = {amount.way(each)[0] for each in _amounts(amount)} if amount else set()
    said |= set(scene.composer.choices) if scene.composer else set()
    assert {pick.choice for pick in scene.picks} - {OPENS} | said == set(context.legal)
    assert groups == opened, "every group is opened by a pick, and every pick that opens one opens something"
    said = [(pick.choice, *pick.then, pick.label, pick.group) for pick in scene.picks]
    assert len(said) == len(set(said)), "nobody is offered the same twice in one place"
    for pick in scene.picks:
        assert pick.label
        assert not pick.primary or _confirms(pick, scene), f"{pick.label} is one of several equal choices"
        if pick.choice == OPENS:
            assert pick.opens and pick.opens != pick.group
        numbers = [*(() if pick.choice == OPENS else (pick.choice,)), *pick.then]
        if numbers:
            assert match.check(numbers, context.seat) == context.seat
    if amount:
        _check_amount(amount, match, context)


def _confirms(pick: Pick, scene: Scene) -> bool:
    """Whether a button may be filled: there is no other, or it means a second click on what opened its group."""
    others = (other for other in scene.picks if other.group == pick.group and (other.button or not other.on))
    asked = {key for other in scene.picks if other.opens and other.opens == pick.group for key in other.on}
    return not any(other is not pick for other in others) or bool(asked.intersection(pick.on))


def _amounts(amount: Amount) -> range:
    assert amount.step > 0 and (amount.high - amount.low) % amount.step == 0 and amount.low <= amount.high
    return range(amount.low, amount.high + 1, amount.step)


def _check_amount(amount: Amount, match: Match, context: Context) -> None:
    """Every amount has a way of its own, which can be gone from here; the words have room for the number."""
    ways = {amount.way(each): each for each in _amounts(amount)}
    assert len(ways) == len(_amounts(amount)), "no two amounts are the same choices"
    assert "{}" in amount.say and amount.title and amount.label
    assert [at for at, _ in amount.hints] == sorted({at for at, _ in amount.hints}) and all(amount.quick)
    for each in sorted({*_amounts(amount)[:6], *_amounts(amount)[-6:], *_amounts(amount)[:: max(1, len(ways) // 9)]}):
        assert match.check(amount.way(each), context.seat) == context.seat
        assert amount.said(amount.way(each)) == each
    for other in (amount.low - amount.step, amount.high + amount.step, amount.low + amount.step / 2):
        try:
            amount.way(other)  # type: ignore[arg-type]
        except IllegalChoice:
            continue
        raise AssertionError(f"{other} can be said")


def _check_composer(composer: Composer, keys: set[str]) -> None:
    """Its items have keys of their own, and whatever names them names some that are there; it has all its words."""
    items = {item.key: item for side in composer.sides for item in side.items}
    assert len(items) == sum(len(side.items) for side in composer.sides) and composer.partners
    assert composer.key and len(composer.key) <= 80 and composer.say and composer.label
    assert composer.sentence.count("{}") == 2 and all(side.title and side.word for side in composer.sides)
    for side in composer.sides:
        words = [item.word for item in side.items] + [side.money.word] * (side.money is not None)
        assert len(words) == len(set(words)) and not any(mark in word for word in words for mark in ",;:")
        for item in side.items:
            assert keys.issuperset(item.on) and item.label and (item.art or item.tag) and item.count >= 1
    for limit in itertools.chain(*(of.limits for of in (*composer.sides, *composer.partners))):
        assert items.keys() >= set(limit.keys) and limit.why
    assert len({partner.head for partner in composer.partners}) == len(composer.partners)
    for partner in composer.partners:
        assert items.keys() >= {key for key, _ in (*partner.cannot, *partner.start)}
        assert all(n > 0 for _, n in partner.start) and all(why for _, why in partner.cannot)
