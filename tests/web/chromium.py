"""Which Chromium the tests drive; as a program: see to it that there is one.

In this order: the one that KAHUNA_CHROMIUM names, one of this machine, Playwright's own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ON_A_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
HELP = (
    "the tests of the page need Chromium: install it, or name one (KAHUNA_CHROMIUM=/path/to/it), "
    "or run `.venv/bin/playwright install chromium`"
)


def find() -> str | None:
    """Return the path of a Chromium, if there is any."""
    named = os.environ.get("KAHUNA_CHROMIUM")
    if named:
        return named
    here = next((path for name in NAMES if (path := shutil.which(name))), None)
    if here is None and ON_A_MAC.exists():
        return str(ON_A_MAC)
    return here or _playwrights()


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install Debian's, where one may; else Playwright's."""
    ways: list[list[str]] = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and os.geteuid() == 0:
        ways.insert(0, ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"])
    for way in ways:
        if subprocess.run(way, stdout=subprocess.DEVNULL, check=False).returncode == 0:
            return


if __name__ == "__main__":
    if find() is None:
        print("Installing Chromium for the tests of the page ...", flush=True)
        install()
    if find() is None:
        sys.exit(f"kahuna: {HELP}")
