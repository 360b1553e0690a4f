"""Several games at a time, in worker processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from bench.openspiel.match import play, players
from bench.openspiel.peers import Player
from bench.openspiel.results import Terms

_ready: dict[str, Player] = {}


def _prepare(terms: Terms) -> None:
    """Initialize a worker process; Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ready.update(players(terms))


def _play(terms: Terms, number: int) -> dict[str, Any]:
    return play(terms, number, _ready)


def games(terms: Terms, numbers: list[int], jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of the games with these numbers, as they end."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _prepare, (terms,)) as pool:
        try:
            for done in as_completed([pool.submit(_play, terms, number) for number in numbers]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            raise
