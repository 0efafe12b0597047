"""The list of an archive's files with their sizes and digests, and what the archive is of.

Owns its form. Its own digest is the archive's fingerprint: the same files, the same fingerprint,
however they were packed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.archive.container import ArchiveRefused
from engine.archive.derived import listed
from engine.errors import EngineError
from engine.hashing import Json, digest, is_digest, parse
from engine.play.fields import as_count, as_list, exactly, one_of

NAME: Final = "manifest.json"
FORMAT: Final = "zja-manifest"
SCHEMA: Final = 1
TEXTS: Final = ("all", "none")


class Listed(NamedTuple):
    """A file as the manifest lists it."""

    bytes: int
    sha256: str


class Manifest(NamedTuple):
    """What an archive says it is. `texts`: whether the texts of cases are in it, all or none.

    `left_out` are matches that the event dropped before they were over.
    """

    tournament: str
    texts: str
    left_out: tuple[str, ...]
    files: Mapping[str, Listed]


def manifest_bytes(
    tournament: str, files: Mapping[str, bytes], *, texts: str, left_out: tuple[str, ...] = ()
) -> bytes:
    """The manifest of these files."""
    head: dict[str, Json] = {
        "tournament": tournament,
        "texts": texts,
        "left_out": sorted(left_out),
    }
    lines: list[Json] = [
        {"file": name, "bytes": len(files[name]), "sha256": digest(files[name])}
        for name in sorted(files)
    ]
    return listed("manifest", head, "files", lines)


def read_manifest(data: bytes) -> Manifest:
    """A manifest from its bytes. Raises ArchiveRefused, also where it is written otherwise."""
    try:
        fields = exactly(
            parse(data.decode()), "format", "schema", "tournament", "texts", "left_out", "files"
        )
        if fields["format"] != FORMAT or fields["schema"] != SCHEMA:
            raise ArchiveRefused("unknown_format", f"not a {FORMAT} of schema {SCHEMA}", NAME)
        texts = one_of(*TEXTS)(fields["texts"])
        left_out = tuple(_text(one) for one in as_list(fields["left_out"]))
        files = dict(_listed(one) for one in as_list(fields["files"]))
        again = Manifest(_text(fields["tournament"]), texts, left_out, files)
    except (EngineError, UnicodeDecodeError) as error:
        if isinstance(error, ArchiveRefused):
            raise
        raise ArchiveRefused(
            "bad_manifest", f"the manifest cannot be read: {error}", NAME
        ) from error
    if _written(again) != data:
        raise ArchiveRefused("bad_manifest", "the manifest is not in canonical form", NAME)
    return again


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


def _written(manifest: Manifest) -> bytes:
    head: dict[str, Json] = {
        "tournament": manifest.tournament,
        "texts": manifest.texts,
        "left_out": list(manifest.left_out),
    }
    lines: list[Json] = [
        {"file": name, "bytes": one.bytes, "sha256": one.sha256}
        for name, one in sorted(manifest.files.items())
    ]
    return listed("manifest", head, "files", lines)
