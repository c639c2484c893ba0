"""A whole run as pictures: a folder of frames, a GIF, or an MP4 where ffmpeg is installed."""

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dnar.atomic_write import check_writable, write_atomically
from dnar.draw.picture import FORMATS, draw_step, need_matplotlib
from dnar.errors import InputError
from dnar.machine import Trajectory

MOST_FRAMES = 300
"""Frames at most: of longer runs every second step is drawn, or every third, and so on."""


def frame_steps(steps: int, most: int = MOST_FRAMES) -> list[int]:
    """The steps that are drawn, the first and the last among them.

    >>> frame_steps(3), frame_steps(10, most=4)
    ([0, 1, 2, 3], [0, 4, 8, 10])
    """
    stride = max(1, -(-(steps + 1) // most))
    while len({*range(0, steps, stride), steps}) > most:
        stride += 1
    return sorted({*range(0, steps, stride), steps})


def _drawn(
    trajectory: Trajectory, points: np.ndarray | None, suffix: str, virtual: bool
) -> Iterator[tuple[int, bytes]]:
    for step in frame_steps(len(trajectory)):
        picture = draw_step(trajectory, step, points=points, virtual=virtual)
        yield step, picture.rendered(suffix)


def write_frames(
    trajectory: Trajectory,
    folder: str | Path,
    *,
    suffix: str = ".png",
    points: np.ndarray | None = None,
    virtual: bool = False,
) -> list[Path]:
    """Writes one picture per step into a folder; returns their paths.

    Raises:
        InputError: another format, no matplotlib, or the folder cannot be written.
    """
    need_matplotlib()
    if suffix not in FORMATS:
        raise InputError(f"frames are .png or .svg files, got {suffix!r}")
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}") from error
    written = []
    for step, content in _drawn(trajectory, points, suffix, virtual):
        written.append(folder / f"step-{step:04d}{suffix}")
        write_atomically(written[-1], [content])
    return written


def write_animation(
    trajectory: Trajectory,
    path: str | Path,
    *,
    points: np.ndarray | None = None,
    per_second: float = 2.0,
    virtual: bool = False,
) -> int:
    """Writes a run as a .gif, or as an .mp4 where ffmpeg is installed; returns the frames.

    Raises:
        InputError: another suffix, no matplotlib, no ffmpeg, or the file cannot be written.
    """
    path = check_writable(path)
    suffix = path.suffix.lower()
    if suffix not in (".gif", ".mp4"):
        raise InputError(f"an animation's file name ends in .gif or .mp4, got {path.name!r}")
    if suffix == ".mp4" and shutil.which("ffmpeg") is None:
        raise InputError("an .mp4 needs ffmpeg, which is not installed; write a .gif instead")
    need_matplotlib()
    frames = [content for _, content in _drawn(trajectory, points, ".png", virtual)]
    made = _gif(frames, per_second) if suffix == ".gif" else _mp4(frames, per_second)
    write_atomically(path, [made])
    return len(frames)


def _gif(frames: list[bytes], per_second: float) -> bytes:
    from PIL import Image  # noqa: PLC0415 (comes with matplotlib)

    images = [Image.open(io.BytesIO(each)).convert("RGB") for each in frames]
    images = [each.quantize(64) for each in images]
    each = round(1000 / per_second)
    # The end stays for two seconds before the run begins again.
    lasts = [each] * (len(images) - 1) + [max(each, 2000)]
    file = io.BytesIO()
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=lasts, loop=0)
    return file.getvalue()


def _mp4(frames: list[bytes], per_second: float) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(frames):
            Path(folder, f"{number:05d}.png").write_bytes(content)
        result = Path(folder, "run.mp4")
        even = "pad=ceil(iw/2)*2:ceil(ih/2)*2"
        command = ["ffmpeg", "-y", "-framerate", str(per_second)]
        command += ["-i", f"{folder}/%05d.png", "-vf", even, "-pix_fmt", "yuv420p", str(result)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InputError(f"ffmpeg failed: {done.stderr.strip().splitlines()[-1:]}")
        return result.read_bytes()
