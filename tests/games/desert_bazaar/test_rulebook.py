"""The rules of Desert Bazaar in words: all of them, short, whole, and fit to be shown alone."""

import re

import pytest

from souq.engine.rulebook import LONGEST, RuleText
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import Rule

BOOK = GAME.rulebook


def test_every_rule_has_its_words() -> None:
    assert set(BOOK.ids) == {rule.name.replace("_", "-") for rule in Rule}
    assert [BOOK.rule(rule).id for rule in Rule] == [rule.name.replace("_", "-") for rule in Rule]


def test_chapters_follow_the_rulebook() -> None:
    assert [chapter.title for chapter in BOOK.chapters] == [
        "Setup",
        "Your turn",
        "Rolling",
        "Building",
        "Paying",
        "Markers",
        "Scoring",
        "Display",
        "Game end",
        "Final scoring",
        "What is hidden",
    ]
    for chapter in BOOK.chapters:
        numbers = [rule.id for rule in chapter.rules]
        assert numbers == [f"{numbers[0][:4]}{i:02}" for i in range(1, len(numbers) + 1)]


def test_titles_tell_rules_apart() -> None:
    assert len({rule.title for rule in BOOK}) == len({rule.text for rule in BOOK}) == len(BOOK)


@pytest.mark.parametrize("rule", BOOK, ids=lambda rule: rule.id)
def test_a_text_is_short_whole_and_plain(rule: RuleText) -> None:
    assert len(rule.text) < LONGEST
    assert rule.text[0].isupper()
    assert rule.text[-1] == "."
    assert rule.title[0].isupper()
    assert rule.title[-1].isalpha()
    assert not re.search(r"[*_`\[\]<>]|  |\b(he|she|his|her)\b|[A-Z]{2}-[A-Z]\d", rule.text)


def test_the_rules_page_has_an_opening() -> None:
    assert "\n" not in BOOK.text + BOOK.aim
    assert len(BOOK.text) > len(BOOK.aim) > 60
