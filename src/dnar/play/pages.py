"""Pages: the playground as static files, or as one file that needs no server."""

import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.play.scene import LARGE_GRAPHS, graph_file, graph_scene, site_scene

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>body {{ margin: 0; }}</style>
</head>
<body>
<main id="dnar-playground"></main>
{scripts}
</body>
</html>
"""


def playground_module() -> str:
    """The JavaScript module of the playground."""
    return files("dnar.play").joinpath("static/playground.js").read_text("utf-8")


def index_page() -> str:
    """The page that loads its module and its scene from files beside it."""
    script = '<script type="module" src="playground.js"></script>'
    return _PAGE.format(title="dnar playground", scripts=script)


def standalone_page(scene: dict[str, Any], title: str) -> str:
    """One page with everything in it; it opens from a file."""
    # A scene or a module must not end its own script element.
    data = json.dumps(scene).replace("</", "<\\/")
    module = playground_module().replace("</script", "<\\/script")
    scripts = (
        f'<script type="application/json" id="dnar-scene">{data}</script>\n'
        f'<script type="module">{module}</script>'
    )
    return _PAGE.format(title=_escaped(title), scripts=scripts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def export_site(
    folder: str | Path,
    *,
    scene: dict[str, Any] | None = None,
    large: Iterable[str] = LARGE_GRAPHS,
) -> list[Path]:
    """Writes the playground as static files, for any file server; returns what was written.

    Raises:
        InputError: the folder cannot be made, or a file cannot be written there.
    """
    folder = Path(folder)
    large = tuple(large)
    try:
        (folder / "graphs").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}") from error
    scene = site_scene() if scene is None else scene
    scene = {**scene, "files": {name: graph_file(name) for name in large}}
    contents = {
        "index.html": index_page(),
        "playground.js": playground_module(),
        "scene.json": json.dumps(scene),
        **{graph_file(name): json.dumps(graph_scene(name)) for name in large},
    }
    for name, text in contents.items():
        write_atomically(folder / name, [text])
    return [folder / name for name in contents]
