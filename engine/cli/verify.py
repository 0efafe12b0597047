"""prove records: chain, walls, legality, scores; say what fails and where"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from engine.cli.files import print_error, print_json, read_bytes
from engine.errors import InvalidInput
from engine.verify import verify


def run(arguments: Sequence[str]) -> int:
    """0 if every record holds, 1 if anything fails."""
    parser = ArgumentParser(prog="laozhuang-engine verify", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("--json", action="store_true", help="print each report as JSON")
    options = parser.parse_args(arguments)
    proved = [_verify_file(name, options.json, len(options.files) > 1) for name in options.files]
    return 0 if all(proved) else 1


def _verify_file(name: str, as_json: bool, named: bool) -> bool:
    try:
        report = verify(read_bytes(name))
    except InvalidInput as error:
        print_error(error)
        return False
    if as_json:
        print_json({"file": name, **report.as_dict()})
    else:
        for line in str(report).splitlines():
            sys.stdout.write(f"{name}: {line}\n" if named else f"{line}\n")
    return report.ok
