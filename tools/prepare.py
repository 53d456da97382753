"""Prepare everything that ``make lessons`` or ``make test`` needs; do nothing when it is there already.

    python tools/prepare.py lessons     an environment in .venv with the lessons
    python tools/prepare.py test        the same with the test tools, and a browser for the browser tests

Needs Python 3.11 or newer with pip or ensurepip, and nothing else.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

NO_PIP = (
    "This Python has neither pip nor ensurepip, so nothing can be installed with it.\n"
    "On Debian or Ubuntu: sudo apt install python3-venv. Then run the command again."
)
NO_BROWSER = (
    "The browser tests need Chrome or Chromium, and none was found.\n"
    "Install one (Debian: sudo apt install chromium), run '.venv/bin/playwright install chromium',\n"
    "or name one in HANALEARN_CHROME. Then run the command again."
)
FIND_BROWSER = """
import sys
sys.path.insert(0, "tests")
from conftest import find_browser
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(find_browser(playwright.chromium.executable_path) is None)
"""


def say(text):
    print(f"-- {text}", flush=True)


def run(*command):
    """Run a command and show what it says; end with its status when it fails."""
    status = subprocess.run(command, cwd=ROOT).returncode
    if status:
        say(f"This failed: {' '.join(map(str, command))}")
        sys.exit(status)


def works(*command):
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0
    except OSError:
        return False


def make_environment():
    """A fresh environment in .venv with a pip of its own."""
    say("Making a Python environment in .venv")
    if importlib.util.find_spec("ensurepip"):
        venv.create(VENV, clear=True, with_pip=True)
    elif importlib.util.find_spec("pip"):  # Debian without python3-venv
        venv.create(VENV, clear=True, with_pip=False)
        run(sys.executable, "-m", "pip", "--python", PYTHON, "install", "pip")
    else:
        sys.exit(NO_PIP)


def install(extra):
    """Install the project with one of its extras, unless that was done here for the same pyproject."""
    place = f"{ROOT} {sys.version}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"hanalearn-{extra}"
    home = VENV / "hanalearn-place"
    # An environment does not survive a move of the folder, or another Python.
    usable = home.exists() and home.read_text() == place and works(PYTHON, "-c", "import pip")
    if usable and stamp.exists() and stamp.read_text() == wanted:
        return
    if not usable:
        make_environment()
        home.write_text(place)
    say(f"Installing hanalearn[{extra}] and what it needs into .venv; this takes a few minutes")
    run(PYTHON, "-m", "pip", "install", "--editable", f".[{extra}]")
    stamp.write_text(wanted)


def find_browser():
    """Make sure that there is a Chrome or Chromium; take Debian's where that needs no password."""
    if works(PYTHON, "-c", FIND_BROWSER):
        return
    as_root = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") and (not as_root or works(*as_root, "true")):
        say("Installing Chromium with apt-get, for the browser tests")
        quiet = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
        run(*quiet, "update")
        run(*quiet, "install", "--yes", "chromium")
    if not works(PYTHON, "-c", FIND_BROWSER):
        sys.exit(NO_BROWSER)


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 - this is where older ones are told
        sys.exit(
            "hanalearn needs Python 3.11 or newer, and this is {}.{}.\n"
            "Name a newer one: make PYTHON=python3.12 ...".format(*sys.version_info)
        )
    extra = sys.argv[1]
    install(extra)
    if extra == "test":
        find_browser()


if __name__ == "__main__":
    main()
