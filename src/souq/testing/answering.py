"""Checks that souq's answers to a seat reveal nothing hidden, and that stories address their reader as "you"."""

from __future__ import annotations

import random
import re
from copy import copy

from hypothesis import given

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR, seats
from souq.engine.match.hooks import answers, assess, order
from souq.engine.match.match import Match
from souq.testing.base import SEEDS, contract, often, somewhere
from souq.testing.broken import called, fail, who

WRONG = re.compile(r"\b[Yy]ou (?!always|as|this)[a-z]*[^\Wsu]s\b|\b[Yy]ou’s\b|\byou’s\b|\b(?:him|his|himself)\b")
"""Pattern of mistakes in a story: "you" with a third-person verb ("you takes"), and gendered pronouns ("his")."""


@contract
def answers_use_only_what_is_known(game: Game) -> None:
    """Check that refusals, reasons, previews of proposals, orders and answers depend only on what a seat knows."""

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        match.confirm()
        chosen = pick.sample(range(game.n_choices), min(game.n_choices, 30))
        other = _world(match, SPECTATOR, pick)
        for choice in chosen:
            answers_to = [(world.refusal(choice, SPECTATOR), world.why(choice, SPECTATOR)) for world in (match, other)]
            _follows(f"why {called(game, [choice])} is refused", SPECTATOR, *answers_to)
        for seat in seats(match.deciders):
            other = _world(match, seat, pick)
            legal = [int(choice) for choice in match.legal(seat)]
            for after in [(), *((choice,) for choice in pick.sample(legal, min(len(legal), 4)))]:
                for choice in chosen:
                    reasons = [_explained(world, seat, choice, after) for world in (match, other)]
                    _follows(f"why {called(game, [choice])} is refused", seat, *reasons)
            for text in _phrases(game, pick):
                weighed = [assess(game, world.view(seat), seat, text) for world in (match, other)]
                _follows(f"what `assess` says of “{text}”", seat, *weighed)
                _follows(f"what “{text}” means", seat, *(_read(world, seat, text) for world in (match, other)))
        for seat in range(match.players):
            known = match.view(seat), _world(match, seat, pick).view(seat)
            _follows("which order is offered", seat, *(order(game, view, seat, match.called) for view in known))
            _follows("which answers are offered", seat, *(answers(game, view, seat, match.called) for view in known))

    holds()


def _follows(what: str, seat: int, one: object, two: object) -> None:
    if one != two:
        fail(f"{what.capitalize()} depends on what {who(seat)} cannot know: it is {one} in truth, but could be {two}.")


def _world(match: Match, seat: int, pick: random.Random) -> Match:
    """Return a copy of a match in which everything that the seat can't see is replaced by a random possibility."""
    other = copy(match)
    state = match.game.bindings.determinized(match.state, seat, (pick.getrandbits(32), pick.getrandbits(32)))
    other._timeline = match._timeline.elsewhere(state)
    return other


def _explained(match: Match, seat: int, choice: int, after: tuple[int, ...]) -> tuple[object, ...]:
    """Return why a seat can't make a choice: the rule that forbids it and a reason in words, or the error raised."""
    try:
        return match.refusal(choice, seat, after), match.why(choice, seat, after)
    except SouqError as error:
        return type(error), str(error)


def _read(match: Match, seat: int, text: str) -> tuple[object, ...]:
    """Return the choices that a phrase typed by a player means, or the error raised if it can't be parsed."""
    try:
        return tuple(match.read((text,), seat))
    except SouqError as error:
        return type(error), str(error), getattr(error, "why", "")


def _phrases(game: Game, pick: random.Random) -> list[str]:
    """Return every form of phrase that the game understands, with random numbers inserted, some of them absurd."""
    forms: tuple[str, ...] = getattr(game.phrases, "FORMS", ())
    return [form.replace("{}", str(pick.choice((0, 1, 3, 40, -1, 10**6)))) for form in forms]


@contract
def a_story_speaks_to_its_reader(game: Game) -> None:
    """Check that a story calls its reader "you", with the right forms of verbs."""
    if game.story is None:
        return

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        seat = pick.randrange(match.players)
        match.names[:] = [f"Person{each}" for each in range(match.players)]
        for line in match.story(seat):
            if f"Person{seat}" in line.text:
                fail(f"The story names its reader, {who(seat)}, in “{line.text}”; `person(names, seat)` says “you”.")
            if found := WRONG.search(line.text):
                fail(f"The story says “{found[0]}” in “{line.text}”; `person(names, seat).does(…)` has the right form.")

    holds()
