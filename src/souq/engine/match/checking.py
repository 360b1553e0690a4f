"""Whether a seat may make a choice in a position, and what forbids it."""

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
    """Whether it is time that chooses in a position: for nobody, while a clock runs."""
    return seat == NOBODY and hooks.clock(game, game.bindings.hidden(state, SPECTATOR)) is not None


def decides(game: Game, state: Batch, seat: int) -> bool:
    """Whether a seat, or time, is to choose in a position."""
    return timed(game, state, seat) if seat == NOBODY else bool(game.bindings.deciders(state) >> seat & 1)


def refusal(game: Game, state: Batch, seat: int, number: int) -> RuleText | None:
    """The rule that forbids a seat, or time, a choice in a position; a spectator is told no more than can be seen."""
    if seat == NOBODY and not timed(game, state, seat):
        return hooks.rule(game, game.bindings.refusal(game.bindings.hidden(state, SPECTATOR), 0, number))
    return hooks.rule(game, game.bindings.refusal(state, seat, number))


def check(game: Game, state: Batch, seat: int, number: int, names: Names) -> None:
    """Whether a seat, or time, may make a choice in a position.

    Raises:
        NotYourTurn, IllegalChoice: it may not, with the rule and the reason that forbid it.
    """
    by_time, words = timed(game, state, seat), game.choices.name(number)
    rule = refusal(game, state, seat, number)
    if not by_time:
        check_turn(game.bindings.deciders(state), seat, words, names, rule)
    if rule:
        raise IllegalChoice(f"{words!r} cannot be chosen now.", rule, reason(game, state, seat, number, rule, names))


def check_whole(game: Game, state: Batch, seat: int, numbers: Sequence[int]) -> None:
    """Whether choices in a race are all that is to be said; ``state`` is before the last of them.

    Of something that they only begin the others would have to await the rest.

    Raises:
        IllegalChoice: they are not.
    """
    if seat == NOBODY or not begins(game.bindings, state, seat, numbers[-1]):
        return
    words = game.choices.name(numbers[0])
    form = hooks.form(game, words)
    such = f", as in {form!r}" if form else ""
    raise IllegalChoice(f"{words!r} is only the beginning. Say all of it at once{such}.")


def reason(game: Game, state: Batch, seat: int, number: int, rule: RuleText, names: Names) -> str:
    """What the game's story says of a refusal, as far as the seat may know; to a spectator nothing."""
    if seat < 0:
        return ""
    return hooks.why(game, game.bindings.hidden(state, seat), seat, number, rule.id, names)
