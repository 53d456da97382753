"""Rounds and score sheets that the lessons step through, by name; each is a file in the project's formats."""

from __future__ import annotations

from importlib.resources import files

from hanalearn.game.formats import FormatError, load

_FOLDER = files("hanalearn.lessons") / "examples"


def names() -> list[str]:
    """The names of all examples."""
    found = (file.name for file in _FOLDER.iterdir())
    return sorted(name.removesuffix(".json") for name in found if name.endswith(".json"))


def example(name: str) -> object:
    """The record or sheet called ``name``, as JSON; FormatError names those there are."""
    if name not in names():
        raise FormatError("", f"there is no example {name!r}; there are {', '.join(names())}")
    return load((_FOLDER / f"{name}.json").read_bytes())
