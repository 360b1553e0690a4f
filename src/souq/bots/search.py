"""Bots that look ahead: a tree of what may come, grown over many guesses at what the seat cannot know.

Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) for any number of players
(max^n: each decider looks after its own probability of winning). Every iteration determinizes what is hidden, walks
down the tree over the choices that are legal there, adds the first new node it comes to and plays a few choices more,
by the game's priors, until the game's judgement says what everybody's win probabilities are. Dice and cards fall anew
each time, so a node in the tree stands for the choices that led there, not for a position (open loop). Which way is
walked balances what was found with what the priors promise (PUCT: Rosin 2011, Silver et al. 2017), so that of many
choices the promising ones are tried first and the hopeless ones hardly ever.

The algorithm is one source, compiled over each game's rules; it runs without the interpreter's lock, so several threads
can grow trees of their own side by side (root parallelism: Chaslot, Winands and van den Herik 2008).
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from souq.bots.base import Legal, one_of
from souq.engine.compiler.compiled import hot, rule
from souq.engine.learn.evaluation import weights_of, win_probabilities
from souq.engine.learn.playout import WORD, next_decider
from souq.engine.learn.playout import mixed as scrambled
from souq.engine.match import hooks
from souq.engine.rules.generic import generic, instantiate

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

    deciders: Any
    legal: Any
    apply: Any
    determinize: Any
    priors: Any

ENDLESS = 1 << 30
"""A depth that no game reaches."""
LONGEST = 96
"""Nodes on one way down the tree at most."""
SLICE = 256
"""Iterations between two looks at the clock."""
SPREAD = 24
"""Nodes that an iteration may add to a tree, on average."""
MOST_NODES = 3_000_000
"""Nodes in a tree at most, however many iterations are asked for."""


class Adviser(Protocol):
    """A judgement beside the game's own, which the search listens to.

    ``hooks`` are generic functions that stand for :func:`advise` and :func:`correct`; ``mind`` gives what they are
    called with, for one thread: a tuple of arrays.
    """

    @property
    def hooks(self) -> Hooks:
        """What it has to say, to be compiled into the search."""

    def mind(self, game: Game, players: int) -> Any:
        """What it thinks with at a table of so many."""


class Hooks(NamedTuple):
    """What an adviser has to say."""

    advise: Any
    correct: Any


class Manner(NamedTuple):
    """How a game is searched. Each number was measured in the arena; a game's ``weights.toml`` may have its own."""

    depth: int = 8
    """Decisions played on from a new node in the tree before the position is judged."""
    epsilon: float = 0.1
    """How often such a decision is any that is legal instead of the best-looking."""
    explore: float = 0.7
    """How much what the priors promise counts against what was found."""
    temperature: float = 1.0
    """How many points of a prior make a choice e times as promising."""
    doubt: float = 0.1
    """By how much an untried choice is thought to be worse than what was found so far."""
    mix: float = 0.0
    """How much a judgement at the new node counts beside the one after playing on, 0 to 1 (Silver et al. 2016)."""

    @classmethod
    def of(cls, game: Game) -> Manner:
        """A game's own manner; of one without judgement, games played out at random."""
        weights = getattr(game.evaluator, "WEIGHTS", None)
        if weights is None or not hasattr(game.evaluator, "terms"):
            return cls(depth=ENDLESS, epsilon=1.0)
        return cls().changed(weights.search)

    def changed(self, own: Mapping[str, float]) -> Manner:
        """The same but for some numbers, by name; each keeps its type, for the search is compiled for types."""
        return self._replace(**{name: type(self._field_defaults[name])(value) for name, value in own.items()})


class Tree(NamedTuple):
    """Nodes in arrays; 0 is the root. A node is a choice made by a seat at the node above it."""

    used: NDArray[np.int64]
    """How many nodes there are, (1)."""
    child: NDArray[np.int32]
    """The first node below, 0 for none; (nodes)."""
    sibling: NDArray[np.int32]
    """The next one below the same node, 0 after the last; (nodes)."""
    choice: NDArray[np.int32]
    """Which choice, and whose: ``seat << 16 | choice``; ascending among siblings; (nodes)."""
    visits: NDArray[np.int32]
    """How often a way went through; (nodes)."""
    prior: NDArray[np.float32]
    """How promising it looked among those it was found with, 0 to 1; (nodes)."""
    total: NDArray[np.float64]
    """Win probabilities found below, added up; (nodes, players)."""


def new_tree(nodes: int, players: int) -> Tree:
    """A tree of nothing but its root, with capacity for so many nodes; memory is taken as it grows."""
    return Tree(
        np.ones(1, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float32),
        np.zeros((nodes, players)),
    )


@rule
def lookup(tree: Tree, node: int, seat: int, choices: Any, n: int, slots: Any) -> int:
    """Into ``slots`` the nodes of a seat's choices below a node, -1 for those not there; returns how many are not."""
    missing = 0
    below = tree.child[node]
    for i in range(n):
        name = seat << 16 | choices[i]
        while below > 0 and tree.choice[below] < name:
            below = tree.sibling[below]
        if below > 0 and tree.choice[below] == name:
            slots[i] = below
        else:
            slots[i] = -1
            missing += 1
    return missing


@rule
def expand(tree: Tree, node: int, seat: int, choices: Any, n: int, scores: Any, slots: Any, temperature: float) -> bool:
    """Add the nodes that ``slots`` lacks, as promising as their scores say; False when it is full."""
    if tree.used[0] + n > len(tree.child):
        return False
    best = scores[0]
    for i in range(n):
        best = max(best, scores[i])
    total = 0.0
    for i in range(n):
        scores[i] = math.exp((scores[i] - best) / temperature)
        total += scores[i]
    before = 0
    after = tree.child[node]
    for i in range(n):
        name = seat << 16 | choices[i]
        while after > 0 and tree.choice[after] < name:
            before = after
            after = tree.sibling[after]
        if slots[i] < 0:
            new = tree.used[0]
            tree.used[0] += 1
            tree.choice[new] = name
            tree.prior[new] = scores[i] / total
            tree.sibling[new] = after
            if before == 0:
                tree.child[node] = new
            else:
                tree.sibling[before] = new
            before = new
            slots[i] = new
    return True


@rule
def select(tree: Tree, node: int, seat: int, n: int, slots: Any, explore: float, doubt: float) -> int:
    """Which of the nodes in ``slots`` to go to (PUCT)."""
    tried = 0
    for i in range(n):
        tried += tree.visits[slots[i]]
    known = tree.visits[node]
    untried = (tree.total[node][seat] / known if known > 0 else 0.5) - doubt
    push = explore * math.sqrt(tried + 1.0)
    best = -1e30
    pick = 0
    for i in range(n):
        at = slots[i]
        visits = tree.visits[at]
        found = tree.total[at][seat] / visits if visits > 0 else untried
        worth = found + push * tree.prior[at] / (1 + visits)
        if worth > best:
            best = worth
            pick = i
    return pick


@hot
def argmax(scores: Any, n: int) -> int:
    """Which score is the highest."""
    pick = 0
    for i in range(1, n):
        if scores[i] > scores[pick]:
            pick = i
    return pick


@generic
def advise(s: Any, w: Any, mind: Any, seat: int, choices: Any, n: int, scores: Any, temperature: float) -> None:
    """Change how promising a seat's choices look; ``temperature`` points make a choice e times as promising."""


@generic
def correct(s: Any, w: Any, mind: Any, seat: int, found: Any) -> None:
    """Change the win probabilities that were ``found`` in a position, for a search of ``seat``."""


@generic
def iterate(
    states: Any,
    w: Any,
    mind: Any,
    manner: Manner,
    root: int,
    open_hands: bool,
    tree: Tree,
    top: int,
    n: int,
    seed: int,
    buffers: Any,
) -> int:
    """``n`` more iterations for seat ``root``, which decides in ``states[0]``; returns the decisions made in them.

    ``top`` is the node in the tree where ``states[0]`` stands; ``states[1]`` is where they are played; ``mind`` is that
    of an adviser, None where there is none; ``buffers`` are arrays for choices, slots, scores, path, win probabilities
    after playing on and at the new node, and scratch.
    """
    choices, slots, scores, path, found, early, scratch = buffers
    made = 0
    for i in range(n):
        states[1] = states[0]
        s = states[1]
        s.key[0] = scrambled(seed + i & WORD)
        s.key[1] = scrambled((seed + i >> 32) + s.key[0] & WORD)
        s.draws = 0
        if not open_hands:
            determinize(s, root)
        s.n_events = -1
        dice = s.key[0] ^ s.key[1]
        node = top
        deep = 0
        inside = True
        mixed = False
        left = manner.depth
        seat = root - 1
        while s.over == 0 and (inside or left > 0):
            seat = next_decider(deciders(s), seat)
            k = legal(s, seat, choices)
            pick = 0
            made += 1
            if k > 1:
                dice = dice + 0x9E3779B9 & WORD
                chance = scrambled(dice)
                if inside:
                    judged = lookup(tree, node, seat, choices, k, slots) > 0
                else:
                    judged = chance >= manner.epsilon * 4294967296.0
                if judged:
                    priors(s, w, seat, choices, k, scores)
                if inside and judged:
                    advise(s, w, mind, seat, choices, k, scores, manner.temperature)
                    inside = deep < LONGEST and expand(tree, node, seat, choices, k, scores, slots, manner.temperature)
                if inside:
                    pick = select(tree, node, seat, k, slots, manner.explore, manner.doubt)
                    node = slots[pick]
                    path[deep] = node
                    deep += 1
                    inside = tree.visits[node] > 0
                else:
                    pick = argmax(scores, k) if judged else scrambled(dice + 1 & WORD) * k >> 32
                    left -= 1
            apply(s, seat, choices[pick])
            if manner.mix > 0.0 and not (inside or mixed) and s.over == 0:
                mixed = True
                win_probabilities(s, w, early, scratch)
                correct(s, w, mind, root, early)
        win_probabilities(s, w, found, scratch)
        if s.over == 0:
            correct(s, w, mind, root, found)
        if mixed:
            for p in range(s.players):
                found[p] += manner.mix * (early[p] - found[p])
        tree.visits[top] += 1
        for p in range(s.players):
            tree.total[top][p] += found[p]
        for d in range(deep):
            tree.visits[path[d]] += 1
            for p in range(s.players):
                tree.total[path[d]][p] += found[p]
    return made


@functools.cache
def _iterates(game: Game, hooks: Hooks | None) -> Any:
    return instantiate(iterate, game, **(hooks._asdict() if hooks else {}))


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found."""

    choice: int
    """What to choose."""
    legal: tuple[int, ...]
    visits: NDArray[np.int64]
    """How often each legal choice was looked into, (legal)."""
    values: NDArray[np.float64]
    """Everybody's win probabilities after each, (legal, players); those of the position if it was never looked into."""
    win_probabilities: NDArray[np.float64]
    """Everybody's win probabilities in the position, (players)."""
    pv: tuple[tuple[int, int], ...]
    """The way on that was looked into most: (seat, choice), this seat's first."""
    iterations: int
    decisions: int
    """Decisions made in all iterations."""
    tree: Tree
    """The (largest) tree that was grown, and ..."""
    top: int
    """... where in it the position stands."""

    @property
    def node(self) -> int:
        """Where in the tree the position after the choice stands; -1 for nowhere."""
        name = self.pv[0] if self.pv else (-1, -1)
        found = [at for at in _below(self.tree, self.top) if int(self.tree.choice[at]) == name[0] << 16 | self.choice]
        return found[0] if found else -1


def think(
    game: Game,
    view: Batch,
    seat: int,
    legal: Legal,
    seed: int,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    manner: Manner | None = None,
    weights: NDArray[np.float64] | None = None,
    adviser: Adviser | None = None,
    threads: int = 1,
    open_hands: bool = False,
    kept: tuple[Tree, int] | None = None,
) -> Thought:
    """Look ahead from a position in which ``seat`` decides.

    Args:
        game: the game being played.
        view: what the seat knows, a batch of one hidden record; left as it is.
        seat: who decides.
        legal: the choices there are, at least one.
        seed: the same seed and the same view find the same, unless ``seconds`` cuts it short.
        iterations: how many to make, all threads together: 1,000, or as many as there are ``seconds`` for.
        seconds: stop after so long all the same.
        manner: how to search; the game's own way when left out.
        weights: the judgement's numbers; the game's own when left out.
        adviser: a judgement to listen to beside the game's own.
        threads: trees that are grown side by side.
        open_hands: ``view`` is a complete position, to be looked at as it is: for analysis, never for play.
        kept: a tree to go on with, and where in it this position stands; iterations that went through there before are
            not made again. Several threads, and a tree that is full, begin anew.

    Raises:
        ValueError: no choices, no threads or no iterations.
    """
    if not len(legal) or threads < 1 or (iterations is not None and iterations < 1):
        raise ValueError(
            f"{len(legal)} choices, {iterations} iterations, {threads} threads: each must be at least one."
        )
    options = tuple(int(choice) for choice in legal)
    if iterations is None:
        iterations = 1_000 if seconds is None else ENDLESS
    share = -(-iterations // threads)
    until = math.inf if seconds is None else time.monotonic() + seconds
    numbers = weights_of(game) if weights is None else weights
    style = Manner.of(game) if manner is None else manner
    if kept and (threads > 1 or _left(kept[0]) < game.n_choices + SPREAD // 2 * share):
        kept = None
    top = kept[1] if kept else 0
    search = _iterates(game, adviser.hooks if adviser else None)

    def grow(thread: int) -> tuple[Tree, int]:
        own = iterations // threads + (thread < iterations % threads)
        states, tree = (
            game.State.batch(2),
            kept[0] if kept else new_tree(_capacity(game, share), int(view["players"][0])),
        )
        states[0] = view[0]
        buffers, made, done = _buffers(game), 0, int(tree.visits[top])
        mind = adviser.mind(game, int(view["players"][0])) if adviser else None
        while done < own and not (done and time.monotonic() > until):
            n = min(SLICE, own - done)
            start = seed + (thread << 40) + done & 0x3FFFFFFFFFFFFFFF
            made += search(states, numbers, mind, style, seat, open_hands, tree, top, n, start, buffers)
            done += n
        return tree, made

    if threads == 1:
        grown_trees = [grow(0)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            grown_trees = list(pool.map(grow, range(threads)))
    return _summed(options, seat, [tree for tree, _ in grown_trees], top, sum(made for _, made in grown_trees))


def _capacity(game: Game, iterations: int) -> int:
    """Nodes a tree may have: an iteration adds the choices of one node at most."""
    return game.n_choices + min(MOST_NODES, SPREAD * iterations)


def _left(tree: Tree) -> int:
    """For how many nodes a tree still has capacity."""
    return len(tree.child) - int(tree.used[0])


def _buffers(game: Game) -> tuple[NDArray[Any], ...]:
    width = game.n_choices
    numbers = max(len(getattr(game.evaluator, "TERMS", ())), game.max_players)
    return (
        np.zeros(width, np.int16),
        np.zeros(width, np.int32),
        np.zeros(width),
        np.zeros(LONGEST + 1, np.int32),
        np.zeros(game.max_players),
        np.zeros(game.max_players),
        np.zeros(numbers),
    )


def _summed(options: tuple[int, ...], seat: int, trees: list[Tree], top: int, made: int) -> Thought:
    """What several trees found together."""
    root = sum((tree.total[top] for tree in trees), np.zeros(trees[0].total.shape[1]))
    iterations = sum(int(tree.visits[top]) for tree in trees)
    visits, totals = np.zeros(len(options), np.int64), np.zeros((len(options), len(root)))
    for tree in trees:
        for node in _below(tree, top):
            name = int(tree.choice[node])
            if name >> 16 == seat and name & 0xFFFF in options:
                i = options.index(name & 0xFFFF)
                visits[i] += tree.visits[node]
                totals[i] += tree.total[node]
    win_probabilities = root / max(1, iterations)
    values = np.where(visits[:, None] > 0, totals / np.maximum(visits, 1)[:, None], win_probabilities)
    best = int(np.lexsort((values[:, seat], visits))[-1])
    lead = max(trees, key=lambda tree: int(tree.visits[top]))
    return Thought(
        options[best],
        options,
        visits,
        values,
        win_probabilities,
        _principal_variation(lead, top, seat << 16 | options[best]),
        iterations,
        made,
        lead,
        top,
    )


def _below(tree: Tree, node: int) -> list[int]:
    found, at = [], int(tree.child[node])
    while at > 0:
        found.append(at)
        at = int(tree.sibling[at])
    return found


def _principal_variation(tree: Tree, node: int, first: int) -> tuple[tuple[int, int], ...]:
    """The way on that was looked into most, by the ``first`` choice."""
    pv: list[tuple[int, int]] = []
    while below := _below(tree, node):
        node = max(below, key=lambda at: (not pv and int(tree.choice[at]) == first, int(tree.visits[at])))
        if tree.visits[node] == 0:
            break
        pv.append((int(tree.choice[node]) >> 16, int(tree.choice[node]) & 0xFFFF))
    return tuple(pv)


class SearchBot:
    """Looks so many times ahead before each choice, and goes on with what it has seen while nothing comes to light.

    Where a game knows how to solve what the seat has before it, it follows the way that as much effort finds.
    """

    KEPT = 16
    """Trees it remembers at most."""

    def __init__(
        self,
        name: str,
        title: str,
        tagline: str,
        iterations: int,
        threads: int = 1,
        adviser: Adviser | None = None,
        manner: Manner | None = None,
    ) -> None:
        self.name, self.title, self.tagline = name, title, tagline
        self.iterations, self.threads = iterations, threads
        self.adviser, self.manner = adviser, manner
        self._kept: dict[tuple[str, int, bytes], tuple[Tree, int]] = {}

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """The choice looked into most."""
        if len(legal) == 1:
            return one_of(legal, seed)
        way = hooks.quick(game, view, seat, self.iterations)
        if way is not None and way.choices[0] in legal:
            return way.choices[0]
        kept = self._kept.pop((game.name, seat, quiet(view)), None)
        thought = think(
            game,
            view,
            seat,
            legal,
            seed,
            iterations=self.iterations,
            threads=self.threads,
            kept=kept,
            adviser=self.adviser,
            manner=self.manner,
        )
        self._keep(game, view, seat, thought, seed)
        return thought.choice

    def forget(self) -> None:
        """Think anew at the next decision, as if nothing had been asked before."""
        self._kept.clear()

    def _keep(self, game: Game, view: Batch, seat: int, thought: Thought, seed: int) -> None:
        """Remember what lies behind the choice, for the position that this seat will see next if it decides again."""
        after = expected(game, view, seat, thought.choice, seed)
        if after is not None and thought.node >= 0 and self.threads == 1:
            self._kept[game.name, seat, after] = thought.tree, thought.node
            while len(self._kept) > self.KEPT:
                del self._kept[next(iter(self._kept))]


def expected(game: Game, view: Batch, seat: int, choice: int, seed: int) -> bytes | None:
    """What a seat will see at its next decision after its own choice; None where chance, or somebody else, comes in."""
    guess = game.bindings.determinized(view, seat, (seed & WORD, seed >> 32 & WORD))
    while True:
        game.bindings.apply(guess, seat, choice, (0, 0))
        if game.bindings.deciders(guess) != 1 << seat or int(guess["draws"][0]):
            return None
        legal = game.bindings.legal(guess, seat)
        if len(legal) > 1:
            return quiet(game.bindings.hidden(guess, seat))
        choice = int(legal[0])


def quiet(view: Batch) -> bytes:
    """A position without what is told of the last decision: where nobody listens, nothing is told."""
    known = view.copy()
    known["n_events"] = known["event"] = 0
    return known.tobytes()
