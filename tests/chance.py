"""Seeds for tests of a server's tables, so that no test fails because of its deal."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest

from souq.engine.match import secret


@contextmanager
def chance(seed: int) -> Iterator[None]:
    """Make deals, bots' choices and bots' pauses follow from a seed, in this process only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secret, "fresh", lambda: secret.seeded(seed))
        patch.setattr("souq.server.core.jobs.due.secrets", SimpleNamespace(randbits=random.Random(seed).getrandbits))
        patch.setattr("souq.server.core.jobs.due.random", random.Random(seed))
        yield


@pytest.fixture(autouse=True)
def same(request: pytest.FixtureRequest) -> Iterator[Callable[[int], None]]:
    """Give every test its own seed, derived from its name. Called with a seed, use that one."""
    with ExitStack() as stack:

        def seeded(seed: int) -> None:
            stack.enter_context(chance(seed))

        seeded(zlib.crc32(request.node.name.encode()))
        yield seeded
