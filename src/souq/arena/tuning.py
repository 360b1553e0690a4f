"""Tuning of the weights in a game's hand-written evaluator, which estimates chances of winning and rates choices.

*Policies* are fitted to the visits of a search: the best weights minimize the cross-entropy between the priors and the
visits, so that a bot without search learns to choose like one with it (Anthony, Tian and Barber 2017). *Chances* are
fitted to positions from games of quick bots or the search: the best weights minimize the cross-entropy of the winner.
*Priors* are fitted by playing: bots that take the choice with the best prior under the new weights against bots with
the old ones, on the same deals with the seats exchanged. All use CMA-ES (Hansen 2016) from the ``cmaes`` package, with
steps relative to the current weights.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from souq.arena.rating import Sure, mean_of_blocks
from souq.bots.base import mixed, one_of
from souq.bots.search import Manner, Thought, argmax, think
from souq.engine.errors import SouqError
from souq.engine.learn.evaluation import weights_of, win_probabilities
from souq.engine.learn.packed import put
from souq.engine.learn.playout import WORD, next_decider
from souq.engine.learn.playout import mixed as scrambled
from souq.engine.rules.generic import generic, instantiate
from souq.engine.rules.winning import standings

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

    setup: Any
    deciders: Any
    legal: Any
    apply: Any
    priors: Any

LONGEST = 4_000
"""Maximum number of decisions in a game; longer games are stopped and have no winner."""


class CannotTune(SouqError, ValueError):
    """The game has no weights to tune, or its weights file cannot be rewritten."""


@generic
def played(
    states: Any,
    ws: Any,
    who: Any,
    players: int,
    options: Any,
    seed: int,
    noise: float,
    every: int,
    positions_out: Any,
    buffers: Any,
) -> int:
    """Play a game between bots that don't search: seat ``p`` takes the best choice under the weights ``ws[who[p]]``.

    The game is played in ``states[0]``. With probability ``noise`` a decision is random. About one position in
    ``every`` is copied to ``positions_out`` while it has space. Returns the number copied; the last of ``buffers``
    receives the ranks, all 0 if the game was abandoned.
    """
    choices, scores, places = buffers
    s = states[0]
    s.players = players
    s.key[0] = scrambled(seed & WORD)
    s.key[1] = scrambled(seed + 0x51ED27 & WORD)
    s.draws = 0
    s.n_events = -1
    s.over = 0
    setup(s, options)
    dice = s.key[1]
    seat = players - 1
    n = 0
    for made in range(LONGEST):
        if s.over == 1:
            break
        seat = next_decider(deciders(s), seat)
        k = legal(s, seat, choices)
        pick = 0
        if k > 1:
            dice = dice + 0x9E3779B9 & WORD
            if scrambled(dice) < noise * 4294967296.0:
                pick = scrambled(dice + 1 & WORD) * k >> 32
            else:
                priors(s, ws[who[seat]], seat, choices, k, scores)
                pick = argmax(scores, k)
        apply(s, seat, choices[pick])
        if n < len(positions_out) and scrambled(seed + 7919 * made & WORD) % every == 0 and s.over == 0:
            positions_out[n] = s
            n += 1
    standings(s, places)
    if s.over == 0:  # abandoned
        places[:] = 0
    return n


@generic
def surprise(states: Any, w: Any, shares: Any, out: Any, scratch: Any) -> float:
    """Return how badly these weights predict the winners (``shares``): the mean cross-entropy, in nats."""
    total = 0.0
    for i in range(len(states)):
        win_probabilities(states[i], w, out, scratch)
        for p in range(states[i].players):
            if shares[i][p] > 0:
                total -= shares[i][p] * np.log(max(out[p], 1e-9))
    return total / len(states)


@generic
def unlike(
    states: Any, w: Any, seats: Any, ends: Any, choices: Any, shares: Any, heat: float, agreed: Any, scores: Any
) -> float:
    """Return how badly the priors predict the search's ``shares`` of visits: the mean cross-entropy, in nats.

    ``choices[ends[i - 1]:ends[i]]`` are the legal choices of ``seats[i]`` in ``states[i]``. ``agreed[0]`` receives the
    fraction of decisions where the choice with the best prior has the largest share.
    """
    total = 0.0
    agreed[0] = 0.0
    begin = 0
    for i in range(len(states)):
        n = ends[i] - begin
        priors(states[i], w, seats[i], choices[begin : ends[i]], n, scores)
        best = scores[argmax(scores, n)]
        agreed[0] += argmax(scores, n) == argmax(shares[begin : ends[i]], n)
        whole = 0.0
        for k in range(n):
            whole += np.exp((scores[k] - best) / heat)
        for k in range(n):
            total += shares[begin + k] * (np.log(whole) - (scores[k] - best) / heat)
        begin = ends[i]
    agreed[0] /= max(1, len(states))
    return total / max(1, len(states))


@functools.cache
def _unlikes(game: Game) -> Any:
    return instantiate(unlike, game)


@functools.cache
def _plays(game: Game) -> Any:
    return instantiate(played, game)


@functools.cache
def _surprises(game: Game) -> Any:
    return instantiate(surprise, game)


class Table:
    """Games of bots against themselves, with or without search, of one game with one number of players."""

    def __init__(self, game: Game, players: int, options: dict[str, Any] | None = None) -> None:
        self.game, self.players = game, game.check_players(players)
        self._options = np.array([*game.option_numbers(game.check_options(options, players)), 0], np.int64)
        self._buffers = np.zeros(game.n_choices, np.int16), np.zeros(game.n_choices), np.zeros(players)
        self._state = game.State.batch(1)

    def game_of(
        self,
        weights: Sequence[NDArray[np.float64]],
        who: Sequence[int],
        seed: int,
        noise: float,
        positions_out: Batch,
        every: int,
    ) -> tuple[NDArray[np.float64], int]:
        """Play a game; seat ``p`` uses ``weights[who[p]]``. Return shares of victory and the number of positions."""
        n = _plays(self.game)(
            self._state,
            np.array(weights),
            np.array(who, np.int64),
            self.players,
            self._options,
            seed,
            noise,
            every,
            positions_out,
            self._buffers,
        )
        first = self._buffers[2] == 1
        return first / max(1, first.sum()), int(n)

    def positions(
        self, games: int, seed: int, noise: float, each: int = 12, iterations: int = 0
    ) -> tuple[Batch, NDArray[np.float64]]:
        """Return positions sampled from games, (n), with each seat's share of victory at the end, (n, players).

        Quick bots play or, if ``iterations`` is positive, the search; about ``each`` positions of a game are taken.
        """
        one = self._of_search if iterations else self._of_quick_bots
        found = [one(seed + game, noise, each, iterations) for game in range(games)]
        states = np.concatenate([states for states, _ in found])
        return states, np.concatenate([np.repeat(share[None], len(states), 0) for states, share in found])

    def _of_quick_bots(self, seed: int, noise: float, each: int, _: int) -> tuple[Batch, NDArray[np.float64]]:
        positions_out = self.game.State.batch(LONGEST)
        every = max(1, self._length // each)
        share, n = self.game_of([weights_of(self.game)], [0] * self.players, seed, noise, positions_out, every)
        return positions_out[:n].copy(), share

    def _of_search(self, seed: int, noise: float, each: int, iterations: int) -> tuple[Batch, NDArray[np.float64]]:
        decided, share = self.deliberated(seed, iterations, noise)
        return np.concatenate([decision.state for decision in decided[:: max(1, len(decided) // each)]]), share

    @functools.cached_property
    def _length(self) -> int:
        """The approximate number of decisions in a game of quick bots."""
        every = self.game.State.batch(LONGEST)
        return self.game_of([weights_of(self.game)], [0] * self.players, 0, 0.1, every, 1)[1]

    def duel(self, new: NDArray[np.float64], old: NDArray[np.float64], games: int, seed: int) -> list[float]:
        """Play pairs of games with seats exchanged; return the share that ``new`` won against ``old`` in each pair."""
        pairs = []
        nothing = self.game.State.batch(0)
        for pair in range(games // 2):
            won, who = 0.0, [(seat + pair) % 2 for seat in range(self.players)]
            for sides in (who, [1 - side for side in who]):
                share, _ = self.game_of([new, old], sides, seed + pair, 0.02, nothing, 1)
                new_shares = [share[seat] for seat in range(self.players) if sides[seat] == 0]
                old_shares = [share[seat] for seat in range(self.players) if sides[seat] == 1]
                a, b = sum(new_shares) / len(new_shares), sum(old_shares) / len(old_shares)
                won += a / (a + b) if a + b else 0.5
            pairs.append(won / 2)
        return pairs

    def deliberated(
        self, seed: int, iterations: int, noise: float = 0.0
    ) -> tuple[list[Deliberation], NDArray[np.float64]]:
        """Play a game between bots that search; return their decisions, and each seat's share of victory at the end.

        With probability ``noise`` a random choice is played instead of the search's.
        """
        game, bindings = self.game, self.game.bindings
        state, seat, decided = (
            bindings.setup(self.players, list(self._options[:-1]), (seed, 0x50)),
            self.players - 1,
            [],
        )
        for ply in range(LONGEST):
            mask = bindings.deciders(state)
            if not mask:
                break
            seat = next_decider(mask, seat)
            choices, luck = bindings.legal(state, seat).copy(), mixed((seed << 16) + ply)
            choice = int(choices[0])
            if len(choices) > 1:
                thought = think(game, bindings.hidden(state, seat), seat, choices, luck, iterations=iterations)
                decided.append(Deliberation(state.copy(), seat, thought))
                choice = thought.choice
                if mixed(luck) % 10_000 < 10_000 * noise:
                    choice = int(one_of(choices, mixed(luck + 1)))
            bindings.apply(state, seat, choice, (luck & WORD, luck >> 32))
        first = np.array(bindings.standings(state)) == 1 if state["over"][0] else np.zeros(self.players, bool)
        return decided, first / max(1, first.sum())

    def thoughts(self, games: int, seed: int, iterations: int) -> Thoughts:
        """Play games of the search against itself; return how often it visited each choice at each decision."""
        decided = [each for game in range(games) for each in self.deliberated(seed + game, iterations)[0]]
        bindings, found = self.game.bindings, [each.thought for each in decided]
        guesses = [
            bindings.determinized(bindings.hidden(each.state, each.seat), each.seat, (number, 0x51))
            for number, each in enumerate(decided)
        ]
        return Thoughts(
            np.concatenate(guesses),
            np.array([each.seat for each in decided]),
            np.cumsum([len(thought.legal) for thought in found]),
            np.concatenate([np.array(thought.legal, np.int16) for thought in found]),
            np.concatenate([thought.visits / thought.visits.sum() for thought in found]),
        )


class Deliberation(NamedTuple):
    """A decision of the search: the position, the deciding seat, and what the search found."""

    state: Batch
    """The full position; the search saw only what ``seat`` may know."""
    seat: int
    thought: Thought


class Thoughts(NamedTuple):
    """Many decisions of the search, as training data: positions, deciding seats, and each choice's share of visits."""

    states: Batch
    seats: NDArray[np.int64]
    ends: NDArray[np.int64]
    """(decisions): end of each decision's range in ``choices`` and ``shares``."""
    choices: NDArray[np.int16]
    shares: NDArray[np.float64]


class Aim(Protocol):
    """An objective for tuning weights: a cost to minimize, and a measure of success on other games."""

    say: str
    """The meaning of the numbers that :meth:`judged` returns, as text for the report."""
    higher: bool
    """Whether larger numbers are better."""

    def cost(self, w: NDArray[np.float64], number: int) -> float:
        """Return the cost of weights on the games of one round of tuning."""
        ...

    def judged(self, w: NDArray[np.float64]) -> float:
        """Return how good weights are on games that weren't used for tuning."""
        ...


class Predicting:
    """Tuning so that the evaluator predicts the winners of games."""

    higher = False

    def __init__(self, tables: Sequence[Table], games: int, noise: float, seed: int, iterations: int = 0) -> None:
        def played(seed: int) -> list[tuple[Batch, NDArray[np.float64]]]:
            each = max(2, games // len(tables))
            return [table.positions(each, seed << 20, noise, iterations=iterations) for table in tables]

        self._learnt, self._held = played(seed), played(seed + 7)
        self._game = tables[0].game
        self._scratch = np.zeros(self._game.max_players), np.zeros(64)
        nothing = float(np.mean([np.log(table.players) for table in tables]))
        self.say = f"surprise in nats, lower is better; knowing nothing {nothing:.4f}"

    def cost(self, w: NDArray[np.float64], number: int) -> float:
        """Return the cross-entropy on the training games, which are the same in each round."""
        return self._nats(w, self._learnt)

    def judged(self, w: NDArray[np.float64]) -> float:
        """Return the cross-entropy on held-out games."""
        return self._nats(w, self._held)

    def _nats(self, w: NDArray[np.float64], sets: Sequence[tuple[Batch, NDArray[np.float64]]]) -> float:
        return float(np.mean([_surprises(self._game)(states, w, shares, *self._scratch) for states, shares in sets]))


class Imitating:
    """Tuning so that a bot without search prefers the choices that the search visits most."""

    higher = False

    def __init__(self, tables: Sequence[Table], games: int, iterations: int, seed: int) -> None:
        each = max(1, games // len(tables))
        self._learnt = [table.thoughts(each, seed << 20, iterations) for table in tables]
        self._held = [table.thoughts(max(1, each // 2), seed + 7 << 20, iterations) for table in tables]
        self._game, self._heat = tables[0].game, Manner.of(tables[0].game).temperature
        self._scratch = np.zeros(1), np.zeros(self._game.n_choices)
        rest = np.mean([-(t.shares * np.log(np.maximum(t.shares, 1e-12))).sum() / len(t.seats) for t in self._held])
        self.say = f"surprise in nats, lower is better, {rest:.4f} at best"

    def cost(self, w: NDArray[np.float64], number: int) -> float:
        """Return the cross-entropy on the training decisions."""
        return self._nats(w, self._learnt)

    def judged(self, w: NDArray[np.float64]) -> float:
        """Return the cross-entropy on decisions from held-out games."""
        return self._nats(w, self._held)

    def agreed(self, w: NDArray[np.float64]) -> float:
        """Return the fraction of held-out decisions in which the evaluator and the search prefer the same choice."""
        found = []
        for held in self._held:
            self._nats(w, [held])
            found.append(float(self._scratch[0][0]))
        return float(np.mean(found))

    def _nats(self, w: NDArray[np.float64], sets: Sequence[Thoughts]) -> float:
        return float(
            np.mean(
                [
                    _unlikes(self._game)(t.states, w, t.seats, t.ends, t.choices, t.shares, self._heat, *self._scratch)
                    for t in sets
                ]
            )
        )


class Winning:
    """Tuning so that a bot with the new weights wins against the same bot with the current ones."""

    higher = True
    say = "share of games won against the old ones"

    def __init__(self, tables: Sequence[Table], games: int, seed: int) -> None:
        self._tables, self._games, self._seed = tables, max(2, games // len(tables)), seed
        self._own = weights_of(tables[0].game)

    def cost(self, w: NDArray[np.float64], number: int) -> float:
        """Return the share of games won, with a minus sign so that less is better; each round plays different games."""
        return -float(np.mean(self._pairs(w, (self._seed << 24) + number * self._games, self._games)))

    def judged(self, w: NDArray[np.float64]) -> float:
        """Return the share of games won on deals not used for tuning, from four times as many games as in a round."""
        return self.sure(w).value

    def sure(self, w: NDArray[np.float64]) -> Sure:
        """Return the share of held-out games that the new weights won, with a 95 % confidence interval."""
        return mean_of_blocks([(share, 1.0) for share in self._pairs(w, self._seed + 7 << 24, 4 * self._games)])

    def _pairs(self, w: NDArray[np.float64], seed: int, games: int) -> list[float]:
        return [share for table in self._tables for share in table.duel(w, self._own, games, seed)]


def tuned(
    game: Game,
    names: Sequence[str],
    aim: Aim,
    rounds: int,
    on_round: Callable[[int, float], object] = lambda *_: None,
    seed: int = 1,
) -> NDArray[np.float64]:
    """Return weights of which the named ones are tuned for ``aim`` by CMA-ES, an evolution strategy.

    Each of the ``rounds`` is reported to ``on_round`` with its number and its lowest cost.
    """
    from cmaes import CMA

    weights = getattr(game.evaluator, "WEIGHTS", None)
    if weights is None:
        raise CannotTune(f"{game.title} has no weights.")
    own = weights.array()
    places = [weights.place(name) for name in names]
    scale = np.maximum(np.abs(own[places]), 0.05)

    def made(step: NDArray[np.float64]) -> NDArray[np.float64]:
        changed = own.copy()
        changed[places] += scale * step
        return np.asarray(changed)

    search = CMA(mean=np.zeros(len(places)), sigma=0.3, seed=seed)
    for number in range(rounds):
        asked = [search.ask() for _ in range(search.population_size)]
        evaluated = [(step, aim.cost(made(step), number)) for step in asked]
        search.tell(evaluated)
        on_round(number, min(value for _, value in evaluated))
    return made(search.mean)


def rewritten(path: Path, values: dict[str, float]) -> None:
    """Replace the values of some weights in a game's file of weights; everything else in the file stays as it is."""
    text = path.read_text("utf-8")
    for name, value in values.items():
        text, n = re.subn(rf"(?m)^({re.escape(name)}\s*=\s*)[-+.\deE]+", rf"\g<1>{value:.4g}", text)
        if n != 1:
            raise CannotTune(f"{path} should have one line: {name} = number.")
    put(path, text.encode())
