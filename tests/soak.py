"""Many random rounds against the referee: ``python tests/soak.py [--rounds 20000] [--out FILE]``.

Three to seven players in turn, all eight combinations of options. Every round is checked step by step against
the referee, its payments must sum to 0, its 48 cards be accounted for at every step, its record replay to the
byte and its score sheet settle to the same (`support.check_round`). What occurred is counted and written as
JSON; Ctrl-C stops the run and writes what there is. Exit status 1 if anything differed.
"""

from __future__ import annotations

import argparse
import json
import platform
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from support import ALL_OPTIONS, check_round  # noqa: E402

from hanalearn.game import record_of  # noqa: E402
from hanalearn.game.deal import deal  # noqa: E402
from hanalearn.game.round import Round  # noqa: E402
from hanalearn.rules import rules  # noqa: E402

BATCH = 25
PROCESSES = 2
SHOWN = 20  # differences written out in full

#: What a batch gives: how many rounds, what occurred in them, what differed.
Checked = tuple[int, Counter[str], list[dict[str, object]]]


def quiet() -> None:
    """Ctrl-C is for the main process: it decides what is written."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def batch(first: int, count: int, seed: int) -> Checked:
    """Check rounds ``first`` to ``first + count``: how many were done, what occurred, what differed."""
    seen: Counter[str] = Counter()
    differences: list[dict[str, object]] = []
    for i in range(first, first + count):
        players, options = 3 + i % 5, ALL_OPTIONS[i // 5 % len(ALL_OPTIONS)]
        table = rules("shishibo", players, options)
        try:
            check_round(table, Random(f"{seed}/{i}"), seen)
        except Exception:
            dealt = Round(table, deal(table, Random(f"{seed}/{i}")))
            differences.append(
                {"round": i, "record": record_of(dealt), "why": traceback.format_exc(limit=-2)}
            )
    return count, seen, differences


def batches(rounds: int) -> Iterator[tuple[int, int]]:
    """The rounds in portions: first and how many."""
    for first in range(0, rounds, BATCH):
        yield first, min(BATCH, rounds - first)


def run(rounds: int, seed: int) -> dict[str, object]:
    """Check all rounds on two processes; returns the figures."""
    started = time.perf_counter()
    done, seen, differences = 0, Counter[str](), list[dict[str, object]]()
    todo = batches(rounds)
    stopped = False
    with ProcessPoolExecutor(PROCESSES, initializer=quiet) as pool:
        running: set[Future[Checked]] = set()
        while True:
            try:
                while not stopped and len(running) < 2 * PROCESSES and (portion := next(todo, None)):
                    running.add(pool.submit(batch, *portion, seed))
                if not running:
                    break
                ready, running = wait(running, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt:
                stopped = True
                running = {future for future in running if not future.cancel()}
                print("\nstopping: the rounds under way are finished first", file=sys.stderr)
                continue
            for future in ready:
                count, occurred, found = future.result()
                done += count
                seen.update(occurred)
                differences += found
            took = time.perf_counter() - started
            line = f"\r{done:,} of {rounds:,} rounds, {len(differences)} differences, {took:.0f} s"
            print(line, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return figures(done, rounds, seed, time.perf_counter() - started, seen, differences, stopped)


def figures(
    done: int, rounds: int, seed: int, seconds: float, seen: Counter[str],
    differences: list[dict[str, object]], stopped: bool,
) -> dict[str, object]:  # fmt: skip
    """What is written: the counts under the kinds they are of, each sorted by its name."""

    def counts(kind: str) -> dict[str, int]:
        return {key.removeprefix(kind): n for key, n in sorted(seen.items()) if key.startswith(kind)}

    return {
        "rounds": done,
        "asked_for": rounds,
        "stopped": stopped,
        "seed": seed,
        "seconds": round(seconds, 1),
        "python": platform.python_version(),
        "processes": PROCESSES,
        "differences": len(differences),
        "first_differences": differences[:SHOWN],
        "actions": seen["actions"],
        "hand_yaku_shown": seen["hand yaku shown"],
        "events": counts("event."),
        "clauses": counts("clause."),
        "yaku": counts("yaku."),
        "endings": counts("end."),
        "options_and_players": counts("option."),
    }


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20_000, help="how many rounds (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds (default: 1)")
    parser.add_argument("--out", type=Path, default=HERE / "out" / "soak.json", help="where the figures go")
    arguments = parser.parse_args()
    found = run(arguments.rounds, arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    if arguments.out.parent == HERE / "out":
        (arguments.out.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    arguments.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("{rounds} rounds in {seconds} s, differences: {differences};".format_map(found), arguments.out)
    return 1 if found["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
