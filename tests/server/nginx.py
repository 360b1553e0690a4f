"""An nginx of the tests' own, with the file that a house has."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.clients import PATIENCE, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"

AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/log;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/souq.conf;
}}
"""


def program() -> str | None:
    """nginx, where Debian has it or on the path; None: there is none."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[str]:
    """The address of a proxy in front of servers at some ports."""
    found, port = program(), free_port()
    assert found is not None
    ours = (DEPLOY / "souq-nginx.conf").read_text("utf-8")
    for before, after in (
        ("    listen 80;", f"    listen 127.0.0.1:{port};"),
        ("/etc/nginx/souq-servers.conf", f"{folder}/servers.conf"),
    ):
        assert ours.count(before) >= 1
        ours = ours.replace(before, after)
    servers = (DEPLOY / "souq-servers.conf").read_text("utf-8")
    for usual, here in zip((8001, 8002), ports, strict=True):
        assert f":{usual} " in servers
        servers = servers.replace(f":{usual} ", f":{here} ")
    (folder / "souq.conf").write_text(ours, "utf-8")
    (folder / "servers.conf").write_text(servers, "utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user), "utf-8")
    command = [found, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")]
    with subprocess.Popen(command) as proxy:
        try:
            _wait(port, proxy)
            yield f"http://127.0.0.1:{port}"
        finally:
            proxy.terminate()


def _wait(port: int, proxy: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert proxy.poll() is None and time.monotonic() < until, "nginx did not start"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
