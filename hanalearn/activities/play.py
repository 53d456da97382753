"""Playing a round against opponents: the learner's seat acts by intents, the others answer by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hanalearn import rules as rule_sets
from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.board import Board, choice, question
from hanalearn.game.deal import Deal, deal
from hanalearn.game.formats import shown
from hanalearn.game.record import record_of
from hanalearn.game.round import Event, IllegalAction, Round
from hanalearn.game.sight import sight
from hanalearn.lessons.telling import Company, rule, settled_event
from hanalearn.players import OPPONENTS

CONTROLS = ("undo", "same", "new")


class Play(Activity):
    """A round that a learner at seat ``you`` plays.

    ``opponents`` names a player of `hanalearn.players.OPPONENTS`. ``seed`` gives the first deal, the next
    round takes the next seed. ``pace`` is ``"turn"`` (opponents act until it is the learner's turn) or
    ``"step"`` (one action of an opponent at a time). Raises ValueError for what the rule set lacks.
    """

    def __init__(
        self,
        variant: str = "shishibo",
        *,
        players: int = 3,
        you: int = 0,
        seed: int = 1,
        options: Mapping[str, object] | None = None,
        opponents: str = "thumb",
        names: Sequence[str] = (),
        pace: str = "turn",
    ) -> None:
        super().__init__()
        self.rules = rule_sets.rules(variant, players, options)
        if not 0 <= you < self.rules.seats_dealt:
            raise ValueError(f"you: seat {you} gets no hand with {players} players")
        if opponents not in OPPONENTS:
            raise ValueError(f"opponents: {opponents!r} is not one of {', '.join(OPPONENTS)}")
        if pace not in ("turn", "step"):
            raise ValueError(f"pace: {pace!r} is not turn or step")
        self.you = you
        self.seed = seed
        self.pace = pace
        self._opponent = OPPONENTS[opponents]
        called = list(names) or words.say("names").split()
        self.names = tuple(words.say("seat.you") if seat == you else called[seat] for seat in range(players))
        self._start(deal(self.rules, Random(seed)), [])

    # --- the state ---

    def _start(self, dealt: Deal, actions: Sequence[object]) -> None:
        self.told: list[Event] = []
        self.round = Round(self.rules, dealt, self.told.append)
        #: For each action, whether the learner chose it.
        self._own: list[bool] = []
        for action in actions:
            self._push(action)
        self.fresh = 0
        self._others()

    def _push(self, action: object) -> None:
        self._own.append(self.round.turn == self.you)
        self.round.push(action)  # type: ignore[arg-type]
        if self.round.finished:
            self.told.append(settled_event(self.round))

    def _others(self) -> None:
        """Let opponents act until the learner is asked; not at all when each step is waited for."""
        while self.pace == "turn" and self.round.turn not in (None, self.you):
            self._one_other()

    def _one_other(self) -> None:
        assert self.round.turn is not None
        # The choice depends on the deal and the actions alone, so undo and replay are exact.
        random = Random(f"{self.seed}/{len(self.round.actions)}")
        self._push(self._opponent(sight(self.round, self.round.turn), random))

    def record(self) -> dict[str, object]:
        """The round as a record."""
        return record_of(self.round)

    # --- intents ---

    def _act(self, action: str, seat: object) -> None:
        if action in CONTROLS or action.startswith("pace "):
            self._control(action)
        elif action == "next" and self.round.turn not in (None, self.you):
            self.fresh = len(self.told)
            self._one_other()
            self.changed()
        elif self.round.turn is None:
            self.refuse("refused.over", rule(self.rules, self.rules.rule_set.paid))
        elif self.round.turn != self.you or (seat is not None and seat != self.you):
            clause = rule(self.rules, self.round.phase.clause)
            self.refuse("refused.turn", clause, who=self.names[self.round.turn])
        else:
            self._choose(action)

    def _choose(self, action: str) -> None:
        try:
            chosen = self.round.parse(action)
        except IllegalAction as error:
            clause = rule(self.rules, error.rule) if error.rule else None
            legal = ", ".join(error.legal)
            self.refuse("refused.illegal", clause, action=shown(action), legal=legal)
            return
        self.fresh = len(self.told)
        self._push(chosen)
        self._others()
        self.changed()

    def _control(self, action: str) -> None:
        if action == "undo":
            if not any(self._own):
                self.refuse("refused.undo")
                return
            last = max(i for i, own in enumerate(self._own) if own)
            self._start(self.round.deal, self.round.actions[:last])
        elif action == "same":
            self._start(self.round.deal, [])
        elif action == "new":
            self.seed += 1
            self._start(deal(self.rules, Random(self.seed)), [])
        elif action in ("pace step", "pace turn"):
            self.pace = action.removeprefix("pace ")
            self.fresh = len(self.told)
            self._others()
        else:
            self.refuse("refused.unknown", action=shown(action))
            return
        self.changed()

    # --- the view ---

    def view(self, seat: int | None) -> View:
        """What the viewer at ``seat`` may know of the table now."""
        company = Company(self.names, self.rules.variant, seat)
        board = Board(self.round, seat, company, self.told, self.fresh)
        view = board.view()
        view |= self._shared() | {"ask": self._ask(board)}
        view["live"] = f"{view['live']} {view['ask']['text']}".strip()  # type: ignore[index]
        view["controls"] = self._controls()
        return view

    def _ask(self, board: Board) -> View:
        turn = self.round.turn
        if turn is None or turn == board.viewer:
            return board.ask()
        if turn == self.you:
            # Somebody else looks on: what the hand allows is not for them.
            clause = rule(self.rules, self.round.phase.clause)
            return question(board.company, "watch", clause, [], who=self.names[turn])
        following = choice("next", words.say("do.next.text"))
        clause = rule(self.rules, self.round.phase.clause)
        return question(board.company, "wait", clause, [following], who=self.names[turn])

    def _controls(self) -> list[View]:
        pace = "turn" if self.pace == "step" else "step"
        controls: list[View] = [
            {
                "do": word,
                "label": words.say(f"do.{word}"),
                "off": word == "undo" and not any(self._own),
            }
            for word in CONTROLS
        ]
        controls.append({"do": f"pace {pace}", "label": words.say(f"do.pace.{pace}"), "off": False})
        return controls
