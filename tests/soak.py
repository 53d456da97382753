"""Many random rounds against the referee: ``python tests/soak.py [--rounds 20000] [--variant ID]``.

So many rounds of every rule set, with every number of players and every combination of options in turn. Every
round is checked step by step against the referee, its 48 cards be accounted for at every step, its payments
sum to 0, its record replay to the byte and its score sheet settle to the same (`support.check_round`). What
occurred is counted and written as JSON, and what never did is listed; Ctrl-C stops the run and writes what
there is. Exit status 1 if anything differed.
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

from support import (  # noqa: E402
    VARIANTS,
    all_tables,
    check_round,
    endings_of,
    settings_of,
)

from hanalearn.game import record_of  # noqa: E402
from hanalearn.game.deal import deal  # noqa: E402
from hanalearn.game.round import Round  # noqa: E402
from hanalearn.rules import RULE_SETS  # noqa: E402
from hanalearn.words import en  # noqa: E402

BATCH = 25
PROCESSES = 2
SHOWN = 20  # differences of a rule set written out in full

#: What a batch gives: the rule set, how many rounds, what occurred in them, what differed.
Checked = tuple[str, int, Counter[str], list[dict[str, object]]]
Figures = dict[str, object]


def quiet() -> None:
    """Ctrl-C is for the main process: it decides what is written."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def batch(variant: str, first: int, count: int, seed: int) -> Checked:
    """Check rounds ``first`` to ``first + count`` of a rule set."""
    seen: Counter[str] = Counter()
    differences: list[dict[str, object]] = []
    tables = all_tables(variant)
    for i in range(first, first + count):
        table, chance = tables[i % len(tables)], f"{seed}/{variant}/{i}"
        try:
            check_round(table, Random(chance), seen)
        except Exception:
            dealt = Round(table, deal(table, Random(chance)))
            differences.append(
                {"round": i, "record": record_of(dealt), "why": traceback.format_exc(limit=-2)}
            )
    return variant, count, seen, differences


def batches(variants: list[str], rounds: int) -> Iterator[tuple[str, int, int]]:
    """The rounds in portions, the rule sets in turn: which rule set, the first round and how many."""
    for first in range(0, rounds, BATCH):
        for variant in variants:
            yield variant, first, min(BATCH, rounds - first)


def run(variants: list[str], rounds: int, seed: int) -> Figures:
    """Check so many rounds of each rule set on two processes; returns the figures."""
    started = told = time.perf_counter()
    asked_for = rounds * len(variants)
    done: Counter[str] = Counter()
    seen = {variant: Counter[str]() for variant in variants}
    differences: dict[str, list[dict[str, object]]] = {variant: [] for variant in variants}
    todo = batches(variants, rounds)
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
                variant, count, occurred, found = future.result()
                done[variant] += count
                seen[variant].update(occurred)
                differences[variant] += found
            now = time.perf_counter()
            if now - told > 1 or not running:
                told = now
                wrong = sum(map(len, differences.values()))
                line = (
                    f"\r{done.total():,} of {asked_for:,} rounds, {wrong} differences, {now - started:.0f} s"
                )
                print(line, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    per_variant = {
        variant: figures(variant, done[variant], seen[variant], differences[variant]) for variant in variants
    }
    events = {key.removeprefix("event.") for counts in seen.values() for key in counts}
    return {
        "rounds": done.total(),
        "asked_for": asked_for,
        "stopped": stopped,
        "seed": seed,
        "seconds": round(time.perf_counter() - started, 1),
        "python": platform.python_version(),
        "processes": PROCESSES,
        "differences": sum(map(len, differences.values())),
        "events_that_never_happened": sorted(known_events() - events) if variants == VARIANTS else [],
        "rule_sets": per_variant,
    }


def known_events() -> set[str]:
    """Every event for which the catalogue has a sentence, but those that are told after a settlement."""
    keys = {key.partition("@")[0].removesuffix(".you") for key in en.TEXT if key.startswith("event.")}
    return {key.removeprefix("event.") for key in keys} - {"settled", "void", "tie"}


def figures(variant: str, done: int, seen: Counter[str], differences: list[dict[str, object]]) -> Figures:
    """What is written of a rule set: counts by kind, sorted by name; the zeros of each kind apart."""
    rule_set, tables = RULE_SETS[variant], all_tables(variant)
    known = {
        "event.": set[str](),
        "clause.": {id_ for table in tables for id_ in table.clauses},
        "yaku.": {yaku.id for yaku in (*rule_set.teyaku, *rule_set.dekiyaku)},
        "end.": set(endings_of(rule_set)),
        "option.": {setting for table in tables for setting in settings_of(table)},
    }

    def counts(kind: str) -> dict[str, int]:
        return {key.removeprefix(kind): n for key, n in sorted(seen.items()) if key.startswith(kind)}

    def zeros(kind: str) -> list[str]:
        return sorted(known[kind] - set(counts(kind)))

    return {
        "rounds": done,
        "differences": len(differences),
        "first_differences": differences[:SHOWN],
        "actions": seen["actions"],
        "hand_yaku_shown": seen["hand yaku shown"],
        "events": counts("event."),
        "clauses": counts("clause."),
        "yaku": counts("yaku."),
        "endings": counts("end."),
        "options_and_players": counts("option."),
        "least_of_an_option_and_players": min(counts("option.").values(), default=0),
        "zeros": {
            "clauses": zeros("clause."),
            "yaku": zeros("yaku."),
            "endings": zeros("end."),
            "options_and_players": zeros("option."),
        },
    }


def report(found: Figures) -> str:
    """The figures in a few lines: how many rounds, what never occurred."""
    lines = ["{rounds:,} rounds in {seconds} s, differences: {differences}".format_map(found)]
    for variant, of_variant in found["rule_sets"].items():  # type: ignore[attr-defined]
        lines.append(
            "{}: {rounds:,} rounds, differences: {differences}, each option value with each number of "
            "players at least {least_of_an_option_and_players} times".format(variant, **of_variant)
        )
        lines += [
            f"  never: {kind} {', '.join(names)}" for kind, names in of_variant["zeros"].items() if names
        ]
    if found["events_that_never_happened"]:
        lines.append(f"never: events {', '.join(found['events_that_never_happened'])}")  # type: ignore[arg-type]
    return "\n".join(lines)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20_000, help="how many of each rule set (20000)")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this rule set")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds (default: 1)")
    parser.add_argument("--out", type=Path, default=HERE / "out" / "soak.json", help="where the figures go")
    arguments = parser.parse_args()
    found = run(arguments.variant or VARIANTS, arguments.rounds, arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    if arguments.out.parent == HERE / "out":
        (arguments.out.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    arguments.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(report(found))
    print(arguments.out)
    return 1 if found["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
