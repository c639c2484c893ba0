"""The local page: the playground on loopback, served by the standard library."""

import json
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from dnar.errors import InputError
from dnar.play.pages import index_page, playground_module
from dnar.play.scene import LARGE_GRAPHS, graph_scene

LOOPBACK = "127.0.0.1"


def page_server(scene: dict[str, Any], port: int = 0) -> ThreadingHTTPServer:
    """A server of the playground on loopback; port 0 takes any free one.

    Raises:
        InputError: the port is taken.
    """
    scene = {**scene, "files": {name: f"graph?name={name}" for name in LARGE_GRAPHS}}
    pages = {
        "/": ("text/html; charset=utf-8", index_page()),
        "/playground.js": ("text/javascript; charset=utf-8", playground_module()),
        "/scene.json": ("application/json", json.dumps(scene)),
    }
    drawn = cache(_graph_text)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            if address.path == "/graph":
                name = parse_qs(address.query).get("name", [""])[0]
                self._send(*drawn(name))
            elif address.path in pages:
                kind, text = pages[address.path]
                self._send(HTTPStatus.OK, text, kind)
            else:
                self._send(HTTPStatus.NOT_FOUND, json.dumps({"error": "no such page"}))

        def _send(self, status: HTTPStatus, text: str, kind: str = "application/json") -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing: the terminal belongs to the user."""

    try:
        return ThreadingHTTPServer((LOOPBACK, port), Handler)
    except OSError as error:
        raise InputError(
            f"port {port} cannot be used: {error.strerror}; give another with --port"
        ) from error


def _graph_text(name: str) -> tuple[HTTPStatus, str]:
    # Only built-in names: a page must not read files of the machine.
    if name not in LARGE_GRAPHS:
        return HTTPStatus.NOT_FOUND, json.dumps({"error": f"there is no graph {name[:40]}"})
    return HTTPStatus.OK, json.dumps(graph_scene(name))
