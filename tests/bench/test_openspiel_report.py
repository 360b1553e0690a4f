"""Saved matches against OpenSpiel's bots and their report, for which OpenSpiel is not needed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from bench.openspiel.__main__ import main
from bench.openspiel.report import Report, page, reports
from bench.openspiel.results import OURS, Line, Terms, append, missing, share, stored

TERMS = Terms("kairo", ours="search:20000")


def game(number: int, other: str, ranks: tuple[int, int], terms: Terms = TERMS) -> Line:
    """Return a game of our bot, in the first seat, against another."""
    return {
        "terms": asdict(terms),
        "number": number,
        "seats": [OURS, other],
        "ranks": list(ranks),
        "points": [50, 40],
        "length": 300,
        "moves": {OURS: 100, other: 50},
        "spent": {OURS: 25.0, other: 50.0},
        "slowest": {OURS: 0.5, other: 1.01},
        "late": {OURS: 0, other: 0},
        "simulations": {OURS: 0, other: 100_000},
    }


GAMES = [game(0, "mcts", (1, 2)), game(1, "ismcts", (1, 1)), game(3, "ismcts", (1, 2))]


def test_games_are_saved_and_missing_ones_are_found(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    assert list(stored(path, TERMS)) == []
    for line in GAMES[:2]:
        append(path, line)
    with path.open("a") as file:
        file.write('{"terms": {"ga')
    append(path, GAMES[2])
    other = Terms("kairo", ours="time")
    append(path, game(2, "mcts", (2, 1), other))
    assert list(stored(path, TERMS)) == GAMES
    assert missing(GAMES, 5) == [2, 4]
    assert [each.terms for each in reports(path)] == [TERMS, other]


def test_a_shared_win_is_shared() -> None:
    assert share({"seats": ["mcts", OURS, "ismcts"], "ranks": [1, 1, 3]}) == 0.5
    assert share({"seats": [OURS, "mcts"], "ranks": [2, 1]}) == 0


def test_the_result_is_reported() -> None:
    rollouts = {"terms": asdict(TERMS), "rollouts": {"theirs, in MCTS": 1_000.0, "ours": 12_500.0}}
    told = Report(TERMS, [*GAMES, rollouts])
    assert told.title == "Kairo with 2 players: our Search 20000"
    assert told.sentences[2] == "The goal is to win 90%; ours won 83.3%."
    won, sides, fast = told.tables
    assert won.rows[0][:4] == ("all", "3", "2.5", "83.3%")
    assert [row[:3] for row in won.rows[1:3]] == [
        ("against OpenSpiel's ISMCTS", "2", "1.5"),
        ("against OpenSpiel's MCTS", "1", "1"),
    ]
    assert sides.rows[0] == ("our Search 20000", "50.0", "100", "0.250", "0.500", "0.0%", "")
    assert sides.rows[1] == ("OpenSpiel's ISMCTS", "40.0", "50", "1.000", "1.010", "0.0%", "2,000")
    assert fast.rows[-1] == ("ours over theirs in MCTS", "12.5")


def test_simulations_are_averaged_over_games_that_report_them() -> None:
    more = game(4, "mcts", (1, 2)) | {"simulations": {OURS: 600_000, "mcts": 100_000}}
    _, sides = Report(TERMS, [*GAMES, more]).tables
    assert [row[-1] for row in sides.rows] == ["6,000", "2,000", "2,000"]


def test_different_or_unknown_versions_are_reported() -> None:
    stamped = [line | {"sources": "a"} for line in GAMES]
    assert len(Report(TERMS, stamped).sentences) == 3
    assert Report(TERMS, [*stamped[1:], GAMES[0] | {"sources": "b"}]).sentences[3].startswith("2 different versions")
    assert Report(TERMS, [*stamped[1:], GAMES[0]]).sentences[3].endswith("bots played 1 of them was not recorded.")
    assert Report(TERMS, GAMES).sentences[3].endswith("bots played them was not recorded.")


def test_a_report_covers_all_games_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr("sys.argv", ["bench.openspiel", "kairo", "--report", "--file", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert "There are no games in" in capsys.readouterr().err
    for line in (*GAMES, game(2, "mcts", (2, 1), Terms("kairo", ours="time"))):
        append(path, line)
    assert main() == 0
    said = capsys.readouterr().out
    assert "our Search 20000" in said
    assert "our search for 1 s" in said


def test_the_published_page_matches_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    games = sorted(Path("docs/openspiel").glob("*.jsonl"))
    assert page(games) == Path("docs/reference/openspiel.md").read_text("utf-8")
