"""Calls into the modules that a game may define, with defaults for games that don't define them.

The modules annotate their view as the game's ``State``, but receive a :class:`~souq.engine.rules.twin.Twin` of it:
plain numbers and lists under the same names. Games are found at run time, so type checkers don't see the conversion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match.decision import Clock, Decision
from souq.engine.match.solving import Solution
from souq.engine.present import plain
from souq.engine.present.scene import Answer, Context, LogLine, Names, Order, Scene
from souq.engine.present.voice import addressed, spoken
from souq.engine.rules.choices import Forbidden
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.engine.ruletext import RuleText


def narrate(game: Game, events: list[tuple[int, ...]], names: Names, seat: int = -1) -> list[LogLine]:
    """Describe events as log lines; ``seat`` is the reader, who is called "you"."""
    if game.story is None:
        return plain.narrate(game, events, names)
    lines: list[LogLine] = game.story.narrate(events, addressed(names, seat))
    return [replace(line, text=spoken(line.text)) for line in lines]


def make_scene(game: Game, view: Batch, context: Context) -> Scene:
    """Return the drawing of the table (the scene) for one viewer; ``view`` is the position as that viewer knows it."""
    if game.scene is None:
        return plain.scene(game, view, context)
    made: Scene = game.scene.scene(Twin.of(view), context)
    return made


def rule(game: Game, number: int) -> RuleText | None:
    """Return the rule in the game's rulebook with this number, as returned by compiled rules; None for 0."""
    return game.rulebook.rule(game.rule_id(number)) if number else None


def why(game: Game, view: Batch, seat: int, choice: int, rule: str, names: Names) -> str:
    """Explain why ``rule`` forbids a choice in this position, from what ``seat`` may know; return "" if unknown.

    The function ``why`` of a story module is optional.
    """
    told = getattr(game.story, "why", None)
    return str(told(Twin.of(view), seat, choice, rule, names)) if told else ""


def read(game: Game, view: Batch, seat: int, text: str) -> tuple[int, ...] | None:
    """Convert a phrase entered by a deciding ``seat`` to choices; return None if the text isn't a phrase.

    Raises:
        IllegalChoice: a rule forbids what the phrase says.
    """
    if game.phrases is None:
        return None
    found: tuple[int, ...] | Forbidden | None = game.phrases.read(Twin.of(view), seat, " ".join(text.lower().split()))
    if isinstance(found, Forbidden):
        raise IllegalChoice(f"{text[:60]!r} cannot be chosen now.", game.rulebook.rule(found.rule), found.why)
    return found or None


def form(game: Game, words: str) -> str:
    """Return an example of a phrase with the same first word as ``words``, for error messages; "" if there is none."""
    first = words.partition(" ")[0]
    forms: tuple[str, ...] = getattr(game.phrases, "FORMS", ())
    return next((each.replace("{}", "2") for each in forms if each.startswith(f"{first} ")), "")


def assess(game: Game, view: Batch, seat: int, text: str) -> str:
    """Return the game's comment on a proposal while a seat is preparing it, such as a warning; "" if there is none.

    Only that seat sees the comment. The function ``assess`` of a phrases module is optional.
    """
    assess_phrase = getattr(game.phrases, "assess", None)
    return str(assess_phrase(Twin.of(view), seat, " ".join(text.lower().split()))) if assess_phrase else ""


def order(game: Game, view: Batch, seat: int, names: Names) -> Order | None:
    """Return the standing order that a seat can place now, or None if it can't place any.

    The seat need not be deciding. ``view`` is the position as the seat knows it. An orders module defines ``offer`` and
    ``answer``, or ``answers`` and ``reply``, or all four.
    """
    offer = getattr(game.orders, "offer", None)
    offered: Order | None = offer(Twin.of(view), seat, names) if offer else None
    return offered


def answer(game: Game, view: Batch, seat: int, amount: int) -> tuple[int, ...] | None:
    """Return the choices that the server makes for a deciding seat with a standing order up to ``amount``.

    Return None if the order no longer applies.
    """
    chosen: tuple[int, ...] | None = game.orders.answer(Twin.of(view), seat, amount) if game.orders else None
    return chosen or None


def answers(game: Game, view: Batch, seat: int, names: Names) -> tuple[Answer, ...]:
    """Return the standing answers that a seat can switch on now; it need not be deciding.

    ``view`` is the position as the seat knows it.
    """
    made = getattr(game.orders, "answers", None)
    return tuple(made(Twin.of(view), seat, names)) if made else ()


def reply(game: Game, view: Batch, seat: int, switched: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return the choices that the server makes for a deciding seat with the standing answers in ``switched``.

    Return None if none of the answers fits the decision.
    """
    replies = getattr(game.orders, "reply", None)
    chosen: tuple[int, ...] | None = replies(Twin.of(view), seat, switched) if replies and switched else None
    return chosen or None


def clock(game: Game, view: Batch) -> Clock | None:
    """Return the countdown that is running in a position, or None; ``view`` contains its public information."""
    if game.clock is None or bool(view["over"][0]):
        return None
    running: Clock | None = game.clock.runs(Twin.of(view))
    return running


def on_turn(game: Game, state: Batch) -> int | None:
    """Return the seat whose turn it is, or -1 if it is no seat's turn; None if the game doesn't define ``on_turn``.

    Only games in which seats decide during another seat's turn, such as bidders, need ``on_turn``. In other games it is
    the decider's turn.
    """
    rule = getattr(game.rules, "on_turn", None)
    return int(interpreted(rule)(Twin.of(state))) if rule else None


def waits(game: Game, view: Batch, seat: int, spared: frozenset[int] = frozenset()) -> bool:
    """Return whether a bot that may choose at any time (in a race) should wait until the position changes.

    ``spared`` are the choices that the bot must not make now (from :func:`spared` and from its pacing). Without a
    function ``waits`` in the evaluator, bots don't wait.
    """
    asked = getattr(game.evaluator, "waits", None)
    more = [spared] if hasattr(game.evaluator, "spared") else []
    return bool(asked(Twin.of(view), seat, *more)) if asked else False


def spared(game: Game, log: Sequence[Decision], seat: int) -> frozenset[int]:
    """Return the choices that a bot in a race should avoid for now, so that it doesn't annoy the other players.

    ``log`` contains the decisions so far. The function ``spared`` of an evaluator is optional; if it is defined, the
    evaluator's ``waits`` takes its result as a third argument.
    """
    asked = getattr(game.evaluator, "spared", None)
    return asked(log, seat) if asked else frozenset()


def solvable(game: Game, view: Batch, seat: int) -> bool:
    """Return whether the game's solver can handle a position as ``seat`` knows it."""
    return game.solve is not None and bool(game.solve.solvable(Twin.of(view), seat))


def solution(game: Game, view: Batch, seat: int, effort: float) -> Solution | None:
    """Return the best solution that the game's solver finds from a position; None without a solution or a solver.

    ``effort`` limits the work, in units of about one second on an ordinary machine.
    """
    if game.solve is None or not solvable(game, view, seat):
        return None
    found: Solution | None = game.solve.solution(view, seat, effort)
    return found


def quick(game: Game, view: Batch, seat: int, effort: int) -> Solution | None:
    """Return a solution found with a fixed amount of work, or None if there is none.

    Because time doesn't limit the search, the result is the same on every machine. The function ``quick`` of a solve
    module is optional.
    """
    looks = getattr(game.solve, "quick", None)
    found: Solution | None = looks(view, seat, effort) if looks and solvable(game, view, seat) else None
    return found
