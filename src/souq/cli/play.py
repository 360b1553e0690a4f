"""``souq play`` and ``souq serve``: run the server, for oneself or for others."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from souq.cli.app import Chosen, app, chosen, console, echo, example, mistake, options
from souq.cli.streams import flush

if TYPE_CHECKING:
    from souq.server.ops.config.sources import Chosen as Setup

LOG = logging.getLogger("souq.serve")

Database = Annotated[
    str, typer.Option(metavar="URL", help="An SQLite file, or an SQLAlchemy URL. Default: a file in your data folder.")
]
Config = Annotated[
    str,
    typer.Option(
        metavar="FILE",
        help="A file of settings. Default: [b]SOUQ_CONFIG[/b], or souq.toml in your data folder.",
    ),
]
More = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any setting of souq.toml. Repeat for more."),
]


@app.command(epilog=example("souq play", "souq play chatuchak --preset daily", "souq play --port 8080 --no-browser"))
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Go straight to a new table of this game.")] = None,
    preset: Annotated[
        str, typer.Option(metavar="NAME", help="One of the game's presets; [b]souq games[/b] lists them.")
    ] = "",
    option: Chosen = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where to listen; left out: 8000, or any that is free.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open nothing.")] = False,
    database: Database = "",
    config: Config = "",
    more: More = None,
) -> None:
    """Open the table in the browser. Only this machine can reach it, and your games are kept."""
    from souq.server.ops.config.sources import choose
    from souq.server.serve import PortInUse

    ready = _ready(_path(game, preset, option), browser=not no_browser and _has_screen())
    setup = choose({"database": ("--database", database or None), "port": ("--port", port)}, config, more or ())
    if "company" not in setup.said:
        setup = replace(setup, settings=replace(setup.settings, company=False))
    try:
        _run(setup, ready, "127.0.0.1", setup.port)
    except PortInUse:
        if "port" in setup.said:
            raise
        _run(setup, ready, "127.0.0.1", 0)


@app.command(
    epilog=example(
        "souq serve --host 0.0.0.0 --port 8000 --database games.souq.db",
        "souq serve --name souq.example.org",
        "souq serve --origin https://souq.example.org",
    )
)
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="The address to listen on; 0.0.0.0 for the whole network. Default: 127.0.0.1."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where to listen; 0 takes any that is free. Default: 8000.")
    ] = None,
    database: Database = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Where others find the table, behind a proxy that changes [b]Host[/b]; may be repeated."
        ),
    ] = None,
    sharing: Annotated[
        float | None,
        typer.Option(min=0, max=60, help="Seconds to wait for players' shares of the dice. Default: 5."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A host name of the server; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A reverse proxy on another machine, whose X-Forwarded headers are trusted."
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A mail server, like smtp://user:password@host:587; better in [b]SOUQ_SMTP[/b], for its password.",
        ),
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The sender of mail; also [b]SOUQ_MAIL_FROM[/b].")
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="A folder built by [b]souq site[/b], with which visitors play offline."),
    ] = None,
    local_notices: Annotated[
        bool,
        typer.Option("--local-notices", help="Let notices go to webhooks in your own network too, and without TLS."),
    ] = False,
    per_address: Annotated[
        int | None,
        typer.Option(min=2, help="Most connections from one address; half of them may be tables' pages. Default: 160."),
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="KIND", help="How to write the log: words, or json. Default: words.")
    ] = None,
    config: Config = "",
    more: More = None,
) -> None:
    """Run the server for others until it is stopped. Options override environment variables, and those souq.toml."""
    from souq.server.ops.config.sources import choose

    options = {
        "address": ("--host", host),
        "port": ("--port", port),
        "database": ("--database", database or None),
        "origins": ("--origin", origin or None),
        "sharing": ("--sharing", sharing),
        "hosts": ("--name", name or None),
        "proxies": ("--proxy", proxy or None),
        "smtp": ("--smtp", smtp),
        "mail_from": ("--mail-from", mail_from),
        "site": ("--site", site),
        "near": ("--local-notices", local_notices or None),
        "connections_each": ("--per-address", per_address),
        "sockets_each": ("--per-address", per_address and max(1, per_address // 2)),
        "log": ("--log", log),
    }
    setup = choose(options, config, more or ())
    ready = _ready("", browser=False, host=setup.address) if setup.settings.log == "words" else _noted
    _run(setup, ready, setup.address, setup.port)


def _path(name: str | None, preset: str, words: list[str] | None) -> str:
    """Return the path of the page to open in the browser: a new table of the chosen game, or the home page.

    Raises:
        UnknownGame, UnknownPreset, BadOption: the game, preset or option doesn't exist.
    """
    if not name:
        return mistake("Presets and options belong to a game: name it.") if preset or words else ""
    game = chosen([name])[0]
    asked = {"preset": game.preset(preset).name} if preset else {}
    query = urlencode({**asked, **options(game, words)})
    return f"new/{game.name}{query and '?' + query}"


def _run(setup: Setup, ready: Callable[[str], None], host: str, port: int) -> None:
    """Run the server until Ctrl-C or another signal stops it; the server compiles games meanwhile."""
    from souq.server.serve import serve

    words = setup.settings.log == "words"
    if words:
        tell_of_compiling()
    with suppress(KeyboardInterrupt):
        serve(host, port, setup.settings.database, on_ready=ready, settings=setup.settings)
    LOG.info("Stopped. Every game is saved.")


def _noted(address: str) -> None:
    """Write the server's address to the log, where other programs can read it."""
    LOG.info("The table is open at %s", address)


def tell_of_compiling() -> None:
    """From now on, print a line whenever a game has been compiled."""
    log = logging.getLogger("souq.compiling")
    if not log.handlers:
        log.addHandler(_Lines())
    log.setLevel(logging.INFO)
    log.propagate = False


class _Lines(logging.Handler):
    """Log handler that prints messages to standard output as it is at that time, since tests and Typer replace it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message; errors of the output are ignored so that the server goes on."""
        with suppress(OSError):
            echo(record.getMessage())


def _ready(path: str, browser: bool, host: str = "127.0.0.1") -> Callable[[str], None]:
    """Return a function to call once the server accepts connections: it prints the address and opens the browser."""

    def ready(address: str) -> None:
        out, url = console(), f"{address}/{path}"
        out.print(f"The table is open at [b]{url}[/b]", soft_wrap=True)
        if host in ("0.0.0.0", "::") and (own := _own_address()):
            out.print(
                f"Others in your network find it at [b]http://{own}:{address.rpartition(':')[2]}/[/b]", soft_wrap=True
            )
        out.print("Ctrl-C closes it; games are saved.")
        flush()
        if browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    return ready


def _has_screen() -> bool:
    """Return whether a graphical browser can open; without a screen Python would start one in the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _own_address() -> str:
    """Return this machine's address in the local network, or "" if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
