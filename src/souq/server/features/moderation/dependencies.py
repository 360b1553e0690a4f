"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.moderation.cache import ModerationCache
from souq.server.features.moderation.reports import Reports
from souq.server.features.moderation.storage import Records

RecordsDep = Annotated[Records, part(Records)]
ReportsDep = Annotated[Reports, part(Reports)]
ModerationCacheDep = Annotated[ModerationCache, part(ModerationCache)]
