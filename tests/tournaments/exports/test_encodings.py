"""Which encoding a file is in, told from short lists of names."""

from __future__ import annotations

import pytest

from tournaments.domain.refusals import Refused
from tournaments.exports.encodings import read_text

LISTS = [
    ("gb18030", "渡辺"),
    ("gb18030", "张伟\n王芳\n"),
    ("gb18030", "name,club\n张伟,老庄\n李娜,\n"),
    ("gb18030", "姓名,俱乐部\r\n王小明,北京\r\n"),
    ("gb18030", "赵钱孙李\n周吴郑王\n冯陈褚卫"),
    ("gb18030", "name\nAnna\nBo\n王\n"),
    ("gb18030", "陳大文\n黃小明\n"),
    ("gb18030", "张伟🀄\n"),
    ("big5", "陳大文\n黃小明\n"),
    ("big5", "name,club\n陳大文,台北\n林志玲,\n"),
    ("big5", "張偉\n王芳\n李娜\n"),
    ("cp932", "渡辺\n佐藤\n"),
    ("cp932", "name,club\n渡辺,東京\nさとう,\n"),
    ("cp932", "鈴木一郎\nタナカ\n"),
    ("cp1252", "name\nÓlafur\nJosé\n"),
    ("cp1252", "name,club\nAndré,Paris\nZoë,\n"),
    ("utf-8", "渡辺\nÓlafur\n김철수\n"),
    ("utf-16-le", "渡辺\n"),
    ("utf-16-be", "name\n渡辺\n"),
]


@pytest.mark.parametrize(("encoding", "text"), LISTS)
def test_a_list_is_read_in_the_encoding_it_was_saved_in(encoding: str, text: str) -> None:
    assert read_text(text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_mark_at_the_beginning_decides_and_is_no_part_of_the_text(encoding: str) -> None:
    assert read_text("\ufeff渡辺".encode(encoding)) == ("渡辺", encoding)


def test_the_organiser_knows_better() -> None:
    assert read_text("Иван".encode("gb18030"), "gb18030")[0] == "Иван"
    assert read_text("渡辺".encode("cp932"), "cp932")[0] == "渡辺"


@pytest.mark.parametrize(
    ("data", "encoding"), [(b"\x89PNG\r\n\x1a\n\x81\xff\xff", None), (b"\xff", "utf-8"), (b"", "x")]
)
def test_what_is_no_text_is_refused(data: bytes, encoding: str | None) -> None:
    with pytest.raises(Refused) as caught:
        read_text(data, encoding)
    assert caught.value.code == "bad_encoding"
