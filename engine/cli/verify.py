"""prove records, access logs, archives: chain, walls, legality, scores; say what fails and where"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engine.checkpoints import Checkpoint, parse_checkpoint
from engine.cli.archives import LANGUAGES, archive_print, is_archive_file
from engine.cli.files import print_error, print_json, read_bytes
from engine.errors import EngineError, InvalidInput
from engine.hashing import is_digest
from engine.looks import is_looks, verify_looks
from engine.report import Report
from engine.verify import verify


def run(arguments: Sequence[str]) -> int:
    """0 if every record and every archive holds, 1 if anything fails."""
    options = _parser().parse_args(arguments)
    try:
        checkpoint = (
            parse_checkpoint(read_bytes(options.checkpoint)) if options.checkpoint else None
        )
    except EngineError as error:
        print_error(error)
        return 1
    report_on = partial(_report, checkpoint=checkpoint, key=options.key)
    named, proved = len(options.files) > 1, True
    archives = {name for name in options.files if is_archive_file(name)}
    records = [name for name in options.files if name not in archives]
    reports = _reports(report_on, records, options.jobs)
    for name in options.files:
        if name in archives:
            proved &= archive_print(
                name,
                language=options.language,
                as_json=options.json,
                jobs=options.jobs,
                checkpoint=checkpoint,
                key=options.key,
            )
        else:
            proved &= _print(name, next(reports), options.json, named)
    return 0 if proved else 1


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="laozhuang-engine verify", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("--json", action="store_true", help="print each report as JSON")
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N", help="prove so many files at a time"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of the page about an archive"
    )
    parser.add_argument(
        "--checkpoint", metavar="CP", help="the records have to be those signed in this file"
    )
    parser.add_argument(
        "--key", type=_key, metavar="HEX", help="the public key that has to have signed them"
    )
    return parser


def _jobs(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= len(text) <= 3 and int(text):
        return int(text)
    raise ArgumentTypeError("a number from 1 to 999")


def _key(text: str) -> str:
    if is_digest(text.lower()):
        return text.lower()
    raise ArgumentTypeError("64 hexadecimal digits")


def _reports(
    report_on: Callable[[str], Report | InvalidInput], names: Sequence[str], jobs: int
) -> Iterator[Report | InvalidInput]:
    """What came of each file, in their order; with more than one job, each a process of its own."""
    jobs = min(jobs, len(names))
    if jobs < 2:
        yield from map(report_on, names)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(report_on, names)


def _report(name: str, checkpoint: Checkpoint | None, key: str | None) -> Report | InvalidInput:
    try:
        data = read_bytes(name)
        prove = verify_looks if is_looks(data) else verify
        return prove(data, checkpoint=checkpoint, key=key)
    except InvalidInput as error:
        return error


def _print(name: str, report: Report | InvalidInput, as_json: bool, named: bool) -> bool:
    """Whether the record holds."""
    if isinstance(report, InvalidInput):
        print_error(report)
        return False
    if as_json:
        print_json({"file": name, **report.as_dict()})
    else:
        for line in str(report).splitlines():
            sys.stdout.write(f"{name}: {line}\n" if named else f"{line}\n")
    return report.ok
