"""``souq rules``: show the rulebook in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import GameName, app, console, example

if TYPE_CHECKING:
    from rich.console import Group

    from souq.engine.game import Game
    from souq.engine.ruletext import RuleText


@app.command(epilog=example("souq rules desert_bazaar", "souq rules desert_bazaar DB-B03"))
def rules(
    game: GameName,
    rule: Annotated[str, typer.Argument(metavar="ID", help="One rule, by the ID a refusal gives.")] = "",
) -> None:
    """Read the rules of a game, or a single rule."""
    from souq.engine import registry

    found = registry.find(game)
    if rule:
        console().print(paragraph(found.rulebook.rule(rule)))
    else:
        _whole(found)


def paragraph(rule: RuleText) -> Group:
    """Format a rule for the terminal."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    return Group(Text.assemble((rule.id, "dim"), " ", (rule.title, "bold")), Padding(Text(rule.text), (0, 0, 0, 2)))


def _whole(game: Game) -> None:
    from rich.rule import Rule
    from rich.text import Text

    out, book = console(), game.rulebook
    out.print(Text.assemble((game.title, "bold"), f" by {game.designer} ({game.publisher}, {game.year})"))
    out.print(Text(f"\n{book.text}\n\n{book.aim}\n"))
    for chapter in book.chapters:
        out.print(Rule(Text(chapter.title, "bold"), align="left", style="dim"))
        for rule in chapter.rules:
            out.print(paragraph(rule))
        out.print()
