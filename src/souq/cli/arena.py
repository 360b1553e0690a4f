"""``souq arena``: tournaments of bots, and ratings with confidence intervals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import INTERRUPTED, AsJson, Chosen, app, console, example, mistake, options, print_json, progress

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from souq.arena.report import Report, Table
    from souq.arena.results import Results
    from souq.arena.tournament import Shape

GAMES = 400
"""Default number of games for each pair of bots: enough to tell a win rate of 57 % from one of 50 %."""

EXAMPLE = example(
    "souq arena kairo --bots random,trader,merchant --games 200",
    "souq arena kairo --ladder --file kairo.jsonl",
    "souq arena kairo.jsonl --report --plots pictures",
)


@app.command(epilog=EXAMPLE)
def arena(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME|FILE...", help="A game to start a tournament, its file to carry on, files for reports."
        ),
    ],
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays, weakest first, separated by commas: levels, [b]search:400[/b] for a search of that many "
            "iterations, [b]learned:400:FILE[/b] for one that uses a net of [b]souq train[/b], "
            "[b]package.module:object[/b] for a bot of your own. Default: all levels that play at such a table."
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats. Default: the smallest number with opponents.")
    ] = None,
    option: Chosen = None,
    games: Annotated[
        int | None, typer.Option("--games", "-g", min=1, help=f"Games of each pairing, at least. Default: {GAMES}.")
    ] = None,
    ladder: Annotated[
        bool | None,
        typer.Option("--ladder/--round-robin", help="Neighbours only, or all against all (the default)."),
    ] = None,
    one_against_many: Annotated[
        bool | None, typer.Option("--one-against-many", help="One of the two bots gets one seat, the other the rest.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games. Default: 0.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop a game after this many decisions.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="File that stores the games. Default: GAME.arena.jsonl.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="How many processes play; 0: one per core.")] = 0,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto, local, ray://host:10001.")
    ] = "",
    although_changed: Annotated[
        bool, typer.Option("--although-changed", help="Carry on even though the code of bots or rules has changed.")
    ] = False,
    report: Annotated[bool, typer.Option("--report", help="Play nothing; show the results so far.")] = False,
    plots: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Draw charts (SVG) into this folder.")] = None,
    markdown: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the tables as a Markdown page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Hold a fair tournament of bots and rate them. Ctrl-C keeps every finished game; the same command carries on."""
    from souq import extras
    from souq.arena import results as results_file
    from souq.arena.report import report as reported
    from souq.arena.tournament import LIMIT, Tournament
    from souq.bots.characters import seated
    from souq.engine import registry

    if plots:
        extras.check("arena", "Charts need", "matplotlib")
    tournament = None
    if len(what) == 1 and (what[0] in registry.games() or not (what[0].endswith(".jsonl") or Path(what[0]).exists())):
        game = registry.find(what[0])
        entering = bots.split(",") if bots else [each.name for each in seated(game, players or game.company)]
        shape: Shape = "ladder" if ladder else "round robin"
        rules = options(game, option)
        alone = bool(one_against_many)
        tournament = Tournament.of(game, entering, players, rules, shape, alone, seed or 0, limit or LIMIT)
        paths = [file or Path(f"{game.name}.arena.jsonl")]
    elif any(each is not None for each in (bots, players, option, ladder, one_against_many, seed, limit, file)):
        mistake("A file keeps the tournament it was begun with. For another one, name the game and a new --file.")
    else:
        paths = _files(what)
    if not paths:
        mistake(f"There are no tournaments (files in .jsonl) in {' or '.join(what)}.")
    whole = True
    if report:
        loaded = [results_file.read(path) for path in paths]
    elif len(paths) == 1:
        tournament, goal = (tournament, GAMES) if tournament else (results_file.read(paths[0]).tournament, 1)
        loaded = [results_file.go_on(paths[0], tournament, games or goal, although_changed)]
        whole = _play(paths[0], loaded[0], jobs, ray)
    else:
        mistake("Only one tournament can be played at a time. Add --report to read several files, or a folder.")
    reports = dict(zip(paths, map(reported, loaded), strict=True))
    if plots:
        _draw(reports, plots)
    if markdown:
        markdown.write_text(page(markdown, reports, plots, " ".join(what)), encoding="utf-8")
        console(stderr=True).print(f"Wrote the page to {markdown}.", soft_wrap=True)
    if as_json:
        made = [each.to_json() for each in reports.values()]
        print_json(made if len(made) != 1 else made[0])
    elif not markdown:
        for each in reports.values():
            _show(each)
    if not whole:
        console(stderr=True).print(f"Stopped. To carry on: souq arena {paths[0]}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)


def _files(named: list[str]) -> list[Path]:
    """Return the results files that the command line names, replacing each folder by the results files in it."""
    made: list[Path] = []
    for path in map(Path, named):
        made += sorted(path.glob("*.jsonl"), key=lambda each: each.stem) if path.is_dir() else [path]
    return made


def _play(path: Path, results: Results, jobs: int, ray: str) -> bool:
    """Play the games that have not been played yet; return whether all have been played."""
    from souq.arena.holding import hold
    from souq.cli.compile import compile_game

    game, missing = results.tournament.game, len(results.missing)
    if not missing:
        return True
    compile_game(game)
    wanted = len(results.tournament.places(results.games))
    with progress(left=True) as display:
        task = display.add_task(f"Playing {game.title}", total=wanted, completed=wanted - missing)
        return hold(path, results, jobs, ray, lambda n: display.advance(task, n))


def _draw(reports: dict[Path, Report], folder: Path) -> None:
    from souq.arena.plots import draw

    for path, report in reports.items():
        draw(report, folder, path.stem)


def page(path: Path, reports: dict[Path, Report], plots: Path | None, named: str) -> str:
    """Return a Markdown page about tournaments; its links to charts are relative to ``path``, where it will be."""
    from souq.arena.plots import pictures
    from souq.arena.report import markdown

    sections = []
    for file, report in reports.items():
        drawn = {at: said for at, said in pictures(report, plots or file.parent, file.stem).items() if at.exists()}
        beside = {Path(os.path.relpath(at, path.parent)).as_posix(): said for at, said in drawn.items()}
        sections.append((report, beside))
    return markdown(sections, f"souq arena {named} --report --markdown {path.as_posix()}")


def _show(report: Report) -> None:
    out = console()
    out.print(f"[b]{report.title}[/b]\n{' '.join(report.sentences)}")
    if not report.played:
        out.print("No block of games is finished yet.")
    for each in report.tables if report.played else ():
        out.print()
        out.print(drawn(each))


def drawn(table: Table) -> RichTable:
    """Return a table of the report as a Rich table, to be printed in the terminal."""
    from rich.table import Table as RichTable

    made = RichTable(title=table.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for i, heading in enumerate(table.headings):
        made.add_column(heading, justify="left" if i < table.left else "right", header_style="dim")
    for row in table.rows:
        made.add_row(*row)
    return made
