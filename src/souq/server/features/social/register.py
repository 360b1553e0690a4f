"""Registration of the social feature."""

from __future__ import annotations

from souq.server.core.commands import protocol
from souq.server.core.core import Core
from souq.server.core.events import AccountMerged, MessageStored, RowsWritten, ServerOpened, UpdatesMissed
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.social.blocks import BlockData, Shunned
from souq.server.features.social.chat import Speaking


def register(core: Core) -> None:
    """Add table chat, muting and blocking to the server."""
    core.parts[AllPersonalData].add(BlockData())
    shunned, speaking = core.parts[Shunned], core.parts[Speaking]

    async def read() -> None:
        changed = await shunned.read()
        for watcher in core.hub.everybody() if changed else ():
            if watcher.person in changed:
                watcher.notify_about()  # whoever hears the same as before is sent nothing

    soon = Debounced(read, "who is muted and blocked", core.chores)

    def written(event: RowsWritten) -> None:
        if event.name == "shunned":
            soon()

    async def said(event: MessageStored) -> None:
        await speaking.hear(event.table_id, event.number)

    def opened(event: ServerOpened) -> None:
        core.chores.start(shunned.keep())

    core.commands.handle(protocol.Say, speaking.say)
    core.commands.handle(protocol.Quip, speaking.say)
    core.commands.handle(protocol.Mute, speaking.shun)
    core.commands.handle(protocol.Block, speaking.shun)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, soon)
    core.bus.subscribe(AccountMerged, shunned.merged)
    core.bus.subscribe(MessageStored, said)
    core.bus.subscribe(ServerOpened, opened)
