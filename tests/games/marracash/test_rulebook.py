"""The rules of MarraCash in words: all of them, short, whole, and fit to be shown alone."""

import re
from pathlib import Path

import pytest

from souq.engine.rulebook import LONGEST, Rulebook, RuleText
from souq.games import marracash
from souq.games.marracash.state import Rule

BOOK = Rulebook.read(Path(marracash.__file__).parent / "rulebook.toml")


def test_every_rule_has_its_words() -> None:
    assert set(BOOK.ids) == {rule.name.replace("_", "-") for rule in Rule}


def test_chapters_follow_a_game() -> None:
    """Every chapter has the rules of one letter, in order; the last has the options and what is safe to know."""
    assert {chapter.title: chapter.rules[0].id for chapter in BOOK.chapters} == {
        "Setup": "MA-S01",
        "The first round": "MA-F01",
        "Your turn": "MA-T01",
        "Auctions": "MA-A01",
        "Leading crowds": "MA-M01",
        "Payments": "MA-P01",
        "New visitors": "MA-N01",
        "The end": "MA-E01",
        "Souvenirs": "MA-V01",
        "Options and limits": "MA-W01",
    }
    for chapter in BOOK.chapters:
        letters = dict.fromkeys(rule.id[3] for rule in chapter.rules)
        assert "".join(letters) == ("WZ" if chapter.title == "Options and limits" else chapter.rules[0].id[3])
        own = [rule.id for rule in chapter.rules]
        assert own == sorted(own)


def test_titles_tell_rules_apart() -> None:
    assert len({rule.title for rule in BOOK}) == len({rule.text for rule in BOOK}) == len(BOOK)


@pytest.mark.parametrize("rule", BOOK, ids=lambda rule: rule.id)
def test_a_text_is_short_whole_and_plain(rule: RuleText) -> None:
    assert len(rule.text) < LONGEST
    assert rule.text[0].isupper()
    assert rule.text[-1] == "."
    assert rule.title[0].isupper()
    assert rule.title[-1].isalnum()
    assert not re.search(r"[*_`\[\]<>]|  |\b(he|she|his|her)\b|[A-Z]{2}-[A-Z]\d", rule.text)


def test_the_rules_page_has_an_opening() -> None:
    assert "\n" not in BOOK.text + BOOK.aim
    assert len(BOOK.text) > len(BOOK.aim) > 60
