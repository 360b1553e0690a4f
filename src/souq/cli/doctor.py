"""``souq doctor``: check whether the server can run as configured."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import WRONG, AsJson, app, echo, example, print_json
from souq.cli.play import Config, Database, More

if TYPE_CHECKING:
    from souq.server.ops.doctor import Finding

SIGNS = {"fine": "✓", "note": "·", "wrong": "✗"}


@app.command(
    epilog=example("souq doctor", "souq doctor --config souq.toml --mail amina@example.org", "souq doctor --example")
)
def doctor(
    mail: Annotated[str, typer.Option(metavar="ADDRESS", help="Send a test mail to this address.")] = "",
    shows_example: Annotated[
        bool, typer.Option("--example", help="Print a souq.toml with every setting, and check nothing.")
    ] = False,
    database: Database = "",
    config: Config = "",
    more: More = None,
    as_json: AsJson = False,
) -> None:
    """Check whether the server can run as configured, and say what is wrong. Changes nothing."""
    from souq.server.mail import address_of
    from souq.server.ops.config.sources import choose

    if shows_example:
        typer.echo((resources.files("souq.server.ops.config") / "souq.toml").read_text("utf-8"), nl=False)
        return
    chosen = choose({"database": ("--database", database or None)}, config, more or ())
    to = address_of(mail) if mail else ""

    async def collect() -> list[Finding]:
        from souq.server.ops.doctor import examine

        found = []
        async for each in examine(chosen, to):
            found.append(each)
            if not as_json:
                echo(f"{SIGNS[each.mark]} {each.what}: {each.said}" + (f"\n    {each.todo}" if each.todo else ""))
        return found

    found = asyncio.run(collect())
    wrong = sum(each.mark == "wrong" for each in found)
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        echo("Nothing is wrong." if not wrong else f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong.")
    if wrong:
        raise typer.Exit(WRONG)
