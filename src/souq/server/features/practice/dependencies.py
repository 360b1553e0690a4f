"""FastAPI dependencies of the practice feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.practice.mistakes import Mistakes
from souq.server.features.practice.progress import Progress
from souq.server.features.practice.storms import Storms

MistakesDep = Annotated[Mistakes, part(Mistakes)]
ProgressDep = Annotated[Progress, part(Progress)]
StormsDep = Annotated[Storms, part(Storms)]
