"""Playing at a table in the browser as a person does, by mouse or by keyboard, and noting what was chosen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from servers import Server

#: What a learner answers before play, where it is asked.
ANSWERS = ("bid ", "continue", "pass", "nashi", "enter", "show")


class Table:
    """The table in ``page`` at which the learner plays, the last one or the ``nth``.

    ``chosen`` are the intents sent so far.
    """

    def __init__(self, page: Page, nth: int = -1) -> None:
        self.page = page
        self.root = page.locator(".hl-root").filter(has_text="Same deal again").nth(nth)
        self.chosen: list[str] = []

    @property
    def seq(self) -> str:
        """The number of the state that is shown."""
        return self.root.get_attribute("data-seq") or ""

    @property
    def over(self) -> bool:
        """Whether the settlement is shown."""
        return self.root.locator('[data-zone="ledger"] table').count() > 0

    def payments(self) -> dict[str, int]:
        """What each player gains or loses, as shown."""
        shown = self.root.locator(".hl-payments > *").all_inner_texts()
        return {name: int(amount) for name, _, amount in (text.strip().rpartition(" ") for text in shown)}

    def by_mouse(self) -> None:
        """Play to the end of the round with the mouse."""
        while not self.over:
            before = self.seq
            if self._choices().count():
                self._answer().click()
            else:
                targets = self.root.locator("button.hl-target")
                if not targets.count():
                    self._card().click()
                if self.seq == before and targets.count():
                    self._note_target(targets.first)
                    targets.first.click()
            self._changed(before)

    def by_keyboard(self) -> None:
        """Play to the end of the round with keys alone: Tab, arrows, Enter."""
        keys = self.page.keyboard
        while not self.over:
            before = self.seq
            if self._choices().count():
                self._tab_to(self._answer())
                keys.press("Enter")
            else:
                targets = self.root.locator("button.hl-target")
                if not targets.count():
                    self._tab_to(self._card())
                    keys.press("Enter")
                if self.seq == before and targets.count():
                    self._note_target(targets.first)
                    self._tab_to(targets.first)
                    keys.press("Enter")
            self._changed(before)

    def _choices(self) -> Locator:
        return self.root.locator("button.hl-choice")

    def _answer(self) -> Locator:
        offered = [str(c.get_attribute("data-do")) for c in self._choices().all()]
        wanted = [do for word in ANSWERS for do in offered if do.startswith(word)]
        do = (wanted or offered)[0]
        self.chosen.append(do)
        return self.root.locator(f'button.hl-choice[data-do="{do}"]')

    def _card(self) -> Locator:
        card = self.root.locator(".hl-own button.hl-playable").first
        self.chosen.append(str(card.get_attribute("data-card")))
        return card

    def _note_target(self, target: Locator) -> None:
        waits = self.root.locator('[data-zone="field"]').get_by_text("drawn", exact=True).count()
        taken = str(target.get_attribute("data-card"))
        if waits or not self.chosen or self.chosen[-1].startswith((">", *ANSWERS)):
            self.chosen.append(f">{taken}")
        else:
            self.chosen[-1] += f">{taken}"

    def _tab_to(self, goal: Locator) -> None:
        """Press Tab until the focus is in the goal's part of the table, then arrows until it is on it."""
        on_goal = "goal => document.activeElement === goal"
        near = "goal => goal.closest('[data-zone]').contains(document.activeElement)"
        for _ in range(80):
            if goal.evaluate(near):
                break
            self.page.keyboard.press("Tab")
        for _ in range(20):
            if goal.evaluate(on_goal):
                return
            self.page.keyboard.press("ArrowRight")
        for _ in range(20):  # buttons outside a row of cards are tab stops of their own
            if goal.evaluate(on_goal):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {goal}")

    def _changed(self, before: str) -> None:
        expect(self.root).not_to_have_attribute("data-seq", before)
        expect(self.root).to_have_attribute("aria-busy", "false")


def run_all_in_lab(page: Page, server: Server, notebook: str) -> None:
    """Open a notebook in JupyterLab and run all its cells to the end."""
    page.goto(f"{server.address}lab/tree/{notebook}?reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    page.evaluate(
        """async () => {
            const soon = () => new Promise(next => setTimeout(next, 20));
            while (!window.jupyterapp?.shell?.currentWidget?.sessionContext) await soon();
            const session = window.jupyterapp.shell.currentWidget.sessionContext;
            await session.ready;
            await session.session.kernel.info;
            while (session.session.kernel.status !== "idle") await soon();
            void window.jupyterapp.commands.execute("notebook:run-all-cells");
        }"""
    )
    page.wait_for_function(
        """() => {
            const notebook = window.jupyterapp.shell.currentWidget;
            const run = [...notebook.content.model.cells].filter(cell => cell.type === "code");
            return run.every(cell => cell.executionCount !== null)
                && notebook.sessionContext.session.kernel.status === "idle";
        }""",
        timeout=120_000,
    )


def until_drawn(page: Page, drawn: Callable[[], bool]) -> None:
    """Scroll the notebook down until something is drawn."""
    page.locator(".jp-Notebook").first.hover()
    for _ in range(200):
        if drawn():
            return
        page.mouse.wheel(0, 800)
        page.evaluate("() => new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))")
    raise AssertionError("the table does not appear in the notebook")
