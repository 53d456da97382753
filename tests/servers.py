"""The servers of the browser tests, one Voilà and one JupyterLab a test run in homes of their own; the wheel.

``voila`` serves the lessons as `hanalearn` does. ``lab`` is a Jupyter server as Binder runs it: under a path
prefix, with the settings of ``binder/`` and Voilà as an extension. Both serve the project's notebooks, and
small ones for tests in the folder ``bench``: ``button`` (one widget), ``broken`` (a cell fails) and ``games``
(a line for every game).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from hanalearn import serve
from hanalearn.rules import RULE_SETS

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "/user/learner/"
LESSONS = (
    "import sys; from pathlib import Path; from hanalearn import serve; "
    "sys.exit(serve.lessons(None, int(sys.argv[2]), False, folder=Path(sys.argv[1])))"
)
#: Every game with a number of players that has all its phases.
GAMES = {
    name: 4 if name in ("enshu-comprehensive", "oi-bana") else rule_set.players[0]
    for name, rule_set in RULE_SETS.items()
}
BENCH = {
    "button": [
        ("markdown", "# One button"),
        (
            "code",
            "import ipywidgets as w\n"
            "clicks = w.Label('0 clicks')\n"
            "button = w.Button(description='Click')\n"
            "count = iter(range(1, 1000))\n"
            "button.on_click(lambda _: setattr(clicks, 'value', f'{next(count)} clicks'))\n"
            "w.VBox([button, clicks])",
        ),
    ],
    "broken": [("markdown", "# A broken lesson"), ("code", "secret = 1 / 0"), ("code", "'after'")],
    "games": [
        ("markdown", "# Every game"),
        ("code", "from hanalearn.notebook import play"),
        *(("code", f"play({name!r}, players={players}, seed=5)") for name, players in GAMES.items()),
    ],
}


@dataclass(frozen=True)
class Server:
    """A running server: its address (ends in ``/``), its process, and the file with what it said."""

    address: str
    process: psutil.Popen
    log: Path

    def get(self, path: str = "", headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        """The status and the text of a page of this server."""
        return get(self.address + path, headers)


def get(url: str, headers: Mapping[str, str] | None = None) -> tuple[int, str]:
    """The status and the text of a page; a refusal is a status too."""
    request = urllib.request.Request(url, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def until(reached: Callable[[], object], what: str, seconds: float = 30) -> None:
    """Ask again and again whether a state is reached; fail when it is not within ``seconds``."""
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            pytest.fail(f"not within {seconds} s: {what}", pytrace=False)
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((serve.HOST, 0))
        return int(probe.getsockname()[1])


def environment(home: Path) -> dict[str, str]:
    """The variables of a process whose home and Jupyter folders are all in ``home``."""
    own = {
        "HOME": home,
        "JUPYTER_CONFIG_DIR": home / ".jupyter",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "IPYTHONDIR": home / "ipython",
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))}
    return {**kept, **{name: str(path) for name, path in own.items()}}


def write_notebook(path: Path, cells: list[tuple[str, str]]) -> None:
    """Write a notebook of (type, source) cells."""
    code = {"outputs": [], "execution_count": None}
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {"id": f"cell-{n}", "cell_type": kind, "metadata": {}, "source": source}
            | (code if kind == "code" else {})
            for n, (kind, source) in enumerate(cells)
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), "utf-8")


def write_lessons(folder: Path) -> Path:
    """A folder with the project's notebooks and the small ones."""
    shutil.copytree(serve.notebooks_folder(), folder, dirs_exist_ok=True)
    for name, cells in BENCH.items():
        write_notebook(folder / "bench" / f"{name}.ipynb", cells)
    return folder


@contextlib.contextmanager
def running(command: list[str], address: str, home: Path, folder: Path, **variables: str) -> Iterator[Server]:
    """Run a server until the block is left; the block starts when it answers."""
    home.mkdir(parents=True, exist_ok=True)
    log = home / "log.txt"
    with log.open("w") as out:
        process = psutil.Popen(
            command,
            cwd=folder,
            env={**environment(home), **variables},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or _answers(address), f"{address} answers", 60)
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text()[-2000:]}", pytrace=False)
        yield Server(address, process, log)
    finally:
        stop(process)


def stop(process: psutil.Popen) -> None:
    """End a server, its kernels too."""
    try:
        everyone = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    process.send_signal(signal.SIGTERM)
    for left in psutil.wait_procs(everyone, timeout=15)[1]:
        with contextlib.suppress(psutil.NoSuchProcess):
            left.kill()
    process.wait()


def lessons_server(
    folder: Path, home: Path, program: str = LESSONS
) -> contextlib.AbstractContextManager[Server]:
    """Our own server for the notebooks of ``folder``, run by the Python text ``program``."""
    port = free_port()
    command = [sys.executable, "-c", program, str(folder), str(port)]
    return running(command, f"http://{serve.HOST}:{port}/", home, folder)


def lab_server(folder: Path, home: Path) -> contextlib.AbstractContextManager[Server]:
    """A Jupyter server for ``folder`` as Binder runs it."""
    port = free_port()
    settings = home / ".jupyter"
    settings.mkdir(parents=True)
    for source in (ROOT / "binder").glob("*.py"):
        shutil.copy(source, settings)
    command = [
        *(sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser"),
        "--expose-app-in-browser",
        f"--ServerApp.ip={serve.HOST}",
        f"--ServerApp.port={port}",
        f"--ServerApp.base_url={PREFIX}",
        f"--ServerApp.root_dir={folder}",
        "--IdentityProvider.token=",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    # An installation has the template in its share/jupyter; here the one of the clone counts.
    templates = {"JUPYTER_PATH": str(serve.TEMPLATES)}
    return running(command, f"http://{serve.HOST}:{port}{PREFIX}", home, folder, **templates)


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The lessons as `hanalearn` serves them."""
    base = tmp_path_factory.mktemp("voila")
    with lessons_server(write_lessons(base / "lessons"), base / "home") as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab, and Voilà as its extension, as Binder runs them."""
    base = tmp_path_factory.mktemp("lab")
    with lab_server(write_lessons(base / "lessons"), base / "home") as server:
        yield server


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built from this clone with what is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method="HEAD"), timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
