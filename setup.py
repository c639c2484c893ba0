"""The build step: compiles the kernels of the bundled programs, and prepares the description.

Where there is no C compiler, or it fails, the package is installed without them, and programs
are compiled or interpreted when they run. The settings are in `pyproject.toml`.
"""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

from setuptools import Command, setup
from setuptools.command.bdist_wheel import bdist_wheel, get_platform
from setuptools.command.build import build

ROOT = Path(__file__).parent
KERNELS = Path("dnar", "compile", "bundled_kernels")


def _toolchain() -> ModuleType:
    """`dnar.compile.toolchain`, loaded without the package, which needs numpy."""
    path = ROOT / "src" / "dnar" / "compile" / "toolchain.py"
    spec = importlib.util.spec_from_file_location("dnar_toolchain", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BuildKernels(Command):
    """Compiles the kernels, into the source tree if the install is editable."""

    description = "compile the kernels of the bundled programs"
    user_options = []  # noqa: RUF012 (setuptools reads it)
    editable_mode = False

    def initialize_options(self) -> None:
        """Nothing is chosen yet."""
        self.build_lib: str | None = None

    def finalize_options(self) -> None:
        """The folder is the one of the whole build."""
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Compiles; whatever fails is said and nothing more."""
        folder = self._folder()
        folder.mkdir(parents=True, exist_ok=True)
        for message in _toolchain().build_libraries(ROOT / "src" / KERNELS, folder):
            self.announce(message, level=2)

    def _folder(self) -> Path:
        return (ROOT / "src" if self.editable_mode else Path(str(self.build_lib))) / KERNELS

    def get_source_files(self) -> list[str]:
        """What the libraries are made from."""
        return [str(Path("src", KERNELS, path.name)) for path in self._sources()]

    def get_outputs(self) -> list[str]:
        """The libraries."""
        return [str(path) for path in self._folder().glob("*.so")]

    def get_output_mapping(self) -> dict[str, str]:
        """No library is the copy of a source."""
        return {}

    def _sources(self) -> list[Path]:
        return sorted((ROOT / "src" / KERNELS).glob("*.c"))


class Build(build):
    """The usual build, then the kernels."""

    sub_commands = [*build.sub_commands, ("build_kernels", None)]  # noqa: RUF012


class BdistWheel(bdist_wheel):
    """A wheel with libraries is one of this platform, for every Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """The tag of the wheel's name."""
        python, abi, anywhere = super().get_tag()
        command = self.get_finalized_command("build_kernels")
        if not isinstance(command, BuildKernels) or not command.get_outputs():
            return python, abi, anywhere
        return python, abi, get_platform(self.bdist_dir).replace("-", "_").replace(".", "_")


LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?!https?:|#)(?P<target>[^)]*)\)")


def description() -> str:
    """The README as a package index shows it, where relative links lead nowhere.

    They lead to the project's `Source` address if `pyproject.toml` gives one; otherwise they
    become plain text.
    """
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {})
    source = urls.get("Source", "").rstrip("/")
    linked = rf"[\g<text>]({source}/blob/main/\g<target>)" if source else r"\g<text>"
    return LINK.sub(linked, (ROOT / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    setup(
        cmdclass={"build": Build, "build_kernels": BuildKernels, "bdist_wheel": BdistWheel},
        long_description=description(),
        long_description_content_type="text/markdown",
    )
