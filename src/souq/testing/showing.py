"""Checks of what a game shows to players: the story in words, and the scene (the drawing of the table)."""

from __future__ import annotations

import json
from collections import Counter

from hypothesis import given

from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match.hooks import make_scene, narrate
from souq.engine.match.match import Match
from souq.engine.present.scene import OPENS, Amount, Area, Context, Listing, Panel, Pick, Scene, Tooltip, to_json
from souq.engine.rules.composing import Composer, Partner, Side
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.testing.base import SEEDS, contract, often, played, somewhere
from souq.testing.broken import called, fail, listed, same, who
from souq.testing.drawing import check_drawn

MOST_SPRITES = 300
"""Maximum number of sprites in a scene; more would make it slow to send and to draw."""


@contract
def it_is_narrated(game: Game) -> None:
    """Check that the story has a line for each viewer without empty lines, and that no decision has too many events."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed):
            count, most = int(match.state["n_events"][0]), match.state["event"].shape[1]
            if count >= most:
                fail(f"The list of events is full: `event` in State has {most} rows. Make it longer.")
            for viewer in range(-1, match.players):
                for line in narrate(game, visible_events(match.state[0], viewer), match.called):
                    if not line.text.strip():
                        fail(f"The story has an empty line for {who(viewer)}.")

    holds()


@contract
def it_can_be_drawn(game: Game) -> None:
    """Check that a drawing of the table is valid for every viewer, and offers every legal choice."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        for viewer in range(-1, match.players):
            for layout in ("wide", "tall"):
                context = match.context(viewer, layout)
                scene = make_scene(game, match.view(viewer), context)
                if scene != make_scene(game, match.view(viewer), context):
                    fail(f"The scene of {who(viewer)} is different the second time; it should follow from the view.")
                _check_scene(scene, match, context)
                _check_view(match, context)

    holds()


def _check_view(match: Match, context: Context) -> None:
    """Check that drawing a scene doesn't change the view it is drawn from, which souq uses again."""
    if match.game.scene is not None:
        view, after = match.view(context.seat), match.game.State.new()
        twin = Twin.of(view)
        match.game.scene.scene(twin, context)
        twin.store(after)
        same(after, view, f"`scene` for {who(context.seat)} should leave the view as it is")


def _check_scene(scene: Scene, match: Match, context: Context) -> None:
    keys = _check_sprites(scene.areas)
    _check_areas(scene, match)
    if (panels := [panel.seat for panel in scene.panels]) != [*range(match.players)]:
        fail(f"There are panels of the seats {panels}; there should be one for each of {match.players}, in order.")
    for panel in scene.panels:
        _check_panel(panel, match.game)
    if " style=" in json.dumps(scene.to_json()):
        fail("The scene has a `style`, which the page refuses; colours are attributes, such as fill.")
    pointed: tuple[Pick | Tooltip, ...] = (*scene.picks, *scene.tooltips)
    for target in pointed:
        what = target.label if isinstance(target, Pick) else target.title
        dragged = (*target.drag, *target.onto) if isinstance(target, Pick) else ()
        if missing := {*target.on, *target.lifts, *dragged} - keys:
            fail(f"“{what}” is on {listed(sorted(missing))} for {who(context.seat)}, but there is no such sprite.")
        if target.area not in {area.name for area in scene.areas}:
            fail(f"“{what}” is on the area {target.area!r} for {who(context.seat)}, which is not there.")
    check_drawn(match.game, scene)
    _check_places(scene)
    _check_meanings(scene)
    _check_picks(scene, match, context)
    if scene.composer:
        _check_composer(scene.composer, keys)
    if scene.listing:
        _check_listing(scene.listing)


def _check_panel(panel: Panel, game: Game) -> None:
    """Check a seat's panel: a chip shows a single letter, and the emblem is the one on the game's card."""
    for stat in panel.stats:
        if stat.tone and not stat.icon and len(stat.label) > 1:
            fail(
                f"The panel of {who(panel.seat)} has a chip “{stat.label}”, on which only one letter fits. Say the "
                "rest in its `title`."
            )
    module = game.module("card")
    signs = module.CARD.emblems[panel.seat :] if module else ()
    if signs and signs[0] != panel.emblem:
        fail(
            f"The panel of {who(panel.seat)} has the emblem {panel.emblem!r}; where a table is opened, the seat has "
            f"{signs[0]!r}. Give the card the same `emblems`."
        )


def _check_sprites(areas: tuple[Area, ...]) -> set[str]:
    """Check that no two sprites of an area have the same key and that there aren't too many; return all keys."""
    for area in areas:
        keys = [sprite.key for sprite in area.sprites]
        if twice := {key for key in keys if keys.count(key) > 1}:
            fail(f"Several sprites of the area {area.name!r} have the key {listed(sorted(twice))}; each needs its own.")
    if (count := sum(len(area.sprites) for area in areas)) >= MOST_SPRITES:
        fail(f"The scene has {count} sprites; it should have fewer than {MOST_SPRITES}. Draw still ones as ground.")
    return {sprite.key for area in areas for sprite in area.sprites}


def _check_places(scene: Scene) -> None:
    """Check that sprites and previews lie within their area."""
    areas = {area.name: area for area in scene.areas}
    there = [(area, sprite) for area in scene.areas for sprite in area.sprites]
    pointed: tuple[Pick | Tooltip, ...] = (*scene.picks, *scene.tooltips)
    there += [(areas[of.area], sprite) for of in pointed for sprite in of.preview]
    for area, sprite in there:
        if not (-1 <= sprite.x <= area.width + 1 and -1 <= sprite.y <= area.height + 1):
            fail(
                f"The sprite {sprite.key} lies at {sprite.x}, {sprite.y}, outside the area {area.name!r}, which is "
                f"{area.width} by {area.height}."
            )


def _check_meanings(scene: Scene) -> None:
    """Check that a click on a sprite is never ambiguous: it has one tooltip at most, and one pick in each group."""
    picks = Counter((pick.area, pick.group, key) for pick in scene.picks for key in pick.on)
    tooltips = Counter((tooltip.area, "", key) for tooltip in scene.tooltips for key in tooltip.on)
    for what, counts in (("picks", picks), ("tooltips", tooltips)):
        if twice := sorted(key for (_, _, key), count in counts.items() if count > 1):
            fail(f"Several {what} are on {listed(twice)}; a sprite means one thing at a time.")
    drops = Counter((key, place) for pick in scene.picks for key in pick.drag for place in pick.onto or pick.on)
    if twice := sorted(f"{key} to {place}" for (key, place), count in drops.items() if count > 1):
        fail(f"Several picks are made by dragging {listed(twice)}; a drop means one thing.")


@contract
def effects_have_a_place(game: Game) -> None:
    """Check that every animation between two scenes is on an area that exists and moves sprites that exist."""
    made_by = getattr(game.scene, "effects", None)
    if made_by is None:
        return

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        for step in match.steps(max(0, match.ply - 2)):
            for viewer in range(-1, match.players):
                before, after = (game.bindings.hidden(state, viewer) for state in (step.before, step.after))
                events = visible_events(step.after[0], viewer)
                context = Context(viewer, match.called, (), "wide", dict(match.options), tuple(events))
                drawn = [make_scene(game, view, context).areas for view in (before, after)]
                areas = {area.name for area in drawn[1]}
                keys = {sprite.key for each in drawn for area in each for sprite in area.sprites}
                for effect in made_by(Twin.of(before), Twin.of(after), events, context):
                    to_json(effect)
                    if missing := {*effect.keys} - keys:
                        fail(
                            f"`effects` makes a {effect.kind!r} of {listed(sorted(missing))}, but {who(viewer)} has no "
                            "such sprite, neither before nor after."
                        )
                    if effect.area not in areas:
                        fail(
                            f"`effects` makes a {effect.kind!r} on {effect.area!r}, but {who(viewer)} has no such area."
                        )

    holds()


def _check_areas(scene: Scene, match: Match) -> None:
    """Check that there is one board, and that every area has a unique name and an allowed place."""
    names = [area.name for area in scene.areas]
    if "board" not in names or len(names) != len(set(names)):
        fail(f"The areas are {listed(names)}; each should be there once, and one should be the board.")
    for area in scene.areas:
        if area.width <= 0 or area.height <= 0:
            fail(f"The area {area.name!r} is {area.width} by {area.height}; it should have a size.")
        for name, x, y, radius in area.spots:
            if not (name and 0 <= x <= area.width and 0 <= y <= area.height and radius > 0):
                fail(f"The spot {name!r} is at {x}, {y} with radius {radius}, not on the area {area.name!r}.")
        if (area.place == "panel") != (area.seat is not None) or area.seat not in (None, *range(match.players)):
            fail(f"The area {area.name!r} is of seat {area.seat} and placed in {area.place!r}; panels are of a seat.")
        places = {"board": ("",), "tray": ("",), "hand": ("", "seats")}.get(area.name, ("panel", "story"))
        if area.place not in places:
            fail(f"The area {area.name!r} is placed in {area.place!r}; it can be {' or '.join(map(repr, places))}.")


def _check_picks(scene: Scene, match: Match, context: Context) -> None:
    """Check that the scene offers exactly the legal choices, and that every group that a button opens exists."""
    game, seat = match.game, who(context.seat)
    said = {scene.amount.encode(each)[0] for each in amounts(scene.amount)} if scene.amount else set()
    said |= set(scene.composer.choices) if scene.composer else set()
    offered = {pick.choice for pick in scene.picks} - {OPENS} | said
    if forgotten := set(context.legal) - offered:
        fail(f"The scene offers {seat} no way to choose {called(game, forgotten)}; each legal choice needs a Pick.")
    if refused := offered - set(context.legal):
        fail(f"The scene offers {seat} {called(game, refused)}, which cannot be chosen now.")
    groups, opened = ({getattr(p, name) for p in scene.picks} - {""} for name in ("group", "opens"))
    if empty := opened - groups:
        fail(f"A pick `opens` {listed(sorted(empty))}, but no pick has that as its `group`.")
    if shut := groups - opened:
        fail(f"There are picks of the `group` {listed(sorted(shut))}, but no pick `opens` it.")
    alike = [(pick.choice, *pick.then, pick.label, pick.group) for pick in scene.picks]
    if twice := [each for each in alike if alike.count(each) > 1]:
        fail(f"{seat.capitalize()} is offered “{twice[0][-2]}” twice in one place.")
    for pick in scene.picks:
        _check_pick(pick, scene, match, context)
    if scene.amount:
        _check_amount(scene.amount, match, context)


def _check_pick(pick: Pick, scene: Scene, match: Match, context: Context) -> None:
    if not pick.label:
        fail(f"A pick of {called(match.game, [pick.choice])} has no label.")
    if pick.primary and not _confirms(pick, scene):
        fail(f"“{pick.label}” is primary, but one of several equal choices.")
    if pick.choice == OPENS and not pick.fills and (not pick.opens or pick.opens == pick.group):
        fail(f"“{pick.label}” chooses nothing and opens nothing new.")
    if pick.fills:
        _check_filling(pick, scene)
    numbers = [*(() if pick.choice == OPENS else (pick.choice,)), *pick.then]
    try:
        if numbers:
            match.check(numbers, context.seat)
    except IllegalChoice as error:
        fail(f"“{pick.label}” offers {who(context.seat)} {called(match.game, numbers)}, which is refused: {error}")


def _check_filling(pick: Pick, scene: Scene) -> None:
    """Check that a pick fills a composer that is there, for one of its partners, with items that it has."""
    composer, fills = scene.composer, pick.fills
    if pick.choice != OPENS or not fills or not composer:
        fail(f"“{pick.label}” fills a composer, but it makes a choice, or there is no composer.")
        return
    if fills.head not in {partner.head for partner in composer.partners}:
        fail(f"“{pick.label}” is for {fills.head!r}, who is no partner of the composer.")
    if missing := {key for key, _ in fills.items} - {item.key for side in composer.sides for item in side.items}:
        fail(f"“{pick.label}” names {listed(sorted(missing))}, which is no item of the composer.")


def _check_listing(listing: Listing) -> None:
    """Check the form for saying what one wants and has: every item has a label, and a word of its own."""
    words = [item.word for item in listing.items]
    if not (words and all(words) and len(words) == len(set(words)) and all(item.label for item in listing.items)):
        fail(f"The items of the list {listing.about!r} need labels, and words that differ.")
    if not 0 < len(listing.about) <= 80:
        fail(f"The list {listing.about!r} needs a short `about`.")


def _confirms(pick: Pick, scene: Scene) -> bool:
    """Return whether a button may be the primary one, which is highlighted.

    It may be if its group has no other button. It also may be if it lies on the sprite that opens the group, so that a
    second click on the sprite confirms.
    """
    others = (other for other in scene.picks if other.group == pick.group and (other.button or not other.on))
    asked = {key for other in scene.picks if other.opens and other.opens == pick.group for key in other.on}
    return not any(other is not pick for other in others) or bool(asked.intersection(pick.on))


def amounts(amount: Amount) -> range:
    """Return all amounts between the lowest and the highest from which a player can choose, in equal steps.

    Raises:
        Broken: the steps don't lead from the lowest to the highest.
    """
    if amount.step <= 0 or (amount.high - amount.low) % amount.step or amount.low > amount.high:
        fail(f"No steps of {amount.step} lead from {amount.low} to {amount.high}, in “{amount.title}”.")
    return range(amount.low, amount.high + 1, amount.step)


def _check_amount(amount: Amount, match: Match, context: Context) -> None:
    """Check that every amount on offer is a different legal choice, and that its text says where the number belongs."""
    encoded = {amount.encode(each): each for each in amounts(amount)}
    if len(encoded) != len(amounts(amount)):
        fail(f"Two amounts of “{amount.title}” are the same choices.")
    if "{}" not in amount.say or not amount.title or not amount.label:
        fail(f"An amount needs a title, a label, and {{}} where the number goes; it says {amount.say!r}.")
    if (at := [at for at, _ in amount.hints]) != sorted({*at}) or not all(amount.quick):
        fail(f"The hints of “{amount.title}” should begin at ascending amounts, not {at}; no quick step is 0.")
    for each in sorted({*amounts(amount)[:6], *amounts(amount)[-6:], *amounts(amount)[:: max(1, len(encoded) // 9)]}):
        try:
            match.check(amount.encode(each), context.seat)
        except IllegalChoice as error:
            fail(f"“{amount.title}” offers {who(context.seat)} {each}, which is refused: {error}")
        if (back := amount.said(amount.encode(each))) != each:
            fail(f"The choices of {each} are read as {back}, in “{amount.title}”.")
    for other in (amount.low - amount.step, amount.high + amount.step, amount.low + amount.step / 2):
        try:
            amount.encode(other)  # type: ignore[arg-type]
        except IllegalChoice:
            continue
        fail(f"{other} can be said, though “{amount.title}” goes from {amount.low} to {amount.high}.")


def _check_composer(composer: Composer, keys: set[str]) -> None:
    """Check the form for proposing a trade: keys are unique, references exist, and no label or reason is missing."""
    items = {item.key: item for side in composer.sides for item in side.items}
    if len(items) != sum(len(side.items) for side in composer.sides):
        fail(f"Two items of the composer {composer.key!r} have the same key.")
    if not composer.partners or len({partner.head for partner in composer.partners}) != len(composer.partners):
        fail(f"The composer {composer.key!r} needs partners, and each a head of its own.")
    if not (0 < len(composer.key) <= 80 and composer.say and composer.label and composer.sentence.count("{}") == 2):
        fail(f"The composer {composer.key!r} needs a short key, `say`, a label, and {{}} twice in its sentence.")
    for side in composer.sides:
        words = [item.word for item in side.items] + ([side.money.word] if side.money else [])
        if len(words) != len(set(words)) or any(mark in word for word in words for mark in ",;:"):
            fail(f"The words of “{side.title}”, {listed(words, 20)}, should differ and have no marks in them.")
        if not side.title or not side.word:
            fail(f"A side of the composer {composer.key!r} has no title or no word.")
        for item in side.items:
            if not keys.issuperset(item.on) or not item.label or not (item.art or item.tag) or item.count < 1:
                fail(f"The item {item.key!r} needs a label, a count, art (or `tag=True`), and sprites that are there.")
    limited: list[Side | Partner] = [*composer.sides, *composer.partners]
    for of in limited:
        for limit in of.limits:
            if not items.keys() >= set(limit.keys) or not limit.why:
                fail(f"A limit of the composer names {listed(limit.keys)} and says {limit.why!r}; it should say why.")
    for partner in composer.partners:
        named = {key for key, _ in (*partner.cannot, *partner.start)}
        if missing := named - items.keys():
            fail(f"“{partner.head}” names {listed(sorted(missing))}, which is no item of the composer.")
        if not all(n > 0 for _, n in partner.start) or not all(why for _, why in partner.cannot):
            fail(f"“{partner.head}” should start with at least one of each item, and say why something cannot be.")
