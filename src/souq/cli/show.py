"""``souq show``: show a saved match as a story, as a picture of one moment, or as the fields of its position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from souq.cli.app import app, console, example, mistake
from souq.cli.verify import MatchFile

if TYPE_CHECKING:
    from rich.text import Text

    from souq.engine.match.match import Match
    from souq.engine.present.scene import LogLine, Scene

Theme = Literal["light", "dark"]

_MARKS = re.compile(r"\*\*(.+?)\*\*|\[\[(.+?)\]\]")


@app.command(epilog=example("souq show evening.souq.json --ply 40", "souq show evening.souq.json -o end.png"))
def show(
    file: MatchFile,
    ply: Annotated[int | None, typer.Option(min=0, help="After this many decisions. Default: all of them.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="As this seat sees it. Default: as a spectator.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", dir_okay=False, help="Draw a picture instead: .svg or .png."),
    ] = None,
    theme: Annotated[Theme, typer.Option(help="The colours of the picture.")] = "light",
    fields: Annotated[bool, typer.Option("--fields", help="List the position instead, field by field.")] = False,
) -> None:
    """Tell the story of a saved match, draw a moment of it, or list its position."""
    import souq

    if out and out.suffix not in (".svg", ".png"):
        mistake(f"Give the picture a name that ends in .svg or .png, not {out.name}.")
    match = souq.load(file)
    if ply is not None and ply > match.ply:
        mistake(f"There's no ply {ply}: {file.name} has {match.ply} decisions.")
    if seat is not None and seat >= match.players:
        mistake(f"There's no seat {seat}: {file.name} has seats 0 to {match.players - 1}.")
    at, viewer = match.ply if ply is None else ply, -1 if seat is None else seat
    if fields:
        _list(match, at, viewer)
    elif out:
        _draw(match, at, viewer, out, theme)
    else:
        _print_story(match, at, viewer)


def scene_at(match: Match, ply: int, seat: int) -> Scene:
    """Return the drawing of the table that a seat saw after ``ply`` decisions of a match."""
    from souq.engine.match.hooks import make_scene
    from souq.engine.present.scene import Context

    recent = tuple(match.events(ply, seat))
    facts: dict[str, Any] = {"finished": match.over, "ledger": match.ledger()}
    context = Context(seat, match.called, (), "wide", dict(match.options), recent, **facts)
    return make_scene(match.game, match.view(seat, ply), context)


def _list(match: Match, ply: int, seat: int) -> None:
    from rich.text import Text

    for line in match.in_words(ply, seat):
        name, _, value = line.partition(": ")
        console().print(Text.assemble((name, "bold"), f": {value}"), soft_wrap=True)


def _draw(match: Match, ply: int, seat: int, out: Path, theme: Theme) -> None:
    from souq.engine.present import draw

    scene = scene_at(match, ply, seat)
    if out.suffix == ".svg":
        out.write_text(draw.svg(scene, match.game, theme), encoding="utf-8")
    else:
        out.write_bytes(draw.png(scene, match.game, theme))
    console(stderr=True).print(f"{out}: {match.game.title}, decision {ply} of {match.ply}")


def _print_story(match: Match, ply: int, seat: int) -> None:
    from rich.text import Text

    out = console()
    out.print(Text.assemble((match.game.title, "bold"), f", {', '.join(match.names)}; decision {ply} of {match.ply}\n"))
    for line in match.story(seat, ply):
        out.print(worded(line))
    scene = scene_at(match, ply, seat)
    out.print()
    for panel in scene.panels:
        stats = ", ".join(filter(None, (stat.title or f"{stat.label} {stat.value}".strip() for stat in panel.stats)))
        place = f" (place {panel.rank})" if panel.rank else ""
        out.print(Text(f"{match.called(panel.seat)}: {panel.score} points{place}{'; ' + stats if stats else ''}"))
    out.print(worded_text(". ".join(filter(None, (scene.prompt.title.rstrip("."), scene.prompt.detail)))))


def worded(line: LogLine) -> Text:
    """Format a line of a match's story for the terminal, in the style of its kind."""
    from rich.text import Text

    styles = {"turn": "dim", "end": "bold", "score": "cyan"}
    return Text.assemble("\n" if line.tone == "turn" else "", worded_text(line.text, styles.get(line.tone, "")))


def worded_text(text: str, style: str = "") -> Text:
    """Format a text for the terminal: ``**emphasis**`` in bold and ``[[+2]]`` in green."""
    from rich.text import Text

    made, at = Text(style=style), 0
    for mark in _MARKS.finditer(text):
        made.append(text[at : mark.start()])
        made.append(mark[1] or mark[2], "bold" if mark[1] else "green")
        at = mark.end()
    return made.append(text[at:])
