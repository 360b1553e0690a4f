"""Showing and verifying saved matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from souq.cli.show import worded_text
from souq.engine import registry
from souq.engine.errors import NotDealt
from souq.engine.match.match import Match
from souq.engine.match.shares import Share, seal

from .conftest import Souq


def edited(saved: Path, folder: Path, **changes: Any) -> Path:
    path = folder / "edited.souq.json"
    path.write_text(json.dumps({**json.loads(saved.read_text()), **changes}))
    return path


def test_a_fair_match_verifies(souq: Souq, saved: Path) -> None:
    ran = souq("verify", saved)
    assert ran.code == 0
    assert json.loads(saved.read_text())["commitment"] in ran.out
    assert ran.out.count("✓") == 3


def test_an_unfinished_match_is_partly_verified(souq: Souq, tmp_path: Path) -> None:
    import souq as library

    library.new("desert_bazaar", players=3, seed=5).save(tmp_path / "begun.souq.json")
    ran = souq("verify", tmp_path / "begun.souq.json")
    assert ran.code == 0
    assert "isn't finished" in ran.out


def test_verify_lists_the_players_seed_shares(souq: Souq, saved: Path, tmp_path: Path) -> None:
    assert "No player added a share" in souq("verify", saved).out
    shares = [Share(0, seal(b"a" * 32), b"a" * 32), Share(2, seal(b"o" * 32), None)]
    path = tmp_path / "shared.souq.json"
    Match(registry.find("desert_bazaar"), 3, seed=5, shares=shares).save(path)
    ran = souq("verify", path)
    assert ran.code == 0
    assert f"seat 0: {seal(b'a' * 32).hex()}" in ran.out
    assert "bytes that follow from the secret were used: seat 2." in ran.out
    first, second = json.loads(path.read_text())["shares"]
    ran = souq("verify", edited(path, tmp_path, shares=[{**first, "share": "00" * 32}, second]))
    assert ran.code == 1
    assert "share of seat 0 doesn't match its seal" in ran.err


@pytest.mark.parametrize(
    "changes",
    [{"secret": "00" * 32}, {"result": {"points": [99, 0, 0], "ranks": [1, 2, 2]}}, {"players": 4}, {"decisions": []}],
    ids=lambda changes: next(iter(changes)),
)
def test_a_tampered_match_fails_verification(souq: Souq, saved: Path, tmp_path: Path, changes: dict[str, Any]) -> None:
    ran = souq("verify", edited(saved, tmp_path, **changes))
    assert ran.code == 1
    assert "doesn't check out" in ran.err
    assert not ran.out


def test_another_rules_version_is_an_error_not_a_fraud(souq: Souq, saved: Path, tmp_path: Path) -> None:
    ran = souq("verify", edited(saved, tmp_path, rules_version="0-00000000"))
    assert ran.code == 2
    assert "0-00000000" in ran.err


def test_show_prints_the_story(souq: Souq, saved: Path) -> None:
    ran = souq("show", saved)
    assert ran.code == 0
    assert ran.out.startswith("Desert Bazaar, Amina, Omar, Leila; decision ")
    for name, points in zip(("Amina", "Omar", "Leila"), json.loads(saved.read_text())["result"]["points"], strict=True):
        assert f"{name}: {points} points" in ran.out
    assert "**" not in ran.out
    assert "[[" not in ran.out


def test_show_stops_at_a_ply(souq: Souq, saved: Path) -> None:
    whole, part = souq("show", saved), souq("show", saved, "--ply", 20, "--seat", 1)
    assert part.code == 0
    assert "decision 20 of" in part.out
    assert len(part.out) < len(whole.out) / 2


def test_show_prints_the_position(souq: Souq, saved: Path) -> None:
    ran = souq("show", saved, "--ply", 20, "--seat", 1, "--fields")
    assert ran.code == 0
    told = dict(line.split(": ", 1) for line in ran.out.splitlines())
    assert told["players"] == "3" and told["player"].startswith("seat ")
    assert told["hand"].count("seat ") == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_show_writes_a_drawing(souq: Souq, saved: Path, tmp_path: Path, theme: str) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    assert souq("show", saved, "--ply", 60, "-o", svg, "--theme", theme).code == 0
    assert souq("show", saved, "--ply", 60, "-o", png, "--theme", theme).code == 0
    assert svg.read_text().startswith("<svg")
    assert "var(--" not in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--ply", "9999"], "There's no ply 9999"),
        (["--seat", "3"], "There's no seat 3"),
        (["-o", "a.gif"], "ends in .svg or .png"),
        (["-o", "no/such/folder/a.svg"], "No such file or directory"),
        (["--theme", "pink"], "pink"),
    ],
)
def test_show_refuses_invalid_arguments(souq: Souq, saved: Path, words: list[str], says: str) -> None:
    ran = souq("show", saved, *words)
    assert ran.code == 2
    assert says in ran.err


def test_show_refuses_other_files(souq: Souq, tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("dates, water")
    ran = souq("show", path)
    assert ran.code == 2
    assert "not JSON" in ran.err


def test_markup_becomes_terminal_styles() -> None:
    text = worded_text("Amina takes **two** dates [[+2]].")
    assert text.plain == "Amina takes two dates +2."
    assert [(text.plain[s.start : s.end], s.style) for s in text.spans] == [("two", "bold"), ("+2", "green")]


def test_a_match_from_a_custom_position_is_flagged(souq: Souq, tmp_path: Path) -> None:
    """The author of a position chose everything in it, so chance is not confirmed as fair."""
    import souq as library

    begun = library.new("desert_bazaar", players=3, seed=5)
    path = tmp_path / "made.souq.json"
    Match(begun.game, 3, seed=5, start=begun.position()).save(path)
    ran = souq("verify", path)
    assert ran.code == 1
    assert "not dealt" in ran.err
    assert "--allow-position" in ran.err
    assert not ran.out
    ran = souq("verify", path, "--allow-position")
    assert ran.code == 0
    assert ran.out.startswith("✗ This match was not dealt")
    with pytest.raises(NotDealt, match="not dealt"):
        library.verify(path)
    assert not library.verify(path, allow_position=True).dealt
    assert begun.verify().dealt


def test_control_characters_in_a_file_are_escaped(souq: Souq, saved: Path, tmp_path: Path) -> None:
    names = ["\x1b[31mAmina\x07", "O\u202emar\n", "\u200b"]
    ran = souq("show", edited(saved, tmp_path, names=names))
    assert ran.code == 0
    assert "[31mAmina, Omar, Player 3" in ran.out
    assert not any(sign in ran.out for sign in "\x1b\x07\u202e\u200b")
    for changes in ({"rules_version": "\x1b[2J1"}, {"names": "\x1b]0;"}, {"options": {"\x1b[2J": "\x1b[2J"}}):
        for command in ("show", "verify"):
            ran = souq(command, edited(saved, tmp_path, **changes))
            assert ran.code != 0
            assert "\x1b" not in ran.err + ran.out
