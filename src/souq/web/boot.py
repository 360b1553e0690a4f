"""The start of Python in a page's worker: the worker's JavaScript calls these functions.

``js`` values arrive as Pyodide converts them: functions and objects as proxies, strings and numbers as they are.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from souq.bots.search import SearchBot
from souq.engine import registry
from souq.engine.browser import modules, rules
from souq.web.answering import answer
from souq.web.tables import PageClient, Site


class Instance:
    """An instance of a game's module, over the object that JavaScript made of it."""

    def __init__(self, instance: Any) -> None:
        self._instance = instance
        self.call, self.write, self.address = instance.call, instance.write, instance.address

    def read(self, at: int, size: int) -> bytes:
        """Return a copy of a part of the memory."""
        return self._instance.read(at, size).to_bytes()  # type: ignore[no-any-return]


class Worker:
    """The part of a page's worker that is Python.

    Args:
        game: the name of the page's game.
        make_instance: returns a new instance of the game's module.
        computed: the game's computed arrays, as contents of ``.npy`` files.
        save: saves a table (:data:`souq.web.store.Save`).
        name: the person's name, or "".
        load_part: loads another part of the site.
        stored: reads and writes the rest of the browser's storage (:class:`souq.web.storage.BrowserStorage`).
    """

    def __init__(
        self,
        game: str,
        make_instance: Callable[[], Any],
        computed: Mapping[str, bytes],
        save: Any,
        name: str,
        load_part: Any,
        stored: Any,
    ) -> None:
        SearchBot.MOST_TREES = 2  # a tree has up to 40 MB
        for array, content in computed.items():
            rules.offer(array, content)
        modules.register(game, lambda: Instance(make_instance()))
        registry.register(importlib.import_module(f"souq.games.{game}").GAME)
        self._site = Site(save, name, load_part, stored)
        self._clients: dict[int, PageClient] = {}

    async def answer(self, method: str, path: str, fields: str) -> str:
        """Answer a request; ``fields`` and the answer are JSON (:func:`souq.web.answering.answer`)."""
        status, kind, content = await answer(self._site, method, path, json.loads(fields))
        return json.dumps({"status": status, "kind": kind, "content": content})

    def open(self, number: int, table_id: str, send: Callable[[str], None], end: Callable[[int, str], None]) -> None:
        """Open a connection to a table under a number of the page's."""
        self._clients[number] = self._site.connect(table_id, send, end)

    def say(self, number: int, text: str) -> None:
        """Pass on a message from the page."""
        self._clients[number].say(text)

    def close(self, number: int) -> None:
        """Close a connection."""
        client = self._clients.pop(number, None)
        if client is not None:
            client.say(None)
