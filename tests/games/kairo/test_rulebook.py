"""The rules of Kairo in words: all of them, short, whole, and fit to be shown alone."""

import re
from pathlib import Path

import pytest

from souq.engine.rulebook import LONGEST, Rulebook, RuleText
from souq.games import kairo
from souq.games.kairo.state import Rule

BOOK = Rulebook.read(Path(kairo.__file__).parent / "rulebook.toml")


def test_every_rule_has_its_words() -> None:
    assert set(BOOK.ids) == {rule.name.replace("_", "-") for rule in Rule}


def test_chapters_follow_a_game() -> None:
    """Every chapter has the rules of one letter in order, and after them the rulings that complete them."""
    assert {chapter.title: chapter.rules[0].id for chapter in BOOK.chapters} == {
        "Setup": "KA-S01",
        "Your turn": "KA-T01",
        "Stall cards": "KA-C01",
        "New stalls": "KA-N01",
        "Expansions": "KA-E01",
        "Open ways": "KA-A01",
        "Medals": "KA-M01",
        "Moving a stall": "KA-B01",
        "Luring customers": "KA-L01",
        "Drawing": "KA-D01",
        "Final phase and end": "KA-F01",
        "Two players": "KA-P01",
    }
    for chapter in BOOK.chapters:
        own = [rule.id for rule in chapter.rules if rule.id[3] != "X"]
        rulings = [rule.id for rule in chapter.rules if rule.id[3] == "X"]
        assert own == [f"{own[0][:4]}{i:02}" for i in range(1, len(own) + 1)]
        assert [rule.id for rule in chapter.rules] == own + sorted(rulings)


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
