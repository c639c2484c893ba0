"""A certificate before the independent checker, in a process that knows nothing of dnar."""

import subprocess
import sys
from pathlib import Path

CHECKER = Path(__file__).parent.parent / "tools" / "check_certificate.py"


def accepted(certificate: Path, weights: Path) -> bool:
    """Whether the checker accepts a certificate together with its model file."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(certificate)]
    command += ["--weights", str(weights)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
