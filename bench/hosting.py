"""A web server for a built site, which counts what it sends."""

import contextlib
import gzip
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

TEXTS = (".html", ".js", ".mjs", ".json", ".css", ".svg", ".webmanifest")
"""Files that hosts usually compress."""


class Host(http.server.ThreadingHTTPServer):
    """A web server for a folder, which compresses texts, and counts what it sends."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.folder, self.sent = folder, 0
        self._compressed = dict[Path, bytes]()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        """The site's address."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def content(self, path: Path) -> tuple[bytes, bool]:
        """Return a file as it is sent, and whether it is compressed."""
        if path.suffix not in TEXTS:
            return path.read_bytes(), False
        if path not in self._compressed:
            self._compressed[path] = gzip.compress(path.read_bytes())
        return self._compressed[path], True


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        host = cast(Host, self.server)
        path = host.folder / self.path.split("?")[0].lstrip("/")
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        data, compressed = host.content(path)
        host.sent += len(data)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=31536000, immutable" if "/v/" in self.path else "no-cache")
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)
        return None

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@contextlib.contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """Serve a folder within the block."""
    with Host(folder) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield host
        finally:
            host.shutdown()
