"""Registration of the social feature."""

from __future__ import annotations

from souq.server.core.commands import protocol
from souq.server.core.core import Core
from souq.server.core.events import AccountMerged, MessageStored, RowsWritten, ServerOpened, UpdatesMissed
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.personal_data import AllPersonalData
from souq.server.features.social.blocks import BlockData, BlockLists
from souq.server.features.social.chat import TableChat


def register(core: Core) -> None:
    """Add table chat, muting and blocking to the server."""
    core.parts[AllPersonalData].add(BlockData())
    block_lists, chat = core.parts[BlockLists], core.parts[TableChat]

    async def read() -> None:
        changed = await block_lists.read()
        for watcher in core.hub.everybody() if changed else ():
            if watcher.person in changed:
                watcher.notify_about()  # a viewer whose view stays the same is sent nothing

    soon = Debounced(read, "who is muted and blocked", core.chores)

    def written(event: RowsWritten) -> None:
        if event.name == "shunned":
            soon()

    async def said(event: MessageStored) -> None:
        await chat.deliver(event.table_id, event.number)

    def opened(event: ServerOpened) -> None:
        core.chores.start(block_lists.keep())

    core.commands.handle(protocol.Say, chat.say)
    core.commands.handle(protocol.SayPhrase, chat.say)
    core.commands.handle(protocol.SayList, chat.say)
    core.commands.handle(protocol.Mute, chat.set_block)
    core.commands.handle(protocol.Block, chat.set_block)
    core.bus.subscribe(RowsWritten, written)
    core.bus.subscribe(UpdatesMissed, soon)
    core.bus.subscribe(AccountMerged, block_lists.merged)
    core.bus.subscribe(MessageStored, said)
    core.bus.subscribe(ServerOpened, opened)
