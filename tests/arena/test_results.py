"""Result files of tournaments: truncated and resumed, refused for other settings, reported."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path

import pytest

from souq.arena import results as keeping
from souq.arena.claiming import Busy
from souq.arena.holding import hold
from souq.arena.plots import draw, pictures
from souq.arena.report import markdown, report
from souq.arena.results import BadResults, Results
from souq.arena.spreading import Lost, spread, spread_over_ray
from souq.arena.tournament import Place, Row, Tournament
from souq.extras import MissingExtra, install
from tests.toy import GAME as TOY

from .test_tournament import FIRST

RANDOM = "souq.bots.random_bot:RandomBot"
TOURNAMENT = Tournament.of(TOY, ["random", RANDOM, FIRST], 3, shape="ladder", seed=5)


def played(path: Path, games: int = 12, tournament: Tournament = TOURNAMENT) -> Results:
    results = keeping.go_on(path, tournament, games)
    assert hold(path, results, processes=1)
    return results


def games(results: Results) -> dict[Place, tuple[object, ...]]:
    """Return everything that does not depend on the clock."""
    return {place: row[:7] for place, row in sorted(results.rows.items())}


def test_written_results_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    results = played(path)
    again = keeping.read(path)
    assert again.tournament == TOURNAMENT
    assert again.rows == results.rows and len(again.rows) == 24
    assert not again.missing
    assert json.loads(path.read_text().splitlines()[0])["columns"] == list(Row._fields)


@pytest.mark.parametrize("cut", [1, 2, 40, 700, 1100])
def test_a_truncated_file_resumes_to_the_same_results(tmp_path: Path, cut: int) -> None:
    whole = played(tmp_path / "whole.jsonl")
    path = tmp_path / "cut.jsonl"
    path.write_bytes((tmp_path / "whole.jsonl").read_bytes()[:-cut])
    rest = keeping.read(path).missing
    assert 0 < len(rest) < 24
    assert games(played(path)) == games(whole) == games(keeping.read(path))
    assert len(path.read_text().splitlines()) == 25


def test_ctrl_c_leaves_a_valid_file(tmp_path: Path) -> None:
    path, told = tmp_path / "toy.jsonl", list[int]()

    def stop(n: int) -> None:
        told.append(n)
        if len(told) == 5:
            raise KeyboardInterrupt

    results = keeping.go_on(path, TOURNAMENT, 12)
    assert not hold(path, results, processes=1, progress=stop)
    assert len(keeping.read(path).rows) == len(results.rows) == 5
    assert report(keeping.read(path)).over == 1
    assert games(played(path)) == games(played(tmp_path / "whole.jsonl"))


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    results = keeping.go_on(path, TOURNAMENT, 12)
    assert hold(path, results, processes=2)
    assert games(results) == games(played(tmp_path / "one.jsonl"))


def test_a_lost_process_is_reported() -> None:
    with pytest.raises(Lost, match="ran out of memory"):
        list(spread(_dies, [1, 2, 3, 4], 2))


def _dies(job: int) -> None:
    import os

    os._exit(1)


def test_only_the_number_of_games_may_change(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    few = played(path)
    more = played(path, 18)
    assert len(more.rows) == 36 and games(few).items() <= games(more).items()
    assert keeping.read(path).games == keeping.go_on(path, TOURNAMENT, 6).games == 18
    other = Tournament.of(TOY, ["random", FIRST], 2, {"high": True}, seed=6)
    with pytest.raises(BadResults) as refused:
        keeping.go_on(path, other, 12)
    for words in ("its players: 3, not 2", "its bots: random, souq", "its seed: 5, not 6", "high=True", "round robin"):
        assert words in str(refused.value)
    assert keeping.read(path).games == 18


def test_a_file_is_locked_while_it_is_written(tmp_path: Path) -> None:
    """Two processes would each drop the line that the other had just begun to write."""
    pytest.importorskip("fcntl")
    path = tmp_path / "toy.jsonl"
    results = keeping.go_on(path, TOURNAMENT, 12)
    with keeping.Writer(path, results):
        for again in (lambda: keeping.go_on(path, TOURNAMENT, 12), lambda: hold(path, results, processes=1)):
            with pytest.raises(Busy, match=r"Another souq is at work on .*toy\.jsonl"):
                again()
        assert not keeping.read(path).rows, "whoever only reads may"
    assert len(played(path).rows) == 24


def test_other_rules_or_bots_cannot_resume_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "toy.jsonl"
    played(path)
    monkeypatch.setattr(keeping, "source_stamp", lambda tournament: "others")
    assert not keeping.go_on(path, TOURNAMENT, 12).missing  # nothing is played, so nothing is mixed
    with pytest.raises(BadResults, match="--although-changed"):
        keeping.go_on(path, TOURNAMENT, 18)
    mixed = keeping.go_on(path, TOURNAMENT, 18, although_changed=True)
    assert len(mixed.missing) == 12
    made = report(keeping.read(path))
    assert "2 different versions" in " ".join(made.sentences) and made.to_json()["sources"] == 2


def test_a_file_of_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    played(path)
    path.write_text(path.read_text().replace('"rules":"1-', '"rules":"0-', 1))
    with pytest.raises(BadResults, match="by rules 0-"):
        keeping.go_on(path, TOURNAMENT, 12)


@pytest.mark.parametrize("text", ["", "[]\n", '{"souq":"arena"}\n', "hello\n", '{"souq":"arena","format":99}\n'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(BadResults, match="isn't a tournament's file"):
        keeping.read(path)


def test_damage_in_the_middle_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    played(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:3], "[0,1\n", *lines[4:]]))
    with pytest.raises(BadResults, match="damaged in line 4"):
        keeping.read(path)


def test_a_game_of_another_tournament_is_reported(tmp_path: Path) -> None:
    """Published files are evidence of how strong bots are: a game that cannot have been played does not count."""
    path = tmp_path / "toy.jsonl"
    played(path)
    header, first, *others = path.read_text().splitlines(keepends=True)
    row = Row(*json.loads(first))
    odd = (
        {"pairing": 9},
        {"pairing": -1},
        {"block": -1},
        {"block": "x"},
        {"turn": 99},
        {"seats": [0, 0, 0]},
        {"seats": "xx"},
        {"ranks": [1, 2]},
        {"ranks": [1, 2, 9]},
        {"points": [1, 2]},
        {"thought": 5},
        {"thought": [[1.0, 0, 1]]},
        {"thought": [[1.0, 0, 1], []]},
    )
    for change in odd:
        path.write_text("".join([header, keeping._line(row._replace(**change)), *others]))
        with pytest.raises(BadResults, match="damaged in line 2"):
            keeping.read(path)
    path.write_text("".join([header, keeping._line(row._replace(ranks=[])), *others]))
    assert report(keeping.read(path)).stopped == 1


@pytest.mark.parametrize("change", [{"players": "x"}, {"bots": 5}, {"shapes": "ladder"}])
def test_an_impossible_tournament_is_reported(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "toy.jsonl"
    played(path)
    header, *others = path.read_text().splitlines(keepends=True)
    facts = json.loads(header)
    path.write_text("".join([keeping._line({**facts, "tournament": {**facts["tournament"], **change}}), *others]))
    with pytest.raises(BadResults, match="damaged in line 1"):
        keeping.read(path)


def test_published_files_stay_small(tmp_path: Path) -> None:
    """A line with five seats and long thinking times fits in 150 bytes: 2,000 games take less than 300 kB."""
    thought = [[123456.7, 26, *range(10, 22)], [0.5, 4, 20, 31, 12, 5, 2, 1]]
    row = Row(3, 199, 1, [3, 4, 3, 4, 3], [4, 2, 1, 3, 5], [102, 114, 131, 107, 88], 412, thought)
    assert len(keeping._line(row)) < 150


def test_a_report_adds_up(tmp_path: Path) -> None:
    made = report(played(tmp_path / "toy.jsonl"))
    assert len(made.played) == made.wanted == 24 and not made.over and not made.stopped
    assert sum(seat.value for seat in made.seats) == pytest.approx(1)
    assert [rung.games for rung in made.rungs] == [12, 12]
    assert made.rungs[0].share.value == 0.5  # a bot and its twin
    assert made.lengths[0].of == "all" and made.lengths[0].games == 24
    assert [pace.bot for pace in made.paces] == [FIRST, RANDOM, "random"]
    assert all(pace.mean > 0 and pace.p95 > 0 for pace in made.paces)
    assert "Not significant at 95 %" in " ".join(made.sentences)
    assert json.loads(json.dumps(made.to_json()))["rungs"][0]["share"]["value"] == 0.5


def test_a_page_is_written_with_its_pictures(tmp_path: Path) -> None:
    made = report(played(tmp_path / "toy.jsonl"))
    draw(made, tmp_path, "toy")
    first = {path: path.read_bytes() for path in pictures(made, tmp_path, "toy")}
    draw(made, tmp_path, "toy")
    assert len(first) == 3 and all(path.read_bytes() == drawn for path, drawn in first.items())
    page = markdown([(made, {"toy-ratings.svg": "Ratings"})], "souq arena toy.jsonl --report")
    assert page.startswith("# Ladders\n\nGenerated from the recorded games by `souq arena toy.jsonl --report`")
    assert "## Toy, 3 players" in page and "![Ratings](toy-ratings.svg)" in page
    for table in made.tables:
        assert f"**{table.title}**\n\n| " in page
        assert all(len(row) == len(table.headings) for row in table.rows)


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="tests the message shown without Ray")
def test_a_missing_ray_is_reported() -> None:
    with pytest.raises(MissingExtra, match=re.escape(install("cluster"))):
        list(spread_over_ray(str, [1], "local"))


@pytest.mark.slow
def test_a_cluster_that_loses_its_workers_is_reported() -> None:
    pytest.importorskip("ray")
    with pytest.raises(Lost, match="cluster was lost"):
        list(spread_over_ray(os._exit, [1], "local"))


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    path = tmp_path / "cluster.jsonl"
    results = keeping.go_on(path, TOURNAMENT, 12)
    assert hold(path, results, ray="local")
    assert games(results) == games(played(tmp_path / "here.jsonl"))
