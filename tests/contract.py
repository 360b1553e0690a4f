"""What every game must hold. A registered game gets these tests by being registered (``tests/test_contract.py``).

Each check takes a game and plays it at random with Hypothesis' numbers; none knows any game. A game that lives in
another package imports :func:`check` and calls it in a test of its own.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine import generic, saved
from souq.engine.composing import Composer
from souq.engine.decision import NOBODY, seats
from souq.engine.errors import IllegalChoice, NothingToUndo, SouqError
from souq.engine.events import told
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.playout import compiled, playout
from souq.engine.position import from_position, position
from souq.engine.rooms import answer, answers, clock, line, make_scene, order, reply, solvable, tell, weigh
from souq.engine.scene import OPENS, Amount, Context, Scene, to_json
from souq.engine.secret import key
from souq.engine.twin import Twin, interpreted

LONGEST = 5_000
"""Decisions after which a random game counts as endless."""

CHECKS: list[Any] = []


def contract(check: Any) -> Any:
    """Add a check to what every game must hold."""
    CHECKS.append(check)
    return check


def check(game: Game) -> None:
    """Run every check on a game."""
    for one in CHECKS:
        one(game)


def options(game: Game, pick: random.Random) -> dict[str, Any]:
    """Values for all of a game's options, at random."""
    return {o.name: pick.choice(o.values or ("", "2026-11-21")) for o in game.options}


def begun(game: Game, seed: int) -> tuple[Match, random.Random]:
    """A match with random players and options, and the numbers to play it with."""
    pick = random.Random(seed)
    players = pick.randint(game.min_players, game.max_players)
    return Match(game, players, seed=seed, options=options(game, pick)), pick


def played(game: Game, seed: int, most: int = LONGEST) -> Iterator[tuple[Match, random.Random]]:
    """A random match, before its first decision and after each."""
    match, pick = begun(game, seed)
    yield match, pick
    while not match.over and match.ply < most:
        seat = chooser(match, pick)
        match.play(pick.choice(match.legal(seat)), seat)
        yield match, pick


def chooser(match: Match, pick: random.Random) -> int:
    """Who chooses next: one of those who may, or now and then nobody, where time may decide."""
    timed = match.game.clock is not None and pick.random() < 0.03 and match.clock is not None
    return NOBODY if timed else pick.choice(list(seats(match.deciders)))


def somewhere(game: Game, seed: int) -> tuple[Match, random.Random]:
    """A random match stopped at a random moment."""
    most = random.Random(seed ^ 0xA5A5).randint(0, 160)
    *_, last = played(game, seed, most)
    return last


SEEDS = st.integers(0, 2**32)


def often(times: int) -> Any:
    """How many examples of a property are tried; Hypothesis shrinks what fails."""
    return settings(max_examples=times, deadline=None, database=None)


@contract
def what_is_offered_can_be_chosen(game: Game) -> None:
    """Presets can be played, conditions name options and values that exist, and every option can make a difference."""
    for preset in game.presets:
        game.check_players(preset.players)
        game.settled(preset.players, preset.options)
        assert game.preset(preset.name) is preset
    known = {o.name: o for o in game.options}
    for option in game.options:
        assert len(option.titles) in (0, len(option.values))
        for case in option.when:
            for name, values in case.items():
                assert (
                    set(values) <= set(range(game.min_players, game.max_players + 1))
                    if name == "players"
                    else [known[name].check(value) for value in values]
                )
        chosen = itertools.product(*((o.values or ("", "2026-11-21")) for o in game.options))
        possible = (dict(zip(known, values, strict=True)) for values in chosen)
        players = range(game.min_players, game.max_players + 1)
        assert any(game.matters(option, n, values) for values in possible for n in players)


@contract
def legal_is_what_is_not_refused(game: Game) -> None:
    """``legal`` lists, ascending, exactly what ``refusal`` does not refuse; every refusal names a rule of the
    rulebook.
    """

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 400):
            for seat in range(NOBODY if match.clock else 0, match.players):
                legal = [int(c) for c in match.legal(seat)]
                refusals = [game.door.refusal(match.state, seat, c) for c in range(game.n_choices)]
                assert legal == [c for c, refused in enumerate(refusals) if not refused]
                for refused in set(refusals) - {0}:
                    assert game.rulebook.rule(game.rule_id(refused)).text

    holds()


@contract
def refusals_have_reasons(game: Game) -> None:
    """Whatever is refused, the story can say why in words of the position, or has nothing to add."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for choice in pick.sample(range(game.n_choices), min(game.n_choices, 60)):
            for seat in seats(match.deciders):
                told = match.why(choice, seat)
                assert isinstance(told, str) and (match.refusal(choice, seat) or not told)

    holds()


@contract
def decisions_made_as_one_are_taken_back_as_one(game: Game) -> None:
    """Several choices are made together or, when one cannot be, none is; one undo takes them back."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        if match.over:
            return
        seat = pick.choice(list(seats(match.deciders)))
        fork = Match.from_json(match.to_json())
        fork.confirm()
        match.confirm()
        made: list[int] = []
        while len(made) < 4 and not fork.over and fork.deciders >> seat & 1:
            made.append(int(pick.choice(fork.legal(seat))))
            fork.play(made[-1], seat)
        before, log = match.state.tobytes(), match.log
        try:
            match.play_all(made, seat)
        except IllegalChoice:
            assert (match.state.tobytes(), match.log) == (before, log)
            assert len(made) > 1
        else:
            assert match.state.tobytes() == fork.state.tobytes()
            if match.can_undo and match.mark == len(log):
                match.undo()
                assert (match.state.tobytes(), match.log) == (before, log)

    holds()


@contract
def somebody_always_decides(game: Game) -> None:
    """While a game is on, somebody can choose; it ends within its bound; then nobody can."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed):
            if not match.over:
                assert match.deciders and all(match.legal(seat) for seat in seats(match.deciders))
        assert match.over and match.deciders == 0 and match.winners()
        assert sorted(match.ranks())[0] == 1 and len(match.points()) == match.players

    holds()


@contract
def compiled_and_interpreted_agree(game: Game) -> None:
    """The compiled rules and their plain-Python twins make the same positions, bit for bit."""
    rules = {name: interpreted(getattr(game.rules, name)) for name in generic.RULES}

    @given(SEEDS)
    @often(3)
    def holds(seed: int) -> None:
        match, pick = begun(game, seed)
        numbers = game.option_numbers(match.options)
        twin = Twin.of(game.State.new())
        twin.players, (twin.key[0], twin.key[1]) = match.players, key(match.secret, 0)
        rules["setup"](twin, [*numbers, 0])
        for ply in range(300):
            assert position(match.state) == {name: getattr(twin, name) for name in position(match.state)}
            assert match.deciders == (0 if match.over else rules["deciders"](twin))
            if match.over:
                break
            seat = chooser(match, pick)
            out = [0] * game.n_choices
            n = rules["legal"](twin, seat, out)
            assert out[:n] == [int(c) for c in match.legal(seat)]
            choice = pick.choice(out[:n])
            twin.key[0], twin.key[1] = key(match.secret, ply + 1)
            twin.draws = twin.told = 0
            rules["apply"](twin, seat, choice)
            match.play(choice, seat)
        places, scores = [0] * 16, [0] * 16
        rules["points"](twin, scores)
        rules["ranks"](twin, places)
        assert (scores[: match.players], places[: match.players]) == (match.points(), match.ranks())

    holds()


@contract
def play_outs_are_the_same_games(game: Game) -> None:
    """Compiled random games are repeatable, whatever the threads, and every one ends."""
    one, two = playout(game, 40, seed=5), playout(game, 40, seed=5, threads=2)
    assert (one.lengths == two.lengths).all() and (one.points == two.points).all() and (one.ranks == two.ranks).all()
    assert one.lengths.min() > 0 and one.lengths.max() < LONGEST
    choices, first, second = np.zeros(game.n_choices, np.int16), game.State.new(), game.State.new()
    seats_ = game.min_players
    numbers = np.array([*game.option_numbers(game.check_options(None)), 0], np.int64)
    for state in (first, second):
        rows = np.zeros((6, seats_), np.int64)
        if state is second:
            state.view(np.uint8)[:] = 1  # setup must not rely on what a record held before
        compiled(game)(state, 3, seats_, numbers, 11, choices, np.zeros(3, np.int64), rows[:3], rows[3:])
        for field in ("event",):
            state[field] = 0
    assert position(first) == position(second)


@contract
def nothing_unknown_changes_a_byte(game: Game) -> None:
    """``hide(redeal(s, v), v) == hide(s, v)`` for every seat and spectator, and so for everything sent; hiding twice
    changes nothing.
    """

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for viewer in range(-1, match.players):
            seen = game.door.hidden(match.state, viewer)
            assert seen["key"].sum() == 0 and seen["draws"][0] == 0
            assert game.door.hidden(seen, viewer).tobytes() == seen.tobytes()
            other = game.door.redealt(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
            assert game.door.hidden(other, viewer).tobytes() == seen.tobytes()
            assert game.door.deciders(other) == game.door.deciders(seen)
            if viewer in list(seats(match.deciders)):
                assert (game.door.legal(other, viewer) == [int(c) for c in match.legal(viewer)]).all()

    holds()


@contract
def the_log_replays(game: Game) -> None:
    """A match saved and loaded, at any moment, is the same to the byte; so is every position on the way."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        document = json.loads(json.dumps(match.to_json()))
        again = Match.from_json(document)
        assert again.to_json() == match.to_json()
        assert again.state.tobytes() == match.state.tobytes()
        ply = pick.randint(0, match.ply)
        assert again.at(ply).tobytes() == match.at(ply).tobytes()
        assert saved.verify(document).plies == match.ply
        for step in match.steps(max(0, match.ply - 3)):
            assert step.before.tobytes() == match.at(step.ply - 1).tobytes()
            assert step.after.tobytes() == match.at(step.ply).tobytes()

    holds()


@contract
def undo_is_exact(game: Game) -> None:
    """Undo gives back the position before, to the byte, and never passes chance, a reveal or another's decision."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        trail: list[bytes] = []
        for match, pick in played(game, seed, 120):
            del trail[match.ply :]
            trail.append(match.state.tobytes())
            if pick.random() < 0.4:
                mark, shown = match.mark, [match.view(seat, match.mark).tobytes() for seat in range(-1, match.players)]
                while match.can_undo:
                    match.undo()
                    assert match.state.tobytes() == trail[match.ply]
                assert match.ply == mark
                try:
                    match.undo()
                except NothingToUndo:
                    pass
                else:
                    raise AssertionError("an undo went past the mark")
                assert shown == [match.view(seat).tobytes() for seat in range(-1, match.players)]
                del trail[match.ply + 1 :]

    holds()


@contract
def drafts_are_shown_to_nobody_else(game: Game) -> None:
    """While a seat drafts, every other view stays as it was at the mark."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 80):
            drafter = match.drafter
            for viewer in range(-1, match.players):
                if match.players == 1:
                    assert match.shown(viewer) == match.ply
                elif drafter is not None and viewer != drafter:
                    assert match.shown(viewer) == match.mark < match.ply
                    assert match.view(viewer).tobytes() == game.door.hidden(match.at(match.mark), viewer).tobytes()

    holds()


@contract
def choices_have_names(game: Game) -> None:
    """Every choice prints and parses back, and belongs to a group."""
    for number in range(game.n_choices):
        name = game.choices.name(number)
        assert game.choices.parse(name) == number == game.choices.parse(f"  {name.upper()} ")
        assert game.choices.group_of(number)[0] in name


@contract
def positions_go_through_json(game: Game) -> None:
    """Every position can be written down by name and set up again; a match can begin from it."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        fields = json.loads(json.dumps(position(match.state)))
        assert from_position(game, fields).tobytes() == match.state.tobytes()
        again = Match(game, match.players, seed=1, options=match.options, start=fields)
        assert again.legal() == match.legal()
        assert Match.from_json(again.to_json()).state.tobytes() == again.state.tobytes()

    holds()


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
        if pick.choice == OPENS:
            assert pick.opens and pick.opens != pick.group
        numbers = [*(() if pick.choice == OPENS else (pick.choice,)), *pick.then]
        if numbers:
            assert match.check(numbers, context.seat) == context.seat
    if amount:
        _check_amount(amount, match, context)


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


def _composed(composer: Composer, pick: random.Random) -> tuple[Any, dict[str, int], tuple[int, int]]:
    """A random proposal, perhaps one that cannot be sent."""
    partner, items = pick.choice(composer.partners), dict[str, int]()
    for side in composer.sides:
        for item in pick.sample(side.items, min(len(side.items), pick.randint(0, 3))):
            items[item.key] = pick.randint(1, item.count)
    one, two = composer.most(partner)
    paid = pick.choice([(0, 0), (0, 0), (pick.randint(0, one), 0), (0, pick.randint(0, two))])
    return pick.choice([(partner, items, paid), (partner, dict(partner.start), partner.money)])


@contract
def proposals_can_be_sent(game: Game) -> None:
    """What a composer does not refuse can be chosen, as one; any proposal can be weighed."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            composer = match.scene(seat).composer if match.shown(seat) == match.ply else None
            for _ in range(8 if composer else 0):
                assert composer is not None
                partner, items, money = _composed(composer, pick)
                phrase = composer.phrase(partner, items, money)
                assert isinstance(weigh(game, match.view(seat), seat, phrase), str)
                try:
                    numbers = match.read((phrase,), seat)
                    assert match.check(numbers, seat) == seat and numbers[0] in composer.choices
                except IllegalChoice as error:
                    assert composer.refused(partner, items, money), (phrase, str(error), error.why)

    if game.phrases is not None:
        holds()


@contract
def phrases_are_played_whole(game: Game) -> None:
    """What can be said for several choices makes all of them, taken back as one, or is refused and changes nothing."""
    if game.phrases is None:
        return

    @given(SEEDS, st.integers(-10, 12_000), st.sampled_from(game.phrases.FORMS))
    @often(60)
    def holds(seed: int, number: int, form: str) -> None:
        match, pick = somewhere(game, seed)
        match.confirm()
        before, log = match.state.tobytes(), match.log
        phrase = form.replace("{}", str(pick.choice((number, number % 1_000, number - number % 5))))
        try:
            match.play(phrase, pick.choice([*seats(match.deciders), None]))
        except IllegalChoice as error:
            assert (match.state.tobytes(), match.log) == (before, log) and len(str(error)) > 10
        else:
            assert not match.log[-1].goes_on and all(made.goes_on for made in match.log[len(log) : -1])
            if match.can_undo:
                match.undo()
                assert (match.state.tobytes(), match.log) == (before, log)

    holds()


@contract
def standing_orders_can_be_carried_out(game: Game) -> None:
    """What a seat may order it may order by what it knows; when it is asked, what the order chooses can be chosen."""
    if not hasattr(game.orders, "offer"):
        return

    @given(SEEDS)
    @often(60)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in range(match.players):
            settled = match.view(seat, match.mark)
            offered = order(game, settled, seat, match.called)
            if offered is None:
                continue
            assert not settled["over"][0] and offered.about and len(offered.about) <= 80 and "{}" in offered.left
            assert offered.amount.ways is None and "{}" in offered.amount.say and to_json(offered)
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for amount in {offered.amount.low, offered.amount.high, pick.choice(_amounts(offered.amount))}:
                chosen = answer(game, match.view(seat), seat, amount)
                assert chosen is None or match.check(chosen, seat) == seat

    holds()


@contract
def the_best_way_can_be_gone(game: Game) -> None:
    """What a solver finds from anywhere leads one player alone to the end, choice by choice, and keeps its bound."""
    if game.solve is None or game.min_players > 1:
        return

    @given(SEEDS, st.integers(0, 12))
    @often(4)
    def holds(seed: int, made: int) -> None:
        pick = random.Random(seed)
        match = Match(game, 1, seed=seed, options=options(game, pick))
        while match.ply < made and not match.over:
            match.play(pick.choice(match.legal()[: max(1, len(match.legal()) - 1)]))
        if match.over:
            assert not solvable(game, match.view(0), 0)
            return
        found = line(game, match.view(0), 0, 0.3)
        if found is not None:
            assert solvable(game, match.view(0), 0) and 0 <= found.bound <= len(found.choices)
            for choice in found.choices:
                assert not match.over
                match.play(choice)
            assert match.over

    holds()


@contract
def standing_answers_can_be_given(game: Game) -> None:
    """What a seat may switch on it may by what it knows; when it is asked, what the answers choose can be chosen."""

    @given(SEEDS)
    @often(60)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in range(match.players):
            offered = answers(game, match.view(seat, match.mark), seat, match.called)
            names = [each.name for each in offered]
            assert len(names) == len(set(names)) and all(0 < len(name) <= 80 for name in names)
            assert all(each.title for each in offered) and not (offered and match.over)
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for each in offered:
                chosen = reply(game, match.view(seat), seat, (each.name,))
                assert chosen or not each.say, f"{each.say!r} answers nothing"
            for switched in (tuple(names), tuple(name for name in names if pick.random() < 0.5)):
                chosen = reply(game, match.view(seat), seat, switched)
                assert chosen is None or match.check(chosen, seat) == seat

    if hasattr(game.orders, "answers"):
        holds()


@contract
def time_can_decide(game: Game) -> None:
    """While a clock runs its choice is legal for nobody; then the clock is another, or none."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        running = clock(game, match.view())
        assert running == match.clock
        if running is None:
            return
        assert running.seconds > 0 and 0 < len(running.key) <= 80
        while match.can_undo:
            match.undo()
        assert running.choice in [int(c) for c in match.legal(NOBODY)]
        match.play(running.choice, NOBODY)
        assert not match.can_undo and match.drafter is None
        assert match.clock is None or match.clock.key != running.key

    if game.clock is not None:
        holds()


@contract
def damaged_files_are_refused(game: Game) -> None:
    """Whatever is done to a saved match, loading it gives the same match, or an error that says what is wrong: never
    another.
    """
    match = somewhere(game, 77)[0]
    whole = json.dumps(match.to_json()).encode()

    @given(st.data())
    @often(150)
    def holds(data: st.DataObject) -> None:
        broken = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(broken) - 1))
            how = data.draw(st.sampled_from(["set", "cut", "drop", "repeat"]))
            if how == "set":
                broken[at] = data.draw(st.integers(0, 255))
            elif how == "cut":
                del broken[at:]
            elif how == "drop":
                del broken[at : at + data.draw(st.integers(1, 40))]
            else:
                broken[at:at] = broken[max(0, at - 30) : at]
            if not broken:
                break
        try:
            saved.from_json(saved.parse(bytes(broken)))
        except SouqError as error:
            assert len(str(error)) > 10

    holds()

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda c: st.lists(c, max_size=3) | st.dictionaries(st.sampled_from([*match.to_json()]), c),
            max_leaves=8,
        ),
        st.sampled_from([*match.to_json()]),
    )
    @often(150)
    def fields_hold(value: Any, field: str) -> None:
        document = match.to_json()
        document[field] = value
        try:
            Match.from_json(document)
        except SouqError as error:
            assert len(str(error)) > 10

    fields_hold()


@contract
def bad_choices_change_nothing(game: Game) -> None:
    """An illegal choice, by number, name or seat, is refused with a rule and leaves the match as it was."""

    @given(SEEDS, st.integers(-5, 400), st.text(max_size=12))
    @often(30)
    def holds(seed: int, number: int, words: str) -> None:
        match, _ = somewhere(game, seed)
        before = (match.state.tobytes(), match.log)
        for choice in (number, words):
            for seat in range(-2, match.players + 2):
                if -1 <= seat < match.players and choice in [int(c) for c in match.legal(seat)]:
                    continue
                try:
                    match.play(choice, seat)
                except IllegalChoice as error:
                    in_range = isinstance(choice, int) and 0 <= choice < game.n_choices and 0 <= seat < match.players
                    assert error.rule is not None or not in_range
                else:
                    match.undo() if match.can_undo else None
                    assert isinstance(choice, str)
        assert (match.state.tobytes(), match.log) == before

    holds()
