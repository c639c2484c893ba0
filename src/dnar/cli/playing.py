"""`dnar play`: the playground, on this machine or as static files."""

import webbrowser
from pathlib import Path
from typing import Annotated

from dnar.cli.parser import Argument, Option
from dnar.play import export_site, page_server, site_scene


def play_command(
    task: Annotated[
        str | None, Argument(metavar="TASK", help="The algorithm to begin with.")
    ] = None,
    graph: Annotated[
        str | None,
        Argument(metavar="GRAPH", help="The graph to begin with, by its name on the page."),
    ] = None,
    export: Annotated[
        Path | None,
        Option(metavar="DIR", help="Write static files for any file server, and end."),
    ] = None,
    port: Annotated[
        int, Option(min=0, metavar="NUMBER", help="The port; 0 takes any free one.")
    ] = 0,
    no_browser: Annotated[
        bool, Option("--no-browser", help="Print the address only; open nothing.")
    ] = False,
) -> None:
    """Watch algorithms run, step by step, on a page in the browser."""
    scene = site_scene(view=(task, graph))
    if export is not None:
        written = export_site(export, scene=scene)
        print(f"{len(written)} files in {export}; serve that folder with any file server")
        return
    with page_server(scene, port) as server:
        address = f"http://{server.server_address[0]!s}:{server.server_port}/"
        print(f"{address} (Ctrl-C ends it)", flush=True)
        if not no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
