"""The lessons as pages and as notebooks: what a visit gets, what it leaves behind, what a person is told."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect
from servers import (
    LESSONS,
    PREFIX,
    Server,
    free_port,
    get,
    lessons_server,
    running,
    until,
    write_notebook,
)

from hanalearn import serve

BUTTON = "voila/render/bench/button.ipynb"
BROKEN = "voila/render/bench/broken.ipynb"
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
THEME = "document.body.dataset.jpThemeLight"


def open_lesson(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#loading")).to_have_count(0, timeout=60_000)
    if address.endswith(BUTTON):
        expect(page.get_by_role("button", name="Click")).to_be_visible(timeout=60_000)


def in_colours(page: Page, scheme: Any) -> None:
    """Let the system be light or dark, and wait until the page has followed."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(f"{THEME} === '{str(scheme == 'light').lower()}'")


def kernel_of(html: str) -> str:
    """The id of the kernel of a page of Voilà."""
    found = re.search(r'"kernelId": "([^"]+)"', html)
    assert found
    return found[1]


def test_the_first_address_leads_to_the_first_lesson(voila: Server, page: Page) -> None:
    page.goto(voila.address, wait_until="commit")
    assert f"{voila.address}voila/render/{first_lesson()}.ipynb" == page.url


def first_lesson() -> str:
    return serve.lesson_names(serve.notebooks_folder())[0]


@pytest.mark.parametrize("server", ["voila", "lab"])
def test_a_page_has_its_title_language_and_landmarks(
    server: str, request: pytest.FixtureRequest, page: Page
) -> None:
    open_lesson(page, request.getfixturevalue(server).address + BUTTON)
    assert page.title() == "One button · hanalearn"
    assert page.locator("html").get_attribute("lang") == "en"
    for landmark in ("banner", "main", "contentinfo"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("One button"))
    expect(page.get_by_role("status").first).to_have_text(serve.TEMPLATE_WORDS["ready"])


@pytest.mark.parametrize("server", ["voila", "lab"])
def test_a_page_asks_nothing_of_another_host(server: str, request: pytest.FixtureRequest, page: Page) -> None:
    address = request.getfixturevalue(server).address
    own = (address, address.replace("http:", "ws:"), "data:", "blob:")
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    open_lesson(page, address + BUTTON)
    assert [url for url in asked if not url.startswith(own)] == []
    assert len(asked) > 3


@pytest.mark.parametrize("server", ["voila", "lab"])
def test_leaving_a_page_frees_its_kernel(
    server: str, request: pytest.FixtureRequest, page: Page, context: BrowserContext
) -> None:
    home: Server = request.getfixturevalue(server)
    open_lesson(page, home.address + BUTTON)
    button = page.get_by_role("button", name="Click")
    button.click()
    expect(page.get_by_text("1 clicks")).to_be_visible()
    assert "_xsrf" in {cookie.get("name") for cookie in context.cookies(page.url)}
    kernel = f"api/kernels/{kernel_of(page.content())}"
    assert home.get(kernel)[0] == 200
    page.goto("about:blank")
    until(lambda: home.get(kernel)[0] == 404, "the kernel of the left page is gone")


def test_a_kernel_whose_page_vanished_is_culled(tmp_path: Path) -> None:
    write_notebook(tmp_path / "lessons" / "one.ipynb", [("markdown", "# One")])
    # Soon, but not so soon that a kernel still starting on a busy machine is taken for an idle one.
    soon = "; serve.CULL_IDLE_SECONDS, serve.CULL_INTERVAL_SECONDS = 8, 1; sys.exit("
    program = LESSONS.replace("; sys.exit(", soon)
    assert program != LESSONS
    with lessons_server(tmp_path / "lessons", tmp_path / "home", program) as server:
        status, html = server.get()
        assert status == 200
        kernel = f"api/kernels/{kernel_of(html)}"
        until(lambda: server.get(kernel)[0] == 404, "the kernel without a page is gone")


def test_the_page_has_no_accessibility_finding(voila: Server, page: Page) -> None:
    open_lesson(page, voila.address + BUTTON)
    for scheme in ("light", "dark"):
        in_colours(page, scheme)
        results = Axe().run(page, options=WCAG)
        assert results.violations_count == 0, results.generate_report()


def test_the_first_tab_stop_leads_past_the_header(voila: Server, page: Page) -> None:
    open_lesson(page, voila.address + BUTTON)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=serve.TEMPLATE_WORDS["skip"])).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Click")).to_be_focused()


def test_the_colours_follow_the_system_until_chosen_and_the_choice_is_kept(voila: Server, page: Page) -> None:
    def ground() -> Any:
        return page.evaluate("getComputedStyle(document.querySelector('.lesson-page')).backgroundColor")

    open_lesson(page, voila.address + BUTTON)
    in_colours(page, "light")
    light = ground()
    in_colours(page, "dark")
    assert ground() != light
    page.get_by_role("radio", name=serve.TEMPLATE_WORDS["auto"]).focus()
    page.keyboard.press("ArrowRight")
    assert ("true", light) == (page.evaluate(THEME), ground())
    open_lesson(page, voila.address + BUTTON)
    expect(page.get_by_role("radio", name=serve.TEMPLATE_WORDS["light"])).to_be_checked()
    assert ("true", light) == (page.evaluate(THEME), ground())


def test_the_page_never_scrolls_sideways(voila: Server, page: Page, shots: Path) -> None:
    open_lesson(page, voila.address + BUTTON)
    for width, scheme in product((320, 360, 768, 1280), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        in_colours(page, scheme)
        page.screenshot(path=shots / f"page-{width}-{scheme}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_failing_cell_is_one_clear_line_and_shows_no_code(voila: Server, page: Page) -> None:
    open_lesson(page, voila.address + BROKEN)
    expect(page.get_by_role("alert")).to_have_text(serve.TEMPLATE_WORDS["error"])
    for hidden in ("secret", "Traceback", "after"):
        assert hidden not in page.get_by_role("main").inner_html()
    (cause,) = [line for line in voila.log.read_text().splitlines() if "ERROR" in line]
    assert cause.endswith("A cell of the lesson failed: ZeroDivisionError: division by zero")


def test_a_page_cut_off_while_it_is_prepared_says_so(voila: Server, page: Page) -> None:
    def cut(route: Any) -> None:
        whole = route.fetch()
        route.fulfill(response=whole, body=whole.text().partition("window.voila_finish()")[0])

    page.route("**/button.ipynb", cut)
    page.goto(voila.address + BUTTON)
    expect(page.locator("#loading")).to_have_text(serve.TEMPLATE_WORDS["failed"])


def test_several_lessons_are_listed_and_the_present_one_is_marked(tmp_path: Path, page: Page) -> None:
    for name in ("one", "two"):
        write_notebook(tmp_path / "lessons" / f"{name}.ipynb", [("markdown", f"# <b>{name}</b> & co")])
    with lessons_server(tmp_path / "lessons", tmp_path / "home") as server:
        open_lesson(page, server.address)
        lessons = page.get_by_role("navigation", name=serve.TEMPLATE_WORDS["lessons"])
        expect(lessons.get_by_role("link")).to_have_text(["one & co", "two & co"])
        expect(lessons.locator("[aria-current=page]")).to_have_text("one & co")
        lessons.get_by_role("link", name="two & co").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("two & co"), timeout=60_000)


@pytest.mark.parametrize("path", ["voila/render/nothing.ipynb", "voila/tree"])
def test_the_pages_beside_the_lessons_name_no_other_host(path: str, voila: Server) -> None:
    html = voila.get(path)[1]
    assert "<title>" in html
    assert "//" not in re.sub(r"<script(?! src).*?</script>", "", html, flags=re.DOTALL)


def test_another_name_for_this_machine_is_refused(voila: Server) -> None:
    assert voila.get(BUTTON, {"Host": "lessons.example"})[0] == 403


def test_the_server_says_one_line_and_ctrl_c_closes_it_with_another(tmp_path: Path) -> None:
    write_notebook(tmp_path / "lessons" / "one.ipynb", [("markdown", "# One")])
    with lessons_server(tmp_path / "lessons", tmp_path / "home") as server:
        assert server.get()[0] == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    opened, _, closed = server.log.read_text().splitlines()
    assert server.address in opened
    assert closed == "The lessons are closed."


def test_lab_opens_on_the_copied_lesson_and_ctrl_c_closes_it(tmp_path: Path) -> None:
    port = free_port()
    program = (
        f"import sys; from pathlib import Path; from hanalearn import serve; "
        f"sys.exit(serve.lab(Path('mine'), {port}, False))"
    )
    address = f"http://{serve.HOST}:{port}/"
    command = [sys.executable, "-c", program]
    with running(command, address, tmp_path / "home", tmp_path) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    said = server.log.read_text()
    assert f"/lab/tree/{first_lesson()}.ipynb?token=" in said
    assert said.endswith("JupyterLab is closed.\n")
    assert (tmp_path / "mine" / f"{first_lesson()}.ipynb").is_file()


def test_the_copied_lessons_are_never_overwritten(tmp_path: Path) -> None:
    everything = [f"{name}.ipynb" for name in serve.lesson_names(serve.notebooks_folder())]
    assert (everything, []) == serve.copy_lessons(tmp_path / "mine")
    mine = tmp_path / "mine" / everything[0]
    assert mine.read_bytes() == (serve.notebooks_folder() / everything[0]).read_bytes()
    mine.write_text("my own work")
    assert ([], everything) == serve.copy_lessons(tmp_path / "mine")
    assert mine.read_text() == "my own work"


@pytest.mark.parametrize("command", [serve.lessons, serve.lab])
def test_a_missing_package_is_told_in_one_line(
    command: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    assert command() == 1
    assert capsys.readouterr().err.splitlines()[0].endswith('pip install "hanalearn[lessons]"')


def test_an_unknown_lesson_is_told_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert serve.lessons("nothing") == 1
    assert f"Lessons: {first_lesson()}" in capsys.readouterr().err


def test_an_empty_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve.lessons(folder=tmp_path) == 1
    assert f"There is no lesson in {tmp_path}.\n" == capsys.readouterr().err


@pytest.mark.parametrize("command", ["lessons", "lab"])
def test_a_port_in_use_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server((serve.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert getattr(serve, command)(None, port, False) == 1
    assert f"Port {port} is not free." in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert serve.lab(tmp_path / "file" / "mine", None, False) == 1
    assert "cannot be copied" in capsys.readouterr().err


def test_the_title_is_the_first_heading_without_its_tags() -> None:
    cells = [
        {"cell_type": "code", "source": "# not this"},
        {"cell_type": "markdown", "source": ["## Nor this\n", '# A <span lang="ja">札</span>\n']},
    ]
    assert serve.first_heading(cells) == "A 札"
    assert serve.first_heading([]) is None


def test_binder_serves_the_lesson_under_its_prefix(lab: Server) -> None:
    assert PREFIX in lab.address
    status, html = lab.get(f"voila/render/{first_lesson()}.ipynb")
    assert status == 200
    assert serve.TEMPLATE_WORDS["skip"] in html


def test_the_installed_wheel_serves_its_own_lessons(tmp_path: Path, wheel: Path) -> None:
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site, wheel]
    subprocess.run(pip, check=True)
    program = (
        "import sys; from hanalearn import serve; print(serve.__file__, flush=True); "
        "sys.exit(serve.lessons(None, int(sys.argv[1]), False))"
    )
    port = free_port()
    command = [sys.executable, "-c", program, str(port)]
    address = f"http://{serve.HOST}:{port}/"
    with running(command, address, tmp_path / "home", tmp_path, PYTHONPATH=str(site)) as server:
        assert str(site) in server.log.read_text()
        status, html = get(address)
    assert status == 200
    assert serve.TEMPLATE_WORDS["skip"] in html
    lesson = json.loads((serve.notebooks_folder() / f"{first_lesson()}.ipynb").read_text("utf-8"))
    title = serve.first_heading(lesson["cells"])
    assert f"<title>{title} · hanalearn</title>" in html
