"""Checks of bots and evaluators: they use only what a seat knows, and don't change the position they are given."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from souq.bots import levels
from souq.bots.base import Bot
from souq.bots.characters import learned_file
from souq.bots.greedy import priors_of
from souq.bots.learned import BadJudgement, LearnedBot, of
from souq.bots.search import SearchBot
from souq.engine.game import Game
from souq.engine.learn.evaluation import judge
from souq.engine.learn.packed import Damaged
from souq.engine.match.decision import seats
from souq.testing.base import SEEDS, contract, often, somewhere
from souq.testing.broken import called, difference, fail, listed, who

BOTS: list[Bot] = [*levels.EXTRA.values(), levels.LEVELS["apprentice"]]


@contract
def what_was_learned_fits(game: Game) -> None:
    """Check that the network files that training wrote (``learned-2.npz``) can be loaded and fit the game."""
    for players in range(game.min_players, game.max_players + 1):
        path = learned_file(game, players)
        try:
            if path.is_file():
                of(game, players)
        except (BadJudgement, Damaged) as error:
            fail(f"{path.name}: {error} The command is souq train {game.name}. Without the file, no bot uses it.")


@contract
def bots_are_honest(game: Game) -> None:
    """Check that bots use nothing that is hidden from their seat, and modify none of their arguments."""
    bots = [*BOTS, SearchBot("new", "New", "", 6)]
    learned = LearnedBot("learned", "Learned", "", 6)

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            legal = np.array([int(c) for c in match.legal(seat)], np.int16)
            other = game.bindings.determinized(match.state, seat, (pick.getrandbits(32), pick.getrandbits(32)))
            seen = [game.bindings.hidden(state, seat) for state in (match.state, other)]
            before = seen[0].tobytes(), legal.tobytes()
            for bot in [*bots, learned] if learned.plays(game, match.players) else bots:
                one, two = (bot.choose(game, view, seat, legal, seed) for view in seen)
                if one != two:
                    fail(
                        f"The bot {bot.name} chooses {called(game, [one])} for {who(seat)}, but {called(game, [two])} "
                        f"where only what that seat cannot know is different. {difference(*seen)}."
                    )
                if one not in legal:
                    fail(f"The bot {bot.name} chooses {called(game, [one])} for {who(seat)}, which is not legal.")
                if before != (seen[0].tobytes(), legal.tobytes()):
                    fail(f"The bot {bot.name} changes the position it is given, at {who(seat)}. It should only read.")

    holds()


@contract
def judgement_is_sound(game: Game) -> None:
    """Check the game's evaluator, which estimates the chances of winning and the promise of each choice.

    Chances must add up to 1, all numbers must be finite, the position must not change, and every weight must be used.
    """
    if game.evaluator is None:
        return
    weights = getattr(game.evaluator, "WEIGHTS", None)
    if weights is not None and set(weights.values) != weights.claimed:
        fail(f"WEIGHTS has {listed(sorted(set(weights.values) - weights.claimed))}, which no `place` asks for.")

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        before = match.state.tobytes()
        win_probabilities = judge(game).win_probabilities(match.state)
        if not ((win_probabilities >= 0) & (win_probabilities <= 1)).all():
            fail(f"The chances of winning are {win_probabilities}; each should be from 0 to 1.")
        whole = 0 if match.over and not match.winners() else 1
        if match.players > 1 and not np.isclose(win_probabilities.sum(), whole):
            fail(f"The chances of winning are {win_probabilities}; together they should be {whole}.")
        for seat in range(match.players):
            if not np.isfinite(found := judge(game).expected(match.state, seat)).all():
                fail(f"`terms` gives {found} for {who(seat)}; each term should be a finite number.")
        if match.over and match.players > 1:
            won = np.isin(range(match.players), match.winners())
            if not np.allclose(win_probabilities, won / max(1, won.sum())):
                fail(f"The game is over and {listed(match.winners())} won, but the chances are {win_probabilities}.")
        for seat in seats(match.deciders):
            view = game.bindings.hidden(match.state, seat)
            legal = [int(c) for c in match.legal(seat)]
            for choice, prior in zip(legal, priors_of(game, view, seat, legal), strict=True):
                if not np.isfinite(prior):
                    fail(f"`priors` gives {prior} to {called(game, [choice])} of {who(seat)}; it should be finite.")
        if match.state.tobytes() != before:
            fail("Judging changed the position; `priors`, `terms` and `certainty` should only read it.")

    holds()
