"""Checks of hints: what a reason says as certain is true, whatever is hidden and whatever chance brings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import given

from souq.bots.hints import advises, hint
from souq.bots.reasons import Reasons
from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.present.reasons import facts, kinds, measure
from souq.engine.rules.record import Batch, clone
from souq.testing.base import SEEDS, contract, often, somewhere
from souq.testing.broken import called, fail, who
from souq.testing.teaching import odd

ITERATIONS = 40
"""Iterations of the search for a hint: enough for a line of several choices, few enough for many hints."""


@contract
def reasons_are_true(game: Game) -> None:
    """Check that the quantities and facts of reasons hold when the advised choices are really made.

    They are computed from what a seat knows. Here the choices are made in the real position, with other random numbers.
    """
    if not advises(game):
        return

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            if len(match.legal(seat)) > 1 and not match.racing:
                hint_is_true(match, seat, seed, (pick.getrandbits(32), pick.getrandbits(32)))

    holds()


def hint_is_true(match: Match, seat: int, seed: int, chance: tuple[int, int]) -> str:
    """Check one hint and return its text.

    Args:
        match: the match, with everything that is hidden from the seat.
        seat: a deciding seat with at least two choices.
        seed: random seed of the hint's search.
        chance: random key with which the advised choices are made.

    Raises:
        Broken: the hint says something that isn't so, or not in souq's style.
    """
    game, view = match.game, match.observe(seat).view
    legal = [int(choice) for choice in match.legal(seat)]
    advice = hint(game, view, seat, legal, seed, iterations=ITERATIONS, seconds=None)
    reasons = Reasons(game, view, seat)
    compared = [advice.pv, *([(advice.other,)] if advice.other >= 0 else [])]
    lines = dict.fromkeys(follow(line) for line in compared for follow in (reasons.named, reasons.whole))
    for line in lines:
        certain_is_true(match, reasons, line, chance)
    for text in (advice.does, advice.because, advice.leads):
        for said, right in odd(text):
            fail(f"A hint for {who(seat)} says “{said}” in “{text}”; {right}.")
        if text and (not text.endswith(".") or not text[:1].isupper() or re.search(r"[{}]|  ", text)):
            fail(f"A hint for {who(seat)} says “{text}”, which is not a whole sentence.")
    if strange := set(advice.kinds) - kinds(game):
        fail(f"A hint is about {sorted(strange)[0]!r}, which is neither in GAUGES nor in KINDS of the module reasons.")
    return advice.why


def certain_is_true(match: Match, reasons: Reasons, line: Sequence[int], chance: tuple[int, int]) -> None:
    """Check that quantities and facts that are said to be certain after some choices are those of the real position.

    Raises:
        Broken: they aren't.
    """
    game, seat = match.game, reasons.seat
    outlook = reasons.after(line)
    view = game.bindings.hidden(really(match.state, reasons, line, chance), seat)
    for gauge, expected, found in zip(reasons.gauges, outlook.amounts, measure(game, view, seat), strict=True):
        if expected is not None and expected != found:
            fail(
                f"After {called(game, list(line))} {who(seat)} should have {expected} of {gauge.name}, whatever is "
                f"hidden, but has {found}."
            )
    if bool(view["over"][0]):  # an ended game has no facts, and an outlook is of games that go on
        return
    true = facts(game, view, seat)
    for key, fact in outlook.sure.items():
        if true.get(key) != fact:
            fail(f"After {called(game, list(line))} the fact {key} should hold for {who(seat)}, but doesn’t.")
    for key, fact in true.items():
        if key not in outlook.possible and (fact.ends or fact.avoids):  # only these say that a fact doesn't hold
            fail(f"After {called(game, list(line))} the fact {key} shouldn’t hold for {who(seat)}, but does.")


def really(state: Batch, reasons: Reasons, line: Sequence[int], chance: tuple[int, int]) -> Batch:
    """Return the position after choices, made in the real one up to the first whose effect is uncertain."""
    after = clone(state)
    for nth, choice in enumerate(line, 1):
        reasons.game.bindings.apply(after, reasons.seat, choice, chance)
        if not reasons.certain(line[:nth]):
            break
    return after
