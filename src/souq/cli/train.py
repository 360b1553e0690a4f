"""``souq train``: train a net by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from souq.cli.app import (
    INTERRUPTED,
    AsJson,
    Chosen,
    GameName,
    app,
    console,
    example,
    mistake,
    options,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from souq.training.run import Run

EXAMPLE = example(
    "souq train kairo",
    "souq train kairo --report",
    "souq train desert_bazaar --players 4 --folder four.train --config mine.toml",
)


@app.command(epilog=EXAMPLE)
def train(
    name: GameName,
    folder: Annotated[
        Path | None, typer.Option("--folder", "-f", help="Folder of the run. Default: GAME.train.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Settings for a new run; those left out have their defaults. A run keeps its own."
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats. Default: the smallest number with opponents.")
    ] = None,
    option: Chosen = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="How many processes play; 0: one per core.")] = 0,
    ray: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Play the games to learn from on a Ray cluster: auto, local, ray://host:10001."
        ),
    ] = "",
    report: Annotated[bool, typer.Option("--report", help="Do nothing; show how far the run is.")] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Only write the run's settings, so that you can change them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let the search play itself, train a net on its games, and keep it if it wins. The same command carries on."""
    from souq import extras
    from souq.engine import registry
    from souq.training import plan as planning
    from souq.training.run import Run

    game = registry.find(name)
    place = folder or Path(f"{game.name}.train")
    known = (place / planning.FILE).exists()
    if report and not known and not write:
        mistake(f"There is no run in {place} yet.")

    def asked(existing: planning.Plan | None = None) -> planning.Plan:
        begun = planning.read(config, game) if config else existing or planning.begun(game)
        facts = begun.model_dump()
        if players is not None:
            facts["players"] = players
        facts["options"] = {**(facts["options"] if config or existing else {}), **options(game, option)}
        return planning.checked(facts, "The plan")

    if known and (config or players is not None or option):
        existing = planning.read(place / planning.FILE, game)
        if asked(existing).model_copy(update={"rounds": existing.rounds}) != existing:
            keeps = f"{place} keeps the settings it was begun with, in {planning.FILE}."
            mistake(f"{keeps} For others, name another --folder.")
    if not (report or write):
        extras.check("train", "Training needs", "torch")

    command = " ".join(["souq train", game.name, *(["--folder", str(folder)] if folder else [])])
    run = Run.at(place, game, asked, command)
    if write:
        wrote = "The settings are there already, in" if known else "Wrote the settings to"
        console().print(f"{wrote} {place / planning.FILE}. To begin: {command}", soft_wrap=True)
        return
    whole = report or _go(run, jobs, ray)
    if as_json:
        from souq.training.progress import to_json

        print_json(to_json(run))
    else:
        _show(run)
    if not whole:
        console(stderr=True).print(f"Stopped. To carry on: {command}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)


def _go(run: Run, jobs: int, ray: str) -> bool:
    """Do all steps of the training that are still to be done, with a progress display; return whether none is left."""
    from souq.cli.compile import compile_game
    from souq.training.progress import draw

    compile_game(run.game)
    with progress(left=True) as display:
        tasks: dict[str, Any] = {}

        def on_progress(said: str, done: int, of: int) -> None:
            if said not in tasks:
                tasks[said] = display.add_task(said, total=of)
            display.update(tasks[said], completed=done)

        return run.go(jobs, ray, on_progress, draw)


def _show(run: Run) -> None:
    from rich.table import Table

    from souq.training.progress import HEADINGS, trained_rounds
    from souq.training.run import BEST

    rounds = trained_rounds(run)
    out = console()
    out.print(f"[b]{run.game.title}[/b], {run.plan.players} players: {len(rounds)} of {run.plan.rounds} rounds\n")
    if rounds:
        table = Table(box=None, pad_edge=False, header_style="dim")
        for heading in HEADINGS:
            table.add_column(heading, justify="right")
        for each in rounds:
            table.add_row(*each.row)
        out.print(table)
    best = run.folder / BEST
    if best.exists():
        n = run.plan.gate.iterations
        out.print(f"\nThe best is in {best}. To let it play: --bots learned:{n}:{best}", soft_wrap=True)
    elif rounds and all(each.verdict for each in rounds):
        out.print("\nNo net has passed the gate yet: the hand-written evaluation is still the best.")
