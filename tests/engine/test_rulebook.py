"""Rulebook files: what loads, how rules are found, and the errors of invalid ones."""

from enum import IntEnum
from pathlib import Path

import pytest

from souq.engine.rules.rulebook import BadRulebook, Rulebook, UnknownRule

GOOD = """
[about]
text = '''A game of
walking.'''
aim = "Arrive."

[[chapters]]
title = "Walking"

[[chapters.rules]]
id = "XY-W01"
title = "Steps"
text = "Take one step."

[[chapters.rules]]
id = "XY-W02"
title = "Rest"
text = "Rest when you like."
"""


class Rule(IntEnum):
    XY_W01 = 1


def book(folder: Path, text: str) -> Rulebook:
    path = folder / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return Rulebook.read(path)


def test_a_rulebook_loads_in_reading_order(tmp_path: Path) -> None:
    rules = book(tmp_path, GOOD)
    assert rules.ids == ("XY-W01", "XY-W02")
    assert [rule.title for rule in rules] == ["Steps", "Rest"]
    assert rules.text == "A game of walking."
    assert rules.chapters[0].title == "Walking"
    assert str(rules.rule("XY-W02")) == "XY-W02 Rest: Rest when you like."


@pytest.mark.parametrize("name", ["XY-W01", "xy-w01", " XY_W01 ", Rule.XY_W01])
def test_a_rule_is_found_by_id_or_enum(tmp_path: Path, name: str | IntEnum) -> None:
    assert book(tmp_path, GOOD).rule(name).id == "XY-W01"


def test_an_unknown_rule_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule, match=r"'XY-W03'\. Did you mean XY-W0"):
        book(tmp_path, GOOD).rule("xy-w03")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[about]", "[about", "cannot be read"),
        ("XY-W02", "XY-W01", "XY-W01 is given twice"),
        ("XY-W02", "XY-2", "chapters.0.rules.1.id"),
        ('aim = "Arrive."', "", "'aim' is a required property"),
        ("Take one step.", "Take one step", "chapters.0.rules.0.text"),
        ("Take one step.", "Take a step. " * 20, "is too long"),
        ('title = "Rest"', 'title = "Rest"\nname = "Rest"', "'name' was unexpected"),
    ],
)
def test_an_invalid_file_is_refused_with_the_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadRulebook, match=said):
        book(tmp_path, GOOD.replace(old, new))


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match="cannot be read"):
        Rulebook.read(tmp_path / "rulebook.toml")
