"""The command line: open the lessons, replay a record, score a sheet, sample rounds, check a file.

Faults in a file or in the call end with status 2, nothing on standard output, and one line on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NoReturn

from hanalearn import __version__, serve, words
from hanalearn.game import FormatError, Match, load, read_record, read_sheet, record_of
from hanalearn.game.deal import deal
from hanalearn.game.formats import MOST_BYTES, MOST_NUMBER, option_value, shown, text_of
from hanalearn.game.round import Round
from hanalearn.game.sight import sight
from hanalearn.lessons import examples
from hanalearn.lessons.script import read_script
from hanalearn.lessons.story import Story, round_story, sheet_story
from hanalearn.players import OPPONENTS
from hanalearn.render.answer import (
    Json,
    answer_of_round,
    answer_of_sheet,
    as_text,
    result_of_round,
)
from hanalearn.render.walk import walk_json, walk_text
from hanalearn.rules import RULE_SETS, Rules, RulesError, rules

#: The column of titles in the list of examples.
WIDEST = 40
WIDEST_FAMILY = 12  # the same in the list of families of questions


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

    explain = commands.add_parser("explain", help=words.say("cli.explain"))
    explain.add_argument("file", metavar="FILE", nargs="?", help=words.say("cli.explain.file"))
    explain.add_argument("--json", action="store_true", help=words.say("cli.json"))
    explain.set_defaults(run=_explain)

    deck = commands.add_parser("deck", help=words.say("cli.deck"))
    deck.add_argument("folder", type=Path, metavar="DIR", help=words.say("cli.deck.folder"))
    deck.set_defaults(run=_deck)

    sheet = commands.add_parser("sheet", help=words.say("cli.sheet"))
    sheet.add_argument("variant", metavar="VARIANT", choices=RULE_SETS, help=", ".join(RULE_SETS))
    sheet.add_argument("--players", type=int, help=words.say("cli.sheet.players"))
    _with_options(sheet)
    sheet.add_argument("--out", type=Path, metavar="FILE", help=words.say("cli.sheet.out"))
    sheet.set_defaults(run=_sheet)

    quiz = commands.add_parser("quiz", help=words.say("cli.quiz"))
    quiz.add_argument("--variant", required=True, choices=RULE_SETS)
    quiz.add_argument("--family", action="append", default=[], help=words.say("cli.quiz.family"))
    quiz.add_argument("--count", type=int, default=10, help=words.say("cli.quiz.count"))
    quiz.add_argument("--seed", type=int, default=1, help=words.say("cli.quiz.seed"))
    quiz.add_argument("--players", type=int, help=words.say("cli.sheet.players"))
    _with_options(quiz)
    quiz.add_argument("--json", action="store_true", help=words.say("cli.quiz.json"))
    quiz.add_argument("--answers", action="store_true", help=words.say("cli.quiz.answers"))
    quiz.add_argument("--list", action="store_true", help=words.say("cli.quiz.list"))
    quiz.set_defaults(run=_quiz)

    sample = commands.add_parser("sample", help=words.say("cli.sample"))
    sample.add_argument("--variant", required=True, choices=RULE_SETS)
    sample.add_argument("--players", type=int, required=True)
    sample.add_argument("--count", type=int, default=1, help=words.say("cli.sample.count"))
    sample.add_argument("--seed", type=int, default=1, help=words.say("cli.sample.seed"))
    _with_options(sample)
    sample.add_argument("--policy", choices=OPPONENTS, default="random")
    sample.set_defaults(run=_sample)
    return parser


def _with_options(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    option.help = words.say("cli.option")


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
    return load(_bytes_of(file))


def _bytes_of(file: str) -> bytes:
    """What is in a file, or the first of it where it is larger than any file may be."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise FormatError("-", "cannot be read: there is no standard input")
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with open(file, "rb") as stream:
            return stream.read(MOST_BYTES + 1)
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
    kind = _kind(data)
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


def _explain(arguments: argparse.Namespace) -> int:
    if arguments.file is None:
        for name in examples.names():
            title = examples.example(name).title
            line = json.dumps({"name": name, "title": title}, ensure_ascii=False)
            print(line if arguments.json else f"{name:{WIDEST}} {title}")
        return 0
    story = _story(arguments.file)
    if arguments.json:
        for frame in walk_json(story):
            print(json.dumps(frame, ensure_ascii=False))
    else:
        for line in walk_text(story):
            print(line)
    return 0


def _story(file: str) -> Story:
    """The story of a file, or of the example of that name where there is no such file."""
    if file != "-" and not os.path.exists(file):
        if file not in examples.names():
            raise FormatError(shown(file), "is no file and no example (hanalearn explain lists the examples)")
        return examples.example(file).story
    data = _bytes_of(file)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"["):
        return read_script(text_of(data))
    told = load(data)
    kind = _kind(told)
    if kind == "match":
        raise FormatError("match", "cannot be explained: one of its rounds or score sheets can")
    return round_story(read_record(told)) if kind == "record" else sheet_story(read_sheet(told))


def _kind(data: object) -> str:
    named = data if isinstance(data, dict) else {}
    return "match" if "match" in named else "record" if "deal" in named else "sheet"


def _deck(arguments: argparse.Namespace) -> int:
    from hanalearn.render.pictures import files

    pictures = files()
    with _writing(arguments.folder):
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for name, svg in pictures.items():
            (arguments.folder / name).write_text(svg + "\n", encoding="utf-8")
    first, *_, last, back = pictures
    told = {"first": first, "last": last, "back": back, "folder": shown(str(arguments.folder), 200)}
    print(words.say("cli.deck.written", n=len(pictures), **told))
    return 0


def _sheet(arguments: argparse.Namespace) -> int:
    from hanalearn.render.sheet import page_of

    fewest = RULE_SETS[arguments.variant].players[0]
    players = fewest if arguments.players is None else arguments.players
    svg = page_of(_rules(arguments.variant, players, arguments.option)).svg()
    if arguments.out is None:
        print(svg)
        return 0
    with _writing(arguments.out):
        arguments.out.write_text(svg + "\n", encoding="utf-8")
    game = words.say(f"variant.{arguments.variant}")
    print(words.say("cli.sheet.written", game=game, file=shown(str(arguments.out), 200)))
    return 0


def _quiz(arguments: argparse.Namespace) -> int:
    from hanalearn.lessons.quiz import families
    from hanalearn.lessons.quiz.plan import chosen, plan
    from hanalearn.render import quiz

    for name, value, least in (("--count", arguments.count, 0), ("--seed", arguments.seed, 0)):
        if not least <= value <= MOST_NUMBER:
            raise FormatError(name, f"must be a whole number from {least} to {MOST_NUMBER}, not {value}")
    fewest = RULE_SETS[arguments.variant].players[0]
    table = _rules(
        arguments.variant, fewest if arguments.players is None else arguments.players, arguments.option
    )
    if arguments.list:
        for name in families.families(table):
            told = words.say(f"family.{name}")
            line = json.dumps({"family": name, "text": told}, ensure_ascii=False)
            print(line if arguments.json else f"{name:{WIDEST_FAMILY}} {told}")
        return 0
    try:
        asked = chosen(families, table, arguments.family)
    except ValueError as error:
        raise FormatError("", str(error)) from None
    if not arguments.json:
        print(*quiz.table_lines(table), sep="\n")
    for number, slot in enumerate(plan(asked, arguments.count, arguments.seed), start=1):
        item = families.item(table, *slot)
        if arguments.json:
            print(json.dumps(quiz.question_json(item), ensure_ascii=False))
        else:
            print("", *quiz.question_text(item, number, answers=arguments.answers), sep="\n")
    return 0


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """What cannot be written is refused by its name."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FormatError(shown(str(path)), f"cannot be written: {reason}") from None


def _rules(variant: str, players: int, options: Sequence[str]) -> Rules:
    """The rules of a table that a call names."""
    try:
        return rules(variant, players, _options(options))
    except RulesError as error:
        raise FormatError(error.place, error.problem) from None


def _sample(arguments: argparse.Namespace) -> int:
    table = _rules(arguments.variant, arguments.players, arguments.option)
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
        options[name] = option_value(text)
    return options
