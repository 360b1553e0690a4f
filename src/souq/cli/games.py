"""``souq games``: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from souq.cli.app import AsJson, app, chosen, console, example, print_json

if TYPE_CHECKING:
    from souq.engine.game import Game


@app.command(epilog=example("souq games", "souq games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games that can be played."""
    found = chosen([])
    if as_json:
        print_json([facts(game) for game in found])
        return
    from rich.table import Table

    table = Table("name", "title", "players", "minutes", "designed by", box=None, pad_edge=False, header_style="bold")
    for game in found:
        made = f"{game.designer} ({game.publisher}, {game.year})"
        table.add_row(game.name, game.title, game.span, game.minutes, made)
    console().print(table)
    for game in found:
        for preset in game.presets:
            command = f"souq play {game.name} --preset {preset.name}"
            console().print(f"\n[b]{command}[/b]\n  {preset.title}. {preset.tagline}", soft_wrap=True)


def facts(game: Game) -> dict[str, Any]:
    """Return what ``souq games --json`` prints about a game."""
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "publisher": game.publisher,
        "year": game.year,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "usual_players": game.fewest,
        "minutes": game.minutes,
        "level": game.level,
        "rules_version": game.rules_version,
        "options": [option.facts() for option in game.options],
        "presets": [preset.facts() for preset in game.presets],
        "first": game.opening.facts(),
    }
