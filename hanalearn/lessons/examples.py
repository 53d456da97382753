"""The examples that lessons step through, by name; each is a script (`hanalearn.lessons.script`)."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files

from hanalearn.game.formats import FormatError, shown, within
from hanalearn.lessons.script import read_script
from hanalearn.lessons.story import Story

_FOLDER = files("hanalearn.lessons") / "examples"


class Example:
    """A handle on an example: it is read and replayed when its ``story`` is first asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"example({self.name!r})"

    @cached_property
    def text(self) -> str:
        """The script as its author wrote it."""
        return (_FOLDER / f"{self.name}.txt").read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """What its author calls it; its name where there is no title."""
        titles = (line.removeprefix("title ") for line in self.text.split("\n") if line.startswith("title "))
        return next(titles, self.name).strip()

    @cached_property
    def story(self) -> Story:
        """The story; FormatError where the rules disagree with the script."""
        with within(self.name):
            return read_script(self.text)


def names() -> list[str]:
    """The names of all examples."""
    found = (file.name for file in _FOLDER.iterdir())
    return sorted(name.removesuffix(".txt") for name in found if name.endswith(".txt"))


def example(name: str) -> Example:
    """The example called ``name``; FormatError names those that are called nearly so."""
    if name not in names():
        alike = ", ".join(get_close_matches(name, names()))
        hint = f"did you mean {alike}?" if alike else "hanalearn explain lists those there are"
        raise FormatError("", f"there is no example {shown(name)}; {hint}")
    return Example(name)
