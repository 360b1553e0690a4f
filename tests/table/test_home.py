"""What is imported before the home page is served."""

import subprocess
import sys
from pathlib import Path

HOME = """
import asyncio, sys
import httpx
from souq.cli import play
from souq.server import serve
from souq.server.core.jobs import startup
from souq.server.app import create_app

startup.LULL = 600.0
app = create_app({database!r})


async def visit():
    async with app.router.lifespan_context(app):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as http:
            answer = await http.get("/")
            print(answer.status_code, answer.text.count('action="/play/'))
            print(*sorted({{"numba", "llvmlite", "scipy", "alembic"}} & set(sys.modules)))


asyncio.run(visit())
"""


def test_neither_numba_nor_alembic_is_imported_before_the_home_page_is_served(tmp_path: Path) -> None:
    program = HOME.format(database=str(tmp_path / "souq.db"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    answer, loaded = done.stdout.splitlines()
    assert answer == "200 6"
    assert not loaded
