"""Reading files that people and other programs wrote: every fault is one line that names the place.

A `Fields` wraps a JSON object and its place in the file. Reading a field checks its type; `Fields.done`
refuses names that were not asked for. `FormatError` is the only exception that leaves this module.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from hanalearn.cards import card_ids

MOST_BYTES = 4 * 2**20
MOST_NUMBER = 2**53  # what every JSON reader can hold exactly

T = TypeVar("T")

_NAMES = {
    dict: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
    bool: "true or false",
}


class FormatError(ValueError):
    """A file breaks its format. The message is one line: the place, what is wrong, what would be right.

    ``also`` are the further faults of the same file, as far as they could be found.
    """

    def __init__(self, place: str, problem: str) -> None:
        # Both may quote the file: whatever stands there, the message stays one line and short.
        self.place, self.problem = shown(place, 120), shown(problem, 600)
        self.also: list[FormatError] = []
        super().__init__(f"{self.place}: {self.problem}" if place else self.problem)


@contextmanager
def within(place: str) -> Iterator[None]:
    """Name ``place`` in front of the place of every fault found inside: ``rounds[2].record.deal.field``."""
    try:
        yield
    except FormatError as error:
        outer = FormatError(f"{place}.{error.place}" if error.place else place, error.problem)
        outer.also = [FormatError(f"{place}.{e.place}" if e.place else place, e.problem) for e in error.also]
        raise outer from None


class Faults:
    """Collects the faults of a file, so that a person who wrote it is told all of them at once."""

    def __init__(self) -> None:
        self.found: list[FormatError] = []

    @contextmanager
    def part(self) -> Iterator[None]:
        """Read one part of the file; a fault in it does not keep the other parts from being read."""
        try:
            yield
        except FormatError as error:
            self.found += [error, *error.also]

    def done(self) -> None:
        """Raise the first fault, which knows the others; return if there was none."""
        if self.found:
            first, *also = self.found
            first.also = also
            raise first


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise FormatError(name, "is given twice in the same object")
        found[name] = value
    return found


def _whole(text: str) -> int:
    if len(text) > 20:
        raise FormatError("", f"the number {text[:12]}… is too large")
    return int(text)


def text_of(data: bytes) -> str:
    """The text in ``data``; FormatError where it is not UTF-8 or too large."""
    if len(data) > MOST_BYTES:
        raise FormatError("", f"the file is larger than {MOST_BYTES // 2**20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("", f"the file is not UTF-8 text (byte {error.start})") from None


def load(data: bytes) -> object:
    """The JSON value in ``data``; FormatError where it is not UTF-8, not JSON, too large or too deep."""
    text = text_of(data)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_int=_whole)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FormatError("", f"the file is not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise FormatError("", "the file is nested too deeply") from None


def shown(value: object, most: int = 40) -> str:
    """A value for an error line: printable, on one line, at most ``most`` characters."""
    if isinstance(value, str):
        text = value
    else:
        try:
            text = json.dumps(value, ensure_ascii=False, default=lambda _: "…")
        except (RecursionError, ValueError):
            text = "…"
    text = "".join(c if c.isprintable() else "?" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


class Fields:
    """The fields of a JSON object at ``place`` (``""`` for the file itself)."""

    def __init__(self, value: object, place: str = "") -> None:
        if not isinstance(value, dict):
            raise FormatError(place or "file", f"must be an object, not {shown(value)}")
        self.place = place
        self._values: dict[str, object] = value
        self._asked: list[str] = []

    def at(self, name: str) -> str:
        """The place of a field: ``seats[1].captured``."""
        return f"{self.place}.{name}" if self.place else name

    def has(self, name: str) -> bool:
        """Whether the field is given."""
        return name in self._values

    def raw(self, name: str, default: object = None) -> object:
        """The field as it stands, or the default."""
        self._asked.append(name)
        return self._values.get(name, default)

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        """The field, which must be of ``kind``; without a default it must be given."""
        self._asked.append(name)
        if name not in self._values:
            if default is None:
                raise FormatError(self.at(name), f"is missing; it must be {_NAMES[kind]}")
            return default
        value = self._values[name]
        if type(value) is not kind:
            raise FormatError(self.at(name), f"must be {_NAMES[kind]}, not {shown(value)}")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.get(name, int, default)
        if not low <= value <= high:
            limit = f"from {low} to {high}" if high < MOST_NUMBER else f"{low} or more"
            raise FormatError(self.at(name), f"must be a whole number {limit}, not {shown(value)}")
        return value

    def cards(self, name: str, default: str | None = None) -> list[int]:
        """A string of cards, in the order written."""
        text = self.get(name, str, default)
        return read_cards(text, self.at(name))

    def strings(self, name: str, default: list[str] | None = None) -> list[str]:
        """A list of texts."""
        values = self.get(name, list, default)
        for i, value in enumerate(values):
            if not isinstance(value, str):
                raise FormatError(f"{self.at(name)}[{i}]", f"must be text, not {shown(value)}")
        return values

    def objects(self, name: str) -> Iterator[Fields]:
        """A list of objects."""
        for i, value in enumerate(self.get(name, list)):
            yield Fields(value, f"{self.at(name)}[{i}]")

    def done(self) -> None:
        """Refuse every field that nobody asked for."""
        faults = Faults()
        known = ", ".join(dict.fromkeys(self._asked))
        for name in self._values:
            if name not in self._asked:
                with faults.part():
                    raise FormatError(self.at(shown(name)), f"is not a field here; known are {known}")
        faults.done()


def read_cards(text: str, place: str) -> list[int]:
    """Cards written with spaces between them; FormatError at ``place``."""
    try:
        return card_ids(text)
    except ValueError as error:
        raise FormatError(place, str(error)) from None


def option_value(text: str) -> object:
    """The value of an option as it is written in text: ``true``, ``false``, digits, or the text itself."""
    named: dict[str, object] = {"true": True, "false": False}
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else named.get(text, text)
