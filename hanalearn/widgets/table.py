"""The table as a widget: shows an activity's view to one seat and passes on what the player does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Protocol

import anywidget
import traitlets as t

from hanalearn import words
from hanalearn.widgets.page import STATIC, page

ZONES = (
    "phase",
    "stake",
    "seats",
    "spread",
    "field",
    "quiz",
    "told",
    "ask",
    "changed",
    "hand",
    "log",
    "walk",
    "ledger",
    "panel",
    "progress",
    "controls",
)
LARGEST_NUMBER = 2**53 - 1  # the largest whole number a browser counts to exactly

_log = logging.getLogger(__name__)


class Activity(Protocol):
    """What a view needs of a ``Play`` or ``Walk``."""

    def view(self, seat: int | None) -> dict[str, Any]: ...

    def do(self, intent: dict[str, Any]) -> object: ...

    def watch(self, callback: Callable[[], None]) -> object: ...

    def unwatch(self, callback: Callable[[], None]) -> object: ...


class TableView(anywidget.AnyWidget):
    """A table, or the ``zones`` of it, as ``seat`` sees it.

    Seats are numbered as in the activity; None is a viewer from whom nothing is hidden. Several views of one
    activity stay in step. Raises ValueError for a zone that does not exist.
    """

    _esm = STATIC / "stub.js"

    view = t.Dict().tag(sync=True)
    zones = t.List(t.Unicode()).tag(sync=True)
    page = t.Unicode().tag(sync=True)
    build = t.Unicode().tag(sync=True)

    _following = False

    def __init__(self, activity: Activity, *, seat: int | None = 0, zones: Iterable[str] = ()) -> None:
        chosen = list(zones)
        unknown = [zone for zone in chosen if zone not in ZONES]
        if unknown:
            raise ValueError(f"no zone {unknown[0]!r}; the zones are {', '.join(ZONES)}")
        self.activity = activity
        self.seat = seat
        self.last_error: Exception | None = None
        """What the activity raised last, for whoever debugs it: the page shows only that it failed."""
        self._answered = 0
        self._answering = False
        super().__init__(view=self._seen(), zones=chosen, page=page().model_id, build=page().build)
        self.on_msg(self._on_message)
        activity.watch(self._refresh)
        self._following = True

    def __repr__(self) -> str:
        zones = f", zones={self.zones}" if self.zones else ""
        return f"{type(self).__name__}({self.view.get('title', '')!r}, seat={self.seat}{zones})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        # The shared model may have been closed since, and a view without it cannot be drawn.
        self.page, self.build = page().model_id, page().build
        return super()._repr_mimebundle_(**kwargs)

    def close(self) -> None:
        """Stop following the activity and take the view off the page."""
        if self._following:  # not so when the constructor refused its arguments
            self._following = False
            self.activity.unwatch(self._refresh)
        super().close()

    def _seen(self, refusal: str | None = None) -> dict[str, Any]:
        """The activity's view with the number of the last intent answered; never raises."""
        try:
            seen = dict(self.activity.view(self.seat))
        except Exception as error:
            self._failed(error)
            seen, refusal = dict(self.view), "widget.broken"
        if refusal is not None:
            seen["refused"] = {"text": words.say(refusal), "rule": None}
        return {**seen, "answered": self._answered}

    def _refresh(self, refusal: str | None = None) -> None:
        if not self._answering:
            self.view = self._seen(refusal)

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer one intent, however malformed: the page waits for an answer to its number."""
        given = content if isinstance(content, dict) else {}
        number = given.get("n")
        if type(number) is int and 0 < number <= LARGEST_NUMBER:
            self._answered = max(self._answered, number)
        refusal = None
        self._answering = True  # one answer, however often the activity calls while it acts
        try:
            # What does not fit is refused by the activity: it is the one place that knows what fits.
            self.activity.do({"seq": given.get("seq"), "do": given.get("do"), "seat": self.seat})
        except Exception as error:
            self._failed(error)
            refusal = "widget.broken"
        finally:
            self._answering = False
        self._refresh(refusal)

    def _failed(self, error: Exception) -> None:
        # Voilà ends a page at the first traceback, so the error is kept and told in the view instead.
        self.last_error = error
        _log.debug("the activity failed", exc_info=error)


class PartView(TableView):
    """A view of fixed zones."""

    ZONES: ClassVar[tuple[str, ...]]

    def __init__(self, activity: Activity, *, seat: int | None = 0) -> None:
        super().__init__(activity, seat=seat, zones=self.ZONES)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.view.get('title', '')!r}, seat={self.seat})"


class HandView(PartView):
    """One seat's hand."""

    ZONES = ("hand",)


class FieldView(PartView):
    """The field with the draw pile and a drawn card that waits."""

    ZONES = ("field",)
