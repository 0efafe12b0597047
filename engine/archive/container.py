"""The ZIP around an archive's files: written so that the same files give the same bytes, read with
suspicion.

Owns names, sizes and limits. What is in the files is not its matter, and nothing is ever unpacked
onto a disk.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final, TypeAlias

from engine.errors import EngineError

SUFFIX: Final = ".zja.zip"
MAGIC: Final = b"PK\x03\x04"

MOST_BYTES: Final = 2 << 30
"""Of the archive as it lies there."""
MOST_FILES: Final = 20_000
MOST_OF_ONE: Final = 128 << 20
"""Of one file, unpacked."""
MOST_UNPACKED: Final = 8 << 30
"""Of all files together."""

_NAME: Final = re.compile(
    r"(?:[a-z0-9-]{1,20}/)?[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\.[a-z]{1,5}){1,2}"
)
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
_PLAIN_FILE: Final = 0o100644 << 16
_LEVEL: Final = 6
_ENCRYPTED: Final = 0x1


class ArchiveRefused(EngineError):
    """A file that is no archive, or one that nobody should open; `file` is the member at fault."""

    def __init__(self, code: str, message: str, file: str = "") -> None:
        super().__init__(code, message, file or None)
        self.file = file


def is_archive(start: bytes) -> bool:
    """Whether a file that begins so is to be read as an archive."""
    return start.startswith(MAGIC)


class Packer:
    """Writes an archive one file after the other, dated nowhere. Whoever calls keeps the order:
    the same files in the same order are the same bytes."""

    def __init__(self, out: BinaryIO) -> None:
        self._book = zipfile.ZipFile(out, "w")

    def add(self, name: str, data: bytes) -> None:
        """One more file."""
        info = zipfile.ZipInfo(name, _EPOCH)
        info.create_system, info.external_attr = _UNIX, _PLAIN_FILE
        self._book.writestr(info, data, zipfile.ZIP_DEFLATED, _LEVEL)

    def close(self) -> None:
        """Write what ends it."""
        self._book.close()


def pack(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files in the order of their names."""
    out = io.BytesIO()
    packer = Packer(out)
    for name in sorted(files):
        packer.add(name, files[name])
    packer.close()
    return out.getvalue()


Source: TypeAlias = "bytes | BinaryIO"
"""An archive: its bytes, or a file opened for reading, which is then never held as a whole."""


class Container:
    """An archive opened for reading: what it holds, each file read when asked for."""

    def __init__(self, source: Source) -> None:
        """Raises ArchiveRefused: `too_big`, `not_an_archive`, and what `_refuse` refuses."""
        file = io.BytesIO(source) if isinstance(source, bytes) else source
        if file.seek(0, io.SEEK_END) > MOST_BYTES:
            raise ArchiveRefused("too_big", f"an archive has at most {MOST_BYTES} bytes")
        try:
            self._book = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
            raise ArchiveRefused("not_an_archive", "the file is not a whole ZIP archive") from error
        infos = self._book.infolist()
        _refuse(infos)
        self._infos = {info.filename: info for info in infos}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its files, sorted."""
        return tuple(sorted(self._infos))

    def size(self, name: str) -> int:
        """How many bytes a file says it has."""
        return self._infos[name].file_size

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises ArchiveRefused `damaged`."""
        info = self._infos[name]
        try:
            with self._book.open(info) as member:
                data = member.read(info.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
            raise ArchiveRefused("damaged", "the file cannot be unpacked whole", name) from error
        if len(data) != info.file_size:
            raise ArchiveRefused("damaged", "the file has another size than it says", name)
        return data

    def read_all(self) -> Iterator[tuple[str, bytes]]:
        """All files in the order of their names."""
        for name in self.names:
            yield name, self.read(name)


def _refuse(infos: list[zipfile.ZipInfo]) -> None:
    """Whatever might hurt whoever opens it, before anything is unpacked."""
    if len(infos) > MOST_FILES:
        raise ArchiveRefused("too_many_files", f"an archive has at most {MOST_FILES} files")
    seen: set[str] = set()
    for info in infos:
        name = info.orig_filename
        if not _NAME.fullmatch(name) or name != info.filename:
            raise ArchiveRefused("bad_name", "no file of an archive has such a name", ascii(name))
        if name in seen:
            raise ArchiveRefused("repeated_file", "the archive holds this file twice", name)
        seen.add(name)
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveRefused("encrypted", "files of an archive are not encrypted", name)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveRefused("bad_method", "files are stored or deflated", name)
        if info.file_size > MOST_OF_ONE:
            raise ArchiveRefused("too_big", f"a file has at most {MOST_OF_ONE} bytes", name)
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise ArchiveRefused("too_big", f"all files together have at most {MOST_UNPACKED} bytes")
