"""``souq bench``: measure the speed of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import AsJson, app, chosen, console, example, print_json, progress

if TYPE_CHECKING:
    from rich.table import Table

    from souq.bench import Speed


@app.command(epilog=example("souq bench", "souq bench desert_bazaar --json"))
def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game. Default: all.")] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats. Default: the smallest number the game is meant for.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds to measure each figure, roughly.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast a game is: inside compiled code, from Python, copied, compiled."""
    from souq import bench as measuring

    found = chosen([game] if game else [])
    if players is not None:  # skip games that so many can't play
        found = [each for each in found if each.min_players <= players <= each.max_players] or found
    speeds = []
    with progress() as display:
        task = display.add_task("", total=len(found) * len(measuring.STEPS))
        for each in found:

            def say(step: str, title: str = each.title) -> None:
                display.update(task, description=f"{title}: {measuring.STEPS[step]}", advance=1)

            speeds.append(measuring.measure(each, players, seconds, say))
    if as_json:
        print_json(speeds[0].to_json() if len(speeds) == 1 else [speed.to_json() for speed in speeds])
    else:
        console().print(_table(speeds))


def _table(speeds: list[Speed]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for speed in speeds:
        table.add_column(f"{speed.game}, {speed.players} players", justify="right")
    rows = (
        ("random games in compiled code, decisions per CPU-second", [f"{s.playout_decisions:,.0f}" for s in speeds]),
        ("  games per CPU-second", [f"{s.playout_games:,.0f}" for s in speeds]),
        (
            "stepping from Python through the bindings, decisions per second",
            [f"{s.step_decisions:,.0f}" for s in speeds],
        ),
        ("  through Match", [f"{s.match_decisions:,.0f}" for s in speeds]),
        ("search: random games to the end, in a tree, per second", [f"{s.search_rollouts:,.0f}" for s in speeds]),
        ("  iterations of the bots per second", [f"{s.search_iterations:,.0f}" for s in speeds]),
        ("copying a state in a batch, ns", [f"{s.clone_ns:.1f}" for s in speeds]),
        ("compiling, first time, s", [f"{s.compile_cold_s:.2f}" for s in speeds]),
        ("  from the cache, s", [f"{s.compile_warm_s:.2f}" for s in speeds]),
    )
    for label, cells in rows:
        table.add_row(label, *cells)
    return table
