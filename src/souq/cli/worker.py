"""``souq worker``: run bots' turns, clocks and notices for servers that share a database."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Annotated

import typer

from souq.cli.app import app, console, example
from souq.cli.play import Config, Database, More, tell_of_compiling
from souq.cli.streams import flush

LOG = logging.getLogger("souq.serve")


@app.command(
    epilog=example(
        "souq worker --database postgresql://souq@db/souq",
        "souq serve --database postgresql://souq@db/souq --set work=no",
    )
)
def worker(
    database: Database = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which bots think. Default: one less than there are cores.")
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="KIND", help="How to write the log: words, or json. Default: words.")
    ] = None,
    health: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help="Port that serves /health, /health/alive and /metrics. Default: none.",
        ),
    ] = None,
    config: Config = "",
    more: More = None,
) -> None:
    """Run the background work: bots' turns, clocks, notices. Start as many as you like, on any machine.

    Servers with [b]work = false[/b] in their settings leave all of it to the workers.
    """
    from souq.server.ops.config.sources import choose
    from souq.server.ops.worker import work

    options = {
        "database": ("--database", database or None),
        "workers": ("--workers", workers),
        "log": ("--log", log),
        "health": ("--health", health),
    }
    setup = choose(options, config, more or ())
    words = setup.settings.log == "words"
    if words:
        tell_of_compiling()

    def ready() -> None:
        if not words:
            LOG.info("The worker is running.")
            return
        console().print("The worker is running. Ctrl-C stops it; other workers continue its jobs.", soft_wrap=True)
        flush()

    with suppress(KeyboardInterrupt):
        work(setup.settings, ready, setup.address)
    LOG.info("Stopped. Other workers continue its jobs.")
