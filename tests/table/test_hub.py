"""What one watcher is sent, and in which order."""

from __future__ import annotations

import asyncio

from souq.table.shown.hub import Watcher


def test_an_answer_comes_before_what_it_changed_even_if_that_was_seen_meanwhile() -> None:
    watcher, sent = Watcher("t"), list[str]()

    async def send(message: str) -> None:
        sent.append(message)

    async def look(watcher: Watcher) -> list[str]:
        watcher.news = watcher.about = False
        watcher.tell("answer")  # a command is carried out while the scene is made
        watcher.close(1000)
        return ["frames"]

    watcher.notify()
    asyncio.run(asyncio.wait_for(watcher.pump(send, look), 5))
    assert sent == ["answer", "frames"]
