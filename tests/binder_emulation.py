"""What Binder does with this project, as far as it can be done without containers. Run by hand:

    .venv/bin/python tests/binder_emulation.py [PYTHON]

Takes the files git knows to a fresh folder; installs there, with PYTHON (default: the one of
``binder/runtime.txt``, else this one), the pins of Binder's base image and then ``binder/requirements.txt``;
runs ``binder/postBuild``; serves under a path prefix; opens the lesson in a browser, leaves it, and looks
whether its kernel is gone. A real build, with repo2docker's image, is not tried.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from conftest import FLAGS, find_browser
from playwright.sync_api import expect, sync_playwright
from servers import PREFIX, ROOT, environment, free_port, running, until
from test_project import committed
from test_serve import kernel_of

from hanalearn import serve

BASE = ["jupyterlab==4.4.9", "jupyter_server==2.17.0", "ipywidgets==8.1.7", "notebook==7.4.7"]


def main() -> None:
    runtime = (ROOT / "binder" / "runtime.txt").read_text().strip().replace("-", "")
    start = sys.argv[1] if len(sys.argv) > 1 else shutil.which(runtime) or sys.executable
    with tempfile.TemporaryDirectory() as base:
        home = Path(base) / "home"
        for path in committed():
            target = home / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        emulate(start, home, Path(base) / "environment")


def emulate(start: str, home: Path, place: Path) -> None:
    def run(*command: str | Path) -> None:
        print("--", *command, flush=True)
        subprocess.run(command, cwd=home, env=variables, check=True)

    variables = {**environment(home), "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    variables.pop("PYTHONPATH", None)
    run(start, "-m", "venv", place)
    python = place / "bin" / "python"
    run(python, "--version")
    run(python, "-m", "pip", "install", "--quiet", *BASE)
    run(python, "-m", "pip", "install", "--quiet", "--requirement", "binder/requirements.txt")
    run(python, "-m", "pip", "check")
    run(python, "-m", "pip", "freeze")
    run(home / "binder" / "postBuild")
    port = free_port()
    address = f"http://{serve.HOST}:{port}{PREFIX}"
    command = [
        *(str(python), "-m", "jupyterlab", "--allow-root", "--no-browser"),
        f"--ServerApp.ip={serve.HOST}",
        f"--ServerApp.port={port}",
        f"--ServerApp.base_url={PREFIX}",
        "--IdentityProvider.token=",
    ]
    path = variables["PATH"]
    with running(command, address, home, home, PATH=path, PYTHONPATH="") as server, sync_playwright() as p:
        browser = p.chromium.launch(
            executable_path=find_browser(p.chromium.executable_path), args=list(FLAGS)
        )
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda r: asked.append(r.url))
        page.goto(f"{address}voila/render/notebooks/shishibo.ipynb")
        expect(page.locator(".hl-root").first).to_be_visible(timeout=120_000)
        own = (address, address.replace("http:", "ws:"), "data:", "blob:")
        print("asked of other hosts:", [url for url in asked if not url.startswith(own)])
        kernel = f"api/kernels/{kernel_of(page.content())}"
        assert server.get(kernel)[0] == 200
        page.goto("about:blank")
        until(lambda: server.get(kernel)[0] == 404, "the kernel of the left page is gone")
        print("the lesson opens, and leaving it frees its kernel")
        browser.close()


if __name__ == "__main__":
    main()
