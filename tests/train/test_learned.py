"""Learned evaluators: their output follows from their weights, damaged files are refused, and they play."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from souq.arena import results
from souq.arena.entrants import called, entrant, source_of
from souq.arena.tournament import Tournament
from souq.bots import characters, learned, levels, search
from souq.bots.learned import BadJudgement, Learned, LearnedBot, Net, advise, correct
from souq.bots.levels import UnknownLevel
from souq.bots.search import Hooks, Manner, SearchBot, think
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.evaluation import judge, weights_of
from souq.engine.learn.observations import Observing
from souq.engine.learn.packed import Damaged, packed
from souq.engine.match.match import Match
from souq.engine.rules.bits import lowest
from souq.engine.rules.generic import generic, instantiate
from souq.testing import deciding
from souq.testing.broken import Broken
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY

GAMES = [*registry.installed().values(), HEAPS, TOY]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@generic
def asked(states, w, mind, seat, choices, n, scores, found):  # type: ignore[no-untyped-def]
    advise(states[0], w, mind, seat, choices, n, scores, 2.0)
    correct(states[0], w, mind, seat, found)


def drawn(game: Game, seed: int = 1, size: float = 0.3) -> Learned:
    """Return a net with random weights."""
    dice = np.random.default_rng(seed)
    nothing = learned.zeros(game, game.company, {}, (12, 6), Manner(depth=2))
    return replace(nothing, net=Net(*(dice.normal(0, size, a.shape).astype(np.float32) for a in nothing.net)))


def position(game: Game, after: int):  # type: ignore[no-untyped-def]
    """Return a position with several legal choices, its decider and the choices."""
    state = game.bindings.setup(game.company, game.option_numbers(game.check_options(None)), (3, 9))
    while True:
        seat = lowest(game.bindings.deciders(state))
        legal = game.bindings.legal(state, seat).copy()
        if after <= 0 and len(legal) > 1:
            return state, seat, legal
        game.bindings.apply(state, seat, int(legal[after % len(legal)]), (3, after & 0xFFFF))
        after -= 1


@each_game
def test_an_empty_net_changes_nothing(game: Game) -> None:
    state, seat, legal = position(game, 0)
    view, manner = game.bindings.hidden(state, seat), Manner.of(game)
    plain = think(game, view, seat, legal, 5, iterations=60)
    silent = learned.zeros(game, game.company, {}, (12, 6), manner)
    assert silent.hooks == Hooks(search.advise, search.correct)
    alike = silent.net._replace(value_bias=silent.net.value_bias + 1, policy_bias=silent.net.policy_bias + 1)
    nothing = replace(silent, net=alike)
    assert nothing.hooks == Hooks(advise, correct)
    same = think(game, view, seat, legal, 5, iterations=60, adviser=nothing)
    assert plain.visits.tolist() == same.visits.tolist()
    assert np.allclose(plain.values, same.values)
    other = think(game, view, seat, legal, 5, iterations=60, adviser=drawn(game))
    assert plain.visits.tolist() != other.visits.tolist() or not np.allclose(plain.values, other.values)
    assert np.allclose(other.values.sum(1), 1)


@each_game
def test_the_compiled_net_agrees_with_numpy(game: Game) -> None:
    one = drawn(game)
    net, players = one.net, game.company
    mind = one.mind(game, players)  # evaluates repeatedly, without state in between
    for after in (0, 3) if game not in (TOY, HEAPS) else (0, 1):
        state, _, legal = position(game, after)
        for seat in range(players):
            hidden = game.bindings.hidden(state, seat)
            terms = [judge(game).expected(hidden, (seat + p) % players) * net.scale for p in range(players)]
            inputs = np.concatenate([Observing(game, players).of(hidden, seat), *terms])
            deep = np.maximum(np.maximum(inputs @ net.first + net.first_bias, 0) @ net.second + net.second_bias, 0)
            names = np.array(game.choices.turned(seat, players))[legal]
            policy = 0.5 + 2 * (net.policy[names] @ deep + net.policy_bias[names])
            before = judge(game).win_probabilities(state)
            value = np.roll(before, -seat) * np.exp(deep @ net.value + net.value_bias)
            scores, found = np.full(len(legal), 0.5), before.copy()
            instantiate(asked, game)(state, weights_of(game), mind, seat, legal, len(legal), scores, found)
            assert np.allclose(scores, policy, rtol=1e-3, atol=1e-4)
            assert np.allclose(found, np.roll(value / value.sum(), seat), rtol=1e-3, atol=1e-5)


def test_an_empty_head_is_not_evaluated() -> None:
    net = drawn(HEAPS).net
    choices = replace(drawn(HEAPS), net=net._replace(value=net.value * 0, value_bias=net.value_bias * 0))
    assert choices.hooks == Hooks(advise, search.correct)
    results = replace(drawn(HEAPS), net=net._replace(policy=net.policy * 0, policy_bias=net.policy_bias * 0))
    assert results.hooks == Hooks(search.advise, correct)


def test_hidden_information_does_not_change_advice() -> None:
    game = registry.find("desert_bazaar")
    one = drawn(game)
    state, seat, legal = position(game, 30)

    def said(state):  # type: ignore[no-untyped-def]
        scores, found = np.zeros(len(legal)), np.full(3, 1 / 3)
        instantiate(asked, game)(state, weights_of(game), one.mind(game, 3), seat, legal, len(legal), scores, found)
        return scores.tolist(), found.tolist()

    guesses = [game.bindings.determinized(state, seat, (n, 1)) for n in range(5)]
    assert len({guess.tobytes() for guess in guesses}) > 1
    assert all(said(guess) == said(state) for guess in guesses)


def test_a_net_can_be_saved_and_loaded(tmp_path: Path) -> None:
    one = replace(drawn(HEAPS), options={"play": "race"}, about={"seed": 7})
    one.write(tmp_path / "net.npz")
    again = Learned.read(tmp_path / "net.npz")
    assert again.fingerprint == one.fingerprint and again.packed() == one.packed()
    assert (again.manner, again.options, again.about) == (one.manner, one.options, one.about)
    assert one.fingerprint != replace(one, manner=one.manner._replace(mix=0.5)).fingerprint
    assert list(tmp_path.iterdir()) == [tmp_path / "net.npz"]


def _saved(array: NDArray[np.float64]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda whole: whole[: len(whole) // 2],
    "changed": lambda whole: whole[:200] + bytes([whole[200] ^ 0xFF]) + whole[201:],
    "empty": lambda whole: b"",
    "other": lambda whole: packed({"souq": "samples"}, {}),
    "list": lambda whole: packed([], {}),  # type: ignore[arg-type]
    "array": lambda whole: _saved(np.zeros(3)),
    "text": lambda whole: b"[fit]\n",
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_incomplete_file_is_refused(tmp_path: Path, wrong: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "net.npz"
    path.write_bytes(wrong(drawn(HEAPS).packed()))
    with pytest.raises(Damaged, match=r"net\.npz is"):
        Learned.read(path)


@pytest.mark.parametrize("name", Net._fields)
def test_mismatched_shapes_are_refused(name: str) -> None:
    one = drawn(HEAPS)
    longer = np.concatenate(
        [getattr(one.net, name)] * 2 + [np.zeros((1, *getattr(one.net, name).shape[1:]), np.float32)]
    )
    wrong = replace(one, net=one.net._replace(**{name: longer}))
    with pytest.raises(BadJudgement, match="Train it again"):
        wrong.mind(HEAPS, 2)
    if name not in ("scale", "first"):
        with pytest.raises(Damaged, match="don't fit each other"):
            Learned.unpacked(wrong.packed())


def test_a_net_plays_only_its_own_game() -> None:
    one = drawn(HEAPS)
    with pytest.raises(BadJudgement, match="learned for heaps with 2 players; it can't play heaps with 3"):
        one.mind(HEAPS, 3)
    with pytest.raises(BadJudgement, match="it can't play toy with 2"):
        one.mind(TOY, 2)
    with pytest.raises(BadJudgement, match="another version of heaps"):
        replace(one, layout="before").mind(HEAPS, 2)


def test_a_net_can_enter_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    drawn(HEAPS).write(path)
    spec = f"learned:16:{path}"
    assert called(spec) == entrant(spec).name == spec
    assert source_of(spec) == path
    tournament = Tournament.of(HEAPS, ["search:8", spec], 2, {"play": "race"})
    rows = list(map(tournament.player(), tournament.places(8)))
    assert len(rows) == 8 and all(sorted(row.ranks) == [1, 2] for row in rows)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which every game keeps its nets."""
    for module in (characters, learned, deciding, results):
        monkeypatch.setattr(module, "learned_file", lambda game, players: tmp_path / f"learned-{players}.npz")
    learned.of.cache_clear()
    yield tmp_path
    learned.of.cache_clear()


def test_the_sultan_uses_its_games_net(shelf: Path) -> None:
    one, asked = drawn(HEAPS), Match(HEAPS, 2, seed=3).observe()
    one.write(shelf / "learned-2.npz")
    plain = SearchBot("plain", "Plain", "", 40, adviser=one, manner=one.manner)
    bot = LearnedBot("learned", "Learned", "", 40)
    assert [
        each.choose(HEAPS, asked.view, asked.seat, asked.legal, seed) for each in (bot, plain) for seed in range(6)
    ] == [plain.choose(HEAPS, asked.view, asked.seat, asked.legal, seed) for seed in range(6)] * 2
    assert levels.able("sultan", HEAPS, asked.view).name == levels.at("sultan", HEAPS, 2).name == "sultan"
    assert Tournament.of(HEAPS, ["vizier", "sultan"], 2).bots == ("vizier", "sultan")
    with pytest.raises(UnknownLevel, match="learned Heaps for a table of 3"):
        Tournament.of(HEAPS, ["vizier", "sultan"], 3)
    with pytest.raises(BadJudgement, match=r"learned-3\.npz is missing"):
        learned.of(HEAPS, 3)


@pytest.mark.parametrize("content", [None, b"", b"not a file of ours"])
def test_without_a_net_the_vizier_plays(shelf: Path, content: bytes | None) -> None:
    if content is not None:
        (shelf / "learned-2.npz").write_bytes(content)
    view = Match(HEAPS, 2, seed=3).observe().view
    assert levels.able("sultan", HEAPS, view).name == "vizier"
    assert not any(isinstance(bot, LearnedBot) for bot, _ in levels.kinds(HEAPS)), "the game gets ready without it"
    with pytest.raises(UnknownLevel if content is None else Damaged):
        Tournament.of(HEAPS, ["vizier", "sultan"], 2)


def test_after_a_rule_change_the_vizier_plays(shelf: Path) -> None:
    replace(drawn(HEAPS), layout="before").write(shelf / "learned-2.npz")
    assert levels.able("sultan", HEAPS, Match(HEAPS, 2, seed=3).observe().view).name == "vizier"
    with pytest.raises(Broken, match=r"learned-2\.npz: .* another version of heaps.* souq train heaps"):
        deciding.what_was_learned_fits(HEAPS)


def test_after_an_evaluator_change_the_vizier_plays(shelf: Path) -> None:
    assert drawn(HEAPS).basis == learned.basis(HEAPS) != learned.basis(registry.find("kairo"))
    replace(drawn(HEAPS), basis="others").write(shelf / "learned-2.npz")
    assert levels.able("sultan", HEAPS, Match(HEAPS, 2, seed=3).observe().view).name == "vizier"
    with pytest.raises(Broken, match=r"learned-2\.npz: .* has other weights now.* souq train heaps"):
        deciding.what_was_learned_fits(HEAPS)


def test_with_an_unreadable_net_the_vizier_plays(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn(HEAPS).write(shelf / "learned-2.npz")

    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert levels.able("sultan", HEAPS, Match(HEAPS, 2, seed=3).observe().view).name == "vizier"


def test_forgetting_drops_the_saved_trees(shelf: Path) -> None:
    drawn(HEAPS).write(shelf / "learned-2.npz")
    bot, asked = LearnedBot("learned", "Learned", "", 40), Match(HEAPS, 2, seed=3).observe()
    bot.choose(HEAPS, asked.view, asked.seat, asked.legal, 1)
    (search_bot,) = bot._searches.values()
    search_bot._trees["heaps", 0, b""] = search_bot._trees.get(("heaps", 0, b""), (None, 0))  # type: ignore[assignment]
    bot.forget()
    assert not search_bot._trees


def test_another_net_changes_the_source_stamp(shelf: Path) -> None:
    stamps = set()
    for rate in (0, 1):
        one = drawn(HEAPS)
        replace(one, net=one.net._replace(value_bias=one.net.value_bias + rate)).write(shelf / "learned-2.npz")
        stamps.add(results.source_stamp(Tournament.of(HEAPS, ["vizier", "sultan"], 2)))
    assert len(stamps) == 2


@pytest.mark.parametrize(
    "spec, says",
    [
        ("learned:16:nowhere.npz", "There is no file 'nowhere.npz'"),
        ("learned:some:nowhere.npz", "Give the search a number of iterations, as in 'learned:400:"),
        ("learned:16", "There is no file ''"),
    ],
)
def test_a_missing_net_cannot_enter_the_arena(spec: str, says: str) -> None:
    with pytest.raises(UnknownLevel, match=says):
        entrant(spec)
