"""Every figure that the README quotes: ``python tests/figures.py [--quick] [--profile] [--out FILE]``.

Each figure is measured beside its floor in the same run: the engine beside the plain referee of the tests,
the lesson's page beside a page of Voilà with one button. What is compared takes turns and does the same work
every time, and minimum stands against minimum, so that whatever else the machine does weighs little. A missed
target is told; it is no failure. A full run writes ``docs/figures.json`` and the README's section about it; a
quick one, or one that Ctrl-C stopped, writes what there is to ``tests/out/figures.json``.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import os
import platform
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT)]

import psutil  # noqa: E402
import referee  # noqa: E402
from conftest import FLAGS, NO_BROWSER, find_browser  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from servers import (  # noqa: E402
    BENCH,
    Server,
    free_port,
    lab_server,
    lessons_server,
    running,
    write_lessons,
    write_notebook,
)
from tables import ANSWERS, Table, run_all_in_lab, until_drawn  # noqa: E402

from hanalearn import serve  # noqa: E402
from hanalearn.game import new_round  # noqa: E402
from hanalearn.rules import RULE_SETS  # noqa: E402

OUT = ROOT / "docs" / "figures.json"
DRAFT = HERE / "out" / "figures.json"
README = ROOT / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->"

LESSON = "shishibo"
SEED = 1
CLICKS = 40  # in a series, of which the median and the 95th percentile are taken
COSTLIEST = 10
#: A game of OpenSpiel of the same make: three players, an auction, tricks.
OPEN_SPIEL = "skat"
IMPORTS = {"nothing": "", "hanalearn": "import hanalearn", "hanalearn.rules": "import hanalearn.rules"}

#: What was measured, by name; the least of each list counts. Times are in seconds, sizes in bytes.
Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Counts:
    """How often things are measured: rounds are those of a chunk, the rest are chunks, visits or series."""

    rounds: int
    plain_rounds: int
    chunks: int
    imports: int
    starts: int
    visits: int
    series: int


FULL = Counts(rounds=400, plain_rounds=100, chunks=25, imports=20, starts=4, visits=12, series=5)
QUICK = Counts(rounds=100, plain_rounds=12, chunks=3, imports=3, starts=1, visits=1, series=1)


def say(text: str) -> None:
    """Progress, in place of what was said before."""
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


# --- the engine -----------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes, with no garbage collection in between."""
    gc.collect()
    gc.disable()
    try:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun
    finally:
        gc.enable()


def usual_players(variant: str) -> int:
    """Three players, or as many as the rule set allows."""
    numbers = RULE_SETS[variant].players
    return 3 if 3 in numbers else numbers[0]


def play_rounds(variant: str, count: int) -> int:
    """Random rounds through the public API, the same ones every time; the number of their actions."""
    players, random, actions = usual_players(variant), Random(SEED), 0
    for _ in range(count):
        round_ = new_round(variant, players, random)
        round_.play_randomly(random)
        round_.settle()
        actions += len(round_.actions)
    return actions


def play_plain_rounds(variant: str, count: int) -> None:
    """Random rounds of the plain referee, the same ones every time."""
    players, random = usual_players(variant), Random(SEED)
    for _ in range(count):
        referee.random_round(variant, players, random).answer()


def measure_engine(samples: Samples, counts: Counts) -> None:
    """Seconds a round of every rule set, by the engine and by the referee."""
    for chunk in range(counts.chunks):
        for variant in RULE_SETS:
            say(f"engine: {variant}, {chunk + 1} of {counts.chunks}")
            ours = seconds(lambda v=variant: play_rounds(v, counts.rounds))  # type: ignore[misc]
            plain = seconds(lambda v=variant: play_plain_rounds(v, counts.plain_rounds))  # type: ignore[misc]
            samples[f"engine/{variant}"].append(ours / counts.rounds)
            samples[f"referee/{variant}"].append(plain / counts.plain_rounds)


def measure_open_spiel(samples: Samples, counts: Counts) -> None:
    """Seconds a step, chance included, of a card game of OpenSpiel from Python, and of ours."""
    if not find_spec("pyspiel"):
        return
    pyspiel = import_module("pyspiel")
    game, rounds = pyspiel.load_game(OPEN_SPIEL), max(1, counts.rounds // 2)

    def play() -> int:
        random, steps = Random(SEED), 0
        draw = random.random
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    steps, actions = play(), play_rounds(LESSON, counts.rounds)
    for chunk in range(counts.chunks):
        say(f"OpenSpiel: {chunk + 1} of {counts.chunks}")
        samples["step/open-spiel"].append(seconds(play) / steps)
        samples["step/engine"].append(seconds(lambda: play_rounds(LESSON, counts.rounds)) / actions)


def measure_imports(samples: Samples, counts: Counts) -> None:
    """Seconds of an interpreter that imports something and ends; the first of each fills the caches."""
    for n in range(counts.imports + 1):
        say(f"imports: {n} of {counts.imports}")
        for name, program in IMPORTS.items():
            command = [sys.executable, "-c", program]
            took = seconds(lambda c=command: subprocess.run(c, cwd=ROOT, check=True))  # type: ignore[misc]
            if n:
                samples[f"import/{name}"].append(took)


# --- the page -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A page that is measured: its name, its server, and what a visitor waits for."""

    name: str
    serves: Callable[[Path], AbstractContextManager[Server]]
    awaited: str


def lesson_command(home: Path) -> AbstractContextManager[Server]:
    """The command that a learner gives."""
    port = free_port()
    command = [sys.executable, "-m", "hanalearn", LESSON, "--no-browser", f"--port={port}"]
    return running(command, f"http://{serve.HOST}:{port}/", home, ROOT)


def bare_command(home: Path) -> AbstractContextManager[Server]:
    """Voilà as it comes, for a notebook with one button."""
    port = free_port()
    folder = home / "notebook"
    write_notebook(folder / "button.ipynb", BENCH["button"])
    command = [sys.executable, "-m", "voila", "button.ipynb", "--no-browser", f"--port={port}"]
    return running([*command, f"--Voila.ip={serve.HOST}"], f"http://{serve.HOST}:{port}/", home, folder)


def bare_lessons(home: Path) -> AbstractContextManager[Server]:
    """Our own server, for a notebook with one button."""
    folder = home / "notebook"
    write_notebook(folder / "button.ipynb", BENCH["button"])
    return lessons_server(folder, home)


BARE = Subject("bare", bare_command, "button.jupyter-button")
OWN = Subject("own", bare_lessons, "button.jupyter-button")
TAUGHT = Subject("lesson", lesson_command, ".hl-own .hl-playable, .hl-choice")

#: Notes the time, in milliseconds since 1970, of the first frame that shows what is awaited.
WATCH = """
addEventListener("DOMContentLoaded", () => {
  const shown = (node) => node.getClientRects().length > 0;
  const look = () => {
    if ([...document.querySelectorAll(AWAITED)].some(shown)) {
      globalThis.firstSeen = performance.timeOrigin + performance.now();
    } else {
      requestAnimationFrame(look);
    }
  };
  look();
});
"""
#: ``rest`` is a pause as between a quick person's clicks: long enough that the kernel and the page come to
#: rest, and that the connection acknowledges at once again (in a hurry it adds 40 ms to any page of Jupyter);
#: ``timed`` clicks and gives the milliseconds until the kernel's answer has changed the page.
HELPERS = """
const rest = async () => {
  await new Promise((next) => setTimeout(next, 250));
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
};
const timed = (button, node, what) => new Promise((done, fail) => {
  const patience = setTimeout(() => fail(new Error(`no answer to ${button.outerHTML}`)), 30000);
  const observer = new MutationObserver(() => {
    const took = performance.now() - begun;
    clearTimeout(patience);
    observer.disconnect();
    done(took);
  });
  observer.observe(node, what);
  const begun = performance.now();
  button.click();
});
"""
CLICK_BUTTON = f"""async (button, [label, count]) => {{
  {HELPERS}
  const took = [];
  while (took.length < count) {{
    await rest();
    took.push(await timed(button, label, {{ childList: true, characterData: true, subtree: true }}));
  }}
  return took;
}}"""
PLAY = f"""async (root, [answers, count]) => {{
  {HELPERS}
  const redrawn = async (button) => {{
    await rest();
    return timed(button, root, {{ attributes: true, attributeFilter: ["data-seq"] }});
  }};
  const took = [];
  while (took.length < count) {{
    const choices = [...root.querySelectorAll("button.hl-choice[data-do]")];
    const answer = answers.flatMap((word) => choices.filter((c) => c.dataset.do.startsWith(word)))[0];
    const card = root.querySelector(".hl-own button.hl-playable");
    if (answer) {{
      took.push(await redrawn(answer));
    }} else if (root.querySelector("button.hl-target")) {{
      took.push(await redrawn(root.querySelector("button.hl-target")));
    }} else if (card?.dataset.do) {{
      took.push(await redrawn(card));
    }} else if (card) {{
      card.click(); // it may take one of several: that asks nothing of the kernel
      if (!root.querySelector("button.hl-target")) throw new Error("the card offers nothing");
    }} else {{
      await redrawn(root.querySelector('button[data-do="same"]'));
    }}
  }}
  return took;
}}"""


@dataclass
class Visit:
    """An open page: when what is awaited was first seen, and what came over its websockets."""

    page: Page
    server: Server
    begun: float  # seconds since 1970
    seen: float = 0.0
    received: list[int] = field(default_factory=list)

    @property
    def kernel(self) -> psutil.Process:
        """The kernel's process."""
        config = "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
        kernel = self.page.evaluate(config)
        of_server = self.server.process.children(recursive=True)
        return next(p for p in of_server if f"kernel-{kernel}.json" in " ".join(p.cmdline()))

    def come_to_rest(self) -> None:
        """Wait until nothing more arrives."""
        before = -1
        while before != len(self.received):
            before = len(self.received)
            self.page.evaluate(f"async () => {{ {HELPERS} await rest(); }}")


@contextmanager
def visit(browser: Browser, subject: Subject, server: Server) -> Iterator[Visit]:
    """Visit a page for the first time, with nothing of it in the browser's cache."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.add_init_script(WATCH.replace("AWAITED", json.dumps(subject.awaited)))
        visited = Visit(page, server, time.time())
        received = visited.received
        page.on("websocket", lambda w: w.on("framereceived", lambda sent: received.append(len(sent))))
        page.goto(server.address, wait_until="commit")
        page.wait_for_function("() => globalThis.firstSeen", timeout=120_000)
        visited.seen = page.evaluate("() => globalThis.firstSeen") / 1000
        yield visited
        page.goto("about:blank")  # leaving a page frees its kernel
    finally:
        context.close()


def measure_starts(samples: Samples, browser: Browser, counts: Counts, folder: Path) -> None:
    """Seconds from the command to the first card; the first start of each fills the caches."""
    for n in range(counts.starts + 1):
        for subject in (BARE, TAUGHT):
            say(f"starts: {n} of {counts.starts}, {subject.name}")
            begun = time.time()
            with (
                subject.serves(folder / f"start-{subject.name}-{n}") as server,
                visit(browser, subject, server) as visited,
            ):
                if n:
                    samples[f"start/{subject.name}"].append(visited.seen - begun)


def measure_visits(
    samples: Samples, browser: Browser, servers: dict[Subject, Server], counts: Counts
) -> None:
    """Seconds from the visit to the first card, bytes that came before a click, bytes of the kernel."""
    for n in range(counts.visits + 1):
        for subject, server in servers.items():
            say(f"visits: {n} of {counts.visits}, {subject.name}")
            with visit(browser, subject, server) as visited:
                visited.come_to_rest()
                if n:
                    samples[f"visit/{subject.name}"].append(visited.seen - visited.begun)
                    samples[f"traffic/{subject.name}"].append(sum(visited.received))
                    samples[f"memory/{subject.name}"].append(visited.kernel.memory_full_info().uss)


def click(samples: Samples, host: str, bare: Page, lesson: Page, count: int) -> None:
    """A series of clicks on the button, then one of clicks at the table: seconds each."""
    label = bare.locator(".widget-label").element_handle()
    button = bare.get_by_role("button", name="Click", exact=True)
    series = {
        "bare": button.evaluate(CLICK_BUTTON, [label, count]),
        "lesson": Table(lesson).root.evaluate(PLAY, [ANSWERS, count]),
    }
    for name, took in series.items():
        samples[f"click/{host}/{name}"].append(statistics.median(took) / 1000)
        samples[f"click-p95/{host}/{name}"].append(percentile(took, 95) / 1000)


def percentile(values: list[float], percent: int) -> float:
    """The value that so many percent of the values do not exceed."""
    return sorted(values)[-(-len(values) * percent // 100) - 1]


def measure_page(samples: Samples, browser: Browser, counts: Counts, folder: Path) -> None:
    """The lesson as `hanalearn` serves it, beside Voilà with one button."""
    measure_starts(samples, browser, counts, folder)
    with ExitStack() as stack:
        servers = {
            subject: stack.enter_context(subject.serves(folder / subject.name))
            for subject in (BARE, OWN, TAUGHT)
        }
        measure_visits(samples, browser, servers, counts)
        bare = stack.enter_context(visit(browser, BARE, servers[BARE]))
        lesson = stack.enter_context(visit(browser, TAUGHT, servers[TAUGHT]))
        for n in range(counts.series):
            say(f"clicks in Voilà: {n + 1} of {counts.series}")
            click(samples, "voila", bare.page, lesson.page, CLICKS)


def measure_lab(samples: Samples, browser: Browser, counts: Counts, folder: Path) -> None:
    """The clicks in JupyterLab."""
    say("JupyterLab starts")
    with (
        lab_server(write_lessons(folder / "lab-lessons"), folder / "lab-home") as server,
        browser.new_context() as one,
        browser.new_context() as other,
    ):
        bare, lesson = one.new_page(), other.new_page()
        run_all_in_lab(bare, server, "bench/button.ipynb")
        bare.get_by_role("button", name="Click", exact=True).wait_for(timeout=60_000)
        run_all_in_lab(lesson, server, f"{LESSON}.ipynb")
        table = Table(lesson).root
        until_drawn(lesson, lambda: table.count() > 0)
        for n in range(counts.series):
            say(f"clicks in JupyterLab: {n + 1} of {counts.series}")
            click(samples, "lab", bare, lesson, CLICKS)


# --- the profile ----------------------------------------------------------------------------------

OPEN_LESSON = """
import contextlib, cProfile, io, json, pstats, sys, time
from ipykernel.ipkernel import IPythonKernel
from IPython.core.interactiveshell import InteractiveShell
shell, took, profile = InteractiveShell.instance(), [], cProfile.Profile()
cells, profiled = json.loads(sys.argv[1]), sys.argv[2] == "profiled"
with contextlib.redirect_stdout(io.StringIO()) as said:
    for cell in cells:
        begun = time.perf_counter()
        if profiled:
            profile.enable()
        result = shell.run_cell(cell)
        profile.disable()
        took.append(time.perf_counter() - begun)
        result.raise_error()
if profiled:
    profile.dump_stats(sys.argv[3])
print(json.dumps(took))
"""


def costliest(profile: cProfile.Profile | str) -> list[dict[str, object]]:
    """The functions of a profile that take most time themselves."""
    stats = pstats.Stats(profile).sort_stats("tottime")
    total: float = stats.total_tt  # type: ignore[attr-defined]
    rows = []
    for where in stats.fcn_list[:COSTLIEST]:  # type: ignore[attr-defined]
        file, _, name = where
        _, calls, own, together, _ = stats.stats[where]  # type: ignore[attr-defined]
        rows.append(
            {
                "function": name if file == "~" else f"{'/'.join(Path(file).parts[-2:])}: {name}",
                "calls": calls,
                "own_percent": round(100 * own / total, 1),
                "together_percent": round(100 * together / total, 1),
            }
        )
    return rows


def profiles(counts: Counts) -> dict[str, object]:
    """Where the time goes: in random play, in opening the lesson, and in which of its cells."""
    say("profile")
    profile = cProfile.Profile()
    profile.enable()
    play_rounds(LESSON, counts.rounds)
    profile.disable()

    notebook = json.loads((serve.notebooks_folder() / f"{LESSON}.ipynb").read_text("utf-8"))
    cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]

    def opened(how: str, dump: str = "") -> list[float]:
        command = [sys.executable, "-c", OPEN_LESSON, json.dumps(cells), how, dump]
        run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        times: list[float] = json.loads(run.stdout)
        return times

    took = [min(times) for times in zip(*(opened("plain") for _ in range(counts.starts + 1)), strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        opened("profiled", f"{folder}/profile")
        of_lesson = costliest(f"{folder}/profile")
    by_cell = sorted(zip(took, cells, strict=True), reverse=True)
    return {
        f"random play of {LESSON}": costliest(profile),
        f"opening the lesson {LESSON}, in Python alone": of_lesson,
        "cells of the lesson, ms": {cell.splitlines()[0]: round(1000 * ms, 1) for ms, cell in by_cell},
    }


# --- what is written ------------------------------------------------------------------------------

BARE_PAGE = "Voilà's page with one button"
OWN_PAGE = "our server's page with one button"
ECHO = "a button's click, echoed"


@dataclass(frozen=True)
class Figure:
    """A figure: its samples and those of its floor, its unit, and how many floors it should be.

    Rates are the only figures that should be large: theirs is the least ratio, the others' the greatest.
    """

    what: str
    unit: str
    samples: str
    floor_is: str
    floor: str
    target: float | None = None

    def row(self, samples: Samples) -> dict[str, object] | None:
        """The figure as it is written; None if it was not measured."""
        if not samples.get(self.samples) or not samples.get(self.floor):
            return None
        value, floor = min(samples[self.samples]), min(samples[self.floor])
        ratio = floor / value if self.a_rate else value / floor
        row: dict[str, object] = {
            "what": self.what,
            "unit": self.unit,
            "value": self._shown(value),
            "floor_is": self.floor_is,
            "floor": self._shown(floor),
            "ratio": round(ratio, 2),
        }
        if self.target is not None:
            row["target"] = f"{'at least' if self.a_rate else 'at most'} {self.target:g}"
            row["met"] = ratio >= self.target if self.a_rate else ratio <= self.target
        return row

    @property
    def a_rate(self) -> bool:
        return self.unit.endswith("/s")

    def _shown(self, value: float) -> float:
        if self.a_rate:
            return float(f"{1 / value:.3g}")
        scale, digits = {"ms": (1e3, 1), "s": (1, 2), "kB": (1e-3, 1), "MB": (1e-6, 1)}[self.unit]
        return round(scale * value, digits)


def all_figures() -> dict[str, Figure]:
    """Every figure by its name, in the order in which they are shown."""
    figures = {
        f"engine/{variant}": Figure(
            f"random rounds of {variant}, {usual_players(variant)} players",
            *("rounds/s", f"engine/{variant}", "the plain referee", f"referee/{variant}", 8),
        )
        for variant in sorted(RULE_SETS, key=lambda v: v != LESSON)
    }
    figures["open-spiel"] = Figure(
        f"steps of random {LESSON}",
        *("steps/s", "step/engine", f"{OPEN_SPIEL} of OpenSpiel from Python", "step/open-spiel"),
    )
    for name in ("hanalearn", "hanalearn.rules"):
        figures[f"import/{name}"] = Figure(
            f"Python that imports {name}", "ms", f"import/{name}", "Python alone", "import/nothing"
        )
    page = (
        ("start", "from the command to the first playable card", "s", BARE_PAGE, "bare", None),
        ("visit", "from the visit to the first playable card", "s", BARE_PAGE, "bare", 1.25),
        ("visit/own", "from the visit to the first playable card", "s", OWN_PAGE, "own", None),
        ("traffic", "sent to the page before the first click", "kB", BARE_PAGE, "bare", None),
        ("memory", "memory of the lesson's kernel", "MB", "the kernel of one button", "bare", 1.25),
    )
    for name, what, unit, floor_is, floor, target in page:
        kind = name.partition("/")[0]
        figures[name] = Figure(what, unit, f"{kind}/lesson", floor_is, f"{kind}/{floor}", target)
    for host, where in (("voila", "Voilà"), ("lab", "JupyterLab")):
        for name, which in (("click", "median"), ("click-p95", "95th percentile")):
            figures[f"{name}/{host}"] = Figure(
                f"from a click to the redrawn table in {where}, {which}",
                *("ms", f"{name}/{host}/lesson", ECHO, f"{name}/{host}/bare", 1.5),
            )
    return figures


def summary(samples: Samples, made: dict[str, object], profile: dict[str, object]) -> dict[str, Any]:
    """All that is written."""
    rows = {name: row for name, figure in all_figures().items() if (row := figure.row(samples))}
    return {
        "made": made,
        "figures": rows,
        "targets": {name: row["met"] for name, row in rows.items() if "met" in row},
        **({"profile": profile} if profile else {}),
    }


def surroundings(counts: Counts, browser: str) -> dict[str, object]:
    """On what the figures were made, and with how many of each."""
    packages = ("voila", "jupyterlab", "ipywidgets", "anywidget")
    return {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "browser": browser,
        **{name: version(name) for name in packages},
        "open_spiel": version("open_spiel") if find_spec("pyspiel") else "not installed",
        "counts": vars(counts) | {"clicks": CLICKS},
    }


def number(value: float) -> str:
    """A number as the README writes it: three figures or whole thousands."""
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"


def section(found: dict[str, Any]) -> str:
    """The README's section: what was measured, beside its floor."""
    made = found["made"]
    lines = [
        f"Measured by `make figures` with {made['cores']} cores, Python {made['python']}, "
        f"Voilà {made['voila']}, {made['browser']}: each figure beside its floor in the same run, minimum "
        "against minimum. [docs/figures.json](docs/figures.json) has them all.",
        "",
        "| figure | measured | floor | ratio | target |",
        "|---|---|---|---|---|",
    ]
    for row in found["figures"].values():
        target = f"{row['target']}: {'met' if row['met'] else 'missed'}" if "met" in row else ""
        cells = (
            f"{row['what']} ({row['floor_is']})",
            f"{number(row['value'])} {row['unit']}",
            f"{number(row['floor'])} {row['unit']}",
            f"{row['ratio']:g}",
            target,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def with_section(readme: str, text: str) -> str:
    """The README with its section replaced by ``text``; ValueError if it has no place for one."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the README has no {BEGIN.strip()} … {END}")
    return before + begin + text + end + after


def write(found: dict[str, Any], out: Path) -> None:
    """Write the figures, and the README's section if they are those that it quotes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    if out == DRAFT:
        (out.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if out == OUT:
        README.write_text(with_section(README.read_text("utf-8"), section(found)), encoding="utf-8")


def measure(samples: Samples, made: dict[str, object], counts: Counts) -> None:
    """Measure everything."""
    measure_engine(samples, counts)
    measure_open_spiel(samples, counts)
    measure_imports(samples, counts)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        program = find_browser(playwright.chromium.executable_path)
        if program is None:
            sys.exit(NO_BROWSER)
        with playwright.chromium.launch(executable_path=program, args=list(FLAGS)) as browser:
            made["browser"] = f"Chromium {browser.version}"
            measure_page(samples, browser, counts, Path(folder))
            measure_lab(samples, browser, counts, Path(folder))


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="few of everything: rough figures")
    parser.add_argument("--profile", action="store_true", help="also where the time goes")
    parser.add_argument("--out", type=Path, help="where the figures go")
    arguments = parser.parse_args()
    counts = QUICK if arguments.quick else FULL
    out = arguments.out or (DRAFT if arguments.quick else OUT)
    # Servers and kernels keep what they compile, as they do for a learner.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

    samples: Samples = defaultdict(list)
    made, profile = surroundings(counts, "no browser"), dict[str, object]()
    complete = False
    try:
        with suppress(KeyboardInterrupt):
            measure(samples, made, counts)
            if arguments.profile:
                profile = profiles(counts)
            complete = True
    finally:
        if not complete:
            made["stopped"] = True
            out = DRAFT if out == OUT else out
        found = summary(samples, made, profile)
        write(found, out)
        say("")
        print(section(found))
        for name, rows in profile.items():
            print(f"{name}:", json.dumps(rows, indent=1, ensure_ascii=False))
        print(f"Written to {out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
