"""Nodes of a game tree, which never change: decisions of players, chance events, and finished games.

The rules draw chance from a key inside the record. OpenSpiel needs to see chance, so that no search can foresee it: a
decision that draws becomes a chance node. *Sampled* chance nodes have a number of equally likely keys, derived from the
position's own key, and applying one of them is deterministic. *Exact* chance has one node for every uniform draw, with
its outcomes and probabilities; numbers that lead to the same position are merged into one outcome.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from souq.engine.match.branching import Draw
from souq.engine.rules.record import Batch, clone
from souq.envs.openspiel.history import History
from souq.envs.openspiel.rules import OPENINGS, OVER, Cause, Rules, key_of

CHANCE = -2
"""Number that OpenSpiel uses for chance in place of a player."""


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A position in a game tree in which a player or chance decides, or the game is over.

    Decisions with a single legal choice have no node: they are made at once.
    """

    rules: Rules
    record: Batch
    player: int
    legal: list[int]
    history: History | None
    made: tuple[int, int] = (OVER, 0)
    """Seat and choice of the last decision with more than one option."""
    cause: Cause | None = None
    script: tuple[int, ...] = ()
    waited: int = 0
    """Number of decisions in a row that count towards the time limit."""
    children: dict[int, Node] | None = field(init=False)
    chances: list[tuple[int, float]] = field(init=False, default_factory=list)
    results: dict[int, Batch] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.children = {} if self.rules.parameters.small else None
        if self.cause is not None:
            self._divide()

    def child(self, action: int) -> Node:
        """Return the node that follows a choice of the player or, at a chance node, an outcome of chance."""
        if self.children is None:
            return self._child(action)
        if action not in self.children:
            self.children[action] = self._child(action)
        return self.children[action]

    def _child(self, action: int) -> Node:
        if self.cause is None:
            made = (self.player, action)
            return follow(self.rules, self.record, self.player, action, self.history, made, self.waited)
        if action in self.results:
            return self._settled(clone(self.results[action]), 0)
        if self.rules.exact:
            return self._chance((*self.script, action))
        first, second = (int(word) for word in self.record["key"][0])
        return self._settled(*self.rules.drawn(self.record, self.cause, key_of(first, second, action)))

    def _settled(self, record: Batch, waited: int) -> Node:
        assert self.cause is not None
        return settle(self.rules, record, self.cause.seat, self.history, self.made, waited)

    def _chance(self, script: tuple[int, ...]) -> Node:
        return Node(self.rules, self.record, CHANCE, [], self.history, self.made, self.cause, script)

    # ---- chance

    def _divide(self) -> None:
        """Compute the outcomes of a chance node with their probabilities, and store them."""
        assert self.cause is not None
        if not self.rules.exact:
            n = self.rules.outcomes if self.cause.what == "choice" else OPENINGS
            self.chances = [(outcome, 1.0 / n) for outcome in range(n)]
        elif self.cause.what == "deal":
            self.results = {number: made for number, (made, _) in enumerate(self.rules.deals)}
            self.chances = [(number, float(chance)) for number, (_, chance) in enumerate(self.rules.deals)]
        else:
            self._draw()
        self.legal = [outcome for outcome, _ in self.chances]

    def _draw(self) -> None:
        """Compute the outcomes of the next random number that the rules draw, with their probabilities.

        Numbers that lead to the same position become one outcome, represented by the lowest of them.
        """
        assert self.cause is not None
        came = self.rules.branch(self.record, self.cause, self.script)
        assert isinstance(came, Draw)
        counts, known = dict[int, int](), dict[bytes, int]()
        for number in range(came.n):
            made = self.rules.branch(self.record, self.cause, (*self.script, number))
            if isinstance(made, Draw):
                counts[number] = 1
                continue
            outcome = known.setdefault(made.tobytes(), number)
            counts[outcome] = counts.get(outcome, 0) + 1
            self.results.setdefault(outcome, made)
        self.chances = [(outcome, n / came.n) for outcome, n in counts.items()]

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the node without the tree below it."""
        state = self.rules, self.record, self.player, self.legal, self.history, self.made, self.cause, self.script
        return Node, (*state, self.waited)


def opening(rules: Rules) -> Node:
    """Return the first node of a game's tree: a chance node if anything is drawn or dealt at the beginning."""
    if rules.cause.what == "deal" and rules.one_deal:
        return settle(rules, clone(rules.blank), OVER, None, (OVER, 0))
    return _drawing(rules, rules.blank, None, (OVER, 0), rules.cause)


def settle(
    rules: Rules, record: Batch, last: int, history: History | None, made: tuple[int, int], waited: int = 0
) -> Node:
    """Make all decisions with a single legal choice in a position, and return the node that they lead to."""
    player, legal = rules.decider(record, last)
    if len(legal) == 1:
        return follow(rules, record, player, legal[0], history, made, waited)
    return _reached(rules, record, player, legal, history, made, waited)


def follow(
    rules: Rules, record: Batch, seat: int, choice: int, history: History | None, made: tuple[int, int], waited: int
) -> Node:
    """Make a choice and the forced decisions after it, and return the next node.

    If one of them draws a random number, that is a chance node.
    """
    while True:
        after = clone(record)
        after["draws"] = 0
        player, legal, drew, later = rules.advance(after, seat, choice, waited, through=False)
        if drew:
            return _drawing(rules, record, history, made, Cause("choice", seat, choice, waited))
        if len(legal) != 1:
            return _reached(rules, after, player, legal, history, made, later)
        record, seat, choice, waited = after, player, legal[0], later


def _drawing(rules: Rules, record: Batch, history: History | None, made: tuple[int, int], cause: Cause) -> Node:
    """Return a chance node or, if chance has only one outcome, the node that follows."""
    if rules.exact and cause.what != "deal":
        came = rules.branch(record, cause, ())
        if not isinstance(came, Draw):
            return settle(rules, came, cause.seat, history, made)
    return Node(rules, record, CHANCE, [], history, made, cause)


def _reached(
    rules: Rules,
    record: Batch,
    player: int,
    legal: list[int],
    history: History | None,
    made: tuple[int, int],
    waited: int,
) -> Node:
    if rules.parameters.recall:
        history = History(rules, record, history, *made)
    return Node(rules, record, player, legal, history, waited=waited)
