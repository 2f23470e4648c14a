"""What Lighthouse says of the page: first page and table, on a phone and on a desktop.

    .venv/bin/python bench/lighthouse.py [phone] [desktop]

The reports go to bench/reports; what is below 95, slow to paint or shifts is told, and fails.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from hatch_build import node_and_npm
from kahuna.server.loadtest.process import ServerProcess
from tests.paths import ROOT
from tests.web import chromium

LIGHTHOUSE = "lighthouse@13.5.0"
REPORTS = ROOT / "bench" / "reports"
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 95  # of 100
SLOWEST = 1500  # milliseconds to the first paint with content


def main() -> None:
    """Measure, and print the figures."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            table, cookie = make_table(server.url)
            # Lighthouse's browser remembers nothing: at the first page it is a newcomer.
            for page, path, who in (("home", "/", ""), ("table", f"/{table}", cookie)):
                for device in sys.argv[1:] or ("phone", "desktop"):
                    report = measure(f"{server.url}{path}", device, who, f"{page}-{device}")
                    failed |= tell(page, device, report)
        finally:
            server.stop()
    sys.exit(failed)


def make_table(url: str) -> tuple[str, str]:
    """Return the link of a game of two people, and the cookie of who is to move.

    Against the computer, that would think on the same machine, and be measured with the page.
    """
    cookies = []
    for name in ("Lani", "Kai"):
        _, cookie = post(f"{url}/api/guests", {"name": name}, "")
        cookies.append(cookie.partition(";")[0])
    game = {"opponent": "friend", "seat": "White", "terms": {"starts": "White"}}
    made, _ = post(f"{url}/api/games", game, cookies[0])
    post(f"{url}/api/games/{made['link']}/join", {}, cookies[1])
    return made["link"], cookies[0]


def post(url: str, data: object, cookie: str) -> tuple[dict[str, Any], str]:
    """Return what the site answers, and the cookie that it sets."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(url, json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers.get("set-cookie", "")


def measure(url: str, device: str, cookie: str, name: str) -> dict[str, Any]:
    """Run Lighthouse once, and return its report."""
    path = chromium.find()
    if path is None:
        sys.exit(f"kahuna: {chromium.HELP}")
    node, npm = node_and_npm()
    places = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    file = REPORTS / name
    subprocess.run(
        [
            *npm, "exec", "--yes", "--", LIGHTHOUSE, url,
            "--quiet",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--extra-headers={json.dumps({'Cookie': cookie})}",
            "--output=json", "--output=html", f"--output-path={file}",
            *(["--preset=desktop"] if device == "desktop" else []),
        ],
        env=os.environ | {"CHROME_PATH": path, "PATH": places},
        cwd=ROOT / "web",
        check=True,
    )  # fmt: skip
    report: dict[str, Any] = json.loads(Path(f"{file}.report.json").read_text(encoding="utf-8"))
    return report


def tell(page: str, device: str, report: dict[str, Any]) -> bool:
    """Print the figures of a report; return whether something is not as it should be."""
    scores = {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}
    audits = report["audits"]
    paint = audits["first-contentful-paint"]["numericValue"]
    shift = audits["cumulative-layout-shift"]["numericValue"]
    weight = audits["total-byte-weight"]["numericValue"]
    print(
        f"{page:6}{device:9}",
        *(f"{name} {score}" for name, score in scores.items()),
        f"first paint {paint:.0f} ms  shift {shift:.3f}  {weight / 1000:.0f} kB",
        sep="  ",
        flush=True,
    )
    for name in CATEGORIES:
        for reference in report["categories"][name]["auditRefs"]:
            audit = audits[reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"      {audit['title']}: {audit.get('displayValue', '')}")
    return min(scores.values()) < LEAST or shift > 0.001 or (device == "phone" and paint > SLOWEST)


if __name__ == "__main__":
    main()
