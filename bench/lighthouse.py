"""What Lighthouse says of the page: first page and table, on a phone and on a desktop.

    .venv/bin/python bench/lighthouse.py [--runs 5] [phone] [desktop]

One run says little, as whatever else the machine does is multiplied with the page's work: of
several, the one in the middle counts. Its report goes to bench/reports; what is below 95, slow to
paint or shifts is told, and fails.

A Chromium without windows (Debian's chromium-headless-shell) is preferred: the other one draws its
own window on the same cores, and that time is counted as the page's.
"""

import argparse
import json
import os
import shutil
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
HEADLESS = ("chromium-headless-shell", "chrome-headless-shell")
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 95  # of 100
SLOWEST = 1500  # milliseconds to the first paint with content


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("devices", nargs="*", default=["phone", "desktop"])
    parser.add_argument("--runs", type=int, default=5)
    wanted = parser.parse_args()
    REPORTS.mkdir(parents=True, exist_ok=True)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            table, cookie = make_table(server.url)
            # Lighthouse's browser remembers nothing: at the first page it is a newcomer.
            for page, path, who in (("home", "/", ""), ("table", f"/{table}", cookie)):
                for device in wanted.devices:
                    file = REPORTS / f"{page}-{device}"
                    runs = [
                        measure(f"{server.url}{path}", device, who, Path(f"{file}-{n + 1}"))
                        for n in range(wanted.runs)
                    ]
                    failed |= tell(page, device, keep_the_middle(runs, file))
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


def keep_the_middle(runs: list[Path], file: Path) -> list[dict[str, Any]]:
    """Keep the report of the run in the middle; return all, by their performance."""
    reports = {run: json.loads(Path(f"{run}.report.json").read_text("utf-8")) for run in runs}
    runs = sorted(runs, key=lambda run: score(reports[run], "performance"))
    middle = runs[len(runs) // 2]
    for run in runs:
        for kind in ("json", "html"):
            made = Path(f"{run}.report.{kind}")
            made.replace(f"{file}.report.{kind}") if run == middle else made.unlink()
    return [reports[run] for run in runs]


def score(report: dict[str, Any], category: str) -> int:
    """Return what a category got, of 100."""
    return round(100 * report["categories"][category]["score"])


def measure(url: str, device: str, cookie: str, file: Path) -> Path:
    """Run Lighthouse once, and return where its report is."""
    path = next(filter(None, map(shutil.which, HEADLESS)), None) or chromium.find()
    if path is None:
        sys.exit(f"kahuna: {chromium.HELP}")
    node, npm = node_and_npm()
    places = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
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
    return file


def tell(page: str, device: str, reports: list[dict[str, Any]]) -> bool:
    """Print the figures of the run in the middle; return whether something is not as it should."""
    report = reports[len(reports) // 2]
    scores = {name: score(report, name) for name in CATEGORIES}
    audits = report["audits"]
    paint = audits["first-contentful-paint"]["numericValue"]
    shift = audits["cumulative-layout-shift"]["numericValue"]
    weight = audits["total-byte-weight"]["numericValue"]
    blocking = audits["total-blocking-time"]["numericValue"]
    print(
        f"{page:6}{device:9}",
        *(f"{name} {got}" for name, got in scores.items()),
        f"first paint {paint:.0f} ms  blocking {blocking:.0f} ms  shift {shift:.3f}",
        f"{weight / 1000:.0f} kB  (performance in all runs:",
        " ".join(str(score(one, "performance")) for one in reports) + ")",
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
