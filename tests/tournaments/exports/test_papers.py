"""Papers: what is printed can be read, found and scanned, in any script."""

from __future__ import annotations

import io
from dataclasses import replace

import pypdfium2
import pytest
import zxingcpp
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from tests.tournaments.domain.desk import Desk, terms
from tests.tournaments.exports.event import NAMES, played
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.parts import Line, Person, Seating
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Stage
from tournaments.exports.files import File
from tournaments.exports.print_request import Checkpoint, Printing
from tournaments.exports.print_results import results_pdf, standings_pdf
from tournaments.exports.print_rounds import cards_pdf, pairings_pdf
from tournaments.exports.words import printing_now
from tournaments.standings.standing import Standings

NOON = 1_796_040_000_000
CHECKPOINT = Checkpoint("7Q4K-M2XA", "https://mahjong.example/c/7Q4KM2XA")


@pytest.fixture(scope="module")
def state() -> TournamentState:
    return played().state


def printing(language: str = "en", **changes: object) -> Printing:
    with translation.override(language):
        return replace(printing_now(NOON), **changes)


def link(table: int) -> str:
    return f"https://mahjong.example/events/6c0f/tables/{table}/"


def pages(file: File) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(file.body)).pages]


def pictures(file: File) -> list[Image.Image]:
    return [page.render(scale=2).to_pil() for page in pypdfium2.PdfDocument(file.body)]


def codes(file: File) -> list[str]:
    return [str(code.text) for page in pictures(file) for code in zxingcpp.read_barcodes(page)]


def fonts(file: File) -> dict[str, bool]:
    """Names of the fonts of all pages, and whether each is embedded."""
    found = {}
    for page in PdfReader(io.BytesIO(file.body)).pages:
        for font in page["/Resources"]["/Font"].values():
            below = font.get_object()["/DescendantFonts"][0].get_object()
            embedded = "/FontFile2" in below["/FontDescriptor"].get_object()
            found[str(font.get_object()["/BaseFont"])] = embedded
    return found


def four_with(*names: str) -> TournamentState:
    desk = Desk().create(terms=terms(Stage("main", "league", 1)))
    desk.do(c.OpenRegistration())
    desk.do(*(c.AddEntry(f"e{n}", Person(name)) for n, name in enumerate(names)))
    desk.do(c.StartTournament())
    seats = tuple(desk.state.entries)
    desk.do(c.PlanRounds((c.RoundPlan(1, "main", (Seating(1, seats),)),)))
    desk.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    return desk.results(1).state


def test_pairings_name_everybody_at_a_table_and_those_with_a_bye(state: TournamentState) -> None:
    (text,) = pages(pairings_pdf(state, printing(), 1))
    assert "Round 1 · Pairings" in text
    for name in ("渡辺", "\u00d3lafur", "t Hooft", "=HYPERLINK(1)", "محمد"):
        assert name in text
    assert 'Bye: - "Quote", Comma; Tab' in text


@pytest.mark.parametrize(
    ("language", "words"),
    [("zh-hans", "第 1 轮 · 对阵表"), ("zh-hant", "第 1 輪 · 對陣表")],
)
def test_papers_are_in_the_readers_language(
    state: TournamentState, language: str, words: str
) -> None:
    assert words in pages(pairings_pdf(state, printing(language), 1))[0]


def test_all_fonts_are_embedded_and_hold_only_what_is_used(state: TournamentState) -> None:
    file = pairings_pdf(state, printing("zh-hans"), 1)
    embedded = fonts(file)
    assert all(embedded.values())
    assert any("CJK" in name for name in embedded)
    assert len(file.body) < 60_000


def test_a_round_that_is_not_published_is_not_printed(state: TournamentState) -> None:
    for number, code in ((2, "not_published"), (3, "no_such_round")):
        with pytest.raises(Refused) as caught:
            pairings_pdf(state, printing(), number)
        assert caught.value.code == code


def test_a_later_edition_says_so() -> None:
    desk = played()
    desk.do(c.PublishPairings(2, 1), c.PlanRounds((desk.plan(2, "abcd", "efgi", byes=("h",)),)))
    desk.do(c.PublishPairings(2, 2))
    assert "Edition 2" in pages(pairings_pdf(desk.state, printing(), 2))[0]


def test_each_table_has_a_card_whose_code_leads_to_it(state: TournamentState) -> None:
    file = cards_pdf(state, printing(), 1, link)
    assert sorted(codes(file)) == [link(1), link(2)]
    (text,) = pages(file)
    assert "Table 1" in text
    assert link(2) in text


def test_two_cards_share_a_page(state: TournamentState) -> None:
    assert len(pages(cards_pdf(state, printing(), 1, link))) == 1


def test_results_have_points_and_the_substitute_beside_the_player(state: TournamentState) -> None:
    (text,) = pages(results_pdf(state, printing(), 1))
    assert "渡辺 +11 · 4" in text
    assert "(played by Stand-in) +3 · 1½" in text
    assert "5= \u00d3lafur J 1½ 3 1" in text
    assert "Standings after round 1 · not published" in text


def test_results_that_are_missing_are_named() -> None:
    desk = played()
    desk.do(c.WithdrawResult(1, 2, "wrong table"))
    assert "2 no result yet" in pages(results_pdf(desk.state, printing(), 1))[0]


def test_a_round_to_come_has_no_results(state: TournamentState) -> None:
    with pytest.raises(Refused) as caught:
        results_pdf(state, printing(), 2)
    assert caught.value.code == "round_not_started"


def test_a_checkpoint_can_be_read_and_scanned(state: TournamentState) -> None:
    file = results_pdf(state, printing(), 1, CHECKPOINT)
    assert CHECKPOINT.code in pages(file)[0]
    assert codes(file) == [CHECKPOINT.link]
    assert codes(results_pdf(state, printing(), 1)) == []


def published(state: TournamentState, standings: Standings) -> tuple[Line, ...]:
    return tuple(
        Line(line.player, line.place, line.totals.game, line.totals.table_points)
        for line in standings.lines
    )


def test_standings_are_official_only_while_they_are_what_was_published() -> None:
    desk = played()
    desk.do(c.ConfirmRound(1))
    lines = published(desk.state, standings_of(desk.state, "main", 1))
    desk.do(c.PublishStandings("main", 1, lines))
    assert "provisional" in pages(standings_pdf(desk.state, printing(), "main", 1))[0]
    desk.do(c.MakeOfficial("main", 1))
    assert "official" in pages(standings_pdf(desk.state, printing(), "main", 1))[0]
    desk.do(c.GivePenalty("p9", "a", 1, None, "late", 0, 24))
    assert "not published" in pages(standings_pdf(desk.state, printing(), "main", 1))[0]


@pytest.mark.parametrize(
    "name",
    [
        "渡" * 100,
        "W" * 100,
        "שלום " * 20,
        "{nb} **bold** <b>markup</b>",
        "👩‍👩‍👧" * 20,
        "a" + "\u0301" * 99,
        "\U0001fbff\U000e0001x",
        "Zoë\u200b\u200eİ",
    ],
)
def test_no_name_is_too_long_or_too_strange_for_paper(name: str) -> None:
    state = four_with(name, "B", "C", "D")
    for file in (
        pairings_pdf(state, printing(), 1),
        cards_pdf(state, printing(), 1, link),
        results_pdf(state, printing(), 1),
    ):
        assert len(pages(file)) == 1
    assert codes(cards_pdf(state, printing(), 1, link)) == [link(1)]


def test_four_longest_names_stay_on_their_card() -> None:
    names = [letter * 100 for letter in "渡辺佐藤"]
    page = pypdfium2.PdfDocument(cards_pdf(four_with(*names), printing(), 1, link).body)[0]
    text = page.get_textpage()
    lowest = text.get_charbox(text.get_text_range().rindex("藤"))[1]
    assert lowest > page.get_height() / 2


def test_a_name_that_looks_like_a_command_is_printed_as_it_is() -> None:
    text = pages(pairings_pdf(four_with("{nb} **b** <i>", "B", "C", "D"), printing(), 1))[0]
    assert "{nb} **b** <i>" in text


def test_names_from_right_to_left_are_drawn_from_right_to_left(state: TournamentState) -> None:
    page = pypdfium2.PdfDocument(pairings_pdf(state, printing(), 1).body)[0].get_textpage()
    text = page.get_text_range()
    assert all(word in text for word in NAMES["e"].split())
    first, last = text.index("ע"), text.index("ן")
    assert page.get_charbox(first)[0] > page.get_charbox(last)[0]


def test_headings_are_repeated_on_every_page() -> None:
    desk = Desk().create(terms=terms(Stage("main", "league", 1)))
    desk.do(c.OpenRegistration())
    ids = [f"e{n}" for n in range(200)]
    desk.do(*(c.AddEntry(one, Person(f"Player {one}")) for one in ids), c.StartTournament())
    tables = tuple(Seating(n + 1, tuple(ids[4 * n : 4 * n + 4])) for n in range(50))
    desk.do(c.PlanRounds((c.RoundPlan(1, "main", tables),)), c.PublishPairings(1, 1))
    found = pages(pairings_pdf(desk.state, printing(), 1))
    assert len(found) > 1
    assert all("North" in page for page in found)
    whole = " ".join(found)
    assert all(f"Player {one}" in whole for one in ids)


def test_the_same_event_at_the_same_moment_gives_the_same_file(state: TournamentState) -> None:
    first, second = (pairings_pdf(state, printing(), 1) for _ in range(2))
    assert first.body == second.body


def test_the_fonts_of_a_paper_do_not_tell_when_it_was_made(
    state: TournamentState, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = []
    for moment in (1_000_000, 2_000_000):
        monkeypatch.setattr("fontTools.fontBuilder.timestampNow", lambda at=moment: at)
        bodies.append(pairings_pdf(state, printing(), 1).body)
    assert bodies[0] == bodies[1]


def test_letter_paper_is_letter_paper(state: TournamentState) -> None:
    file = cards_pdf(state, printing(size="letter"), 1, link)
    box = PdfReader(io.BytesIO(file.body)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (612, 792)
    assert sorted(codes(file)) == [link(1), link(2)]


def test_papers_are_named_after_event_and_round(state: TournamentState) -> None:
    file = cards_pdf(state, printing(), 1, link)
    assert (file.name, file.content_type) == ("spring-cup-round-1-tables.pdf", "application/pdf")
