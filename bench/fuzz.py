"""Send anything to a server for a while, and check that nothing breaks: the long form of the test.

    python bench/fuzz.py --examples 100 [--seed N]

Each operation of the API gets so many requests as they should be and as many as they should
not, and so many times ten messages go over WebSockets.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kahuna.server.loadtest.process import ServerProcess
from tests.server.fuzzing import Fuzz


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kahuna-fuzz-") as folder:
        server, began = ServerProcess(Path(folder)), time.monotonic()
        server.start()
        fuzz = Fuzz(server, Path(folder) / "site.sqlite")
        try:
            fuzz.run(given.examples, given.seed)
            fuzz.send_nonsense(10 * given.examples, given.seed)
            fuzz.check_health()
        finally:
            fuzz.close()
            server.stop()
    told = ", ".join(f"{what} {times} times" for what, times in fuzz.answers.most_common())
    print(f"{time.monotonic() - began:.0f} seconds; answered {told}")


if __name__ == "__main__":
    main()
