"""A worker process, in which bots and solvers run. It reads requests and writes answers, one line of JSON each.

:mod:`souq.server.core.workers.workers` starts it as ``python -m souq.server.core.workers.worker NICE``. It has no
access to the database. It receives only the view of the seat for which it decides, or the whole position of a finished
game, in which nothing is hidden.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import sys
import threading
import zlib
from collections import defaultdict
from typing import Any

from souq.bots import analysis, hints, levels, lines
from souq.bots.acting import act
from souq.compiling import is_to_come
from souq.engine import registry
from souq.engine.arrays import np
from souq.engine.game import Game
from souq.engine.learn.evaluation import judge
from souq.engine.match import hooks
from souq.engine.match.solving import Solution
from souq.engine.rules.record import Batch
from souq.review import weighing
from souq.review.turns import Turn


def decide(request: dict[str, Any]) -> list[int]:
    """Return a bot's choices. Fields of ``request``: game, level, seat, view (Base64), legal, seed, racing."""
    game, view = _position(request["game"], request["view"])
    legal, bot = np.array(request["legal"], np.int16), levels.able(request["level"], game, view)
    return list(act(bot, game, view, request["seat"], legal, request["seed"], racing=request["racing"]))


def solve(name: str, seen: bytes, seat: int, seconds: float) -> Solution | None:
    """Solve a position for a seat, from what that seat knows."""
    game = registry.find(name)
    return hooks.solution(game, np.frombuffer(seen, game.State.layout).copy(), seat, seconds)


def advise(request: dict[str, Any]) -> dict[str, Any]:
    """Return a hint. Fields of ``request``: hint (the game), seat, view (Base64), legal, seed."""
    game, view = _position(request["hint"], request["view"])
    seat, seed = request["seat"], request["seed"]
    found = hints.hint(game, view, seat, request["legal"], seed)
    line = lines.completed(game, view, seat, found.pv, seed)
    return {"hint": {"choice": found.choice, "pv": list(line), "why": found.why}}


def expect(request: dict[str, Any]) -> dict[str, Any]:
    """Return the line that a search expects from a position of a finished game. Fields: expect (the game), view."""
    game, state = _position(request["expect"], request["view"])
    return {"line": lines.expected(game, state, zlib.crc32(state.tobytes()))}


def evaluate(request: dict[str, Any]) -> dict[str, Any]:
    """Return the seats' win probabilities in a position of a finished game.

    Fields of ``request``: evaluate (the game), seat, view (Base64).
    """
    game, state = _position(request["evaluate"], request["view"])
    return {"win_probabilities": analysis.win_probabilities(game, state, request["seat"])}


def review(request: dict[str, Any]) -> dict[str, Any]:
    """Return the win probability that a turn lost, or with ``closer``, choices that would have been better.

    Fields of ``request``: review (the game), seat, view (Base64), legal, played, racing, closer.
    """
    game, view = _position(request["review"], request["view"])
    seat, legal, played = request["seat"], tuple(request["legal"]), tuple(request["played"])
    turn = Turn(seat, view, legal, played, request["racing"])
    if not request["closer"]:
        return {"cost": weighing.glance(game, turn, weighing.seed_of(turn))}
    found = weighing.better(game, turn, weighing.seed_of(turn))
    return {"better": found and [list(found.choices), found.lost, found.why]}


def _position(name: str, encoded: str) -> tuple[Game, Batch]:
    game = settled(registry.find(name))
    return game, np.frombuffer(base64.b64decode(encoded), game.State.layout).copy()


def settled(game: Game) -> Game:
    """Return a game with rules that can be used now.

    These are the compiled rules or, while another process still compiles them, the interpreted ones.
    """
    if game.name not in _loaded:
        if is_to_come(game):
            game.bindings.interpret()
        else:
            game.bindings.load()
            _loaded.add(game.name)
    return game


_loaded: set[str] = set()
"""Names of the games whose compiled rules this process has loaded."""


_turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""Locks by the game's name. Requests about one game wait while its rules are loaded, but not those about others."""


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request.

    A ``warm`` request lists games to load. A thread loads them, so that other requests can be answered meanwhile.
    """
    if "warm" in request:
        threading.Thread(target=load, args=(request["warm"],), daemon=True).start()
        return {"warming": len(request["warm"])}
    about = next(request[kind] for kind in ("hint", "evaluate", "review", "expect", "solve", "game") if kind in request)
    with _turns[about]:
        return _found(request)


def load(names: list[str]) -> None:
    """Load several games. If one fails, write the error to standard error, and go on with the next."""
    for name in names:
        with _turns[name]:
            try:
                warm(name)
            except Exception as error:
                sys.stderr.write(f"souq: {name} could not be loaded: {type(error).__name__}: {error}\n")


def _found(request: dict[str, Any]) -> dict[str, Any]:
    if "hint" in request:
        return advise(request)
    if "evaluate" in request:
        return evaluate(request)
    if "review" in request:
        return review(request)
    if "expect" in request:
        return expect(request)
    if "solve" in request:
        seen = base64.b64decode(request["view"])
        found = solve(request["solve"], seen, request["seat"], request["seconds"])
        return {"line": found and list(found.choices), "bound": found and found.bound}
    return {"choices": decide(request)}


def warm(name: str) -> None:
    """Load all that bots, hints and analyses of a game need, so that the first request needn't wait for it.

    Of levels that differ only in their thinking time, only the quickest is loaded.
    """
    game = settled(registry.find(name))
    bindings = game.bindings
    if bindings.interpreted:
        return
    for bot, players in levels.kinds(game):
        levels.begin(game, bot, players)
    state = bindings.setup(game.min_players, game.option_numbers(game.check_options({})), (1, 2))
    judge(game).win_probabilities(state)


def main() -> None:
    """Answer requests from standard input until it is closed. Output of bots is redirected to standard error."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 5)  # lower priority than the server, which serves people
    if hasattr(signal, "SIGTTOU"):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # else writing to the terminal would stop us in the background
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = answered(request)
        except Exception as error:  # a bot's error is reported, and the process lives on
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):  # the server is gone
        main()
    os._exit(0)  # without waiting for threads that still load games
