"""What came of games against OpenSpiel's bots, in words and numbers; and how fast either side plays at random."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.openspiel.match import CASTS, OURS, Terms, opening
from bench.openspiel.peers import Draws, Evaluator, Peer
from souq.arena.wilson import interval
from souq.engine import registry
from souq.engine.door import Door
from souq.engine.playout import playout

BARS = {"kairo": 0.9, "desert_bazaar": 0.7}
"""The share of games that ours is to win."""
Line = dict[str, Any]


def rollouts(terms: Terms, seconds: float = 3.0) -> Line:
    """Whole random games a CPU-second, from the opening, on one thread: theirs in MCTS and alone, ours."""
    game, seats = registry.find(terms.game), len(CASTS[terms.game][0])
    peer = Peer("mcts", game, seats, seconds, terms.uct_c["mcts"], terms.outcomes)
    state = opening(game, seats, 1)
    seat = _first(game.door, state)
    view, legal = game.door.hidden(state, seat), game.door.legal(state, seat).tolist()
    peer.clock.seconds = 0.0
    peer.choose(view, seat, legal, 1)
    peer.clock.seconds, began = seconds, time.thread_time()
    peer.choose(view, seat, legal, 1)
    searched = peer.simulations / (time.thread_time() - began)
    position = peer.game.new_initial_state().sampled()
    return {
        "terms": asdict(terms),
        "rollouts": {
            "theirs, in MCTS": round(searched, 1),
            "theirs, alone": _rate(lambda: Evaluator(random_state=Draws()).evaluate(position), 1, seconds),
            "theirs, alone, NumPy's random numbers": _rate(_as_it_comes(position), 1, seconds),
            "ours": _rate(lambda: playout(game, 256, seats, seed=1), 256, seconds),
        },
    }


def _first(door: Door, state: Any) -> int:
    mask = door.deciders(state)
    return (mask & -mask).bit_length() - 1


def _as_it_comes(position: Any) -> Callable[[], Any]:
    evaluator = RandomRolloutEvaluator()
    return lambda: evaluator.evaluate(position)


def _rate(work: Callable[[], Any], each: int, seconds: float) -> float:
    """How often something is done in a CPU-second, after it was done once."""
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        work()
        done += each
    return round(done / spent, 1)


def report(terms: Terms, lines: Sequence[Line]) -> str:
    """All of it."""
    games = [line for line in lines if "number" in line]
    said = [f"{terms.game}, {terms.seconds:g} s a decision, ours: {terms.ours}: {len(games)} games"]
    if games:
        said.append(_won("won by ours", games, BARS[terms.game]))
        casts = sorted({tuple(sorted(set(line["seats"]) - {OURS})) for line in games})
        for cast in casts if len(casts) > 1 else []:
            said.append(_won(f"  against {cast[0]}", [g for g in games if cast[0] in g["seats"]]))
        for seat in range(len(games[0]["seats"])):
            if sat := [g for g in games if g["seats"][seat] == OURS]:
                said.append(_won(f"  in seat {seat + 1}", sat))
        said += [_side(name, games) for name in sorted({n for g in games for n in g["seats"]}, key=_ours_first)]
    measured = [line["rollouts"] for line in lines if "rollouts" in line]
    if measured:
        said += [f"rollouts a second, {name:38} {rate:12,.0f}" for name, rate in measured[-1].items()]
        ratio = measured[-1]["ours"] / measured[-1]["theirs, in MCTS"]
        said.append(f"rollouts a second, ours over theirs in MCTS {ratio:18,.1f}")
    return "\n".join(said)


def _ours_first(name: str) -> tuple[bool, str]:
    return name != OURS, name


def share(line: Line) -> float:
    """What ours has of the first place.

    >>> share({"seats": ["mcts", "ours"], "ranks": [1, 1]})
    0.5
    """
    mine = line["ranks"][line["seats"].index(OURS)]
    return 1 / line["ranks"].count(1) if mine == 1 else 0.0


def _won(what: str, games: Sequence[Line], bar: float | None = None) -> str:
    wins, n = sum(map(share, games)), len(games)
    low, high = interval(min(wins, n), n)
    aim = "" if bar is None else f", to be {bar:.0%}: {'yes' if wins / n >= bar else 'no'}"
    return f"{what:18} {wins:6.1f} of {n:4} = {wins / n:6.1%} (95 %: {low:.1%} to {high:.1%}){aim}"


def _side(name: str, games: Sequence[Line]) -> str:
    """How long a side took, and how much it looked at."""
    mine = [line for line in games if name in line["seats"]]
    moves = sum(line["moves"][name] for line in mine)
    spent = sum(line["spent"][name] for line in mine)
    made = sum(line["simulations"][name] for line in mine)
    points = sum(line["points"][line["seats"].index(name)] for line in mine) / len(mine)
    looked = f"{made / moves:,.0f} simulations, {made / spent:,.0f} a second" if made else "simulations not counted"
    slowest, late = max(line["slowest"][name] for line in mine), sum(line["late"][name] for line in mine) / moves
    return (
        f"{name:18} {points:6.1f} points; a decision: {spent / moves:.3f} s (slowest {slowest:.3f}, "
        f"{late:.1%} too long), {looked}; {moves / len(mine):.0f} decisions a game"
    )
