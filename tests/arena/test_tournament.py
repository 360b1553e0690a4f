"""Tournaments: pairings, seatings, and that neither seats nor deals favour a bot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from souq.arena.entrants import called, entrant
from souq.arena.playing import lot
from souq.arena.rating import comparisons
from souq.arena.tournament import BadTournament, Place, Row, Tournament, histogram
from souq.bots import levels
from souq.bots.random_bot import RandomBot
from souq.engine.errors import BadOption, BadPlayers, SouqError
from tests.toy import GAME as TOY


class First(RandomBot):
    """A bot that makes the first legal choice, but always keeps in the toy, which would otherwise never end."""

    name = "first"

    def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
        keep = game.choices.parse("keep")
        return keep if keep in legal else legal[0]


class Swapper(RandomBot):
    """A bot whose games never end."""

    name = "swapper"

    def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
        return game.choices.parse("swap")


FIRST = f"{__name__}:First"
SWAPPER = f"{__name__}:Swapper"
RANDOM = "souq.bots.random_bot:RandomBot"


def play(tournament: Tournament, games: int) -> list[Row]:
    return list(map(tournament.player(), tournament.places(games)))


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_both_sit_in_every_seat_equally_often(players: int, alone: bool) -> None:
    for block in Tournament("", players, (), one_against_many=alone).blocks:
        held = [sum(split) for split in zip(*block, strict=True)]
        assert len(set(held)) == 1
        for split in block:
            assert sum(split) in ({1, players - 1} if alone else {players // 2, (players + 1) // 2})
    whole = Tournament("", players, (), one_against_many=alone).blocks
    seats = Counter(seat for block in whole for split in block for seat in enumerate(split))
    assert len(seats) == 2 * players and len(set(seats.values())) == 1


def test_every_seating_comes_once_a_round() -> None:
    for players, ways in ((2, 2), (3, 6), (4, 6), (5, 20)):
        splits = [split for block in Tournament("", players, ()).blocks for split in block]
        assert len(set(splits)) == len(splits) == ways


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", [(FIRST, f"{__name__}:FIRST_AGAIN"), ("random", RANDOM)])
def test_equal_bots_win_exactly_half(bots: tuple[str, str], players: int, alone: bool) -> None:
    """In the toy the first seat shouts first: without rotation it would nearly always win."""
    rows = play(Tournament.of(TOY, bots, players, one_against_many=alone, seed=3), 24)
    blocks = Counter[tuple[int, int]]()
    for row in rows:
        won, lost = comparisons(row.seats, row.ranks, 1)
        blocks[row.block, 1] += round(won * 60)
        blocks[row.block, 0] += round(lost * 60)
    assert all(blocks[block, 0] == blocks[block, 1] > 0 for block, _ in blocks)
    if "first" in entrant(bots[0]).name:
        wins = Counter(row.ranks.index(1) for row in rows)
        assert wins[0] != wins[1]


FIRST_AGAIN = First()


def test_games_of_a_block_share_their_seed() -> None:
    tournament = Tournament.of(TOY, [FIRST, f"{__name__}:FIRST_AGAIN", "random"], 3)
    rows = {row.place: row for row in play(tournament, 12)}
    one, two = rows[Place(0, 1, 0)], rows[Place(0, 1, 1)]
    assert one.seats != two.seats
    assert (one.ranks, one.points, one.length) == (two.ranks, two.points, two.length)
    deals = {tuple(row.points) for row in rows.values() if row.pairing == 0}
    assert len(deals) > 2
    assert tournament.luck(Place(0, 1, 0)) != tournament.luck(Place(1, 1, 0))


def test_pairings() -> None:
    bots = ["random", FIRST, SWAPPER, RANDOM]
    assert Tournament.of(TOY, bots, 2, shape="ladder").pairings == ((1, 0), (2, 1), (3, 2))
    assert len(Tournament.of(TOY, bots, 2).pairings) == 6
    assert all(bot > other for bot, other in Tournament.of(TOY, bots, 2).pairings)


@pytest.mark.parametrize(("players", "games", "played"), [(2, 400, 400), (3, 400, 402), (4, 7, 12), (2, 3, 4)])
def test_the_number_of_games_fills_whole_rounds(players: int, games: int, played: int) -> None:
    tournament = Tournament.of(TOY, ["random", RANDOM, FIRST], players)
    places = tournament.places(games)
    assert Counter(place.pairing for place in places) == dict.fromkeys(range(3), played)
    assert len(set(places)) == len(places)


def test_an_endless_game_is_stopped_as_a_tie() -> None:
    rows = play(Tournament.of(TOY, ["random", SWAPPER], 2, limit=50), 4)
    assert all(row.ranks == [] and row.length == 50 for row in rows)
    assert comparisons(rows[0].seats, rows[0].ranks, 0) == (0.5, 0.5)


def test_thinking_time_is_counted_per_bot() -> None:
    row = play(Tournament.of(TOY, [FIRST, "random"], 2), 2)[0]
    (random_ms, *random), (first_ms, *first) = row.thought
    assert sum(first[1:]) == 1  # it keeps; when all shout there is one way to go
    assert sum(random[1:]) >= 1
    assert random_ms >= 0 <= first_ms
    assert histogram([]) == []
    assert histogram([0.0, 1e-6, 1.1e-3]) == [0, 2, *[0] * 19, 1]


def test_entrants_are_checked() -> None:
    assert called("Trader") == called("greedy") == "trader"
    assert called(" search:0400 ") == "search:400"
    assert entrant("search:7").iterations == 7  # type: ignore[attr-defined]
    assert entrant(f"{__name__}:FIRST_AGAIN") is FIRST_AGAIN
    for wrong in (
        "wise",
        "search:",
        "search:-1",
        "search:many",
        "no.such:Bot",
        f"{__name__}:Nobody",
        "json:dumps",
        ":",
    ):
        with pytest.raises(levels.UnknownLevel):
            entrant(wrong)


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(BadTournament, match="two bots"):
        Tournament.of(TOY, ["random"])
    with pytest.raises(BadTournament, match="'trader' is named twice"):
        Tournament.of(TOY, ["greedy", "trader"])
    with pytest.raises(BadPlayers):
        Tournament.of(TOY, ["random", "trader"], 5)
    with pytest.raises(BadOption):
        Tournament.of(TOY, ["random", "trader"], 2, {"colour": "green"})


@pytest.mark.parametrize("package", ["nowhere.bazaar", "json"])
def test_a_game_that_is_not_installed_is_reported(package: str) -> None:
    """A results file may come from a machine with more games."""
    theirs = replace(Tournament.of(TOY, ["random", "trader"], 2), package=package)
    with pytest.raises(BadTournament, match=f"The game of this tournament, {package}, isn't installed here"):
        _ = theirs.game


class Odd:
    """A bot without a name that returns or raises what it was given."""

    answer: object = None

    def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
        if isinstance(self.answer, BaseException):
            raise self.answer
        return legal[0] if self.answer == "first" else self.answer


def test_a_module_without_its_bot_is_not_mistaken_for_a_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    with pytest.raises(levels.UnknownLevel, match=r"mine.py is a module: say which bot in it, as in 'mine:MyBot'"):
        entrant("mine")


ODD = f"{__name__}:Odd"


@pytest.mark.parametrize(
    "answer, says",
    [
        (None, "The bot 'Odd' chose None, which isn't a whole number"),
        (1.5, "The bot 'Odd' chose 1.5, which isn't a whole number"),
        (10_000, "The bot 'Odd' chose 10000, which isn't legal"),
        (KeyError("x"), r"The bot 'Odd' failed in test_tournament.py, line \d+: KeyError: 'x'"),
        (SystemExit(3), r"The bot 'Odd' failed in test_tournament.py, line \d+: SystemExit: 3"),
    ],
)
def test_errors_of_custom_bots_are_explained(answer: object, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Odd, "answer", answer)
    with pytest.raises(SouqError, match=says):
        play(Tournament.of(TOY, ["random", ODD], 2, seed=abs(hash(says))), 2)


def test_bots_cannot_learn_the_seed_of_a_game() -> None:
    told = [lot(seed, decision) for seed in range(30) for decision in range(30)]
    assert len(set(told)) == len(told)
    assert all(abs(sum(seed >> bit & 1 for seed in told) / len(told) - 0.5) < 0.1 for bit in range(63))
