# ruff: noqa: E501  (path data reads better unbroken)
"""Draws the tile faces: one SVG sprite with a symbol per kind, made of our own strokes.

Owns the shapes only; colour of the tile body, shadows and the wild mark's place are the
style sheet's. Run `python tools/draw_tiles.py` after a change; a test compares the file.
"""

from __future__ import annotations

from pathlib import Path

SPRITE = Path(__file__).resolve().parent.parent / "static" / "tiles" / "tiles.svg"

RED, GREEN, BLUE, INK, GOLD = "#b3201f", "#13723f", "#1d4f9c", "#1b2430", "#d99a1c"

# Strokes on a square of 100; horizontals are drawn thinner than verticals, as a brush does.
GLYPHS: dict[str, tuple[str, ...]] = {
    "一": ("M10 54C36 50 64 48 90 49",),
    "二": ("M23 30H77", "M8 76H92"),
    "三": ("M18 20H82", "M25 50H75", "M8 82H92"),
    "四": ("M13 22H87V84H13Z", "M39 24C40 46 35 57 26 62", "M60 24V52Q60 61 69 61H85"),
    "五": ("M15 17H85", "M47 17L37 83", "M20 47H73L69 83", "M6 84H94"),
    "六": ("M47 8L55 23", "M8 37H92", "M36 53C32 68 23 80 9 90", "M62 53C70 66 80 78 92 90"),
    "七": ("M8 47L92 35", "M40 10V70Q40 86 56 86H78Q89 86 90 67"),
    "八": ("M37 20C36 52 25 74 7 89", "M54 15H61C64 52 76 75 94 89"),
    "九": ("M39 9C42 46 32 74 7 91", "M11 36H66C64 56 60 78 68 84Q74 88 84 86Q92 83 92 68"),
    "万": ("M8 17H92", "M43 17C43 50 34 74 10 91", "M41 45H81C81 64 79 78 73 87Q68 92 56 85"),
    "東": (
        "M12 19H88",
        "M25 34H75V61H25Z",
        "M25 47H75",
        "M50 5V95",
        "M46 63C38 75 26 83 8 89",
        "M54 63C62 75 74 83 92 89",
    ),
    "南": (
        "M10 20H90",
        "M50 5V36",
        "M15 93V37H85V84Q85 93 73 90",
        "M36 45L42 54",
        "M64 45L58 54",
        "M31 59H69",
        "M29 73H71",
        "M50 59V92",
    ),
    "西": (
        "M8 15H92",
        "M14 36H86V88H14Z",
        "M38 15V40C38 56 34 64 25 68",
        "M61 15V56Q61 65 70 65H84",
    ),
    "北": (
        "M37 10V91",
        "M12 36H37",
        "M6 79L37 64",
        "M60 10V76Q60 87 71 87H84Q93 87 93 69",
        "M61 48L88 32",
    ),
    "中": ("M14 27H86V64H14Z", "M50 5V96"),
    "發": (
        "M17 13H37C35 30 24 42 6 49",
        "M16 26L25 33",
        "M57 7C61 25 76 41 94 47",
        "M73 9L64 20",
        "M88 21L76 32",
        "M14 53H40V63H16V76H41Q42 94 30 92",
        "M59 51V57Q58 65 50 68",
        "M59 51H76V60Q77 65 88 62",
        "M52 73H82C78 85 66 92 49 96",
        "M57 76C66 87 78 93 94 96",
    ),
}


def glyph(char: str, box: tuple[float, float, float, float], colour: str, width: float) -> str:
    """A character drawn into box (x, y, width, height)."""
    x, y, w, h = box
    path = "".join(GLYPHS[char])
    return (
        f'<path transform="translate({x:g} {y:g}) scale({w / 100:g} {h / 100:g})" d="{path}" '
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def dot(x: float, y: float, r: float, colour: str) -> str:
    """One coin: a filled ring with a pale eye."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.56:g}" fill="#fbf7ea"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.3:g}" fill="{colour}"/>'
    )


def big_dot() -> str:
    """The single coin of 1p, with eight petals."""
    petals = "".join(
        f'<ellipse cx="30" cy="26.5" rx="3.6" ry="6.5" fill="{RED}" '
        f'transform="rotate({angle} 30 40)"/>'
        for angle in range(0, 360, 45)
    )
    return (
        f'<circle cx="30" cy="40" r="23" fill="{BLUE}"/>'
        '<circle cx="30" cy="40" r="19.5" fill="#fbf7ea"/>'
        f"{petals}"
        f'<circle cx="30" cy="40" r="7.5" fill="{GREEN}"/>'
        '<circle cx="30" cy="40" r="3" fill="#fbf7ea"/>'
    )


DOTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (12, ((30, 21, GREEN), (30, 59, BLUE))),
    3: (10, ((14, 16, BLUE), (30, 40, RED), (46, 64, GREEN))),
    4: (11, ((16, 22, BLUE), (44, 22, GREEN), (16, 58, GREEN), (44, 58, BLUE))),
    5: (9.5, ((14, 18, BLUE), (46, 18, GREEN), (30, 40, RED), (14, 62, GREEN), (46, 62, BLUE))),
    6: (
        9.5,
        tuple((x, y, GREEN if y < 20 else RED) for y in (15, 41, 64) for x in (17, 43)),
    ),
    7: (
        8,
        (
            (11, 11, GREEN),
            (30, 19, GREEN),
            (49, 27, GREEN),
            *((x, y, RED) for y in (47, 68) for x in (19, 41)),
        ),
    ),
    8: (8.2, tuple((x, y, BLUE) for y in (11, 30.5, 50, 69) for x in (18, 42))),
    9: (
        8,
        tuple((x, y, c) for y, c in ((14, GREEN), (40, RED), (66, BLUE)) for x in (11, 30, 49)),
    ),
}


def stick(x: float, y: float, h: float, colour: str, tilt: float = 0, w: float = 7) -> str:
    """One bamboo, centred on (x, y), with a joint in the middle."""
    turn = f' transform="rotate({tilt:g} {x:g} {y:g})"' if tilt else ""
    half = h / 2
    body = "".join(
        f'<rect x="{x - w / 2:g}" y="{top:g}" width="{w:g}" height="{half - 0.6:g}" '
        f'rx="{w * 0.42:g}" fill="{colour}"/>'
        f'<path d="M{x:g} {top + 2.6:g}v{half - 5.8:g}" stroke="#fbf7ea" stroke-width="1.3" '
        'stroke-linecap="round"/>'
        for top in (y - half, y + 0.6)
    )
    joint = f'<rect x="{x - w * 0.66:g}" y="{y - 1.5:g}" width="{w * 1.32:g}" height="3" rx="1.5" fill="{colour}"/>'
    return f"<g{turn}>{body}{joint}</g>"


STICKS: dict[int, tuple[tuple[float, ...], ...]] = {
    # x, y, height, colour (0 green, 1 red, 2 blue), tilt
    2: ((30, 22, 29, 0), (30, 58, 29, 2)),
    3: ((30, 22, 29, 2), (17, 58, 29, 0), (43, 58, 29, 0)),
    4: ((17, 22, 29, 0), (43, 22, 29, 2), (17, 58, 29, 2), (43, 58, 29, 0)),
    5: ((13, 22, 29, 0), (47, 22, 29, 2), (30, 40, 30, 1), (13, 58, 29, 2), (47, 58, 29, 0)),
    6: tuple((x, y, 29, c) for y, c in ((22, 0), (58, 2)) for x in (12, 30, 48)),
    7: (
        (30, 14, 20, 1),
        *((x, y, 20, c) for y, c in ((40, 0), (65, 2)) for x in (12, 30, 48)),
    ),
    8: (
        (9, 21, 28, 0), (51, 21, 28, 0), (23, 22, 28, 0, 33), (37, 22, 28, 0, -33),
        (9, 59, 28, 2), (51, 59, 28, 2), (23, 58, 28, 2, -33), (37, 58, 28, 2, 33),
    ),
    9: tuple((x, y, 20, c) for y in (15, 40, 65) for x, c in ((12, 0), (30, 1), (48, 2))),
}  # fmt: skip


def bird() -> str:
    """1s: the sparrow on its twig."""
    return (
        f'<path d="M8 68C22 62 38 62 52 67" stroke="{GREEN}" stroke-width="3.4" fill="none" '
        'stroke-linecap="round"/>'
        f'<path d="M26 62l-2 6M34 62l1 6" stroke="{RED}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M41 22C50 30 46 58 30 60C18 61 15 48 22 40C27 34 31 32 31 24Z" fill="{GREEN}"/>'
        f'<path d="M22 40C12 44 6 54 5 64C14 63 24 60 30 52Z" fill="{BLUE}"/>'
        f'<path d="M19 46L7 59M23 50L10 62" stroke="#fbf7ea" stroke-width="1.4" stroke-linecap="round"/>'
        f'<path d="M30 38C38 38 41 44 37 52C30 54 26 48 30 38Z" fill="{RED}"/>'
        f'<circle cx="36" cy="19" r="9.5" fill="{GREEN}"/>'
        f'<path d="M44 15L55 20L44 23Z" fill="{GOLD}"/>'
        f'<path d="M30 12C28 6 31 4 33 3C33 7 36 7 38 3C40 6 40 9 38 11Z" fill="{RED}"/>'
        '<circle cx="38.5" cy="17.5" r="3" fill="#fbf7ea"/>'
        f'<circle cx="39" cy="17.5" r="1.6" fill="{INK}"/>'
    )


def white() -> str:
    """5z: an empty frame."""
    return (
        f'<rect x="9" y="11" width="42" height="58" rx="4" fill="none" stroke="{BLUE}" stroke-width="4.5"/>'
        f'<rect x="15.5" y="17.5" width="29" height="45" rx="2" fill="none" stroke="{BLUE}" stroke-width="1.8"/>'
        f'<path d="M9 25h6M9 55h6M45 25h6M45 55h6M22 11v6M38 11v6M22 63v6M38 63v6" '
        f'stroke="{BLUE}" stroke-width="1.8"/>'
    )


def back() -> str:
    """The hidden side: a lattice with a coin."""
    lattice = "".join(f"M-10 {y}L70 {y + 60}M-10 {y + 60}L70 {y}" for y in range(-60, 90, 20))
    return (
        '<clipPath id="b"><rect x="5" y="5" width="50" height="70" rx="5"/></clipPath>'
        f'<g clip-path="url(#b)"><path d="{lattice}" stroke="#ffffff" stroke-opacity=".22" '
        'stroke-width="2" fill="none"/></g>'
        '<rect x="5" y="5" width="50" height="70" rx="5" fill="none" stroke="#ffffff" '
        'stroke-opacity=".38" stroke-width="2"/>'
        '<circle cx="30" cy="40" r="11" fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="3"/>'
        '<rect x="26" y="36" width="8" height="8" fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="2.4"/>'
    )


def wild_mark() -> str:
    """A gold rosette with a star: a shape of its own, so that colour is not needed to see it."""
    return (
        '<circle cx="20" cy="20" r="18" fill="#f6c445" stroke="#7a4a00" stroke-width="3"/>'
        '<path d="M20 6.5L24.1 15.1L33.5 16.3L26.6 22.8L28.4 32.1L20 27.5L11.6 32.1'
        'L13.4 22.8L6.5 16.3L15.9 15.1Z" fill="#7a1d00"/>'
    )


def faces() -> dict[str, str]:
    """Symbol id → drawing, for the 34 kinds and the back."""
    drawn: dict[str, str] = {}
    for n, char in enumerate("一二三四五六七八九", start=1):
        drawn[f"{n}m"] = glyph(char, (13, 5, 34, 32), INK, 13) + glyph(
            "万", (12, 40, 36, 35), RED, 12.5
        )
    drawn["1p"] = big_dot()
    for n, (radius, coins) in DOTS.items():
        drawn[f"{n}p"] = "".join(dot(x, y, radius, colour) for x, y, colour in coins)
    drawn["1s"] = bird()
    for n, sticks in STICKS.items():
        drawn[f"{n}s"] = "".join(
            stick(
                s[0],
                s[1],
                s[2],
                (GREEN, RED, BLUE)[int(s[3])],
                s[4] if len(s) > 4 else 0,
                9 if n < 6 else 7,
            )
            for s in sticks
        )
    for n, char in enumerate("東南西北", start=1):
        drawn[f"{n}z"] = glyph(char, (7, 14, 46, 52), INK, 11 if char != "南" else 9.5)
    drawn["5z"] = white()
    drawn["6z"] = glyph("發", (6, 12, 48, 57), GREEN, 8.5)
    drawn["7z"] = glyph("中", (7, 11, 46, 58), RED, 13)
    drawn["back"] = back()
    return drawn


def sprite() -> str:
    """The whole SVG file."""
    symbols = "\n".join(
        f'<symbol id="t-{name}" viewBox="0 0 60 80">{art}</symbol>' for name, art in faces().items()
    )
    mark = f'<symbol id="wild" viewBox="0 0 40 40">{wild_mark()}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n{mark}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_text(sprite(), encoding="utf-8")
    print(f"{SPRITE}: {SPRITE.stat().st_size} bytes")
