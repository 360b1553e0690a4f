"""A server per module on each database: SQLite and PostgreSQL must behave alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chance import same
from tests.server.clients import Running, running
from tests.server.postgres import Cluster, find_programs
from tests.server.push_service import PushService, push_service

__all__ = ["same"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run a PostgreSQL for the tests."""
    pytest.importorskip("asyncpg", reason="The driver is not installed: python -m pip install '.[postgres]'.")
    folder = find_programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql.")
    cluster = Cluster(folder)
    yield cluster
    cluster.remove()


KINDS = ("sqlite", "postgresql")
HERE = Path(__file__).parent
LIGHT = {"amounts", "api", "desert_bazaar", "every_route", "figures", "hints", "metrics", "pages", "standing_orders"}
LIGHT |= {"previews", "retries", "lessons", "forks"}
LIGHT |= {"solo", "matchmaking", "daily_puzzles", "levels", "bot_pace", "playing", "practice", "untrusted_input"}
LIGHT |= {"trading", "hidden_drafts"}
LIGHT |= {"moderation", "email", "library", "chat_and_blocking", "notifications", "passkeys", "rate_limits", "reports"}
"""Files that depend little on the database: the short form runs them on SQLite only."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the PostgreSQL variants of light files as wide, before tests are deselected."""
    for item in items:
        if item.path.parent == HERE and item.path.stem[5:] in LIGHT and KINDS[1] in item.name:
            item.add_marker(pytest.mark.wide)


def _database(request: pytest.FixtureRequest, folder: Path) -> Path | str:
    """Return a new database of the kind the fixture is parametrized with."""
    if request.param == "sqlite":
        return folder / "souq.db"
    return str(request.getfixturevalue("postgres").create())


@pytest.fixture(params=KINDS)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A new database of either kind, for tests that start servers themselves."""
    return _database(request, tmp_path)


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a new database of either kind."""
    with running(_database(request, tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def inbox() -> Iterator[PushService]:
    """A push service and webhook receiver."""
    with push_service() as inbox:
        yield inbox
