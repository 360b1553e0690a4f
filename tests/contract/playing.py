"""How it plays: what is offered, refused and decided, the same compiled, interpreted and in play-outs."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from souq.engine import generic
from souq.engine.decision import NOBODY, seats
from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.playout import compiled, playout
from souq.engine.position import position
from souq.engine.secret import key
from souq.engine.twin import Twin, interpreted
from tests.contract.base import LONGEST, SEEDS, begun, chooser, contract, often, played, said, somewhere


@contract
def what_is_offered_can_be_chosen(game: Game) -> None:
    """Presets can be played, the first game in company; conditions name options and values that exist, and every option
    can make a difference."""
    assert game.max_players == 1 or game.opening.players > 1
    for preset in (*game.presets, game.opening):
        game.check_players(preset.players)
        game.settled(preset.players, preset.options)
        assert game.preset(preset.name) == preset
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
def anything_can_be_asked(game: Game) -> None:
    """Whoever asks about whatever choice, also one about a seat that is not there, is answered or refused in words."""
    groups: dict[str, list[int]] = {}
    for choice in range(game.n_choices):
        groups.setdefault(game.choices.group_of(choice)[0], []).append(choice)

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for choice in {each for group in groups.values() for each in (group[0], group[-1], pick.choice(group))}:
            for seat in range(-2, game.max_players + 1):
                for ask in (match.refusal, match.why, lambda *asked: match.check(asked[:1], asked[1])):
                    try:
                        ask(choice, seat)
                    except IllegalChoice as error:
                        assert len(str(error)) > 10

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
            whole = said(fork, pick, seat)
            made += whole
            fork.play_all(whole, seat)
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
        assert match.over and match.deciders == 0 and (match.winners() or hasattr(game.rules, "unwon"))
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
            match.replay(choice, seat)
        places, scores = [0] * 16, [0] * 16
        rules["points"](twin, scores)
        rules["ranks"](twin, places)
        unwon = getattr(game.rules, "unwon", None)
        first = [seat for seat, rank in enumerate(match.ranks()) if rank == 1 and match.over]
        assert match.winners() == ([] if unwon and match.over and interpreted(unwon)(twin) else first)
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
def choices_have_names(game: Game) -> None:
    """Every choice prints and parses back, and belongs to a group."""
    for number in range(game.n_choices):
        name = game.choices.name(number)
        assert game.choices.parse(name) == number == game.choices.parse(f"  {name.upper()} ")
        assert game.choices.group_of(number)[0] in name


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
