"""What a game's modules say of a position, or plain words and a plain table where it has none.

A room annotates what it gets as the game's ``State``, and here it gets a :class:`~souq.engine.rules.twin.Twin` of it:
plain numbers and lists under the same names. Games are found at run time, so no type-checker sees the one become the
other.
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


def tell(game: Game, events: list[tuple[int, ...]], names: Names, seat: int = -1) -> list[LogLine]:
    """Events in sentences, which call ``seat`` "you"."""
    if game.story is None:
        return plain.tell(game, events, names)
    lines: list[LogLine] = game.story.tell(events, addressed(names, seat))
    return [replace(line, text=spoken(line.text)) for line in lines]


def make_scene(game: Game, view: Batch, context: Context) -> Scene:
    """What a hidden record looks like."""
    if game.scene is None:
        return plain.scene(game, view, context)
    made: Scene = game.scene.scene(Twin.of(view), context)
    return made


def rule(game: Game, number: int) -> RuleText | None:
    """The rule of a number that the rules gave; None of 0."""
    return game.rulebook.rule(game.rule_id(number)) if number else None


def why(game: Game, view: Batch, seat: int, choice: int, rule: str, names: Names) -> str:
    """What forbids a choice in a position, as ``seat`` may know it: ``rule`` in words of that position, or "".

    A story module need not have a ``why``.
    """
    told = getattr(game.story, "why", None)
    return str(told(Twin.of(view), seat, choice, rule, names)) if told else ""


def read(game: Game, view: Batch, seat: int, text: str) -> tuple[int, ...] | None:
    """The choices that a phrase stands for when ``seat``, which is deciding, says it; None if it means nothing.

    Raises:
        IllegalChoice: it means something that a rule forbids.
    """
    if game.phrases is None:
        return None
    found: tuple[int, ...] | Forbidden | None = game.phrases.read(Twin.of(view), seat, " ".join(text.lower().split()))
    if isinstance(found, Forbidden):
        raise IllegalChoice(f"{text[:60]!r} cannot be chosen now.", game.rulebook.rule(found.rule), found.why)
    return found or None


def form(game: Game, words: str) -> str:
    """A phrase of the game's that begins as these words do, for instance; "" when there is none."""
    first = words.partition(" ")[0]
    forms: tuple[str, ...] = getattr(game.phrases, "FORMS", ())
    return next((each.replace("{}", "2") for each in forms if each.startswith(f"{first} ")), "")


def weigh(game: Game, view: Batch, seat: int, text: str) -> str:
    """A few words about a proposal that ``seat`` is putting together, for that seat alone; "" when there are none.

    A phrases module need not have a ``weigh``.
    """
    weighs = getattr(game.phrases, "weigh", None)
    return str(weighs(Twin.of(view), seat, " ".join(text.lower().split()))) if weighs else ""


def order(game: Game, view: Batch, seat: int, names: Names) -> Order | None:
    """The standing order that a seat may leave in a position as it knows it, asked or not.

    An orders module has an ``offer`` with an ``answer``, or ``answers`` with a ``reply``, or all four.
    """
    offer = getattr(game.orders, "offer", None)
    offered: Order | None = offer(Twin.of(view), seat, names) if offer else None
    return offered


def answer(game: Game, view: Batch, seat: int, amount: int) -> tuple[int, ...] | None:
    """What a standing order chooses for a seat that is asked; None when it has nothing to say any more."""
    chosen: tuple[int, ...] | None = game.orders.answer(Twin.of(view), seat, amount) if game.orders else None
    return chosen or None


def answers(game: Game, view: Batch, seat: int, names: Names) -> tuple[Answer, ...]:
    """The standing answers that a seat may switch on in a position as it knows it, asked or not."""
    made = getattr(game.orders, "answers", None)
    return tuple(made(Twin.of(view), seat, names)) if made else ()


def reply(game: Game, view: Batch, seat: int, switched: tuple[str, ...]) -> tuple[int, ...] | None:
    """What the standing answers of these names choose for a seat that is asked; None when the seat is to decide."""
    replies = getattr(game.orders, "reply", None)
    chosen: tuple[int, ...] | None = replies(Twin.of(view), seat, switched) if replies and switched else None
    return chosen or None


def clock(game: Game, view: Batch) -> Clock | None:
    """What time runs towards in a position as everybody knows it; None while it decides nothing."""
    if game.clock is None or bool(view["over"][0]):
        return None
    running: Clock | None = game.clock.runs(Twin.of(view))
    return running


def on_turn(game: Game, state: Batch) -> int | None:
    """The seat whose turn it is, -1 where it is nobody's; None where the rules don't say: it is the decider's then.

    Rules need an ``on_turn`` only where somebody decides in another's turn: a bidder, or one who is made an offer.
    """
    rule = getattr(game.rules, "on_turn", None)
    return int(interpreted(rule)(Twin.of(state))) if rule else None


def waits(game: Game, view: Batch, seat: int, spared: frozenset[int] = frozenset()) -> bool:
    """Whether a bot in a race leaves things as they are until something changes: an evaluator may have ``waits``.

    ``spared`` are choices that it does not make now, as :func:`spared` and who paces it say.
    """
    asked = getattr(game.evaluator, "waits", None)
    more = [spared] if hasattr(game.evaluator, "spared") else []
    return bool(asked(Twin.of(view), seat, *more)) if asked else False


def spared(game: Game, log: Sequence[Decision], seat: int) -> frozenset[int]:
    """Choices that a bot in a race does not make after these decisions, to pester nobody.

    An evaluator may have ``spared``, and then a ``waits`` that takes them.
    """
    asked = getattr(game.evaluator, "spared", None)
    return asked(log, seat) if asked else frozenset()


def solvable(game: Game, view: Batch, seat: int) -> bool:
    """Whether the best way on from a position, as ``seat`` knows it, can be asked for."""
    return game.solve is not None and bool(game.solve.solvable(Twin.of(view), seat))


def solution(game: Game, view: Batch, seat: int, effort: float) -> Solution | None:
    """The best way to the end that is found with so much effort; None when there is none, or none was found.

    Effort is work, about what an ordinary machine does in so many seconds.
    """
    if game.solve is None or not solvable(game, view, seat):
        return None
    found: Solution | None = game.solve.solution(view, seat, effort)
    return found


def quick(game: Game, view: Batch, seat: int, effort: int) -> Solution | None:
    """A way to the end that so much effort finds, the same on any machine; None when there is none to be found.

    A solve module need not have a ``quick``.
    """
    looks = getattr(game.solve, "quick", None)
    found: Solution | None = looks(view, seat, effort) if looks and solvable(game, view, seat) else None
    return found
