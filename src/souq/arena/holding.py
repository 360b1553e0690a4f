"""Holding a tournament: play what is missing, write it down."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from souq.arena.results import Results, Writer
from souq.arena.spreading import spread, spread_over_ray


def hold(
    path: Path, results: Results, processes: int = 0, ray: str = "", progress: Callable[[int], None] | None = None
) -> bool:
    """Play the games that ``results`` lacks, and add each to the file at ``path`` and to ``results`` when it ends.

    Args:
        path: the file of :func:`souq.arena.results.go_on`.
        results: what that answered.
        processes: how many play at a time on this machine; 0 is one a core.
        ray: address of a Ray cluster that plays instead.
        progress: told how many more games have been played.

    Returns:
        Whether all have been played; Ctrl-C ends it before.
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
