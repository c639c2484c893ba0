"""The engines of the package, one file each.

Every module of this folder is imported here, so an engine is added by adding its file.
"""

import importlib
import pkgutil

from dnar.run.engines.automatic import AutomaticEngine, PerformanceWarning
from dnar.run.engines.compiled import CompiledEngine
from dnar.run.engines.network import NetworkEngine
from dnar.run.engines.program import ProgramEngine
from dnar.run.engines.rules import RulesEngine

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = [
    "AutomaticEngine",
    "CompiledEngine",
    "NetworkEngine",
    "PerformanceWarning",
    "ProgramEngine",
    "RulesEngine",
]
