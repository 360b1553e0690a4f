"""``souq simulate``: play games between bots and summarize them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from souq.cli.app import INTERRUPTED, AsJson, Chosen, GameName, app, console, example, options, print_json, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from souq.arena.simulate import Simulation, Standing


@app.command(epilog=example("souq simulate desert_bazaar --players 3 --games 200 --bots trader,random,random --seed 7"))
def simulate(
    game: GameName,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats. Default: the smallest number the game is meant for.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games to play.")] = 100,
    bots: Annotated[str, typer.Option(help="Levels, separated by commas; they repeat to fill all seats.")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Chosen = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play, with seats rotated, and see who wins how often. Ctrl-C stops and shows the results so far."""
    from souq.arena import simulate as arena
    from souq.cli.compile import compile_game
    from souq.engine import registry

    found = registry.find(game)
    seats = found.check_players(found.fewest if players is None else players)
    entrants = arena.entrants(bots.split(","), seats)
    rules = options(found, option)
    compile_game(found)
    with progress() as display:
        task = display.add_task(f"Playing {found.title}", total=games)
        result = arena.simulate(found, seats, games, entrants, seed, rules, progress=lambda n: display.advance(task, n))
    if as_json:
        print_json(to_json(result))
    else:
        _show(found.title, result)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def to_json(result: Simulation) -> dict[str, Any]:
    """Return the results as JSON values, with the decisions per second of wall-clock time."""
    return {**asdict(result), "decisions": result.decisions, "decisions_per_second": _rate(result)}


def _rate(result: Simulation) -> float:
    return result.decisions / result.seconds if result.seconds else 0.0


def _show(title: str, result: Simulation) -> None:
    out = console()
    games = f"{result.games:,}" + (f" of {result.wanted:,}" if result.interrupted else "")
    out.print(f"[b]{title}[/b], {result.players} players, {games} games, seed {result.seed}\n")
    if not result.games:
        out.print("No game has ended yet.")
        return
    out.print(_standings("bot", result.by_bot))
    out.print()
    out.print(_standings("seat", result.by_seat))
    spread = result.lengths
    out.print(
        f"\nDecisions per game: {spread['mean']:.1f} on average, half of them between {spread['q1']:.0f} and "
        f"{spread['q3']:.0f}, all between {spread['min']:.0f} and {spread['max']:.0f}."
    )
    out.print(f"{result.seconds:.1f} s, {_rate(result):,.0f} decisions per second.")


def _standings(what: str, rows: Sequence[Standing]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(what)
    for heading in ("played", "won", "95 % interval", "points", "± sd", "mean place"):
        table.add_column(heading, justify="right")
    for row in rows:
        between = f"{row.low:.1%} – {row.high:.1%}"
        points = f"{row.mean_points:.1f}", f"{row.sd_points:.1f}"
        table.add_row(row.name, f"{row.games:,}", f"{row.win_rate:.1%}", between, *points, f"{row.mean_rank:.2f}")
    return table
