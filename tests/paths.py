"""Where the programs that tests start find this package, and what tests share."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The package by its sources: those of the tests, whatever else is installed.
PYTHONPATH = os.pathsep.join([str(ROOT), str(ROOT / "src")])
