"""FastAPI dependencies of this feature's routes."""

from __future__ import annotations

from typing import Annotated

from souq.server.core.http.dependencies import part
from souq.server.features.accounts.personal_data import DataRequests
from souq.server.features.accounts.service import Accounts

AccountsDep = Annotated[Accounts, part(Accounts)]
DataRequestsDep = Annotated[DataRequests, part(DataRequests)]
