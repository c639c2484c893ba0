"""What `programs/` holds is what the package ships, and runs by itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import dnar
from dnar.explain import (
    explain_program,
    explanation_text,
    runner_source,
    tables_source,
)
from dnar.machine import program_json, reachable_types
from dnar.run.bundled import certificate_path, pretrained_path, pretrained_program
from dnar.tasks import all_tasks, get_task

PROGRAMS = Path(__file__).parents[2] / "programs"


@pytest.mark.parametrize("name", all_tasks())
def test_programs_are_those_of_the_package(name: str) -> None:
    task, folder = get_task(name), PROGRAMS / name
    program = pretrained_program(task)
    proof = certificate_path(task).read_bytes()
    assert (folder / "certificate.json").read_bytes() == proof
    assert json.loads((folder / "program.json").read_text()) == program_json(program)
    explanation = explain_program(task, program, reachable_types(task))
    assert (folder / "program.txt").read_text() == explanation_text(explanation)
    assert (folder / "program.py").read_text() == tables_source(task, program)


def test_programs_share_one_runner() -> None:
    assert (PROGRAMS / "runner.py").read_text() == runner_source()


def test_certificates_belong_to_the_bundled_weights() -> None:
    """The program in a certificate is the one that the bundled network has now."""
    for name, task in all_tasks().items():
        model = dnar.load_model(name)
        assert program_json(model.program) == program_json(pretrained_program(task))


def test_the_checker_accepts_all_with_their_weights() -> None:
    for task in all_tasks().values():
        command = [
            sys.executable,
            str(PROGRAMS.parent / "tools" / "check_certificate.py"),
            str(certificate_path(task)),
            "--weights",
            str(pretrained_path(task)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
