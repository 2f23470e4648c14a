"""Kill a server under load, many times, and check after each that nothing was lost.

    python bench/kill_soak.py --times 100 --database sqlite
    python bench/kill_soak.py --times 100 --database postgresql

Ctrl-C stops it. PostgreSQL is started for the purpose, and is not killed itself.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kahuna.server.loadtest.process import ServerProcess
from tests.server.killing import Siege
from tests.server.postgres import postgres


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--games", type=int, default=8, help="at once")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kahuna-soak-")))
        url = f"sqlite:///{folder / 'site.sqlite'}"
        if given.database == "postgresql":
            url = stack.enter_context(postgres(durable=True)).new_database()
        server = ServerProcess(folder, url)
        stack.callback(server.kill)
        began = time.monotonic()
        try:
            siege = asyncio.run(_besiege(server, url, given))
        except KeyboardInterrupt:
            sys.exit("stopped; until then nothing was lost")
        print(
            f"{given.database}: {given.times} kills in {time.monotonic() - began:.0f} seconds; "
            f"{siege.acknowledged} turns acknowledged, all there, each once; "
            f"{siege.repeated} asked again; {len(siege.games)} games, all played to the end"
        )


async def _besiege(server: ServerProcess, url: str, given: argparse.Namespace) -> Siege:
    siege = Siege(server, url, games=given.games, seed=given.seed)
    await siege.run(given.times, lambda text: print(text, flush=True))
    return siege


if __name__ == "__main__":
    main()
