"""Check a record against a checkpoint with nothing but hashlib.

    python check_checkpoint.py FILE.zjr.jsonl [CHECKPOINT.zjc.json] [--key HEX]
    python check_checkpoint.py --chain CHECKPOINT.zjc.json ...

Written apart from the engine, from docs/checkpoints.md alone. It proves that the record's trailer
leads from the record's own hash to the root that was signed, that the checkpoint is the one given,
and the signature (Ed25519, RFC 8032). The record's chain of hashes is for check_record.py. With
--chain it proves that checkpoints, in the order of their numbers, name each other. Exit 0: all of
it holds. Exit 1: it says what fails.
"""

import base64
import hashlib
import json
import sys

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
KEYS = ("format", "schema", "number", "at", "size", "root", "previous", "key", "signature")


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


def x_of(y, sign):
    """The x of a point of the curve from its y and the lowest bit of x."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    require((x * x - square) % P == 0, "not a point of the curve")
    require(x or not sign, "not a point of the curve")
    return P - x if x % 2 != sign else x


def point(data):
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    require(y < P, "not a point of the curve")
    x = x_of(y, sign)
    return x, y, 1, x * y % P


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, one):
    found = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = add(found, one)
        one, scalar = add(one, one), scalar >> 1
    return found


def encoded(one):
    inverse = pow(one[2], -1, P)
    x, y = one[0] * inverse % P, one[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE_Y = 4 * pow(5, -1, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)


def is_signed(key, message, signature):
    """Whether an Ed25519 signature is that of a public key."""
    first, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or scalar >= ORDER:
        return False
    hashed = hashlib.sha512(first + key + message).digest()
    challenge = int.from_bytes(hashed, "little") % ORDER
    x, y, z, t = point(key)
    against = add(times(scalar, BASE), times(challenge, (-x % P, y, z, -t % P)))
    return encoded(against) == first


def checkpoint_checked(found):
    """What a checkpoint says of itself holds: its form and its signature."""
    require(sorted(found) == sorted(KEYS), "a checkpoint has exactly nine keys")
    require((found["format"], found["schema"]) == ("zjc", 1), "not a zjc checkpoint, schema 1")
    unsigned = {name: value for name, value in found.items() if name != "signature"}
    key, signature = bytes.fromhex(found["key"]), bytes.fromhex(found["signature"])
    require(
        is_signed(key, canonical(unsigned), signature),
        f"checkpoint {found['number']} is not signed by the key it names",
    )


def root_from(leaf, index, size, path):
    digest, steps = sha256(b"\0" + canonical(leaf)), [bytes.fromhex(step) for step in path]
    require(0 <= index < size, "the index is outside of the checkpoint")
    while size > 1:
        if index ^ 1 < size:
            require(steps, "the path is too short")
            beside = steps.pop(0)
            digest = sha256(b"\1" + (beside + digest if index % 2 else digest + beside))
        index, size = index // 2, (size + 1) // 2
    require(not steps, "the path is too long")
    return digest.hex()


def code_of(found):
    letters = base64.b32encode(sha256(canonical(found))).decode()
    return f"{letters[:5]}-{letters[5:10]}"


def read_json(raw):
    value = json.loads(raw)
    require(canonical(value) == raw, "not in canonical form")
    return value


def check(data, given, key):
    """A sentence of what was proved; CheckError otherwise."""
    require(data.endswith(b"\n"), "the file does not end with a line feed")
    header, *events, last = data[:-1].split(b"\n")
    require(last.startswith(b'{"trailer":'), "the record has no trailer")
    trailer, header = read_json(last)["trailer"], read_json(header)
    found, leaf = trailer["checkpoint"], trailer["leaf"]
    require(given is None or given == found, "the trailer is for another checkpoint")
    checkpoint_checked(found)
    require(key is None or found["key"] == key, f"it is signed by the key {found['key']}")
    stream = header["match"] if header["format"] == "zjr" else header["tournament"]
    require(leaf["stream"] == stream, "the trailer is that of another log")
    require(1 <= leaf["version"] <= len(events), "events that were signed are missing")
    event = read_json(events[leaf["version"] - 1])
    require(event["seq"] == leaf["version"], "the events are not numbered 1, 2, 3")
    require(event["hash"] == leaf["hash"], f"event {leaf['version']} is not the one signed")
    root = root_from(leaf, trailer["index"], found["size"], trailer["path"])
    require(root == found["root"], "the path does not lead to the checkpoint's root")
    grown = len(events) - leaf["version"]
    more = f"; {grown} events came later" if grown else ""
    return (
        f"{leaf['version']} events were signed in checkpoint {found['number']} "
        f"({code_of(found)}) of {found['at']} by the key {found['key']}{more}"
    )


def chain(names):
    """A sentence of what was proved of checkpoints that follow each other."""
    before = None
    for name in names:
        found = read_json(read(name).removesuffix(b"\n"))
        checkpoint_checked(found)
        if found["number"] == 1:
            require(found["previous"] == "0" * 64, "checkpoint 1 names one before it")
        if before is not None:
            require(found["number"] == before["number"] + 1, f"{name} does not come next")
            expected = sha256(canonical(before)).hex()
            require(found["previous"] == expected, f"{name} names another one before it")
        before = found
    return f"{len(names)} checkpoints, each naming the one before; the last is {code_of(before)}"


def read(name):
    with open(name, "rb") as file:
        return file.read()


def main(arguments):
    key = None
    if "--key" in arguments:
        at = arguments.index("--key")
        key = arguments[at + 1].lower() if at + 1 < len(arguments) else ""
        del arguments[at : at + 2]
    if len(arguments) not in (1, 2) and arguments[:1] != ["--chain"]:
        sys.exit("usage: python check_checkpoint.py FILE.zjr.jsonl [CHECKPOINT] [--key HEX]")
    try:
        if arguments[0] == "--chain":
            print("ok:", chain(arguments[1:]))
            return
        given = read_json(read(arguments[1]).removesuffix(b"\n")) if arguments[1:] else None
        print("ok:", check(read(arguments[0]), given, key))
    except (OSError, LookupError, TypeError, ValueError, AttributeError, CheckError) as error:
        print("failed:", error)
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
