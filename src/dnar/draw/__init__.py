"""Pictures of runs: one step, or all of them, with matplotlib."""

from typing import TYPE_CHECKING

from dnar.lazy_names import lazy_names

if TYPE_CHECKING:
    from dnar.draw.animation import write_animation, write_frames
    from dnar.draw.curves import TrainingCurve
    from dnar.draw.picture import Picture, draw_step

_MODULES = {
    "Picture": "picture",
    "TrainingCurve": "curves",
    "draw_step": "picture",
    "write_animation": "animation",
    "write_frames": "animation",
}

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for name, module in _MODULES.items()}
)

__all__ = ["Picture", "TrainingCurve", "draw_step", "write_animation", "write_frames"]
