"""Check a match record with nothing but SHA-256: python check_record.py FILE.zjr.jsonl

Written apart from the engine, from docs/record-format.md alone. It proves the
hash chain, the commitment with its secrets, the contributions, the first
dealer, and every wall. It does not know the rules of play; `python -m engine
verify` proves those too. Exit 0: all of it holds. Exit 1: it says what fails
and where. A trailer, the last line of some records, is for check_checkpoint.py.
"""

import hashlib
import hmac
import json
import sys

COLUMNS = ("seq", "type", "v", "hand", "actor", "cmd", "at", "data")
KEYS = {*COLUMNS, "prev", "hash"}


class CheckError(Exception):
    """A check that does not hold."""


def require(truth, message):
    if not truth:
        raise CheckError(message)


def sha256(data):
    return hashlib.sha256(data).digest()


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def framed(*fields):
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def draws(secret, label, match, hand, transcript):
    """A function below(bound) over the stream of one key."""
    message = framed(label, match.encode("utf-8"), hand.to_bytes(8, "big"), transcript)
    key = hmac.new(secret, message, "sha256").digest()
    block, words = 0, []

    def below(bound):
        nonlocal block
        while True:
            if not words:
                data = sha256(key + block.to_bytes(8, "big"))
                words.extend(int.from_bytes(data[n : n + 4], "big") for n in range(0, 32, 4))
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % bound:
                return word % bound

    return below


def tile(kind):
    return str(kind % 9 + 1) + "mpsz"[kind // 9]


def wall(secret, match, hand, transcript):
    below = draws(secret, b"zjr-1 wall", match, hand, transcript)
    tiles = list(range(136))
    for i in range(135, 0, -1):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return "".join(tile(number // 4) for number in tiles)


def partners(kind, adjacent):
    """The kinds that may be wild beside this one."""
    if not adjacent:
        return [other for other in range(34) if other != kind]
    if kind >= 31:
        return [other for other in (31, 32, 33) if other != kind]
    first, size = (27, 4) if kind >= 27 else (kind // 9 * 9, 9)
    return sorted(first + (kind - first + step) % size for step in (1, -1))


def random_wilds(secret, match, hand, transcript, options):
    below = draws(secret, b"zjr-1 wilds", match, hand, transcript)
    kinds = [below(34)]
    if int(options["free_wild_kinds"]) == 2:
        others = partners(kinds[0], options["wild_pair"] == "adjacent")
        kinds.append(others[below(len(others))])
    return sorted(kinds)


def tiles_of(text):
    kinds, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            kinds += ["mpsz".index(char) * 9 + int(digit) - 1 for digit in digits]
            digits = ""
    return kinds


class Checker:
    """Walks through a record's events in order."""

    def __init__(self, header):
        self.header = header
        self.prev = sha256(
            canonical({k: v for k, v in header.items() if k not in ("events", "head")})
        ).hex()
        self.seq = 0
        self.opened = None
        self.digests = [None] * 4
        self.entropies = [None] * 4
        self.transcript = None
        self.secret = None  # what the next secret must hash to
        self.hand = 0
        self.dealt = {}  # hand -> its wall, until its secret is opened
        self.named = {}  # hand -> wild kinds named by nobody
        self.proved = 0

    def line(self, raw):
        event = json.loads(raw)
        require(canonical(event) == raw, "the line is not in canonical form")
        require(set(event) == KEYS, "the line does not have exactly the ten keys")
        self.seq += 1
        require(event["seq"] == self.seq, f"seq is {event['seq']}, expected {self.seq}")
        require(event["prev"] == self.prev, "prev is not the hash of the event before")
        columns = [canonical(event[name]) for name in COLUMNS]
        self.prev = sha256(framed(canonical(event["prev"]), *columns)).hex()
        require(event["hash"] == self.prev, "hash does not fit the event")
        require((event["type"] == "MatchOpened") == (self.seq == 1), "MatchOpened comes first")
        check = getattr(self, "on_" + event["type"], None)
        if check:
            check(event["data"])

    def on_MatchOpened(self, data):  # noqa: N802
        self.opened = data
        self.secret = data["commitment"]
        for key in ("match", "ruleset", "ruleset_version", "engine_version", "options", "players"):
            require(data[key] == self.header[key], f"{key} is not what the header says")

    def on_EntropyCommitted(self, data):  # noqa: N802
        require(self.entropies == [None] * 4, "a commitment after the first contribution")
        require(self.digests[data["place"]] is None, "a second commitment")
        self.digests[data["place"]] = data["digest"]

    def on_EntropyOpened(self, data):  # noqa: N802
        place, entropy = data["place"], data["entropy"]
        require(self.transcript is None, "a contribution after the match started")
        digest = sha256(bytes.fromhex(entropy)).hex()
        require(digest == self.digests[place], "the contribution is not the one committed to")
        self.entropies[place] = entropy

    def on_MatchStarted(self, data):  # noqa: N802
        match, published = self.opened["match"], bytes.fromhex(self.opened["commitment"])
        digests = [bytes.fromhex(digest) if digest else bytes(32) for digest in self.digests]
        values = []
        for place, entropy in enumerate(self.entropies):
            missing = framed(b"zjr-1 stand-in", published, *digests, bytes([place]))
            values.append(bytes.fromhex(entropy) if entropy else sha256(missing))
        parts = (b"zjr-1 transcript", match.encode("utf-8"), published, *digests, *values)
        self.transcript = sha256(framed(*parts))
        require(data["transcript"] == self.transcript.hex(), "the transcript is another")
        secret = self.next_secret(data["secret"])
        dealer = self.opened.get("first_dealer")
        if dealer is None:
            dealer = draws(secret, b"zjr-1 first dealer", match, 0, self.transcript)(4)
        require(data["first_dealer"] == dealer, f"the first dealer is place {dealer}")

    def next_secret(self, text):
        secret = bytes.fromhex(text)
        require(len(secret) == 32, "a secret has 32 bytes")
        require(sha256(secret).hex() == self.secret, "the secret is not the one committed to")
        self.secret = text
        return secret

    def on_HandDealt(self, data):  # noqa: N802
        self.hand += 1
        require(not self.dealt, "a hand dealt before the last one's secret was opened")
        require(data["hand"] == self.hand, f"hand {data['hand']}, expected {self.hand}")
        self.dealt[self.hand] = data["wall"]

    def on_WildsNamed(self, data):  # noqa: N802
        options = self.opened["options"]
        if self.opened["ruleset"] == "free" and options["free_wild"] == "random":
            self.named[self.hand] = sorted(tiles_of(data["kinds"]))

    def on_SecretOpened(self, data):  # noqa: N802
        hand, match = data["hand"], self.opened["match"]
        require(hand in self.dealt, f"no hand {hand} waits for its secret")
        secret = self.next_secret(data["secret"])
        expected = wall(secret, match, hand, self.transcript)
        require(
            self.dealt.pop(hand) == expected, f"the wall of hand {hand} is not the committed one"
        )
        if hand in self.named:
            options = self.opened["options"]
            kinds = random_wilds(secret, match, hand, self.transcript, options)
            require(self.named[hand] == kinds, f"the wilds of hand {hand} were not drawn so")
        self.proved += 1


def walk(lines, at):
    """Check every line, keeping in `at` the number of the one being read."""
    header = json.loads(lines[0])
    require(canonical(header) == lines[0], "the line is not in canonical form")
    require((header["format"], header["schema"]) == ("zjr", 1), "not a zjr record, schema 1")
    checker = Checker(header)
    for raw in lines[1:]:
        at[0] += 1
        checker.line(raw)
    require(header["events"] == checker.seq, f"the header announces {header['events']} events")
    require(header["head"] == checker.prev, "the last hash is not the head in the header")
    return checker


def check(data):
    """A sentence of what was proved; CheckError with the line otherwise."""
    require(data.endswith(b"\n"), "the file does not end with a line feed")
    at = [1]
    lines = data[:-1].split(b"\n")
    if lines[-1].startswith(b'{"trailer":'):
        del lines[-1]
    try:
        checker = walk(lines, at)
    except (
        CheckError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
    ) as error:
        raise CheckError(f"line {at[0]}: {error}") from error
    waiting = f"; the wall of hand {checker.hand} is not opened yet" if checker.dealt else ""
    return f"{checker.seq} events in an unbroken chain, {checker.proved} walls proved{waiting}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python check_record.py FILE.zjr.jsonl")
    try:
        with open(sys.argv[1], "rb") as file:
            print("ok:", check(file.read()))
    except (OSError, CheckError) as error:
        print("failed:", error)
        sys.exit(1)


if __name__ == "__main__":
    main()
