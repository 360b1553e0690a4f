"""An nginx for tests, with the configuration file of ``deploy``."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port
from tests.server.clients import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"

AROUND = """
daemon off;
worker_rlimit_nofile 20000;
pid {folder}/pid;
error_log {folder}/log;
{user}
events {{ worker_connections 8192; }}
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
    """Return the path of nginx, or None where it isn't installed."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@contextmanager
def nginx(folder: Path, ports: Sequence[int], spread: bool = False, each: int = 20_000) -> Iterator[str]:
    """Run a proxy in front of servers at these ports and yield its address.

    Args:
        folder: where its files are.
        ports: where the servers are.
        spread: who look at one table may meet many.
        each: most open requests of one address: all clients of a test have the same.
    """
    found, port = program(), free_port()
    assert found is not None
    ours = (DEPLOY / "souq-nginx.conf").read_text("utf-8")
    changes = {
        "    listen 80;": f"    listen 127.0.0.1:{port};",
        "/etc/nginx/souq-servers.conf": f"{folder}/servers.conf",
        "/etc/nginx/souq-names.conf": f"{folder}/names.conf",
        "limit_conn souq_addresses 160;": f"limit_conn souq_addresses {each};",
    }
    if spread:
        changes |= {"hash $souq_table consistent;": "least_conn;"}
    for before, after in changes.items():
        assert before in ours
        ours = ours.replace(before, after)
    (usual,) = re.findall(r"^server .*:8001 .*$", (DEPLOY / "souq-servers.conf").read_text("utf-8"), re.MULTILINE)
    servers = "\n".join(usual.replace(":8001 ", f":{here} ") for here in ports)
    (folder / "souq.conf").write_text(ours, "utf-8")
    (folder / "names.conf").write_text("server_name 127.0.0.1 souq.example;", "utf-8")
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
