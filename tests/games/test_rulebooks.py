"""The texts of every game's rules: complete, short, and understandable alone."""

from __future__ import annotations

import re

import pytest

from souq.engine import registry
from souq.engine.rules.rulebook import LONGEST, Rulebook
from souq.engine.ruletext import RuleText
from souq.games import cards
from tests.support import ours

GAMES = sorted({card.game for card in cards()} & {game.name for game in ours()})
BOOKS = {game: registry.find(game).rulebook for game in GAMES}
TEXTS = [pytest.param(rule, id=rule.id) for book in BOOKS.values() for rule in book]


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_titles_of_rules_are_unique(book: Rulebook) -> None:
    assert len({rule.title for rule in book}) == len({rule.text for rule in book}) == len(book)


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_chapter_has_its_own_letter_and_ordered_rules(book: Rulebook) -> None:
    """Rules of another letter may follow, in order too: rulings, for example, that complete them."""
    firsts = [chapter.rules[0].id[3] for chapter in book.chapters]
    assert len({*firsts}) == len(firsts)
    for chapter, letter in zip(book.chapters, firsts, strict=True):
        ids = [rule.id for rule in chapter.rules]
        own = [rule for rule in ids if rule[3] == letter]
        assert own == [f"{own[0][:4]}{n:02}" for n in range(1, len(own) + 1)]
        assert ids == own + sorted({*ids} - {*own})


@pytest.mark.parametrize("rule", TEXTS)
def test_a_text_is_short_complete_and_plain(rule: RuleText) -> None:
    assert len(rule.text) < LONGEST
    assert rule.text[0].isupper()
    assert rule.text[-1] == "."
    assert rule.title[0].isupper()
    assert rule.title[-1].isalnum()
    assert not re.search(r"[*_`\[\]<>]|  |\b(he|she|his|her)\b|[A-Z]{2}-[A-Z]\d", rule.text)


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_the_rules_page_has_an_opening(book: Rulebook) -> None:
    assert "\n" not in book.text + book.aim
    assert len(book.text) > len(book.aim) > 60
