"""Legality checks: whether a seat may make a choice in a position, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match import hooks
from souq.engine.match.decision import NOBODY, SPECTATOR, check_turn
from souq.engine.match.dry_run import begins
from souq.engine.present.scene import Names
from souq.engine.rules.record import Batch
from souq.engine.ruletext import RuleText


def timed(game: Game, state: Batch, seat: int) -> bool:
    """Return whether ``seat`` is :data:`NOBODY` and a clock is running.

    Only then can a choice be made because time has run out.
    """
    return seat == NOBODY and hooks.clock(game, game.bindings.hidden(state, SPECTATOR)) is not None


def decides(game: Game, state: Batch, seat: int) -> bool:
    """Return whether a seat may choose in a position. For :data:`NOBODY`, return whether a clock is running."""
    return timed(game, state, seat) if seat == NOBODY else bool(game.bindings.deciders(state) >> seat & 1)


def refusal(game: Game, state: Batch, seat: int, number: int) -> RuleText | None:
    """Return the rule that forbids a choice, or None if it is legal.

    For spectators the answer depends only on public information, so that it can't reveal anything hidden.
    """
    if seat == NOBODY and not timed(game, state, seat):
        return hooks.rule(game, game.bindings.refusal(game.bindings.hidden(state, SPECTATOR), 0, number))
    return hooks.rule(game, game.bindings.refusal(state, seat, number))


def check(game: Game, state: Batch, seat: int, number: int, names: Names) -> None:
    """Check that a seat may make a choice in a position; :data:`NOBODY` means that a clock has run out.

    Raises:
        NotYourTurn, IllegalChoice: it may not; the error has the rule and the reason.
    """
    by_time, words = timed(game, state, seat), game.choices.name(number)
    rule = refusal(game, state, seat, number)
    if not by_time:
        check_turn(game.bindings.deciders(state), seat, words, names, rule)
    if rule:
        raise IllegalChoice(f"{words!r} cannot be chosen now.", rule, reason(game, state, seat, number, rule, names))


def check_whole(game: Game, state: Batch, seat: int, numbers: Sequence[int]) -> None:
    """Check that a seat in a race has made all choices of its action.

    An unfinished action would keep the other seats waiting. ``state`` is the position before the last choice.

    Raises:
        IllegalChoice: further choices are needed.
    """
    if seat == NOBODY or not begins(game.bindings, state, seat, numbers[-1]):
        return
    words = game.choices.name(numbers[0])
    form = hooks.form(game, words)
    such = f", as in {form!r}" if form else ""
    raise IllegalChoice(f"{words!r} is only the beginning. Say all of it at once{such}.")


def reason(game: Game, state: Batch, seat: int, number: int, rule: RuleText, names: Names) -> str:
    """Explain why a rule forbids a choice in this position, using only information that the seat may know.

    The explanation comes from the game's story module. For spectators it is "".
    """
    if seat < 0:
        return ""
    return hooks.why(game, game.bindings.hidden(state, seat), seat, number, rule.id, names)
