"""What bots may go by: what their seat knows, and judgement that leaves the position alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from souq.bots import levels
from souq.bots.base import Bot
from souq.bots.greedy import priors_of
from souq.bots.search import SearchBot
from souq.engine.decision import seats
from souq.engine.game import Game
from souq.engine.judgement import judge
from tests.contract.base import SEEDS, contract, often, somewhere

BOTS: list[Bot] = [bot for bot in (levels.BESIDE | levels.LEVELS).values() if not isinstance(bot, SearchBot)]


@contract
def bots_are_honest(game: Game) -> None:
    """A bot decides the same whatever the truth is behind what its seat knows, and changes nothing it is given."""

    @given(SEEDS)
    @often(8)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            legal = np.array([int(c) for c in match.legal(seat)], np.int16)
            other = game.door.redealt(match.state, seat, (pick.getrandbits(32), pick.getrandbits(32)))
            seen = [game.door.hidden(state, seat) for state in (match.state, other)]
            before = seen[0].tobytes(), legal.tobytes()
            for bot in BOTS:
                chosen = [bot.choose(game, view, seat, legal, seed) for view in seen]
                assert chosen[0] == chosen[1] and chosen[0] in legal
            chosen = [SearchBot("new", "New", "", 6).choose(game, view, seat, legal, seed) for view in seen]
            assert chosen[0] == chosen[1] and chosen[0] in legal
            assert before == (seen[0].tobytes(), legal.tobytes())

    holds()


@contract
def judgement_is_sound(game: Game) -> None:
    """Chances add up to one and priors and terms are numbers, anywhere; the position stays as it was. All weights that
    are in the file are used.
    """
    if game.sense is None:
        return
    weights = getattr(game.sense, "WEIGHTS", None)
    assert weights is None or set(weights.values) == weights.claimed

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        before = match.state.tobytes()
        chances = judge(game).chances(match.state)
        assert (chances >= 0).all() and (chances <= 1).all()
        unwon = match.over and not match.winners()
        assert match.players == 1 or np.isclose(chances.sum(), 0 if unwon else 1)
        for seat in range(match.players):
            assert np.isfinite(judge(game).expected(match.state, seat)).all()
        if match.over and match.players > 1:
            won = np.isin(range(match.players), match.winners())
            assert np.allclose(chances, won / max(1, won.sum()))
        for seat in seats(match.deciders):
            view = game.door.hidden(match.state, seat)
            legal = [int(c) for c in match.legal(seat)]
            assert np.isfinite(priors_of(game, view, seat, legal)).all()
        assert match.state.tobytes() == before

    holds()
