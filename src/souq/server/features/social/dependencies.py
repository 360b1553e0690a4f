"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.social.blocks import BlockLists
from souq.server.features.social.chat import TableChat

BlockListsDep = Annotated[BlockLists, part(BlockLists)]
ChatDep = Annotated[TableChat, part(TableChat)]
