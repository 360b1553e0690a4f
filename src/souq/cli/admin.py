"""``souq admin``: administer a server from its machine. A running server follows within seconds."""

from __future__ import annotations

import getpass
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from souq.cli.app import app, echo, example, mistake
from souq.cli.database import with_database
from souq.cli.play import Config, Database

if TYPE_CHECKING:
    from souq.server.features.moderation.storage import Actor, Records

Made = TypeVar("Made")

admin = typer.Typer(
    name="admin",
    help="Administer a server: reports, suspensions, notices, administrators. Takes effect within seconds.",
    no_args_is_help=True,
    epilog=example("souq admin reports", "souq admin suspend Omar --for 7d --because Insults", "souq admin invite"),
)
app.add_typer(admin)

Span = Annotated[str, typer.Option("--for", metavar="SPAN", help="How long, like 12h or 7d.")]
Because = Annotated[str, typer.Option("--because", metavar="WORDS", help="The reason, which the person can read.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="A name, an e-mail address or an id.")]


@admin.command("list", epilog=example("souq admin list"))
def list_admins(database: Database = "", config: Config = "") -> None:
    """List the administrators. Besides them, anybody with access to this machine can use these commands."""
    found = _do(database, config, lambda records, _: records.admins())
    _table(((each.id, each.name) for each in found), "Nobody but you.")


@admin.command(epilog=example("souq admin grant amina@example.org"))
def grant(person: Person, database: Database = "", config: Config = "") -> None:
    """Make an account an administrator, with access to /admin."""

    async def work(records: Records, by: Actor) -> str:
        found = await records.the_one(person)
        await records.grant(by, found)
        return found.name

    echo(f"{_do(database, config, work)} is an administrator now. Their page is /admin.")


@admin.command(epilog=example("souq admin revoke Amina"))
def revoke(person: Person, database: Database = "", config: Config = "") -> None:
    """Take an account's administrator rights away."""

    async def work(records: Records, by: Actor) -> str:
        found = await records.the_one(person)
        await records.revoke(by, found)
        return found.name

    echo(f"{_do(database, config, work)} isn't an administrator any more.")


@admin.command(epilog=example("souq admin invite"))
def invite(database: Database = "", config: Config = "") -> None:
    """Print a link that makes one account an administrator. It works once, within an hour."""
    from souq.server.core.http.security import main_origin
    from souq.server.ops.config.sources import choose

    token = _do(database, config, lambda records, by: records.invite(by))
    chosen = choose({"database": ("--database", database or None)}, config)
    where = main_origin(chosen.settings, chosen.port)
    at = "" if where else ", at the address of your server"
    echo(f"Works once, for an hour{at}: {where}/admin/invitation#{token}")


@admin.command(epilog=example("souq admin people Omar"))
def people(name: Person, database: Database = "", config: Config = "") -> None:
    """Find accounts and guests by name, and show their ids."""
    found = _do(database, config, lambda records, _: records.people(name))
    rows = ((each.id, each.name, "account" if each.has_account else "guest", _when(each.seen)) for each in found)
    _table(rows, "Nobody matches that.")


@admin.command(epilog=example("souq admin reports", "souq admin reports --closed"))
def reports(
    closed: Annotated[bool, typer.Option("--closed", help="List the reports that are closed.")] = False,
    database: Database = "",
    config: Config = "",
) -> None:
    """List the reports that nobody has dealt with yet."""
    found = _do(database, config, lambda records, _: records.reports(closed))
    rows = ((each.id, each.accused, each.kind, each.outcome or each.words, _when(each.at)) for each in found)
    _table(rows, "Nobody has reported anything.")


@admin.command(epilog=example("souq admin report k3m9x2c7p4ab"))
def report(report: Annotated[str, typer.Argument(metavar="ID")], database: Database = "", config: Config = "") -> None:
    """Show a report, with the chat around it."""
    found = _do(database, config, lambda records, _: records.one(report))
    if found is None:
        mistake(f"There's no report {report[:20]!r}.")
    echo(f"{found.accused} ({found.accused_id or 'unknown'}), {found.kind}, at {found.game} {found.table_id}")
    echo(f"reported by {found.reporter} ({found.reporter_id or 'unknown'}), {_when(found.at)}")
    for words in filter(None, (found.words, found.outcome and f"Dealt with: {found.outcome}")):
        echo(words)
    for said in found.evidence:
        echo(f"{'>' if said['n'] == found.line else ' '} {_when(said['at'])}  {said['name']}: {said['text']}")


@admin.command(epilog=example("souq admin close k3m9x2c7p4ab Warned."))
def close(
    report: Annotated[str, typer.Argument(metavar="ID")],
    outcome: Annotated[str, typer.Argument(metavar="WORDS", help="What was done about it.")],
    database: Database = "",
    config: Config = "",
) -> None:
    """Close a report, and say what came of it."""
    _do(database, config, lambda records, by: records.close(by, report, outcome))
    echo("Closed.")


@admin.command(
    epilog=example(
        "souq admin suspend Omar --for 7d --because Insults", "souq admin suspend 198.51.100.0/24 --because Spam"
    )
)
def suspend(
    whom: Annotated[
        str, typer.Argument(metavar="WHOM", help="A name, an e-mail address, an id, or a range of IP addresses.")
    ],
    because: Because,
    span: Span = "",
    database: Database = "",
    config: Config = "",
) -> None:
    """Suspend a person or a range of addresses from seats and chat, for a while or for good."""

    async def work(records: Records, by: Actor) -> str:
        from souq.server.features.moderation.storage import day

        at = set(whom) <= set("0123456789abcdefABCDEF.:/") and bool(set(whom) & set(".:/"))
        made = await records.suspend(by, whom if at else await records.the_one(whom), because, _until(span))
        return f"{made.whom} is suspended {day(made.until)} ({made.id})."

    echo(_do(database, config, work))


@admin.command(epilog=example("souq admin suspensions"))
def suspensions(database: Database = "", config: Config = "") -> None:
    """List the suspensions that are in force."""
    from souq.server.features.moderation.storage import day

    found = _do(database, config, lambda records, _: records.suspensions())
    _table(((each.id, each.whom, day(each.until), each.reason) for each in found), "Nobody is suspended.")


@admin.command(epilog=example("souq admin lift k3m9x2c7p4ab"))
def lift(
    suspension: Annotated[str, typer.Argument(metavar="ID")], database: Database = "", config: Config = ""
) -> None:
    """End a suspension before its time."""
    _do(database, config, lambda records, by: records.lift(by, suspension))
    echo("Lifted.")


@admin.command(epilog=example("souq admin notice 'Back at eight.' --for 2h", "souq admin notice --end"))
def notice(
    text: Annotated[str, typer.Argument(metavar="WORDS")] = "",
    span: Span = "1d",
    end: Annotated[bool, typer.Option("--end", help="Take the notice down.")] = False,
    database: Database = "",
    config: Config = "",
) -> None:
    """Show a notice to everybody on every page, or take it down."""
    from souq.server.features.moderation.storage import day

    if end:
        gone = _do(database, config, lambda records, by: records.quiet(by))
        echo("The notice is taken down." if gone else "There was no notice.")
        return
    made = _do(database, config, lambda records, by: records.announce(by, text, _until(span) or 0.0))
    echo(f"It is on every page {day(made.until)}.")


@admin.command(epilog=example("souq admin unlist k3m9x2c7p4ab"))
def unlist(table: Annotated[str, typer.Argument(metavar="ID")], database: Database = "", config: Config = "") -> None:
    """Hide a table from the lobby and the library within a minute; its players play on."""
    _do(database, config, lambda records, by: records.unlist(by, table))
    echo("It isn't listed any more.")


@admin.command(epilog=example("souq admin tables", "souq admin tables --state playing"))
def tables(
    state: Annotated[str, typer.Option(metavar="STATE", help="waiting, playing or finished.")] = "",
    database: Database = "",
    config: Config = "",
) -> None:
    """List the tables, the most recently used first, without anything the games hide."""
    from souq.server.features.moderation.tables import tables as found

    rows = _do(database, config, lambda records, _: found(records.database, state))
    _table(
        (
            (
                each.id,
                each.game,
                each.state,
                ", ".join(each.names) or "nobody",
                f"{each.bots} bot{'s' * (each.bots != 1)}",
                _when(each.touched),
            )
            for each in rows
        ),
        "There are no tables.",
    )


@admin.command("log", epilog=example("souq admin log"))
def show_log(
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Print at most this many lines.")] = 50,
    database: Database = "",
    config: Config = "",
) -> None:
    """Show what administrators have done, the latest first."""
    from souq.server.features.moderation.storage import sentence

    found = _do(database, config, lambda records, _: records.done(most))
    _table(((_when(each.at), sentence(each), each.why) for each in found), "Nothing yet.")


def _do(database: str, config: str, work: Callable[[Records, Actor], Awaitable[Made]]) -> Made:
    """Run ``work`` on the moderation records of the server's database as this machine's user; return its result."""
    from souq.server.core.db.migrations import check_version
    from souq.server.features.moderation.storage import Actor, Records

    async def done(opened: Any) -> Made:
        await check_version(opened)
        return await work(Records(opened), Actor(f"{_me()}, at the machine"))

    return with_database(database, config, done)


def _me() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"


def _until(text: str) -> float | None:
    from souq.server.core.spans import span

    return time.time() + span(text) if text else None


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else "never"


def _table(rows: Iterable[Sequence[str]], nothing: str) -> None:
    """Print rows in columns. Cells are reduced to one line, and ``echo`` makes control characters visible."""
    cells = [[" ".join(cell.split()) for cell in row] for row in rows]
    if not cells:
        echo(nothing)
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        echo("  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip())
