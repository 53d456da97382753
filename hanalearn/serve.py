"""Open the lessons: as pages with Voilà, or as notebooks in JupyterLab.

Everything of Voilà and JupyterLab is imported when it is asked for, so that the engine needs neither.
"""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hanalearn import __version__, words

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"
HOST = "127.0.0.1"

# A kernel whose page is gone is shut down by the page itself; this is for pages that had no chance to
# (a crash, a lost connection). A page that is still open keeps its kernel, however long it is read.
CULL_IDLE_SECONDS = 600
CULL_INTERVAL_SECONDS = 60

# The JupyterLab extensions a lesson uses; whatever else is installed would slow its page down.
LAB_EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "anywidget",
    "jupyterlab-plotly",
]

# The words of the page; the catalogue has each under ``page.<name>``. Gaps are filled in the browser.
TEMPLATE_WORDS = {
    name: words.say(f"page.{name}")
    for name in (
        "skip",
        "lessons",
        "theme",
        "auto",
        "light",
        "dark",
        "preparing",
        "progress",
        "ready",
        "failed",
        "error",
        "noscript",
        "footer",
    )
}


def lessons(
    name: str | None = None,
    port: int | None = None,
    browser: bool = True,
    *,
    folder: Path | None = None,
) -> int:
    """Serve the lessons as pages on 127.0.0.1 until Ctrl-C; open one in the browser.

    ``name`` is the lesson to open (``shishibo``; default: the first), ``port`` a free one unless given,
    ``folder`` another place to take the notebooks from. Returns the exit status: 0, or 1 after one line
    on standard error that says what is missing.
    """
    folder = notebooks_folder() if folder is None else folder.resolve()
    names = lesson_names(folder)
    if find_spec("voila") is None:
        return _complain(words.say("serve.missing", name="Voilà"))
    if not names:
        return _complain(words.say("serve.empty", folder=folder))
    if name is not None and name not in names:
        return _complain(words.say("serve.no-lesson", name=name, names=", ".join(names)))
    try:
        port = _usable_port(port)
    except OSError:
        return _complain(words.say("serve.port", port=port))
    with suppress(KeyboardInterrupt):  # while starting or closing; while serving, Voilà handles it
        _run_voila(folder, name or names[0], port, browser)
    print("\n" + words.say("serve.closed"))
    return 0


def lab(folder: Path | None = None, port: int | None = None, browser: bool = True) -> int:
    """Copy the lessons to ``folder`` (default ``hanalearn-lessons``) and open JupyterLab there.

    A file that exists is kept as it is. Returns the exit status as `lessons` does.
    """
    folder = Path("hanalearn-lessons") if folder is None else folder
    if find_spec("jupyterlab") is None:
        return _complain(words.say("serve.missing", name="JupyterLab"))
    try:
        copied, kept = copy_lessons(folder)
    except OSError as error:
        return _complain(words.say("serve.not-copied", folder=folder, reason=error.strerror))
    if copied:
        print(words.say("serve.copied", folder=folder, names=", ".join(copied)))
    if kept:
        print(words.say("serve.kept", folder=folder, names=", ".join(kept)))
    try:
        port = _usable_port(port)
    except OSError:
        return _complain(words.say("serve.port", port=port))
    with suppress(KeyboardInterrupt):
        _run_lab(folder, (copied + kept)[0] if copied + kept else None, port, browser)
    print("\n" + words.say("serve.lab-closed"))
    return 0


def copy_lessons(folder: Path) -> tuple[list[str], list[str]]:
    """Copy every lesson to ``folder``; return the names copied and the names that were there before.

    Raises OSError when the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copied, kept = [], []
    for source in _notebooks(notebooks_folder()):
        try:
            with (folder / source.name).open("xb") as target:
                target.write(source.read_bytes())
        except FileExistsError:
            kept.append(source.name)
        else:
            copied.append(source.name)
    return copied, kept


def notebooks_folder() -> Path:
    """Where the lessons are: in the installed package, or in ``notebooks/`` of a clone."""
    installed = HERE / "_notebooks"
    return installed if installed.is_dir() else HERE.parent / "notebooks"


def lesson_names(folder: Path) -> list[str]:
    """The names of the lessons in ``folder``, in order."""
    return [path.stem for path in _notebooks(folder)]


def voila_settings(folder: Path) -> dict[str, dict[str, Any]]:
    """Voilà's settings for the lessons of ``folder``, for our own server and for a server extension."""
    titles = [
        {
            "name": path.stem,
            "title": first_heading(json.loads(path.read_text("utf-8"))["cells"]) or path.stem,
        }
        for path in _notebooks(folder)
    ]
    return {
        "VoilaConfiguration": {
            "template": "hanalearn",
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "extension_allowlist": LAB_EXTENSIONS,
            "prelaunch_hook": prepare_page,
            "page_config_hook": own_mathjax,
            "resources": {"hanalearn": {"words": TEMPLATE_WORDS, "lessons": titles, "version": __version__}},
        },
        **kernel_settings(),
    }


def kernel_settings() -> dict[str, dict[str, Any]]:
    """The Jupyter server's settings: free the kernels of pages that are gone, encrypt what they say."""
    return {
        "KernelManager": {"transport_encryption": "auto"},
        "MappingKernelManager": {
            "kernel_manager_class": "hanalearn.kernels.PageKernelManager",
            "cull_idle_timeout": CULL_IDLE_SECONDS,
            "cull_interval": CULL_INTERVAL_SECONDS,
        },
    }


def prepare_page(handler: Any, notebook: Any, cwd: str) -> None:
    """Voilà's hook before a page is made: its title, and the cookie its farewell needs.

    Voilà's page asks for its kernel to be shut down when it is left. Without the ``_xsrf`` cookie, which
    Voilà never sets, that is refused and the kernel stays; reading the token sets the cookie.
    """
    _ = handler.xsrf_token
    heading = first_heading(notebook["cells"])
    if heading:
        notebook["metadata"]["title"] = f"{heading} · hanalearn"


def own_mathjax(page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Voilà's hook for its script's settings: as a server extension it would fetch MathJax elsewhere."""
    return {**page_config, "fullMathjaxUrl": None, "mathjaxConfig": None}


def first_heading(cells: Iterable[Mapping[str, Any]]) -> str | None:
    """The first ``# heading`` in the markdown ``cells`` of a notebook, without its HTML tags."""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            source = cell["source"]
            for line in (source if isinstance(source, str) else "".join(source)).splitlines():
                if line.startswith("# "):
                    return re.sub(r"<[^>]*>", "", line[2:]).strip()
    return None


def _notebooks(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.ipynb"))


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _usable_port(port: int | None) -> int:
    """``port`` if it is free, or any free one. Raises OSError."""
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port or 0))
        number: int = probe.getsockname()[1]
        return number


def _prepare_jupyter() -> None:
    """Take kernels and templates from here, before any of the learner's other installations."""
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    known = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = str(TEMPLATES) + (os.pathsep + known if known else "")
    # Tornado would report every missing file, and that Jupyter's websocket pings are set oddly.
    logging.getLogger("tornado").setLevel(logging.ERROR)


def _run_voila(folder: Path, lesson: str, port: int, browser: bool) -> None:
    _prepare_jupyter()
    from tornado.web import RedirectHandler
    from traitlets.config import Config
    from voila.app import Voila

    address = f"http://{HOST}:{port}/"

    class Lessons(Voila):
        def init_handlers(self) -> list[Any]:
            to_the_lesson = {"url": f"/voila/render/{lesson}.ipynb", "permanent": False}
            return [("/", RedirectHandler, to_the_lesson), *super().init_handlers()]

        def listen(self) -> None:
            print(words.say("serve.open", address=address), flush=True)
            super().listen()

        def launch_browser(self) -> None:
            # On a thread: some browsers hold the call until they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = Lessons.instance(  # the instance: what its parts log is then shown here
        config=Config(
            {
                "Voila": {
                    "config_file_paths": [],  # the learner's own Voilà settings are for other pages
                    "ip": HOST,
                    "log_level": "ERROR",
                    "open_browser": browser,
                    "port": port,
                    "port_retries": 0,
                    "root_dir": str(folder),
                    # No other name for this machine: a page elsewhere cannot reach in by one.
                    "tornado_settings": {"allow_remote_access": False},
                },
                **voila_settings(folder),
            }
        )
    )
    app.log.addFilter(_in_one_line)
    app.initialize([])
    app.start()


def _in_one_line(record: logging.LogRecord) -> bool:
    """Let a cell's error be reported by what it is, not by the whole cell and its traceback."""
    from nbclient.exceptions import CellExecutionError

    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, CellExecutionError):
        record.msg, record.args = "A cell of the lesson failed: %s: %s", (error.ename, error.evalue)
        record.exc_info = None
    return True


def _run_lab(folder: Path, notebook: str | None, port: int, browser: bool) -> None:
    _prepare_jupyter()
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(
        [
            f"--ServerApp.root_dir={folder.resolve()}",
            f"--ServerApp.ip={HOST}",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.open_browser={browser}",
            "--ServerApp.answer_yes=True",  # Ctrl-C closes without a question
            "--Application.log_level=ERROR",
            "--ServerApp.allow_root=True",  # in a container everybody is root
            f"--LabApp.default_url=/lab/tree/{notebook}" if notebook else "--LabApp.default_url=/lab",
            # No news, no look for updates: nothing leaves this machine.
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]
    )
