"""Checks of the primer, its figures and the glossary: pictures can be drawn, and each term occurs in the rules.

A game without a primer, figures and a glossary passes all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.teach.glossary import BadGlossary, Term, glossary
from souq.engine.teach.picture import BadPicture, Picture, draw, stated
from souq.engine.teach.primer import BadPrimer, Primer, primer
from souq.testing.base import contract
from souq.testing.broken import fail
from souq.testing.teaching import odd

HEAVIEST = 60_000
"""Maximum length of a picture's SVG in characters; a page shows about a dozen pictures."""


def _primer(game: Game) -> Primer:
    """Return the primer and figures of a game.

    Raises:
        Broken: a file cannot be read.
    """
    try:
        return primer(game)
    except BadPrimer as error:
        fail(str(error))


def words(game: Game) -> tuple[Term, ...]:
    """Return the glossary of a game.

    Raises:
        Broken: the file cannot be read.
    """
    try:
        return glossary(game)
    except BadGlossary as error:
        fail(str(error))


@contract
def pictures_can_be_drawn(game: Game) -> None:
    """Check that every picture shows a complete, valid position, and that its areas and sprites exist."""
    for where, picture in _pictures(_primer(game)):
        try:
            match = picture.setting.begin(game)
        except SouqError as error:
            fail(f"{where}: its position cannot be reached: {error}")
        if not -1 <= picture.seat < match.players:
            fail(f"{where} is seen by seat {picture.seat}; there are {match.players}, and -1 is a spectator.")
        _check_whole(game, where, picture)
        try:
            drawn = draw(game, picture)
        except BadPicture as error:
            fail(f"{where}: {error}")
        if len(drawn.body) > HEAVIEST:
            fail(f"{where} has a picture of {len(drawn.body)} characters; crop it to what matters (`around`).")


def _check_whole(game: Game, where: str, picture: Picture) -> None:
    """Check that the stated position of a picture is complete, so that derived fields have the values of real play."""
    setting = picture.setting
    if setting.start is None or setting.log:
        return
    drawn, played = stated(game, setting), setting.begin(game).state
    for name in played.dtype.names or ():
        if not (drawn[name] == played[name]).all():
            fail(
                f"{where}: `{name}` is missing from its position, or does not follow from the rest: it would be "
                f"{played[name][0].tolist()}."
            )


@contract
def figures_can_be_tried(game: Game) -> None:
    """Check that every figure belongs to an existing rule, and that the seat of a playable figure can choose."""
    for figure in _primer(game).figures:
        if figure.rule not in game.rulebook:
            fail(f"The figure {figure.name} belongs to {figure.rule}, which the rulebook lacks.")
        seat, match = figure.picture.seat, figure.picture.setting.begin(game)
        if figure.tries and (seat < 0 or match.over or not match.deciders >> seat & 1):
            fail(
                f"The figure {figure.name} is to be tried, but seat {seat} cannot choose there; set the seat to move "
                "(`seat`), or `tries = false` if it is only a picture."
            )


@contract
def words_are_said_in_the_rules(game: Game) -> None:
    """Check that the rulebook uses every term of the glossary, and contains the rule to which the term refers."""
    rules = " ".join(f"{rule.title} {rule.text}" for rule in game.rulebook)
    for term in words(game):
        if term.rule not in game.rulebook:
            fail(f"The glossary’s {term.term!r} refers to the rule {term.rule}, which the rulebook lacks.")
        if not any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", rules, re.IGNORECASE) for word in term.words):
            fail(f"The glossary explains {term.term!r}, which the rulebook never uses; remove it, or use its word.")


@contract
def pictures_and_words_keep_to_the_voice(game: Game) -> None:
    """Check that texts of pictures and the glossary say "you", call nobody "he", and are in British spelling."""
    for where, text in _texts(game):
        for found, right in odd(text):
            fail(f"{where} says “{found}” in “{text}”; {right}.")


def _pictures(known: Primer) -> Iterator[tuple[str, Picture]]:
    for section in known.sections:
        yield f"The primer’s {section.title!r}", section.picture
    for figure in known.figures:
        yield f"The figure {figure.name}", figure.picture


def _texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every text in the primer, its figures and the glossary, after a description of where it is."""
    known = _primer(game)
    for section in known.sections:
        yield f"The primer’s {section.title!r}", section.text
    for figure in known.figures:
        yield f"The figure {figure.name}", figure.caption
    for where, picture in _pictures(known):
        yield where, picture.alt
    for term in words(game):
        yield f"The glossary’s {term.term!r}", term.text
