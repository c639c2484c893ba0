"""Makes the kernels of the bundled programs again: `python -m tools.make_kernels`.

Run it after any change of a bundled program, of the rules, of the Program format, or of
`dnar.compile`; it is the only command needed, and it makes everything. For each task with a
bundled certificate it derives the C source (constants in front of the shared kernel files) and
writes it to `src/dnar/compile/bundled_kernels`, with an index of the digests that `dnar run`
checks. Then it compiles them there where there is a C compiler, as an install of the package
does.
"""

import json
from dataclasses import replace

from dnar.atomic_write import write_atomically
from dnar.compile.bundled import FOLDER, INDEX
from dnar.compile.executor import derive_executor, program_digest
from dnar.compile.toolchain import build_libraries
from dnar.machine import Task, read_certificate
from dnar.run.bundled import certificate_path
from dnar.tasks import all_tasks


def kernel_files() -> dict[str, str]:
    """By name: the content of every generated file."""
    files, index = {}, {}
    for name, task in all_tasks().items():
        if not certificate_path(task).is_file():
            continue
        # The certificate is read directly: the index, which is checked otherwise, is made here.
        program = read_certificate(certificate_path(task))[1]
        with_gates = replace(program, ops=task.program.ops)
        executor = derive_executor(task, with_gates, task.program)
        files[f"{name}.c"] = _heading(task) + executor.source
        index[name] = {
            "design": executor.design,
            "program": program_digest(program),
            "rules": program_digest(task.program),
        }
    return {**files, INDEX: json.dumps(index, indent=1) + "\n"}


def _heading(task: Task) -> str:
    return f"/* {task.title}. Made by tools/make_kernels.py: do not edit. */\n"


def main() -> None:
    """Writes all files, removes others, and compiles."""
    files = kernel_files()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        if path.suffix in (".c", ".json") and path.name not in files:
            path.unlink()
    for name, text in files.items():
        write_atomically(FOLDER / name, [text])
        print(name, len(text), "bytes")
    for message in build_libraries(FOLDER, FOLDER):
        print(message)


if __name__ == "__main__":
    main()
