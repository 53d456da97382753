"""The project's own promises: what the wheel carries, what importing costs, that its files agree."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import hanalearn

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = "voila/templates/hanalearn"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def committed() -> list[Path]:
    """Every file of the project as git sees it, new ones included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for path in map(ROOT.joinpath, listed.splitlines()) if path.is_file()]


@pytest.mark.parametrize("place", [f"hanalearn/templates/{TEMPLATE}", f"share/jupyter/{TEMPLATE}"])
def test_the_wheel_carries_the_template(place: str, wheel: Path) -> None:
    source = ROOT / "hanalearn" / "templates" / TEMPLATE
    names = zipfile.ZipFile(wheel).namelist()
    carried = {name.rpartition("/")[2] for name in names if f"{place}/" in name}
    assert {path.name for path in source.iterdir()} == carried


def test_the_wheel_carries_the_lessons_and_nothing_of_the_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    lessons = {f"hanalearn/_notebooks/{path.name}" for path in ROOT.glob("notebooks/*.ipynb")}
    assert lessons
    assert lessons <= names
    assert "hanalearn/py.typed" in names
    places = {name.split("/")[0] for name in names}
    version = hanalearn.__version__
    assert {"hanalearn", *(f"hanalearn-{version}.{end}" for end in ("dist-info", "data"))} == places


def test_importing_hanalearn_loads_nothing_but_python() -> None:
    program = (
        "import sys; before = set(sys.modules); import hanalearn, hanalearn.cli; "
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(*sorted(new - sys.stdlib_module_names))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert loaded.stdout.strip() == "hanalearn"


def test_the_version_is_the_same_everywhere() -> None:
    assert PYPROJECT["project"]["version"] == hanalearn.__version__
    assert f"## {hanalearn.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_engine_depends_on_nothing() -> None:
    assert PYPROJECT["project"]["dependencies"] == []


def test_binder_takes_a_python_that_the_project_supports() -> None:
    runtime = (ROOT / "binder" / "runtime.txt").read_text().strip()
    found = re.fullmatch(r"python-(3)\.(\d+)", runtime)
    assert found
    assert (int(found[1]), int(found[2])) >= (3, 11)
    assert not (ROOT / "binder" / "environment.yml").exists(), "it would override runtime.txt"


def test_binder_installs_the_project_with_its_lessons() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [".[lessons]"]
    assert "lessons" in PYPROJECT["project"]["optional-dependencies"]


def test_binder_can_run_its_post_build_and_finds_what_it_copies(tmp_path: Path) -> None:
    script = ROOT / "binder" / "postBuild"
    assert os.access(script, os.X_OK)
    assert "set -e" in script.read_text().splitlines()
    subprocess.run([script], cwd=ROOT, check=True, env={**os.environ, "HOME": str(tmp_path)})
    copied = {path.name for path in (tmp_path / ".jupyter").iterdir()}
    assert {path.name for path in (ROOT / "binder").glob("*.py")} == copied


def test_the_lessons_are_committed_without_outputs() -> None:
    for path in ROOT.glob("notebooks/*.ipynb"):
        notebook = json.loads(path.read_text("utf-8"))
        assert "widgets" not in notebook["metadata"], path.name
        assert notebook["metadata"]["kernelspec"]["name"] == "python3", path.name
        for cell in notebook["cells"]:
            assert not cell.get("outputs"), path.name
            assert cell.get("execution_count") is None, path.name


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
            assert (ROOT / target).exists(), f"{document.name}: {target}"


def test_no_committed_file_names_a_package_host() -> None:
    host = re.compile(r'"resolved": *"http|url *= *"http[^"]*\.(?:whl|tgz|tar\.gz)|index-url')
    for path in committed():
        if path.suffix not in {".png"} and path != Path(__file__):
            assert not host.search(path.read_text("utf-8")), path
