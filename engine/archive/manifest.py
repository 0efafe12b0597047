"""The list of an archive's files with their sizes and digests, what the archive is of, and who
says so.

Owns its form and its signature. Its own digest is the archive's fingerprint: the same files, the
same fingerprint, however they were packed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine import signing
from engine.archive.container import ArchiveRefused
from engine.archive.derived import listed
from engine.errors import EngineError
from engine.hashing import Json, canonical_data, digest, is_digest, parse
from engine.play.fields import as_count, as_list, as_object, exactly, one_of

NAME: Final = "manifest.json"
FORMAT: Final = "zja-manifest"
SCHEMA: Final = 2
UNSIGNED: Final = 1
"""The schema before manifests were signed."""
TEXTS: Final = ("all", "none")

_HEAD: Final = ("format", "schema", "tournament", "texts", "left_out", "files")
_SIGNED: Final = ("key", "signature")


class Listed(NamedTuple):
    """A file as the manifest lists it."""

    bytes: int
    sha256: str


def listed_as(data: bytes) -> Listed:
    """A file's size and digest."""
    return Listed(len(data), digest(data))


class Manifest(NamedTuple):
    """What an archive says it is. `texts`: whether the texts of cases are in it, all or none.

    `left_out` are matches that the event dropped before they were over. `signature` is that of the
    owner of the public `key`; both are empty where the schema knows of none.
    """

    tournament: str
    texts: str
    left_out: tuple[str, ...]
    files: Mapping[str, Listed]
    schema: int = SCHEMA
    key: str = ""
    signature: str = ""

    def signed_by(self, private: str) -> Manifest:
        """The same with the signature of a private key. Raises InvalidInput for no key."""
        unsigned = self._replace(key=signing.public_key(private))
        return unsigned._replace(signature=signing.sign(private, unsigned.signed_bytes()))

    @property
    def is_signed(self) -> bool:
        """Whether the signature is that of the key that it names."""
        return signing.holds(self.key, self.signature, self.signed_bytes())

    def signed_bytes(self) -> bytes:
        """What the signature is over: canonical JSON of all but the signature."""
        head = self._head()
        head.pop("signature", None)
        return canonical_data({**head, "files": self._lines()}).encode()

    def as_bytes(self) -> bytes:
        """Its file."""
        head = self._head()
        return listed("manifest", head, "files", self._lines())

    def _head(self) -> dict[str, Json]:
        head: dict[str, Json] = {
            "format": FORMAT,
            "schema": self.schema,
            "tournament": self.tournament,
            "texts": self.texts,
            "left_out": sorted(self.left_out),
        }
        return (
            head if self.schema == UNSIGNED else head | dict(zip(_SIGNED, self[-2:], strict=True))
        )

    def _lines(self) -> list[Json]:
        return [
            {"file": name, "bytes": one.bytes, "sha256": one.sha256}
            for name, one in sorted(self.files.items())
        ]


def read_manifest(data: bytes) -> Manifest:
    """A manifest from its bytes. Raises ArchiveRefused, also where it is written otherwise.

    Whether the signature holds is not asked here, only that there is one.
    """
    try:
        found = _read(as_object(parse(data.decode())))
    except (EngineError, UnicodeDecodeError) as error:
        if isinstance(error, ArchiveRefused):
            raise
        raise ArchiveRefused(
            "bad_manifest", f"the manifest cannot be read: {error}", NAME
        ) from error
    if found.as_bytes() != data:
        raise ArchiveRefused("bad_manifest", "the manifest is not in canonical form", NAME)
    return found


def _read(value: Mapping[str, Json]) -> Manifest:
    schema = value.get("schema")
    if value.get("format") != FORMAT or type(schema) is not int or schema not in (UNSIGNED, SCHEMA):
        raise ArchiveRefused("unknown_format", f"not a {FORMAT} of schema 1 or {SCHEMA}", NAME)
    if schema != UNSIGNED:
        _refuse_unsigned(value)
    fields = exactly(value, *_HEAD, *(() if schema == UNSIGNED else _SIGNED))
    return Manifest(
        _text(fields["tournament"]),
        one_of(*TEXTS)(fields["texts"]),
        tuple(_text(one) for one in as_list(fields["left_out"])),
        dict(_listed(one) for one in as_list(fields["files"])),
        schema,
        str(fields.get("key", "")),
        str(fields.get("signature", "")),
    )


def _refuse_unsigned(value: Mapping[str, Json]) -> None:
    if not is_digest(value.get("key")) or not signing.is_signature(value.get("signature")):
        message = "the manifest does not carry a key and the signature of its owner"
        raise ArchiveRefused("no_signature", message, NAME)


def _listed(value: Json) -> tuple[str, Listed]:
    fields = exactly(value, "file", "bytes", "sha256")
    sha256 = fields["sha256"]
    if not is_digest(sha256):
        raise ArchiveRefused("bad_manifest", "a digest has 64 hexadecimal digits", NAME)
    return _text(fields["file"]), Listed(as_count(fields["bytes"]), str(sha256))


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise ArchiveRefused("bad_manifest", "a name in the manifest is no text", NAME)
    return value
