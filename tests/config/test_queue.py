"""The queue in files: what is being written is nobody's yet."""

from __future__ import annotations

from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from config.queue import FILES, broker


def test_a_message_that_is_being_written_is_not_found_by_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url, options = broker(FILES, tmp_path)
    write, looked = Path.write_bytes, []
    with Connection(url, transport_options=options) as connection:
        # What a process knows of a queue's bindings it knows by name, whatever the folder.
        sent, read = connection.SimpleQueue("halves"), connection.SimpleQueue("halves")

        def slowly(path: Path, data: bytes) -> int:
            write(path, data[: len(data) // 2])
            with pytest.raises(Empty):
                read.get_nowait()
            looked.append(path)
            return write(path, data)

        monkeypatch.setattr(Path, "write_bytes", slowly)
        sent.put({"n": 1})
        assert len(looked) == 1
        assert read.get_nowait().payload == {"n": 1}
