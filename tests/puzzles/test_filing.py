"""Making puzzles: interrupted and resumed, it has the same result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from souq.engine import registry
from souq.puzzles import filing
from souq.puzzles.filing import growing, made, taken_up
from souq.puzzles.making import Plan
from souq.puzzles.puzzle import BadPuzzles, Puzzle, UnknownPuzzle, find, puzzles, read
from souq.puzzles.themes import BadThemes, Theme, Themes, themes
from tests.support import ours

COMMAND = "souq puzzles desert_bazaar --count 5 --seed 1"
ONE = Puzzle(3, 3, {}, [0, 4, 1, 5], 2, 4, 5, 0.6, 0.1, 0.01, {"5": 0.1}, "Rolling", 1, "Roll", "Stop", "Why.", "Not.")


def plan(count: int = 5) -> Plan:
    about = Themes((Theme("Rolling", ("roll",)), Theme("Building", ("tile",))), {}, (3, 4))
    return Plan(registry.find("desert_bazaar"), about, count, 1)


def generated(_: Plan, nth: int, kept: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Yield two puzzles of every other game; the first one's theme depends on those saved so far."""
    for each in range(2 if nth % 2 else 0):
        theme = "Building" if (len(kept) + each) % 2 else "Rolling"
        yield replace(ONE, seed=10 * nth + each, theme=theme, level=1 + each)


@pytest.fixture(autouse=True)
def _dreams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filing, "made_of", generated)


def test_a_file_contains_the_command_and_sorted_puzzles(tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    found = made(plan(), out, COMMAND, lambda _: None)
    assert read(out) == (COMMAND, found)
    assert [each.theme for each in found] == sorted((each.theme for each in found), reverse=True)
    assert not growing(out).exists()


@pytest.mark.parametrize("stop", [1, 2, 3, 5, 8])
def test_interrupted_work_resumes_to_the_same_file(tmp_path: Path, stop: int) -> None:
    whole, left = tmp_path / "whole.jsonl", tmp_path / "left.jsonl"
    made(plan(), whole, COMMAND, lambda _: None)
    told = 0

    def enough(_: object) -> None:
        nonlocal told
        told += 1
        if told == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(plan(), left, COMMAND, enough)
    assert growing(left).exists() and not left.exists()
    made(plan(), left, COMMAND, lambda _: None)
    assert left.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("stop", [1, 2, 3, 5, 9])
def test_known_puzzles_are_refreshed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int) -> None:
    known, calls = [replace(ONE, seed=900 + nth) for nth in range(3)], list[int]()

    def refreshed(_: Plan, puzzle: Puzzle, existing: Sequence[Puzzle]) -> Puzzle | None:
        calls.append(puzzle.seed)
        return None if puzzle.seed == 901 else replace(puzzle, why=f"Number {len(existing)}.")

    monkeypatch.setattr(filing, "refreshed", refreshed)
    whole, left, told = tmp_path / "whole.jsonl", tmp_path / "left.jsonl", 0
    found = made(plan(), whole, COMMAND, lambda _: None, known)
    assert calls == [900, 901, 902] and {each.why for each in found} == {"Number 0.", "Number 1.", "Why."}

    def enough(_: object) -> None:
        nonlocal told
        told += 1
        if told == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(plan(), left, COMMAND, enough, known)
    made(plan(), left, COMMAND, lambda _: None, known)
    assert left.read_bytes() == whole.read_bytes()


def test_a_truncated_line_is_replaced_and_another_command_refused(tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    part = growing(out)
    part.write_text(f'{{"format": "x", "command": "{COMMAND}"}}\n{ONE.to_json()}\n{{"looked": 2}}\n{{"see', "utf-8")
    found = taken_up(part, COMMAND)
    assert (found.games, found.puzzles) == (2, [ONE])
    with pytest.raises(BadPuzzles, match="begun by another command"):
        taken_up(part, COMMAND + "0")


def test_unreadable_puzzles_are_reported_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f'{{"format": "souq-puzzles/1", "command": "x"}}\n{ONE.to_json()}\n{{"seed": 3}}\n', "utf-8")
    with pytest.raises(BadPuzzles, match="line 3"):
        read(path)
    path.write_text('{"format": "souq-puzzles/0", "command": "x"}\n', "utf-8")
    with pytest.raises(BadPuzzles, match="souq-puzzles/0"):
        read(path)


def test_quotas_per_theme_level_and_answer_relax_with_time() -> None:
    wanted, kept = plan(6), [replace(ONE, level=1)] * 2
    assert not wanted.has_room(kept, 0, "Building", 1, 9), "easy ones have had their share"
    assert wanted.has_room(kept, 0, "Building", 2, 9)
    assert wanted.has_room(kept, 300, "Building", 1, 9)
    assert not wanted.has_room([replace(ONE, level=n) for n in (1, 2, 3)], 0, "Rolling", 1, 9)
    same = [replace(ONE, theme="Other", level=0)] * 4
    assert wanted.has_room(same, 0, "Building", 2, 9) and not wanted.has_room(same, 0, "Building", 2, ONE.best)
    assert wanted.has_room(same, 150, "Building", 2, ONE.best)


def test_themes_with_few_puzzles_are_left_out() -> None:
    many = [*[replace(ONE, theme="Building")] * 5, ONE]
    assert plan(60).usable(many) == many[:5] and plan(2).usable(many) == many


def test_names_are_stable_and_unique(tmp_path: Path) -> None:
    assert replace(ONE, why="Other words.").name == ONE.name != replace(ONE, log=[0, 4]).name
    game = registry.find("desert_bazaar")
    with pytest.raises(UnknownPuzzle, match="no puzzle 'x'"):
        find(game, "x")
    assert all(find(game, name).name == name for name in puzzles(game))


def test_themes_name_existing_choices() -> None:
    for game in ours():
        about = themes(game)
        assert about is not None and len(about.titles) == len(set(about.titles))
        assert Counter(about.titles).most_common(1)[0][1] == 1


def test_the_first_matching_theme_is_used() -> None:
    about = Themes((Theme("Far", ("move",), ("chances",)), Theme("Near", ("move",))), {}, (2,))
    assert [about.of(*each) for each in (("move", "chances"), ("move", "x"), ("pass", "x"))] == ["Far", "Near", ""]


def test_themes_without_matches_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(registry.find("desert_bazaar"))
    monkeypatch.setattr(type(game), "folder", tmp_path)
    for text, says in (
        ('[[themes]]\ntitle = "T"\ngroups = ["rol"]\n', "no group of choices or term 'rol'"),
        ('[[themes]]\ntitle = "T"\ngroups = ["roll"]\nterms = ["luck"]\n', "'luck'"),
        ('[[themes]]\ntitle = "T"\n', "'groups' is a required property"),
    ):
        (tmp_path / "themes.toml").write_text(text, "utf-8")
        with pytest.raises(BadThemes, match=says):
            themes.__wrapped__(game)
