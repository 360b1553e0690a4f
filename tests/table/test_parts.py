"""The parts of a server, looked up by class."""

from __future__ import annotations

from typing import Annotated

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.testclient import TestClient

from souq.server.core.http.dependencies import part
from souq.server.core.parts import Parts


class Well:
    """A part."""

    depth = 3


class Deep(Well):
    """A part that replaces another."""

    depth = 30


def test_a_part_is_found_by_its_class_and_by_its_base() -> None:
    parts = Parts()
    parts.add(deep := Deep())
    assert parts[Deep] is deep
    assert parts[Well] is deep


def test_no_class_has_two_parts() -> None:
    parts = Parts()
    parts.add(Deep())
    with pytest.raises(TypeError, match="a Well already"):
        parts.add(Well())


def test_a_missing_part_is_named() -> None:
    with pytest.raises(LookupError, match="no Well"):
        Parts()[Well]


def test_routes_and_sockets_get_parts_injected() -> None:
    app = FastAPI()
    app.state.parts = Parts()
    app.state.parts.add(Deep())

    async def get(well: Annotated[Well, part(Well)]) -> int:
        return well.depth

    async def serve(socket: WebSocket, well: Annotated[Well, part(Well)]) -> None:
        await socket.accept()
        await socket.send_json(well.depth)
        await socket.close()

    app.get("/")(get)
    app.websocket("/ws")(serve)
    with TestClient(app) as client, client.websocket_connect("/ws") as socket:
        assert client.get("/").json() == socket.receive_json() == 30
