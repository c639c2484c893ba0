"""The playground: one page that runs programs on graphs and shows every step.

The page is one JavaScript module. `dnar play` serves it, `dnar play --export` writes it as
static files, and `dnar.play.playground` shows it in a notebook.
"""

from typing import TYPE_CHECKING

from dnar.lazy_names import lazy_names

if TYPE_CHECKING:
    from dnar.play.pages import export_site, standalone_page
    from dnar.play.scene import graph_scene, site_scene, task_scene, trajectory_scene
    from dnar.play.server import page_server
    from dnar.play.widget import playground, widget_scene

_MODULES = {
    "export_site": "pages",
    "graph_scene": "scene",
    "page_server": "server",
    "playground": "widget",
    "site_scene": "scene",
    "standalone_page": "pages",
    "task_scene": "scene",
    "trajectory_scene": "scene",
    "widget_scene": "widget",
}

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for name, module in _MODULES.items()}
)

__all__ = [
    "export_site",
    "graph_scene",
    "page_server",
    "playground",
    "site_scene",
    "standalone_page",
    "task_scene",
    "trajectory_scene",
    "widget_scene",
]
