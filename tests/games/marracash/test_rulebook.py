"""The rules of MarraCash in words: all of them, short, whole, and fit to be shown alone."""

from pathlib import Path

from souq.engine.rules.rulebook import Rulebook
from souq.games import marracash

BOOK = Rulebook.read(Path(marracash.__file__).parent / "rulebook.toml")


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
