"""QR codes: what is drawn leads where it should, and a page can take it as it is."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image

from tournaments.exports.qr import QUIET, qr_modules, qr_png, qr_svg

LINK = "https://mahjong.example/i/9f2c7a?as=player&名=渡辺"


def read(picture: Image.Image) -> str:
    found = zxingcpp.read_barcodes(picture)
    assert len(found) == 1
    return str(found[0].text)


def picture_of_modules(text: str, pixels: int = 4) -> Image.Image:
    rows = qr_modules(text)
    side = len(rows) + 2 * QUIET
    image = Image.new("L", (side, side), 255)
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            image.putpixel((x + QUIET, y + QUIET), 0 if is_dark else 255)
    return image.resize((side * pixels, side * pixels), Image.Resampling.NEAREST)


def test_a_picture_is_read_as_the_link_it_was_made_of() -> None:
    assert read(Image.open(io.BytesIO(qr_png(LINK)))) == LINK


def test_the_modules_for_print_are_read_as_the_same_link() -> None:
    assert read(picture_of_modules(LINK)) == LINK


def test_a_drawing_for_pages_has_a_title_and_neither_style_nor_script() -> None:
    drawn = qr_svg(LINK, title='Join "Red & Green" <now>')
    root = ElementTree.fromstring(drawn)
    assert root.attrib["role"] == "img"
    assert root.findtext("title") == 'Join "Red & Green" <now>'
    assert "style" not in drawn
    assert "script" not in drawn


def test_a_drawing_has_its_own_white_ground_for_dark_pages() -> None:
    fills = [path.get("fill") for path in ElementTree.fromstring(qr_svg(LINK, "x"))]
    assert "#fff" in fills


@pytest.mark.parametrize("text", ["", "x" * 5000])
def test_what_no_code_holds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"hold|large"):
        qr_svg(text, "x")
