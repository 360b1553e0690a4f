"""Every game has a primer of two minutes, figures that can be tried, and a glossary."""

from __future__ import annotations

import re

import pytest

from souq.engine.game import Game
from souq.engine.teach.glossary import glossary
from souq.engine.teach.picture import draw
from souq.engine.teach.primer import primer
from tests.support import ours

GAMES = ours()
SENTENCES = re.compile(r"[.!?](?:\s|$)")
WORDS = 230
"""Words that are read aloud in two minutes at the pace of somebody who explains a game."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_primer_can_be_read_in_two_minutes(game: Game) -> None:
    sections = primer(game).sections
    assert 4 <= len(sections) <= 7
    assert sum(len(section.text.split()) for section in sections) <= WORDS
    assert all(len(SENTENCES.findall(section.text)) <= 4 for section in sections)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_figures_belong_to_rules_and_most_can_be_tried(game: Game) -> None:
    known = primer(game)
    assert len(known.figures) >= 5
    assert sum(figure.tries for figure in known.figures) >= 5
    assert all(known.beside(figure.rule) for figure in known.figures)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pictures_are_large_enough_to_be_read(game: Game) -> None:
    """On a phone a picture is about 360 pixels wide: letters of 11 units in 900 would have four."""
    for picture in primer(game).pictures:
        drawn = draw(game, picture)
        assert min(drawn.width, drawn.height) >= 60, picture.alt
        assert drawn.width <= 900, picture.alt


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_words_of_the_primer_are_in_the_glossary(game: Game) -> None:
    """At least some of them."""
    said = " ".join(section.text for section in primer(game).sections).lower()
    explained = [term.term for term in glossary(game) if any(word.lower() in said for word in term.words)]
    assert len(glossary(game)) >= 12 and len(explained) >= 6
