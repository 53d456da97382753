"""The command line: open the lessons, replay a record, score a sheet, sample rounds, check a file.

Faults in a file or in the call end with status 2, nothing on standard output, and one line on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from hanalearn import __version__, serve, words
from hanalearn.game import FormatError, Match, load, read_record, read_sheet, record_of
from hanalearn.game.deal import deal
from hanalearn.game.formats import MOST_BYTES, shown
from hanalearn.game.round import Round
from hanalearn.game.sight import sight
from hanalearn.players import OPPONENTS
from hanalearn.render.answer import (
    Json,
    answer_of_round,
    answer_of_sheet,
    as_text,
    result_of_round,
)
from hanalearn.rules import RULE_SETS, RulesError, rules


class Parser(argparse.ArgumentParser):
    """A parser whose faults are one line."""

    def error(self, message: str) -> NoReturn:
        raise FormatError("", f"{message} ({self.prog} --help lists what is possible)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        # Card names hold macrons: a terminal that cannot show them gets a question mark, not an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        arguments = _parser().parse_args(argv)
        status = int(arguments.run(arguments))
        sys.stdout.flush()
        return status
    except FormatError as error:
        print(f"hanalearn: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of a pipe had enough.
        _abandon_output()
        return 0
    except OSError as error:
        print(f"hanalearn: cannot write the answer: {error.strerror}", file=sys.stderr)
        _abandon_output()
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _abandon_output() -> None:
    """Send what is left of the output nowhere, so that nothing fails again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="hanalearn", description=words.say("cli.about"))
    parser.add_argument("--version", action="version", version=f"hanalearn {__version__}")
    _serving(parser)
    parser.set_defaults(run=_lessons, lesson=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    for name in serve.lesson_names(serve.notebooks_folder()):
        one = commands.add_parser(name, help=words.say("cli.lesson", game=name))
        _serving(one)
        one.set_defaults(run=_lessons, lesson=name)

    lab = commands.add_parser("lab", help=words.say("cli.lab"))
    lab.add_argument("folder", nargs="?", type=Path, help=words.say("cli.lab.folder"))
    _serving(lab)
    lab.set_defaults(run=_lab)

    for name, run in (("replay", _replay), ("score", _score), ("check", _check)):
        reader = commands.add_parser(name, help=words.say(f"cli.{name}"))
        reader.add_argument("file", metavar="FILE", help=words.say("cli.file"))
        if name != "check":
            reader.add_argument("--json", action="store_true", help=words.say("cli.json"))
        reader.set_defaults(run=run)

    sample = commands.add_parser("sample", help=words.say("cli.sample"))
    sample.add_argument("--variant", required=True, choices=RULE_SETS)
    sample.add_argument("--players", type=int, required=True)
    sample.add_argument("--count", type=int, default=1, help=words.say("cli.sample.count"))
    sample.add_argument("--seed", type=int, default=1, help=words.say("cli.sample.seed"))
    sample.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help=words.say("cli.option")
    )
    sample.add_argument("--policy", choices=OPPONENTS, default="random")
    sample.set_defaults(run=_sample)
    return parser


def _serving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, help=words.say("cli.port"))
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help=words.say("cli.no-browser")
    )


def _port(text: str) -> int:
    """A port number; argparse makes one line of the refusal."""
    if not text.isascii() or not text.isdecimal() or len(text) > 5 or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a port from 1 to 65535")
    return int(text)


def _lessons(arguments: argparse.Namespace) -> int:
    return serve.lessons(arguments.lesson, port=arguments.port, browser=arguments.browser)


def _lab(arguments: argparse.Namespace) -> int:
    return serve.lab(arguments.folder, port=arguments.port, browser=arguments.browser)


def read(file: str) -> object:
    """The JSON in a file, ``-`` for standard input; FormatError where it cannot be read."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise FormatError("-", "cannot be read: there is no standard input")
            return load(sys.stdin.buffer.read(MOST_BYTES + 1))
        with open(file, "rb") as stream:
            return load(stream.read(MOST_BYTES + 1))
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FormatError(shown(file), f"cannot be read: {reason}") from None


def _replay(arguments: argparse.Namespace) -> int:
    return _print(answer_of_round(read_record(read(arguments.file))), arguments.json)


def _score(arguments: argparse.Namespace) -> int:
    return _print(answer_of_sheet(read_sheet(read(arguments.file))), arguments.json)


def _print(answer: Json, as_json: bool) -> int:
    print(json.dumps(answer, ensure_ascii=False) if as_json else as_text(answer))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    data = read(arguments.file)
    named = data if isinstance(data, dict) else {}
    kind = "match" if "match" in named else "record" if "deal" in named else "sheet"
    readers: dict[str, Callable[[object], object]] = {
        "match": Match.from_json,
        "record": read_record,
        "sheet": read_sheet,
    }
    try:
        readers[kind](data)
    except FormatError as error:
        for fault in (error, *error.also):
            print(fault, file=sys.stderr)
        return 2
    print(words.say(f"cli.check.{kind}"))
    return 0


def _sample(arguments: argparse.Namespace) -> int:
    try:
        table = rules(arguments.variant, arguments.players, _options(arguments.option))
    except RulesError as error:
        raise FormatError(error.place, error.problem) from None
    if arguments.count < 0:
        raise FormatError("--count", f"must be 0 or more, not {arguments.count}")
    random = Random(arguments.seed)
    choose = OPPONENTS[arguments.policy]
    for _ in range(arguments.count):
        round_ = Round(table, deal(table, random))
        while round_.turn is not None:
            round_.push(choose(sight(round_, round_.turn), random))
        line = {"record": record_of(round_), "result": result_of_round(round_)}
        print(json.dumps(line, ensure_ascii=False))
    return 0


def _options(pairs: Sequence[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise FormatError("--option", f"{shown(pair)} must be written key=value")
        if name in options:
            raise FormatError("--option", f"{shown(name)} is given twice")
        words_ = {"true": True, "false": False}
        value: object = words_.get(text, text)
        options[name] = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else value
    return options
