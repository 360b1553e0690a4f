"""Bots that look ahead: tree search over many guesses at what the seat cannot know.

Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) for any number of players
(max^n: each decider maximises its own probability of winning). Every iteration determinizes what is hidden, descends
the tree over the choices that are legal there, adds the first new node it reaches and plays a few more choices, by the
game's priors, until the game's evaluator estimates everybody's win probabilities. Dice and cards are drawn again in
each iteration, so a node stands for the choices that led to it, not for a position (open loop). Selection balances what
was found with the priors (PUCT: Rosin 2011, Silver et al. 2017), so that of many choices the promising ones are tried
first and the hopeless ones hardly ever.

The algorithm is one source, compiled over each game's rules; it runs without the interpreter's lock, so several threads
can grow their own trees in parallel (root parallelism: Chaslot, Winands and van den Herik 2008).
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from souq.bots.base import Legal, one_of
from souq.engine.arrays import NDArray, np
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
"""A number larger than any number of decisions or iterations, as a setting that means "no limit"."""
LONGEST = 96
"""Maximum depth of the tree, in decisions with more than one legal choice."""
SLICE = 256
"""Number of iterations after which the search checks whether its time is up."""
SPREAD = 24
"""Number of nodes for which memory is reserved per iteration."""
MOST_NODES = 3_000_000
"""Maximum number of nodes of a tree, whatever the number of iterations."""


class Adviser(Protocol):
    """Interface of a second evaluation, such as a trained net, that corrects the game's own during a search.

    ``hooks`` are generic functions that replace :func:`advise` and :func:`correct`; ``mind`` returns their argument
    ``mind``, for one thread: a tuple of arrays.
    """

    @property
    def hooks(self) -> Hooks:
        """The functions that replace those of the search when it is compiled."""

    def mind(self, game: Game, players: int) -> Any:
        """Return the arrays that the functions in ``hooks`` compute with, for a table with this number of players."""


class Hooks(NamedTuple):
    """Functions that an adviser puts in the place of :func:`advise` and :func:`correct` in the search."""

    advise: Any
    correct: Any


class Manner(NamedTuple):
    """Search settings. The defaults were measured in the arena; a game's ``weights.toml`` may override them."""

    depth: int = 8
    """Number of decisions that are played on from a new node before the evaluator judges the position."""
    epsilon: float = 0.1
    """Probability that a decision played on from a new node is random; otherwise the best prior is chosen."""
    explore: float = 0.7
    """Weight of a choice's prior against its results so far when the search selects what to try next (PUCT's c)."""
    temperature: float = 1.0
    """Number of points by which a score must be higher to make a choice e times as likely to be tried."""
    doubt: float = 0.1
    """Amount by which an untried choice is assumed to have a lower chance of winning than its parent node."""
    mix: float = 0.0
    """Weight, from 0 to 1, of evaluating a new node's position at once rather than after playing on.

    The two evaluations are averaged with this weight (Silver et al. 2016).
    """

    @classmethod
    def of(cls, game: Game) -> Manner:
        """Return the search settings for a game; without an evaluator, games are played at random to the end."""
        weights = getattr(game.evaluator, "WEIGHTS", None)
        if weights is None or not hasattr(game.evaluator, "terms"):
            return cls(depth=ENDLESS, epsilon=1.0)
        return cls().changed(weights.search)

    def changed(self, own: Mapping[str, float]) -> Manner:
        """Return a copy with the settings in ``own`` replaced; integers stay integers, as compiled code requires."""
        return self._replace(**{name: type(self._field_defaults[name])(value) for name, value in own.items()})


class Tree(NamedTuple):
    """A search tree stored in arrays. Each node is a choice that a seat made at the parent node; node 0 is the root."""

    used: NDArray[np.int64]
    """(1): number of nodes."""
    child: NDArray[np.int32]
    """(nodes): first child, 0 for none."""
    sibling: NDArray[np.int32]
    """(nodes): next child of the same parent, 0 after the last."""
    choice: NDArray[np.int32]
    """(nodes): the choice and its seat, ``seat << 16 | choice``; ascending among siblings."""
    visits: NDArray[np.int32]
    """(nodes): number of iterations that passed through."""
    prior: NDArray[np.float32]
    """(nodes): probability that the evaluator gives the choice, relative to the choices that were added with it."""
    total: NDArray[np.float64]
    """(nodes, players): sum of the win probabilities found below."""


def new_tree(nodes: int, players: int) -> Tree:
    """Return a tree with only a root and capacity for this number of nodes; memory is used only as it grows."""
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
    """Find the nodes below ``node`` for a seat's choices, and write them into ``slots``, or -1 where there is none."""
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
    """Add a node for every choice that has none (-1 in ``slots``); return False if the tree has no space left."""
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
    """Return the index in ``slots`` of the node to visit next, by the PUCT formula."""
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
    """Return the index of the highest score."""
    pick = 0
    for i in range(1, n):
        if scores[i] > scores[pick]:
            pick = i
    return pick


@generic
def advise(s: Any, w: Any, mind: Any, seat: int, choices: Any, n: int, scores: Any, temperature: float) -> None:
    """Adjust the scores of a seat's choices: a function that does nothing unless an adviser replaces it.

    A score that is ``temperature`` points higher makes a choice's prior probability e times as large.
    """


@generic
def correct(s: Any, w: Any, mind: Any, seat: int, found: Any) -> None:
    """Adjust the chances of winning in ``found``: a function that does nothing unless an adviser replaces it."""


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
    """Run ``n`` iterations of the search for seat ``root``, and return how many decisions were made in them.

    ``top`` is the node of the position ``states[0]``; ``states[1]`` is the scratch record of the iterations; ``mind``
    is the adviser's, None without one; ``buffers`` are arrays for choices, slots, scores, path, win probabilities after
    playing on and at the new node, and scratch.
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
    """The result of a search: the best choice, and the chances of winning after every choice."""

    choice: int
    """The choice to make."""
    legal: tuple[int, ...]
    visits: NDArray[np.int64]
    """(legal): how often the search visited each legal choice."""
    values: NDArray[np.float64]
    """(legal, players): win probabilities after each choice; the position's own if it was never visited."""
    win_probabilities: NDArray[np.float64]
    """(players): win probabilities in the position."""
    pv: tuple[tuple[int, int], ...]
    """Principal variation: the line of play that was searched most, as pairs of seat and choice, from here on."""
    iterations: int
    decisions: int
    """Decisions made in all iterations."""
    tree: Tree
    """The tree that was grown; the largest, if there were several."""
    top: int
    """The node in ``tree`` at which the search began."""

    @property
    def node(self) -> int:
        """The node in ``tree`` after the best choice; -1 if there is none."""
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
    known: tuple[Tree, int] | None = None,
) -> Thought:
    """Search for the best choice of a seat, and return it with the chances of winning after every choice.

    Args:
        game: the game being played.
        view: what the seat knows, a batch of one record, hidden fields blanked; not modified.
        seat: the deciding seat.
        legal: the legal choices, at least one.
        seed: the same seed and view give the same result, unless ``seconds`` cuts the search short.
        iterations: how many to make, all threads together: 1,000 by default, or as many as fit into ``seconds``.
        seconds: stop after this time in any case.
        manner: search settings; the game's own by default.
        weights: weights of the evaluator; the game's own by default.
        adviser: an evaluation to consult in addition to the game's own.
        threads: number of trees grown in parallel.
        open_hands: ``view`` is a complete position, searched as it is: for analysis, never for play.
        known: a tree to continue, and its node for this position; its earlier iterations
            count. With several threads, or if the tree is full, the search starts from scratch.

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
    if known and (threads > 1 or _left(known[0]) < game.n_choices + SPREAD // 2 * share):
        known = None
    top = known[1] if known else 0
    search = _iterates(game, adviser.hooks if adviser else None)

    def grow(thread: int) -> tuple[Tree, int]:
        own = iterations // threads + (thread < iterations % threads)
        states, tree = (
            game.State.batch(2),
            known[0] if known else new_tree(_capacity(game, share), int(view["players"][0])),
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
    """Return the number of nodes to allocate for a search, assuming about :data:`SPREAD` new ones per iteration."""
    return game.n_choices + min(MOST_NODES, SPREAD * iterations)


def _left(tree: Tree) -> int:
    """Return how many nodes can still be added to a tree."""
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
    """Combine the trees of several threads to one result."""
    players = trees[0].total.shape[1]
    root, iterations = [0.0] * players, sum(int(tree.visits[top]) for tree in trees)
    visits, totals = [0] * len(options), [[0.0] * players for _ in options]
    for tree in trees:
        root = [sum(pair) for pair in zip(root, tree.total[top].tolist(), strict=True)]
        for node in _below(tree, top):
            name = int(tree.choice[node])
            if name >> 16 == seat and name & 0xFFFF in options:
                i = options.index(name & 0xFFFF)
                visits[i] += int(tree.visits[node])
                totals[i] = [sum(pair) for pair in zip(totals[i], tree.total[node].tolist(), strict=True)]
    own = [total / max(1, iterations) for total in root]
    values = [[each / n for each in total] if n else own for n, total in zip(visits, totals, strict=True)]
    best = max(range(len(options)), key=lambda i: (visits[i], values[i][seat], i))
    lead = max(trees, key=lambda tree: int(tree.visits[top]))
    return Thought(
        options[best],
        options,
        np.array(visits, np.int64),
        np.array(values, np.float64),
        np.array(own, np.float64),
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
    """Return the line of play that was searched most, beginning with the choice ``first``."""
    pv: list[tuple[int, int]] = []
    while below := _below(tree, node):
        node = max(below, key=lambda at: (not pv and int(tree.choice[at]) == first, int(tree.visits[at])))
        if tree.visits[node] == 0:
            break
        pv.append((int(tree.choice[node]) >> 16, int(tree.choice[node]) & 0xFFFF))
    return tuple(pv)


class SearchBot:
    """Bot that searches before each choice; it continues an earlier search if nothing unexpected has happened.

    If the game has a solver for the seat's position (the hook ``quick``), the bot follows the solution found with the
    same budget.
    """

    MOST_TREES = 16
    """Maximum number of search trees that the bot stores for later decisions."""

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
        self._trees: dict[tuple[str, int, bytes], tuple[Tree, int]] = {}

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the choice that the search visited most, or the next one of a known solution."""
        if len(legal) == 1:
            return one_of(legal, seed)
        solution = hooks.quick(game, view, seat, self.iterations)
        if solution is not None and solution.choices[0] in legal:
            return solution.choices[0]
        known = self._trees.pop((game.name, seat, quiet(view)), None)
        thought = think(
            game,
            view,
            seat,
            legal,
            seed,
            iterations=self.iterations,
            threads=self.threads,
            known=known,
            adviser=self.adviser,
            manner=self.manner,
        )
        self._remember(game, view, seat, thought, seed)
        return thought.choice

    def forget(self) -> None:
        """Drop all search trees, so that the next decision is searched from scratch."""
        self._trees.clear()

    def _remember(self, game: Game, view: Batch, seat: int, thought: Thought, seed: int) -> None:
        """Store the part of the tree below the choice, to be used again if this seat also makes the next decision."""
        after = expected(game, view, seat, thought.choice, seed)
        if after is not None and thought.node >= 0 and self.threads == 1:
            self._trees[game.name, seat, after] = thought.tree, thought.node
            while len(self._trees) > self.MOST_TREES:
                del self._trees[next(iter(self._trees))]


def expected(game: Game, view: Batch, seat: int, choice: int, seed: int) -> bytes | None:
    """Return what a seat will see at its next decision; None if chance or another seat comes first.

    Forced choices in between are made.
    """
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
    """Return a view as bytes, without the last decision's events, so that equal positions give equal bytes."""
    known = view.copy()
    known["n_events"] = known["event"] = 0
    return known.tobytes()
