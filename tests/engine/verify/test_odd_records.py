"""No bytes and no data, however odd, raise; what is not canonical is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hashing import canonical_data
from engine.verify import verify
from tests.engine.records import eventful, played, rechained, split


@given(st.binary(max_size=300))
def test_no_bytes_whatever_raise(data):
    assert not verify(data).ok


odd_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 5)
    | st.sampled_from([10**30, "", "E", "1m", "5m6m", "win", "庄", "\x00", "a" * 64, "9" * 300]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["E", "tai", "payments", "kind"]), inner, max_size=3)
    ),
)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_data_however_odd_raises(data):
    record = data.draw(st.sampled_from([played("bao", "m1", 2), eventful("free")]))
    header, rows = split_once(record)
    index = data.draw(st.integers(0, min(len(rows) - 1, 400)))
    kept = [row.columns for row in rows]
    value = json.loads(kept[index].data)
    if value and data.draw(st.booleans()):
        value[data.draw(st.sampled_from(sorted(value)))] = data.draw(odd_values)
    else:
        value = data.draw(odd_values)
        value = value if isinstance(value, dict) else {"seat": value}
    kept[index] = kept[index]._replace(data=canonical_data(value))
    verify(rechained(header, kept))


_splits: dict[bytes, tuple] = {}


def split_once(record: bytes) -> tuple:
    if record not in _splits:
        _splits[record] = split(record)
    return _splits[record]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"data":{"seat":"E","tile"', b'"data":{"seat": "E","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"\\u0045","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"E","seat":"E","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":#,"tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"\xff","tile"'),
        (b',"v":1}', b',"v":1.0}'),
        (b',"v":1}', b',"v":01}'),
        (b',"v":1}', b',"v":1,"w":1}'),
        (b',"v":1}\n', b',"v":1}\r\n'),
        (b',"v":1}\n', b',"v":1}\n\n'),
        (b'{"engine_version"', b'\xef\xbb\xbf{"engine_version"'),
        (b'{"engine_version"', b'[{"engine_version"'),
    ],
)
def test_a_line_that_is_not_canonical_is_refused(old, new):
    record = played("bao")
    assert old in record
    report = verify(record.replace(old, new, 1))
    known = {"not_canonical", "not_json", "not_utf8", "bad_keys", "wrong_hash"}
    assert {problem.code for problem in report.problems} & known
