"""Checks that legal choices can be played, that illegal ones are refused, and that compiling changes no result."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from souq.engine.errors import IllegalChoice
from souq.engine.game import Game, Option
from souq.engine.learn.playout import playout
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.match.secret import key
from souq.engine.rules import generic
from souq.engine.rules.bindings import SETUP
from souq.engine.rules.record import SPARE
from souq.engine.rules.twin import Twin, interpreted
from souq.testing.base import LONGEST, SEEDS, begun, chooser, contract, often, played, said, somewhere
from souq.testing.broken import called, fail, listed, same, who


@contract
def what_is_offered_can_be_chosen(game: Game) -> None:
    """Check that the game's presets can be played, and that each option of the game makes a difference somewhere."""
    if game.max_players > 1 and game.opening.players < 2:
        fail("The first game is for one player alone; it should have opponents.")
    for preset in (*game.presets, game.opening):
        game.check_players(preset.players)
        game.settled(preset.players, preset.options)
        if game.preset(preset.name) != preset:
            fail(f"Two presets are called {preset.name!r}; each needs a name of its own.")
    for option in game.options:
        _check_option(game, option)


def _check_option(game: Game, option: Option) -> None:
    """Check that an option of the game has titles for all its values or none, and makes a difference somewhere."""
    known, players = {o.name: o for o in game.options}, range(game.min_players, game.max_players + 1)
    if len(option.titles) not in (0, len(option.values)):
        fail(f"The option {option.name!r} has {len(option.titles)} titles for {len(option.values)} values.")
    for name, values in ((name, values) for case in option.when for name, values in case.items()):
        if name == "players" and not set(values) <= set(players):
            fail(f"The option {option.name!r} asks for {listed(values)} players; there can be {listed(players)}.")
        if name != "players" and name not in known:
            fail(f"The option {option.name!r} depends on {name!r}, which is not an option.")
        for value in values if name != "players" else ():
            known[name].check(value)
    chosen = itertools.product(*((o.values or ("", "2026-11-21")) for o in game.options))
    possible = (dict(zip(known, values, strict=True)) for values in chosen)
    if not any(game.matters(option, n, values) for values in possible for n in players):
        fail(f"The option {option.name!r} never makes a difference; its `when` should be satisfied somewhere.")


@contract
def legal_is_what_is_not_refused(game: Game) -> None:
    """Check that ``legal`` lists exactly what ``refusal`` allows, ascending, and refusals name existing rules."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 400):
            for seat in range(NOBODY if match.clock else 0, match.players):
                legal = [int(c) for c in match.legal(seat)]
                refusals = [game.bindings.refusal(match.state, seat, c) for c in range(game.n_choices)]
                _agree(game, seat, legal, [c for c, refused in enumerate(refusals) if not refused])
                for refused in set(refusals) - {0}:
                    if refused not in {*game.state.Rule}:
                        fail(f"`refusal` gives {refused} to {who(seat)}; it should be the number of a Rule.")
                    game.rulebook.rule(game.rule_id(refused))

    holds()


def _agree(game: Game, seat: int, legal: list[int], allowed: list[int]) -> None:
    right = "`legal` should list exactly what `refusal` does not refuse, ascending"
    if forgotten := set(allowed) - set(legal):
        fail(f"`legal` forgets {called(game, forgotten)} for {who(seat)}, which `refusal` allows. {right}.")
    if refused := set(legal) - set(allowed):
        fail(f"`legal` lists {called(game, refused)} for {who(seat)}, which `refusal` forbids. {right}.")
    if legal != allowed:
        fail(f"`legal` lists {called(game, legal)} for {who(seat)} in this order. {right}.")


@contract
def refusals_have_reasons(game: Game) -> None:
    """Check that the story explains every refusal with a reason or an empty text."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for choice in pick.sample(range(game.n_choices), min(game.n_choices, 60)):
            for seat in seats(match.deciders):
                reason = match.why(choice, seat)
                if not isinstance(reason, str):
                    fail(f"`why` gives {reason!r} for {called(game, [choice])} of {who(seat)}; it should be a text.")
                if reason and not match.refusal(choice, seat):
                    fail(f"`why` gives {reason!r} for {called(game, [choice])} of {who(seat)}, which is not refused.")

    holds()


@contract
def every_rule_has_its_words(game: Game) -> None:
    """Check that the rulebook and ``state.Rule`` have the same rules, so that every refusal can be explained."""
    named, written = {rule.name.replace("_", "-") for rule in game.state.Rule}, set(game.rulebook.ids)
    if bare := sorted(named - written):
        fail(f"`Rule` has {listed(bare)}, for which rulebook.toml has no text.")
    if loose := sorted(written - named):
        fail(f"rulebook.toml has {listed(loose)}, which `Rule` lacks.")


@contract
def anything_can_be_asked(game: Game) -> None:
    """Check that a match answers any question about any choice and seat, or refuses it with a reason."""
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
                        if len(str(error)) <= 10:
                            fail(f"{called(game, [choice])} of {who(seat)} is refused with {str(error)!r} only.")

    holds()


@contract
def decisions_made_as_one_are_taken_back_as_one(game: Game) -> None:
    """Check that choices sent together are played all or not at all, and that a single undo takes all of them back."""

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
        except IllegalChoice as error:
            if (match.state.tobytes(), match.log) != (before, log):
                fail(f"{called(game, made)} by {who(seat)} is refused together, but some of it was carried out.")
            if len(made) < 2:
                fail(f"{called(game, made)} by {who(seat)} is legal, but is refused: {error}")
        else:
            same(match.state, fork.state, f"{called(game, made)} leads elsewhere when made as one")
            if match.can_undo and match.mark == len(log):
                match.undo()
                if (match.state.tobytes(), match.log) != (before, log):
                    fail(f"One Undo should take back {called(game, made)}, which {who(seat)} made as one.")

    holds()


@contract
def somebody_always_decides(game: Game) -> None:
    """Check that some seat can choose until the game is over, that the game ends, and that no seat can choose then."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed):
            if not match.over and not match.deciders:
                fail("The game is not over, but `deciders` names nobody.")
            for seat in seats(match.deciders):
                if not match.over and not match.legal(seat):
                    fail(f"`deciders` names {who(seat)}, but `legal` lists nothing that it can choose.")
        if not match.winners() and not hasattr(game.rules, "unwon"):
            fail("Nobody has won; where a game can end so, `unwon` says it.")
        if min(match.ranks()) != 1:
            fail(f"The ranks are {match.ranks()}; the best should be 1.")

    holds()


@contract
def compiled_and_interpreted_agree(game: Game) -> None:
    """Check that the compiled rules and their plain-Python twins make the same positions, bit for bit."""
    rules = {name: interpreted(getattr(game.rules, name)) for name in generic.RULES}
    random_legal = interpreted(game.rules.random_legal) if hasattr(game.rules, "random_legal") else None

    @given(SEEDS)
    @often(3)
    def holds(seed: int) -> None:
        match, pick = begun(game, seed)
        numbers = game.option_numbers(match.options)
        plain = game.State.new()
        twin = Twin.of(plain)
        twin.players, (twin.key[0], twin.key[1]) = match.players, key(match.secret, 0)
        rules["setup"](twin, [*numbers, 0])
        for ply in range(300):
            twin.store(plain)
            same(plain, match.state, "The interpreted rules lead elsewhere than the compiled ones")
            _alike("deciders", match.deciders, 0 if match.over else rules["deciders"](twin))
            if match.over:
                break
            seat = chooser(match, pick)
            out = [0] * game.n_choices
            n = rules["legal"](twin, seat, out)
            _alike("legal", [int(c) for c in match.legal(seat)], out[:n])
            if random_legal is not None:
                luck = pick.getrandbits(32)
                _alike("random_legal", random_legal(twin, seat, luck, list(out)), out[luck * n >> 32])
            choice = pick.choice(out[:n])
            twin.key[0], twin.key[1] = key(match.secret, ply + 1)
            twin.draws = twin.n_events = 0
            rules["apply"](twin, seat, choice)
            match.replay(choice, seat)
        places, scores = [0] * 16, [0] * 16
        rules["points"](twin, scores)
        rules["ranks"](twin, places)
        unwon = getattr(game.rules, "unwon", None)
        first = [seat for seat, rank in enumerate(match.ranks()) if rank == 1 and match.over]
        _alike("unwon", match.winners(), [] if unwon and match.over and interpreted(unwon)(twin) else first)
        _alike("points", match.points(), scores[: match.players])
        _alike("ranks", match.ranks(), places[: match.players])

    holds()


def _alike(rule: str, compiled: object, interpreted: object) -> None:
    if compiled != interpreted:
        fail(f"`{rule}` gives {compiled} compiled and {interpreted} interpreted; it should be the same.")


@contract
def play_outs_are_the_same_games(game: Game) -> None:
    """Check that compiled random games all end, and are the same with any number of threads."""
    one, two = playout(game, 40, seed=5), playout(game, 40, seed=5, threads=2)
    for name in ("lengths", "points", "ranks"):
        if not (getattr(one, name) == getattr(two, name)).all():
            fail(f"The {name} of play-outs with the same seed differ; all chance should come from `below`.")
    if not 0 < one.lengths.min() <= one.lengths.max() < LONGEST:
        fail(f"Random games take {one.lengths.min()} to {one.lengths.max()} decisions; it should be 1 to {LONGEST}.")


@contract
def setup_writes_every_field(game: Game) -> None:
    """Check that ``setup`` makes the same first position in memory that was used before as in new memory."""
    for players in range(game.min_players, game.max_players + 1):
        numbers = np.array([3, 4, *game.option_numbers(game.check_options(None, players)), 0], np.int64)
        first, second = game.State.new(), game.State.new()
        second.view(np.uint8)[:] = 1
        for state in (first, second):
            state["players"] = players
            game.bindings.through(state, SETUP, 0, 0, np.zeros(game.n_choices, np.int16), numbers)
            for field in {"event", SPARE} & {*(state.dtype.names or ())}:
                state[field] = 0
        same(second, first, f"`setup` for {players} should write every field, because records are reused")


@contract
def choices_have_names(game: Game) -> None:
    """Check that the name of every choice is parsed as that choice, and every choice belongs to a group."""
    for number in range(game.n_choices):
        name = game.choices.name(number)
        if not game.choices.parse(name) == number == game.choices.parse(f"  {name.upper()} "):
            fail(f"“{name}” is not read as the choice of that name; case and spacing should not matter.")


@contract
def bad_choices_change_nothing(game: Game) -> None:
    """Check that an illegal choice, by number, name or seat, is refused with a rule and doesn't change the match."""

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
                    if error.rule is None and in_range:
                        fail(f"{called(game, [int(choice)])} by {who(seat)} is refused without a rule: {error}")
                else:
                    if isinstance(choice, str):
                        return  # the words happen to be those of a choice
                    fail(f"{called(game, [choice])} by {who(seat)} is not legal, but was carried out.")
        if (match.state.tobytes(), match.log) != before:
            fail("A choice that was refused has changed the match; it should be as it was.")

    holds()
