"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.social.blocks import Shunned
from souq.server.features.social.chat import Speaking

ShunnedDep = Annotated[Shunned, part(Shunned)]
SpeakingDep = Annotated[Speaking, part(Speaking)]
