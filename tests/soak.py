"""Many random rounds against the referee: ``python tests/soak.py [--rounds 20000] [--variant ID]``.

So many rounds of every rule set, with every number of players and every combination of options in turn. Every
round is checked step by step against the referee, its 48 cards be accounted for at every step, its payments
sum to 0, its record replay to the byte and its score sheet settle to the same (`support.check_round`). What
occurred is counted and written as JSON, and what never did is listed; Ctrl-C stops the run and writes what
there is. Exit status 1 if anything differed.

With ``--quiz`` the questions of quizzes instead (``--questions 2000``): so many of each family and rule set
at its usual table, and some at tables with other players and options. The referee must accept the same
answers, wrong answers must be wrong and distinct, nothing hidden may be shown (`quizzes.checked`), and no
blind guesser may beat chance by more than 5 points. The time that making a question takes is measured too.
"""

from __future__ import annotations

import argparse
import json
import platform
import signal
import statistics
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

from quizzes import checked, guessed  # noqa: E402
from support import (  # noqa: E402
    VARIANTS,
    all_tables,
    check_round,
    endings_of,
    settings_of,
    some_tables,
)

from hanalearn.game import record_of  # noqa: E402
from hanalearn.game.deal import deal  # noqa: E402
from hanalearn.game.round import Round  # noqa: E402
from hanalearn.lessons.quiz import families  # noqa: E402
from hanalearn.lessons.quiz.item import Item  # noqa: E402
from hanalearn.rules import RULE_SETS, Rules, rules  # noqa: E402
from hanalearn.words import en  # noqa: E402

BATCH = 25
PROCESSES = 2
SHOWN = 20  # differences of a rule set written out in full
ELSEWHERE = 20  # one question at other tables for so many at the usual one
MOST_BEATEN = 0.05  # by how much a blind guesser may beat chance

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


# --- quizzes --------------------------------------------------------------------------------------


def usual_table(variant: str) -> Rules:
    """The fewest players, the usual options."""
    return rules(variant, RULE_SETS[variant].players[0])


def asked(variant: str, family: str, questions: int) -> Figures:
    """What so many questions of a family show."""
    wrong: list[str] = []
    seconds: list[float] = []
    items: list[Item] = []

    def ask(table: Rules, seed: int) -> None:
        started = time.perf_counter()
        item = families.item(table, family, seed)
        seconds.append(time.perf_counter() - started)
        if table is usual:
            items.append(item)
        try:
            checked(item)
        except Exception:
            wrong.append(
                f"{table.players} players {table.options} seed {seed}: {traceback.format_exc(limit=-2)}"
            )

    usual = usual_table(variant)
    for seed in range(questions):
        ask(usual, seed)
    others = [table for table in some_tables(variant) if family in families.families(table)]
    for seed in range(questions // ELSEWHERE if others else 0):
        ask(others[seed % len(others)], seed)
    guesses = guessed(items)
    return {
        "questions": len(seconds),
        "differences": len(wrong),
        "first_differences": wrong[:SHOWN],
        "chance": round(guesses.chance, 4),
        "first": guesses.first,
        "longest": guesses.longest,
        "frequent": round(guesses.frequent, 4),
        "most_beaten": round(guesses.most, 4),
        "median_ms": round(1000 * statistics.median(seconds), 2),
        "p95_ms": round(1000 * statistics.quantiles(seconds, n=20)[-1], 2),
    }


def run_quizzes(variants: list[str], questions: int) -> Figures:
    """So many questions of each family of each rule set, on two processes; returns the figures."""
    started = time.perf_counter()
    todo = [(v, f) for v in variants for f in families.families(usual_table(v))]
    found: dict[str, dict[str, Figures]] = {variant: {} for variant in variants}
    with ProcessPoolExecutor(PROCESSES) as pool:
        done = pool.map(asked, *zip(*todo, strict=True), [questions] * len(todo))
        for (variant, family), figures_ in zip(todo, done, strict=True):
            found[variant][family] = figures_
            print(f"\r{variant} {family}{'':30}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    each = [figures_ for of_variant in found.values() for figures_ in of_variant.values()]
    return {
        "questions": sum(int(str(one["questions"])) for one in each),
        "differences": sum(int(str(one["differences"])) for one in each),
        "guessers_above_bound": sum(float(str(one["most_beaten"])) > MOST_BEATEN for one in each),
        "seconds": round(time.perf_counter() - started, 1),
        "python": platform.python_version(),
        "rule_sets": found,
    }


def quiz_report(found: Figures) -> str:
    """The figures in a table: a line a family."""
    lines = [
        "{questions:,} questions in {seconds} s, differences: {differences}, families in which a guesser "
        "beats chance by more than 5 points: {guessers_above_bound}".format_map(found)
    ]
    form = "{:20} {:12} {:>6} {:>6} {:>7} {:>8} {:>9} {:>7}"
    lines.append(form.format("", "", "chance", "first", "longest", "frequent", "median ms", "p95 ms"))
    for variant, of_variant in found["rule_sets"].items():  # type: ignore[attr-defined]
        for family, one in of_variant.items():
            parts = [one[key] for key in ("chance", "first", "longest", "frequent")]
            shown = ["-" if part is None else f"{part:.3f}" for part in parts]
            lines.append(form.format(variant, family, *shown, one["median_ms"], one["p95_ms"]))
    return "\n".join(lines)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=20_000, help="how many of each rule set (20000)")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this rule set")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds (default: 1)")
    parser.add_argument("--quiz", action="store_true", help="questions of quizzes instead of rounds")
    parser.add_argument("--questions", type=int, default=2000, help="how many of each family (2000)")
    parser.add_argument("--out", type=Path, help="where the figures go (default: tests/out)")
    arguments = parser.parse_args()
    variants, name = arguments.variant or VARIANTS, "soak-quiz.json" if arguments.quiz else "soak.json"
    if arguments.quiz:
        found = run_quizzes(variants, arguments.questions)
        told, failed = quiz_report(found), found["differences"] or found["guessers_above_bound"]
    else:
        found = run(variants, arguments.rounds, arguments.seed)
        told, failed = report(found), found["differences"]
    out = arguments.out or HERE / "out" / name
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.parent == HERE / "out":
        (out.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(told)
    print(out)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
