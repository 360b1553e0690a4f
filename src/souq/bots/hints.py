"""Hints for a player: which choice to make, and why.

A search finds the choice; :mod:`souq.bots.reasons` compares it with the next best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from souq.bots.base import Legal, mixed
from souq.bots.greedy import priors_of
from souq.bots.reasons import MOST, NOTABLE, Reasons, Said, ordered, sentence
from souq.bots.search import Thought, think
from souq.engine.present.reasons import measure
from souq.engine.present.wording import opened
from souq.engine.rules.record import Batch, clone

if TYPE_CHECKING:
    from souq.engine.game import Game

ITERATIONS, SECONDS = 1_000, 1.5
"""Limits of the search for a hint: a number of iterations, and a time in seconds."""
GUESSES = 12
"""Number of random guesses at what is hidden, from which expected quantities are estimated."""
STEPS = 16
"""Maximum number of decisions that are followed before another seat has to decide."""
AHEAD = 20
"""Number of further decisions, of all seats, that are played to estimate what a choice leads to."""
TRIED = 10
"""Number of visits below which the search's estimate of a choice isn't reported."""
COMPARED = 4
"""Number of other choices among which one with another effect is looked for, to compare the advised one with it."""
SLIGHT = 0.01
"""Choices whose chances of winning differ by less than this are said to be equally good."""
ONLY = "That’s the only thing you can do here."
REST = "with the rest of the turn as I’d play it, "
"""How a sentence begins that is true only at the end of the turn."""
BEST = "This is the best choice I found."

Span = tuple[str, tuple[int, ...], tuple[int, ...]]
"""How a sentence begins about some choices of a turn, those choices, and others to compare them with."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a seat."""

    choice: int
    pv: tuple[int, ...]
    """The choices that the seat should make before another seat decides; the first is ``choice``."""
    chance: float
    """The seat's chance of winning after the choice."""
    does: str = ""
    """A sentence on what the choices change at once, in quantities that players count; empty if they change none."""
    because: str = ""
    """A sentence on why they are better than the next best choice; empty if no fact distinguishes the two."""
    leads: str = ""
    """A sentence with the search's estimates; empty if the choice is the only one."""
    kinds: tuple[str, ...] = ()
    """Names of the gauges and kinds of the facts that distinguish the choice, the most important first."""
    other: int = -1
    """The next best choice, with which it was compared; -1 if there is none."""

    @property
    def why(self) -> str:
        """The reason for the choice, in one to three sentences."""
        return " ".join(filter(None, (self.does, self.because, self.leads))) or BEST


def advises(game: Game) -> bool:
    """Return whether a game can give hints: it needs an evaluator for the search."""
    return game.evaluator is not None


def hint(
    game: Game,
    view: Batch,
    seat: int,
    legal: Legal,
    seed: int,
    *,
    iterations: int = ITERATIONS,
    seconds: float | None = SECONDS,
) -> Hint:
    """Return the advised choice and the reason for it.

    Args:
        game: a game with hints (:func:`advises`).
        view: what the seat may know, a batch of one record, hidden fields blanked; not modified.
        seat: the deciding seat.
        legal: the legal choices, at least one.
        seed: the same seed gives the same hint, unless ``seconds`` cuts the search short.
        iterations: maximum number of iterations of the search.
        seconds: stop the search after this time, even before ``iterations``.
    """
    reasons = Reasons(game, view, seat)
    forced, start, free = reasons.forced(legal)
    thought = think(game, start, seat, free, seed, iterations=iterations, seconds=seconds)
    own = (*forced, *own_line(thought, seat))
    chance = float(thought.values[thought.legal.index(thought.choice)][seat])
    others = rivals(thought, seat)
    if not others:
        return Hint(own[0], own, chance, ONLY)
    turn = reasons.whole(own)
    other = next((each for each in others[:COMPARED] if not reasons.alike(turn, reasons.whole((each,)))), others[0])
    (begins, one, rival), *later = _spans(reasons, own, (other,))
    does = reasons.does(one)
    spans = [("", one, rival), *later]
    better, because = why(reasons, spans, seed, "the next choice", does)
    if not (because and does):
        rest, made, begun = _begun(reasons, [span[:2] for span in spans], does)
        if not because:
            because = begun
        elif made and better[0].worth < NOTABLE * made[0].worth:
            if rest:  # what follows with the turn's rest isn't said first
                because = f"{because} {begun}"
            else:
                better, because = why(reasons, spans, seed, "the next choice", made)
                because = f"{begun} {because}"
    said, leads = sentence(does, opened(f"{begins}it")), _leads(thought, seat, other)
    return Hint(own[0], own, chance, said, because, leads, tuple(each.kind for each in better), other)


def _spans(reasons: Reasons, own: Sequence[int], others: Sequence[int]) -> list[Span]:
    """Return the choices that are named and, if more follow, whole turns; only these if nothing is gained before."""
    named, turn = ((follow(own), follow(others)) for follow in (reasons.named, reasons.whole))
    if named[0] == turn[0]:
        return [("", *named)]
    late = not _gains(reasons.does(named[0])) and _gains(reasons.does(turn[0]))
    return [(REST, *turn)] if late else [("", *named), (REST, *turn)]


def _begun(
    reasons: Reasons, lines: Sequence[tuple[str, tuple[int, ...]]], does: Sequence[Said]
) -> tuple[str, list[Said], str]:
    """Return what choices make true, though others may too, and a sentence; of the turn if not of what is named.

    First is how the sentence begins, as in :data:`Span`.
    """
    for start, line in lines:
        if made := reasons.begun(line)[:1]:
            return start, made, _sentence(reasons, start, made, does)
    return "", [], ""


def rivals(thought: Thought, seat: int) -> list[int]:
    """Return the other choices, best first: those that the search has tried enough, then those tried most."""
    pairs = zip(thought.visits.tolist(), thought.values.tolist(), strict=True)
    worth = [1.0 + values[seat] if visits >= TRIED else visits / TRIED for visits, values in pairs]
    order = sorted(range(len(worth)), key=worth.__getitem__, reverse=True)
    return [thought.legal[at] for at in order if thought.legal[at] != thought.choice]


def own_line(thought: Thought, seat: int) -> tuple[int, ...]:
    """Return the advised choice and those that the search expects the same seat to make next."""
    pv = []
    for who, choice in thought.pv[:STEPS]:
        if who != seat:
            break
        pv.append(choice)
    return tuple(pv) if pv and pv[0] == thought.choice else (thought.choice,)


def why(
    reasons: Reasons, spans: Sequence[Span], seed: int, than: str, does: Sequence[Said] = ()
) -> tuple[list[Said], str]:
    """Return what distinguishes choices from others: phrases, and a sentence made of them; "" if nothing does.

    Facts come first, unless they are slight in comparison; if none differ, quantities. If these don't either, facts at
    the end of the turn follow, and then quantities that are expected some turns later.

    Args:
        reasons: explanations of choices in the position.
        spans: the choices to explain and the others, followed from one end to the next; the last are whole turns.
        seed: random seed for the expected quantities.
        than: name of the other choices: "the next choice".
        does: what a sentence before has said that the choices do.
    """
    for begins, one, other in spans:
        facts = reasons.gained(one, other)
        more = [] if begins else _new(reasons.more(one, other), does)
        if _gains(facts) and not (_pays(more) and facts[0].worth < NOTABLE * more[0].worth):
            return facts, _sentence(reasons, begins, facts, does)
        if _pays(more):
            return more, sentence(more, f"Compared with {than}, it")
    said = _expected(reasons, *spans[-1][1:], seed)
    if _pays(said):
        return said, sentence(said, f"Compared with {than}, over the next few turns, it usually")
    return [], ""


def _sentence(reasons: Reasons, begins: str, facts: Sequence[Said], does: Sequence[Said]) -> str:
    """Return a sentence on facts, with "also" unless one is part of a change said before (``PARTS``: gauge by kind)."""
    parts, told = getattr(reasons.game.reasons, "PARTS", {}), {each.kind for each in does}
    gains = [each for each in facts if each.worth > 0][:MOST]
    also = does and not any(parts.get(each.kind) in told for each in gains)
    return sentence(facts, opened(f"{begins}it{' also' if also else ''}"))


def _new(said: Sequence[Said], before: Sequence[Said]) -> list[Said]:
    """Return what isn't a repetition: a phrase that has been said before, or another loss of the same quantity."""
    phrases, lost = {each.phrase for each in before}, {each.kind for each in before if each.worth < 0}
    return [each for each in said if each.phrase not in phrases and (each.worth > 0 or each.kind not in lost)]


def _gains(said: Sequence[Said]) -> bool:
    return any(each.worth > 0 for each in said)


def _pays(said: Sequence[Said]) -> bool:
    return sum(each.worth for each in said) > 0


def _expected(reasons: Reasons, one: Sequence[int], other: Sequence[int], seed: int) -> list[Said]:
    """Return phrases for quantities of which the seat will usually have more, or less, some turns later.

    The amounts are medians, since an average may be due to a few guesses.
    """
    game, seat, view = reasons.game, reasons.seat, reasons.view
    found = list[list[int]]()
    for nth in range(GUESSES):
        word = mixed(seed + nth)
        key = word >> 32, word & 0xFFFFFFFF
        guess = game.bindings.determinized(view, seat, key)
        ends = (followed(game, guess, seat, line, key, AHEAD) for line in (one, other))
        amounts = (measure(game, game.bindings.hidden(end, seat), seat) for end in ends)
        found.append([(high or 0) - (low or 0) for high, low in zip(*amounts, strict=True)])
    usual = (median(each) for each in zip(*found, strict=True))
    rounded = [round(n / gauge.step) * gauge.step for n, gauge in zip(usual, reasons.gauges, strict=True)]
    pairs = zip(reasons.gauges, rounded, strict=True)
    return ordered([Said(gauge.said(n, compared=True), gauge.worth * n, gauge.name) for gauge, n in pairs])


def _leads(thought: Thought, seat: int, other: int) -> str:
    """Return a sentence with the search's chances of winning after the advised choice and after the next best one."""
    if thought.values.shape[1] == 1:
        return ""
    place = thought.legal.index(other)
    chance, rival = (float(thought.values[each, seat]) for each in (thought.legal.index(thought.choice), place))
    if thought.visits[place] < TRIED:
        return f"About {chance * 100:.0f}% to win."
    if chance - rival < SLIGHT:
        return f"About {chance * 100:.0f}% to win, and another choice is about as good."
    return f"About {chance * 100:.0f}% to win; the next choice, {rival * 100:.0f}%."


def followed(
    game: Game, state: Batch, seat: int, choices: Sequence[int], key: tuple[int, int], ahead: int = 0
) -> Batch:
    """Return the position after a seat's planned choices and then the evaluator's, until another seat decides.

    The planned choices are followed until one of them draws chance: after that a player would decide again. With
    ``ahead``, that many further decisions of all seats follow.
    """
    now, planned, bindings = clone(state), list(choices), game.bindings
    steps, others = 0, 0
    while steps < STEPS + ahead and not bool(now["over"][0]):
        mask = bindings.deciders(now)
        who = seat if mask >> seat & 1 and (mask == 1 << seat or steps == 0) else _lowest(mask)
        others += who != seat or others > 0
        if others > ahead:
            break
        legal = bindings.legal(now, who).copy()
        wanted = planned.pop(0) if planned and who == seat else -1
        if wanted not in legal:
            planned = []
            wanted = int(legal[int(priors_of(game, now, who, legal).argmax())])
        bindings.apply(now, who, wanted, (key[0] + steps + 1 & 0xFFFFFFFF, key[1]))
        if int(now["draws"][0]):
            planned = []
        steps += 1
    return now


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
