"""Reasons for a choice, in three parts that never mix: what it does, why, and what the search expects of it.

What a choice does is the change of the quantities that players count (:class:`~souq.engine.present.reasons.Gauge`), as
the rules compute it. Why it is better follows from facts of the position: what is true after the advised choices, but
not after the ones they are compared with. Both are read from positions to which the rules lead, and mentioned only if
they hold whatever chance and the hidden cards are. What it leads to is the search's estimate, and said as such.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import or_
from typing import TYPE_CHECKING

from souq.bots.base import Legal
from souq.bots.greedy import priors_of
from souq.engine.match.hooks import make_scene, narrate
from souq.engine.present.foresight import Foresight
from souq.engine.present.reasons import Amounts, Fact, Gauge, Key, Pause, gauges, measured, mention, pause
from souq.engine.present.scene import Context, pick_for
from souq.engine.present.wording import COUNTS, listed, ordinal
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game

TRIES = tuple(((n, 0), (n, 1)) for n in range(128))
"""Random keys of the trials in which choices are made; what differs between trials isn't mentioned.

They are many because what happens once in a hundred trials may happen in none of a few, and would be ruled out.
"""
FEW = TRIES[:6]
"""Random keys of the trials that only choose what to compare."""
STEPS = 16
"""Maximum number of choices in a turn that is played to its end."""
MOST = 2
"""Maximum number of gains in a sentence."""
ARTICLES = {"a", "an", "the", "other", "your", "no", "only", *(ordinal(n) for n in range(1, 9))}
"""Words that are repeated in a list: "the lamps and the chairs", "a third Salt and a third Rugs"."""
BELONGING = {"for", "of", "with"}
"""Words after which a phrase isn't cut, since what follows them belongs to the noun before."""
NUMBERED = ARTICLES | {*COUNTS}
"""Words that aren't left out before a noun that is not repeated: articles and numbers."""
MISSED = "doesn’t take "
"""Beginning of a phrase for a loss whose object a gain may name as well."""
NOTABLE = 0.2
"""A difference worth less than this fraction of the largest one isn't mentioned."""


@dataclass(frozen=True)
class Outlook:
    """Certain consequences of some choices for a seat: its quantities and the facts of the position."""

    amounts: Amounts
    """The value of each gauge; None if it can't be counted, or depends on chance or on hidden cards."""
    sure: Mapping[Key, Fact]
    """Facts that hold in any case, with the same phrases."""
    possible: Mapping[Key, Fact]
    """Facts that hold in at least one trial."""
    over: bool = False
    """Whether the game has certainly ended; then there are no facts. Trials in which it has are left out of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase about a choice, its value in points, and the name of the gauge or the kind of fact that it is about."""

    phrase: str
    worth: float
    kind: str


class Reasons:
    """Explanations of choices in one position, from what a seat may know."""

    def __init__(self, game: Game, view: Batch, seat: int) -> None:
        """Prepare explanations for ``seat``; ``view`` is a batch of one record, hidden fields blanked."""
        self.game, self.seat, self.view = game, seat, view
        self.gauges: tuple[Gauge, ...] = gauges(game)
        if int(view["players"][0]) == 2:
            self.gauges = tuple(each.between_two(mention(1 - seat)) for each in self.gauges)
        self._foresight = Foresight[object](game, view, seat, TRIES)  # type: ignore[type-var]
        self._glance = Foresight[object](game, view, seat, FEW)  # type: ignore[type-var]
        self._after: dict[tuple[int, ...], Outlook] = {}
        self._seemingly: dict[tuple[int, ...], Outlook] = {}
        self._named: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._whole: dict[tuple[tuple[int, ...], Pause], tuple[int, ...]] = {}

    @cached_property
    def now(self) -> Outlook:
        """Outlook before any choice."""
        return self._outlook([self.view])

    def after(self, choices: Sequence[int]) -> Outlook:
        """Return what is certain after some choices of the seat; those that follow an uncertain one are ignored."""
        made = tuple(choices)
        if made not in self._after:
            self._after[made] = self._outlook(self._foresight.ends(*made, seat=self.seat))
        return self._after[made]

    def _glimpsed(self, choices: Sequence[int]) -> Outlook:
        """Return what seems certain after some choices, from few trials."""
        made = tuple(choices)
        if made not in self._seemingly:
            self._seemingly[made] = self._outlook(self._glance.ends(*made, seat=self.seat))
        return self._seemingly[made]

    def certain(self, choices: Sequence[int]) -> bool:
        """Return whether the effect of choices depends neither on chance nor on hidden cards."""
        return self._foresight.certain(*choices, seat=self.seat)

    def forced(self, legal: Legal) -> tuple[tuple[int, ...], Batch, Legal]:
        """Return the choices that the seat has to make before it can choose, the position then, and its legal choices.

        If it can't choose before another seat or chance decides, return no choices, the present position and ``legal``.
        """
        bindings, made, view, free = self.game.bindings, list[int](), self.view, [int(choice) for choice in legal]
        while len(free) == 1:
            made.append(free[0])
            view = self._foresight.ends(*made, seat=self.seat)[0]
            if not self.certain(made) or bool(view["over"][0]) or bindings.deciders(view) != 1 << self.seat:
                return (), self.view, legal
            free = bindings.legal(view, self.seat).tolist()
        return tuple(made), view, free

    def _outlook(self, views: Sequence[Batch]) -> Outlook:
        ends = unlike(views)
        read = [measured(self.game, view, self.seat) for view in ends]
        amounts = zip(*(each for each, _ in read), strict=True)
        found = [each for (_, each), view in zip(read, ends, strict=True) if not bool(view["over"][0])] or [{}]
        sure = {key: fact for key, fact in found[0].items() if all(each.get(key) == fact for each in found)}
        possible = {key: fact for each in reversed(found) for key, fact in each.items()}
        over = all(bool(view["over"][0]) for view in ends)
        return Outlook(tuple(each[0] if len(set(each)) == 1 else None for each in amounts), sure, possible, over)

    def whole(self, choices: Sequence[int], until: Pause = Pause.TURN) -> tuple[int, ...]:
        """Return choices followed by those that the evaluator prefers, until another seat or chance decides.

        They end earlier if the game says that a turn, or with ``until`` a choice, is complete. Choices that are forced
        may be left out of ``choices``, as in a line of the search; they are inserted.
        """
        key = tuple(choices), until
        if key not in self._whole:
            self._whole[key] = self._played_out(*key)
        return self._whole[key]

    def _played_out(self, choices: tuple[int, ...], until: Pause) -> tuple[int, ...]:
        bindings, seat = self.game.bindings, self.seat
        cards, chance = TRIES[0]
        now, made, planned = bindings.determinized(clone(self.view), seat, cards), list[int](), list(choices)
        while (len(made) < STEPS and not bool(now["over"][0]) and bindings.deciders(now) == 1 << seat) or planned:
            legal = bindings.legal(now, seat)
            if planned and planned[0] in legal:
                choice = planned.pop(0)
            elif len(legal) == 1 or (legal.size and not planned):
                choice = int(legal[priors_of(self.game, now, seat, legal).argmax()])
            else:
                break
            bindings.apply(now, seat, choice, chance)
            made.append(choice)
            if int(now["draws"][0]) or pause(self.game, now) >= until:
                break
        return tuple(made)

    def named(self, choices: Sequence[int]) -> tuple[int, ...]:
        """Return the first of these choices that together do one thing, as which a table shows and describes them.

        They are made by clicks up to the first that the story tells of, or before the same question comes again. They
        are completed like :meth:`whole`, and end as well where a choice is complete, or its effect uncertain.
        """
        key = tuple(choices)
        if key not in self._named:
            self._named[key] = self._one_thing(self.whole(key, Pause.CHOICE))
        return self._named[key]

    def _one_thing(self, line: tuple[int, ...]) -> tuple[int, ...]:
        made, asked, pick = 0, "", None
        while made < len(line) and self.certain(line[:made]):
            view = self._foresight.ends(*line[:made], seat=self.seat)[0]
            legal = self.game.bindings.legal(view, self.seat).tolist()
            scene = make_scene(self.game, view, Context(self.seat, mention, tuple(legal)))
            if made and pick and scene.prompt.title == asked:
                break
            asked, pick = asked if made else scene.prompt.title, pick_for(scene.picks, line[made:])
            before, made = made, made + 1 + len(pick.then if pick else ())
            told = {text for end in range(before, made) for text in self._story(line[: end + 1])}
            another = [choice for choice in legal if choice != line[before]][:1]
            if told and told - (self._story((*line[:before], *another)) if another else set()):
                break
        return line[:made]

    def _story(self, choices: Sequence[int]) -> set[str]:
        """Return what the story tells of the last of some choices."""
        end = self._foresight.ends(*choices, seat=self.seat)[0]
        told = narrate(self.game, visible_events(end[0], self.seat), mention, self.seat)
        return {line.text for line in told if line.tone != "turn"}

    # ---- what it does

    def changes(self, choices: Sequence[int]) -> tuple[int, ...]:
        """Return how much choices change each gauge; 0 if that depends on chance or on hidden cards."""
        after = self.after(choices).amounts
        return tuple(0 if b is None or a is None else b - a for a, b in zip(self.now.amounts, after, strict=True))

    def alike(self, choices: Sequence[int], others: Sequence[int]) -> bool:
        """Return whether nothing that reasons could mention differs after two turns."""
        return choices == others or self._glimpsed(choices) == self._glimpsed(others)

    def does(self, choices: Sequence[int]) -> list[Said]:
        """Return phrases for what choices change, the most valuable gain first."""
        pairs = zip(self.gauges, self.changes(choices), strict=True)
        said = [Said(gauge.said(change), gauge.worth * change, gauge.name) for gauge, change in pairs]
        return ordered(said)

    def begun(self, choices: Sequence[int]) -> list[Said]:
        """Return phrases for facts that choices make true, whatever other choices do, the most valuable first."""
        after = self.after(choices)
        new = [] if after.over else [fact for key, fact in after.sure.items() if key not in self.now.possible]
        return ordered([Said(fact.begins, fact.worth, fact.kind) for fact in new])

    # ---- why

    def gained(self, choices: Sequence[int], others: Sequence[int], *, avoided: bool = True) -> list[Said]:
        """Return phrases for facts that differ after these choices and after others, best first, dangers last.

        Both are followed equally far, by :meth:`named` or :meth:`whole`. Each phrase is true of ``choices`` by itself.
        Unless ``avoided`` is true, what only the others would bring isn't mentioned.
        """
        before, one, other = self.now, self.after(choices), self.after(others)
        if one.over or other.over:
            return []
        said = list[Said]()
        for key, fact in one.sure.items():
            if key not in other.possible:
                phrase = fact.keeps if key in before.sure else "" if key in before.possible else fact.begins
                said.append(Said(phrase, fact.worth, fact.kind))
        for key, fact in other.sure.items():
            if key not in one.possible:
                avoids = fact.avoids if avoided and key not in before.possible else ""
                phrase = fact.ends if key in before.sure else avoids
                said.append(Said(phrase, -fact.worth, fact.kind))
        return ordered(said)

    def more(self, choices: Sequence[int], others: Sequence[int]) -> list[Said]:
        """Return phrases for quantities that are higher or lower after these choices than after others."""
        pairs = zip(self.gauges, self.after(choices).amounts, self.after(others).amounts, strict=True)
        changes = [(gauge, 0 if a is None or b is None else a - b) for gauge, a, b in pairs]
        return ordered([Said(gauge.said(n, compared=True), gauge.worth * n, gauge.name) for gauge, n in changes])


def unlike(views: Sequence[Batch]) -> list[Batch]:
    """Return some of these positions, in which every number takes all values that it takes in any of them.

    What is certain or possible in them is so in nearly all, although facts are looked for in few.
    """
    different = {view.tobytes(): view for view in views}
    first, *others = different
    varied = functools.reduce(or_, (_number(row) ^ _number(first) for row in others), 0).to_bytes(len(first), "little")
    places = [place for place, differs in enumerate(varied) if differs]
    seen, found = set[tuple[int, int]](), list[Batch]()
    for row, view in different.items():
        new = {(place, row[place]) for place in places} - seen
        if new or not found:
            seen |= new
            found.append(view)
    return found


def _number(row: bytes) -> int:
    return int.from_bytes(row, "little")


def sentence(said: Sequence[Said], subject: str = "It") -> str:
    """Return a sentence with the main gains (at most two) and the main loss; "" if nothing is said.

    >>> sentence([Said("scores 2 points", 2, "points"), Said("costs 3 coins", -1, "coins")])
    'It scores 2 points, though it costs 3 coins.'
    >>> sentence([Said("costs 3 coins", -1, "coins")])
    'It costs 3 coins.'
    >>> sentence([Said("takes the lamps", 2, "marker"), Said("takes the chairs", 1, "marker")])
    'It takes the lamps and the chairs.'
    >>> sentence([Said("gets you one move from the lamp", 1, "chance"), Said("doesn’t take the lamp", -1, "marker")])
    'It gets you one move from the lamp, though it doesn’t take it yet.'
    """
    gains, losses = [each.phrase for each in said if each.worth > 0][:MOST], [each for each in said if each.worth <= 0]
    loss = losses[-1].phrase if losses else ""
    if not gains:
        return f"{subject} {loss}." if loss else ""
    _, missed, goal = loss.partition(MISSED)
    if missed and any(goal in gain for gain in gains):
        loss = f"{missed}{'them' if ' and ' in goal else 'it'} yet"
    if len(gains) == MOST:
        gains[1] = _after(gains[0], gains[1])
    return f"{subject} {listed(gains)}{f', though it {loss}' if loss else ''}."


def _after(first: str, second: str) -> str:
    """Return the second of two phrases without the words with which both begin, but with its article.

    A number is repeated, too:

    >>> _after("leaves one green visitor at your shop", "leaves one blue visitor at your shop")
    'one blue visitor at your shop'

    A verb alone is repeated, since different things may follow it:

    >>> _after("leaves Omar no walk", "leaves two visitors at your shop")
    'leaves two visitors at your shop'
    >>> _after("lets you sell a third Salt for 2 more", "lets you sell a third Rugs for 4 more")
    'a third Rugs for 4 more'

    >>> _after("leaves the other players’ stalls 2 fewer sites", "leaves the other players 1 poorer")
    'the other players 1 poorer'

    What is in brackets belongs to the noun before it, which is repeated:

    >>> _after("keeps the cards for the tent (1 Silk)", "keeps the cards for the tent (1 Spice)")
    'the tent (1 Spice)'

    So does what follows a preposition:

    >>> _after("takes the marker for lamps with bowls", "takes the marker for lamps with plants")
    'the marker for lamps with plants'
    """
    words = second.split()
    common = sum(itertools.takewhile(bool, map(str.__eq__, first.split(), words)))
    if common == 1:
        return second
    if "(" in " ".join(words[: common + 1]) or words[common - 1] in BELONGING:
        common = max((n for n, word in enumerate(words[:common]) if word in ARTICLES), default=0)
    while common and (common == len(words) or words[common - 1] in NUMBERED or words[common - 1].isdigit()):
        common -= 1
    return " ".join(words[common:])


def ordered(said: Sequence[Said]) -> list[Said]:
    """Return what is worth mentioning, the most valuable first, without empty and repeated phrases."""
    least = NOTABLE * max((abs(each.worth) for each in said if each.phrase), default=0.0)
    phrases = {each.phrase: each for each in said if each.phrase and abs(each.worth) >= least}
    return sorted(phrases.values(), key=lambda each: -each.worth)
