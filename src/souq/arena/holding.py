"""Run a tournament: play the missing games and write each to the results file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from souq.arena.results import Results, Writer
from souq.arena.spreading import spread, spread_over_ray


def hold(
    path: Path, results: Results, processes: int = 0, ray: str = "", progress: Callable[[int], None] | None = None
) -> bool:
    """Play the games that ``results`` lacks; append each to the file at ``path`` and to ``results`` as it ends.

    Args:
        path: the results file, opened by :func:`souq.arena.results.go_on`.
        results: what :func:`souq.arena.results.go_on` returned.
        processes: games played at a time on this machine; 0 means one per core.
        ray: address of a Ray cluster that plays the games instead.
        progress: called with the number of games played since the last call.

    Returns:
        Whether all games have been played; False after Ctrl-C.
    """
    player, missing = results.tournament.player(), results.missing
    try:
        with (
            Writer(path, results) as writer,
            closing(spread_over_ray(player, missing, ray) if ray else spread(player, missing, processes)) as rows,
        ):
            for row in rows:
                writer.add([row])
                if progress:
                    progress(1)
    except KeyboardInterrupt:
        return False
    return True
