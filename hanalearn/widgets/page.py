"""What all table views of a kernel share: the module's source, its style, the cards' pictures, the labels.

Every instance of an anywidget sends its whole module. So the views send a stub of a few lines, and this one
model carries the rest to the browser once.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import ipywidgets
import traitlets as t

from hanalearn import art, words

STATIC = Path(__file__).parent / "static"
# The words that the module shows but no view carries; the catalogue has each under ``widget.<name>``.
LABELS = (
    "ask",
    "controls",
    "first",
    "giveback",
    "gone",
    "labels",
    "last",
    "legend",
    "new",
    "next",
    "pause",
    "pick",
    "play",
    "previous",
    "restart",
    "restarted",
    "rules",
    "seats",
    "source",
    "unreachable",
)


class Page(ipywidgets.Widget):
    """The shared model; it has no view of its own. ``build`` names its contents: equal for equal contents."""

    source = t.Unicode(read_only=True).tag(sync=True)
    css = t.Unicode(read_only=True).tag(sync=True)
    faces = t.Dict(key_trait=t.Unicode(), value_trait=t.Unicode(), read_only=True).tag(sync=True)
    back = t.Unicode(read_only=True).tag(sync=True)
    labels = t.Dict(key_trait=t.Unicode(), value_trait=t.Unicode(), read_only=True).tag(sync=True)
    build = t.Unicode(read_only=True).tag(sync=True)

    def __init__(self) -> None:
        contents = {
            "source": (STATIC / "views.js").read_text(encoding="utf-8"),
            "css": (STATIC / "views.css").read_text(encoding="utf-8"),
            "faces": art.faces(),
            "back": art.back(),
            "labels": labels(),
        }
        for name, value in {**contents, "build": digest(contents)}.items():
            self.set_trait(name, value)
        super().__init__()

    def __repr__(self) -> str:
        return f"Page(build={self.build!r})"


def labels() -> dict[str, str]:
    """The words of the module in the catalogue's language."""
    return {name: words.say(f"widget.{name}") for name in LABELS}


def digest(contents: Mapping[str, object]) -> str:
    """A short name for these contents."""
    return sha256(repr(sorted(contents.items())).encode()).hexdigest()[:16]


_page: Page | None = None


def page() -> Page:
    """The kernel's page model; a new one if it was never made or has been closed."""
    global _page
    if _page is None or _page.comm is None:
        _page = Page()
    return _page
