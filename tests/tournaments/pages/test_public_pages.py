"""What everybody reads of an event: its terms, pairings, standings, tables, results and players."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from engine.play.match import Length
from tables.demo import play_out
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.domain import commands as c
from tournaments.domain.next_standings import published_lines
from tournaments.domain.parts import Hand, Person, Result, Seating
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import PenaltyRule, Stage
from tournaments.exports import print_rounds
from tournaments.pages.files import PAPERS
from tournaments.play.keeping_up import keep_up
from tournaments.redrawing.checking import redrawn
from tournaments.redrawing.file import read_draws

pytestmark = pytest.mark.django_db(transaction=True)
POINTS = Result((30, 10, -10, -30), (), "organiser")
HANDS = Result((11, -17, 3, 3), (Hand(1, (11, -17, 3, 3), 0, 2), Hand(2, (0, 0, 0, 0))), "scorer")
EVERYWHERE = ("", "rounds/", "standings/", "tables/", "results/", "screen/")


@pytest.fixture(autouse=True)
def _papers_as_often_as_asked() -> None:
    PAPERS.forget()


def reader(account: User | None = None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account is not None:
        client.force_login(account)
    return client


def read(event: Event, path: str = "", account: User | None = None) -> str:
    answer = reader(account).get(f"/events/{event.tournament.pk}/{path}")
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def status(event: Event, path: str, account: User | None = None) -> int:
    return reader(account).get(f"/events/{event.tournament.pk}/{path}").status_code


def words(page: str) -> str:
    """The text of a page without its marks, blanks made single."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def planned(*tables: str, number: int = 1) -> c.PlanRounds:
    seatings = tuple(Seating(n, tuple(seats)) for n, seats in enumerate(tables, 1))
    return c.PlanRounds((c.RoundPlan(number, "main", seatings),))


def play(event: Event, number: int, *tables: str, result: Result = POINTS) -> Event:
    event.do(planned(*tables, number=number))
    edition = event.state.rounds[number].plan.edition
    event.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
    for table in event.state.rounds[number].tables:
        event.do(c.TakeResult(number, table, None, result))
    return event


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """Eight players, play with real tiles; nothing is planned yet."""
    rule = PenaltyRule("late", "late at the table", 5, 12)
    made = make_event(Stage("main", "swiss", 3), play="points", penalties=(rule,), drop_worst=1)
    made.do(c.OpenRegistration()).enter(*"abcdefgh")
    return made.do(c.StartTournament())


def test_terms_stand_there_in_plain_words(event: Event):
    page = words(read(event))
    for text in ("4 – 2 – 1 – 0", "Swiss rounds", "3 rounds", "late at the table", "60 minutes",
                 "all but the worst one", "With real tiles; only the final points"):  # fmt: skip
        assert text in page, text
    assert event.state.commitment in page


def test_names_are_sorted_as_readers_expect_and_kept_apart(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    for key, name in (("w", "王五"), ("l", "李四"), ("o", "Ólafur"), ("a", "anna"), ("m", "محمد")):
        event.do(c.AddEntry(key, Person(name)))
    page = read(event)
    found = re.findall(r'/players/(\w+)/"><bdi>', page)
    assert found == ["a", "l", "o", "w", "m"]
    assert "<bdi>محمد</bdi>" in page


def test_markup_in_a_name_is_text(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration(), c.AddEntry("x", Person("<b>Bo</b>")))
    assert "&lt;b&gt;Bo&lt;/b&gt;" in read(event)


def test_entering_and_leaving_is_offered_to_those_who_may(make_event: EventMaker, cast):
    event = make_event(entry_by="open").do(c.OpenRegistration())
    assert "Log in to enter" in read(event)
    player = cast["player"]
    assert "Enter this event" in read(event, account=player)
    reader(player).post(f"/events/{event.tournament.pk}/enter/")
    page = read(event, account=player)
    assert "Enter this event" not in page
    assert "Withdraw from this event" in page


def test_an_event_for_members_is_entered_by_members_alone(make_event: EventMaker, cast):
    event = make_event(entry_by="invitation").do(c.OpenRegistration())
    assert "Enter this event" in read(event, account=cast["player"])
    assert "Enter this event" not in read(event, account=cast["visitor"])
    enter = f"/events/{event.tournament.pk}/enter/"
    assert reader(cast["visitor"]).post(enter).status_code == 403
    assert event.state.entries == {}
    reader(cast["player"]).post(enter)
    assert len(event.state.entries) == 1


def test_a_plan_in_the_making_is_shown_nowhere(event: Event):
    event.do(planned("abcd", "efgh"))
    for path in EVERYWHERE:
        assert "Table 1" not in words(read(event, path)), path
    for path in ("rounds/1/", "rounds/1/tables/1/", "rounds/1/tables/1/why/", "results/1/",
                 "files/rounds/1/pairings.pdf", "files/rounds/1/cards.pdf"):  # fmt: skip
        assert status(event, path) in (302, 403, 404), path
    assert "Name a" not in read(event, "files/pairings.csv")


def test_a_newer_plan_in_the_making_does_not_show_through_the_published_one(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.SwapSeats(1, 1, "a", "h"))
    page = words(read(event, "rounds/1/"))
    assert "Table 1 East Name a" in page
    assert "Editions" not in page
    assert status(event, "rounds/1/tables/1/why/") in (302, 404)
    assert "Table 1 about to begin East Name a" in words(read(event, "rounds/1/tables/1/"))
    assert "a" in json.loads(read(event, "files/pairings.json"))["rows"][0]["east_entry"]


def test_each_published_edition_can_be_read_and_shows_what_it_changed(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.SwapSeats(1, 1, "a", "h"))
    event.do(c.PublishPairings(1, 2))
    second = words(read(event, "rounds/1/"))
    assert "East Name h ↻ was: table 2, North" in second
    assert "North Name a ↻ was: table 1, East" in second
    assert second.count("↻ was") == 2
    first = words(read(event, "rounds/1/?edition=1"))
    assert "East Name a" in first
    assert "This edition was replaced by a later one." in first
    assert status(event, "rounds/1/?edition=3") == 404


def test_pairings_that_were_taken_back_stay_readable_and_say_so(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.DropPlan(1))
    assert "were taken back" in words(read(event, "rounds/1/"))
    assert status(event, "rounds/1/tables/1/") == 404


def test_standings_show_movement_penalties_and_what_is_not_counted(event: Event):
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    play(event, 2, "dcba", "hgfe", result=Result((50, 10, -20, -40), (), "organiser"))
    event.do(c.GivePenalty("one", "a", 2, "late", "secret words of the referee"))
    page = read(event, "standings/")
    rows = {k: words(v) for k, v in re.findall(r'<tr id="p-(\w)">(.*?)</tr>', page, re.S)}
    assert rows["d"].startswith("1 =")
    assert "up 6" in rows["d"]
    assert "−5 · −1" in rows["a"]
    assert "Not counted" in words(page)
    assert "secret words" not in page + read(event, "players/a/") + read(event, "results/2/")


def test_where_a_tie_break_decided_the_line_says_which_and_why(event: Event):
    event.do(planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0), c.TakeResult(1, 1, None, POINTS))
    event.do(c.TakeResult(1, 2, None, Result((40, 10, -10, -40), (), "organiser")))
    row = re.search(r'<tr id="p-a">(.*?)</tr>', read(event, "standings/"), re.S)
    assert row is not None
    assert "Game points decided: +30, against +40 of \u2068Name e\u2069" in words(row[1])


def by_hands(*hands: tuple[int, int]) -> Result:
    """Hands as (winner, tai); whoever wins the first one gets 30, the rest is evened out."""
    known = [Hand(n, (0, 0, 0, 0), winner, tai) for n, (winner, tai) in enumerate(hands, 1)]
    return Result(POINTS.points, (replace(known[0], points=POINTS.points), *known[1:]), "scorer")


TIE_BREAKS = {
    "wins": (by_hands((0, 2), (0, 2)), by_hands((0, 2), (1, 2)), "Hands won decided: 1, against 2"),
    "best_hand": (by_hands((0, 5)), by_hands((0, 3)), "Best hand decided: 3, against 5"),
    "firsts": (POINTS, POINTS, "Tables won decided: 0, against 1"),
    "lot": (POINTS, POINTS, "Lot decided, against"),
}


@pytest.mark.parametrize("criterion", TIE_BREAKS)
def test_every_tie_break_is_explained_where_it_decided(make_event: EventMaker, criterion: str):
    first, second, told = TIE_BREAKS[criterion]
    ties = {"tie_breaks": ("table_points", criterion)}
    if criterion == "firsts":
        ties["table_points"] = (4, 4, 1, 0)
    event = make_event(Stage("main", "swiss", 3), play="points", **ties)
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeResult(1, 1, None, first), c.TakeResult(1, 2, None, second))
    event.do(c.OpenSeed(event.seed))
    assert told.lower() in words(read(event, "standings/")).lower()


def publish(event: Event, after: int) -> Event:
    lines = published_lines(event.state, "main", after)
    return event.do(c.PublishStandings("main", after, lines, 1))


def test_published_standings_stay_and_a_correction_shows_the_difference(event: Event):
    publish(play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1)), 1)
    shown = words(read(event, "standings/"))
    assert "Provisional" in shown
    assert re.search(r"Objections go to a referee or the organiser, until \d{4}-\d\d-\d\d", shown)
    event.do(c.ReopenRound(1, "typed wrongly", True))
    event.do(c.TakeResult(1, 1, None, Result((10, 30, -10, -30), (), "organiser")))
    assert "not published yet" in words(read(event, "standings/"))
    publish(event.do(c.ConfirmRound(1)), 1)
    event.do(c.MakeOfficial("main", 1))
    first, second = read(event, "standings/1/1/1/"), read(event, "standings/1/1/2/")
    assert "<del>" not in first
    row = re.search(r'<tr class="changed">(?:(?!</tr>).)*Name a</bdi>.*?</tr>', second, re.S)
    assert row is not None
    assert "<del>30</del> <ins>10</ins>" in row[0]
    assert "official" in words(second)
    assert status(event, "standings/1/1/3/") == 404
    assert status(event, "standings/2/") == 404


def test_a_player_opens_down_to_hands_and_to_who_sat_for_them(event: Event):
    event.do(c.AddEntry("sub", Person("Sub", "stand_in")))
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeSeat(1, 1, 0, "sub", "stand_in", None, 2, "drop_out"))
    event.do(c.TakeResult(1, 1, None, HANDS))
    page = words(read(event, "players/a/"))
    assert "Round 1 · Table 1 · East" in page
    assert "hand 1: Name a" in page
    assert "from hand 2: Sub plays for nobody" in page
    assert "2 hands" in page
    assert "Name a 2 +11" in page
    assert "not for this player" in page
    assert status(event, "players/nobody/") == 404


def test_a_round_that_was_dropped_and_a_lifted_penalty_stay_in_view(event: Event):
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    play(event, 2, "dcba", "hgfe")
    event.do(c.GivePenalty("one", "a", 2, "late", "x"), c.LiftPenalty("one", "y"))
    page = words(read(event, "players/a/"))
    assert page.count("dropped, does not count") == 1
    assert "lifted, counts no more" in page


def test_live_tables_are_watched_and_finished_ones_seen_again_hand_by_hand(
    make_event: EventMaker,
):
    event = make_event(length=Length("hands", 2), round_ms=60 * MINUTE)
    begin(event)
    keep_up(event.tournament.pk)
    one, _two = matches(event)
    assert f'href="/tables/{one.pk}/"' in read(event, "tables/")
    play_out(one)
    keep_up(event.tournament.pk)
    page = read(event, "tables/")
    assert f'href="/tables/{one.pk}/replay/"' in page
    entry = event.state.rounds[1].tables[1].ledger[0][0].person
    links = re.findall(rf"/tables/{one.pk}/replay/(\d+)/", read(event, f"players/{entry}/"))
    dealt = [line.version for line in _dealt(one)]
    assert [int(step) for step in links] == dealt
    assert len(dealt) == 2
    assert reader().get(f"/tables/{one.pk}/replay/{dealt[1]}/").status_code == 200


def _dealt(match):
    from tables.models import Event as LogLine

    return LogLine.objects.filter(stream=match.pk, type="HandDealt").order_by("version")


def test_points_of_a_running_match_wait_as_long_as_spectators_do(make_event: EventMaker):
    event = make_event(length=Length("hands", 2), spectator_delay=2)
    begin(event)
    keep_up(event.tournament.pk)
    one = matches(event)[0]
    type(one).objects.filter(pk=one.pk).update(points=[12345, -12345, 0, 0], hand=2)
    assert "12345" not in read(event, "tables/") + read(event, "screen/")


def test_results_name_the_table_points_and_who_really_played(event: Event):
    event.do(c.AddEntry("sub", Person("Sub", "stand_in")))
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeSeat(1, 1, 0, "sub", "substitute", "a", 1, "no_show"))
    event.do(c.TakeResult(1, 1, None, POINTS))
    page = words(read(event, "results/"))
    assert "1 of 2 results are in" in page
    assert "1 Name a played by Sub +30 4" in page
    assert "no result yet" in page


def test_nobody_but_the_club_sees_a_clubs_own_event(make_event: EventMaker, cast):
    event = make_event(Stage("main", "swiss", 3), play="points", visibility="club")
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    play(event, 1, "abcd", "efgh")
    more = ("rounds/1/", "rounds/1/tables/1/", "results/1/", "standings/1/", "players/a/",
            "files/results.csv", "files/rounds/1/results.pdf", "files/standings/1.pdf")  # fmt: skip
    for path in (*EVERYWHERE, *more):
        assert status(event, path) == 302, path
        assert status(event, path, cast["visitor"]) == 404, path
        assert status(event, path, cast["player"]) == 200, path


def test_a_draft_shows_nothing_to_anybody_else(make_event: EventMaker, cast):
    event = make_event()
    for path in EVERYWHERE:
        assert status(event, path, cast["player"]) == 404, path
        assert status(event, path, cast["organiser"]) == 200, path


@pytest.mark.parametrize(
    ("language", "pairings", "standings"),
    [("zh-hans", "分桌", "排名"), ("zh-hant", "分桌", "排名"), ("en", "Pairings", "Standings")],
)
def test_in_the_readers_language(event: Event, language: str, pairings: str, standings: str):
    play(event, 1, "abcd", "efgh")
    page = reader(language=language).get(f"/events/{event.tournament.pk}/").content.decode()
    assert pairings in page
    assert standings in page


def test_the_seed_is_shown_once_it_is_open_and_fits_the_commitment(event: Event):
    assert event.seed not in read(event)
    event.do(c.OpenSeed(event.seed))
    page = read(event)
    assert f"bytes.fromhex(&#x27;{event.seed}&#x27;)" in page or event.seed in page


def test_changes_are_told_in_one_place_that_is_never_replaced(event: Event):
    play(event, 1, "abcd", "efgh")
    for path in ("", "rounds/", "standings/", "tables/", "results/", "players/a/"):
        page = read(event, path)
        assert page.count("aria-live") == 1, path
        assert '<p id="news" class="visually-hidden" aria-live="polite"' in page


def test_what_is_kept_for_one_reader_is_not_shown_in_the_language_of_another(event: Event):
    play(event, 1, "abcd", "efgh")
    address = f"/events/{event.tournament.pk}/standings/"
    for language, word in (("en", "Game points"), ("zh-hans", "比赛分"), ("en", "Game points")):
        assert word in reader(language=language).get(address).content.decode()


def test_results_name_the_points_that_came_in_a_moment_ago(event: Event):
    play(event, 1, "abcd", "efgh")
    assert "+77" not in read(event, "results/")
    event.do(c.TakeResult(1, 1, None, Result((77, 0, 0, -77), (), "organiser")))
    assert "+77" in read(event, "results/")


def test_the_code_on_a_tables_card_leads_to_its_page(event: Event, monkeypatch):
    play(event, 1, "abcd", "efgh")
    links = []
    real = print_rounds.cards_pdf

    def cards(state, printing, number, link):
        links.append(link(2))
        return real(state, printing, number, link)

    monkeypatch.setattr(print_rounds, "cards_pdf", cards)
    assert status(event, "files/rounds/1/cards.pdf") == 200
    page = f"/events/{event.tournament.pk}/rounds/1/tables/2/"
    assert links == [f"http://testserver{page}"]
    assert reader().get(page).status_code == 200


# Files


def test_public_files_are_for_everybody_and_lists_of_people_for_those_who_run_it(
    event: Event, cast
):
    play(event, 1, "abcd", "efgh")
    for kind in ("pairings", "results", "hands", "standings"):
        assert status(event, f"files/{kind}.csv") == 200
        assert json.loads(read(event, f"files/{kind}.json"))["format"] == f"laozhuang-{kind}"
    for kind in ("players", "seats", "penalties"):
        assert status(event, f"files/{kind}.csv") == 404
        assert status(event, f"files/{kind}.csv", cast["player"]) == 404
        for role in ("organiser", "scorer"):
            assert status(event, f"files/{kind}.csv", cast[role]) == 200
    assert status(event, "files/players.pdf") == 404
    answer = reader(cast["organiser"]).get(f"/events/{event.tournament.pk}/files/players.csv")
    assert 'filename="spring-cup-players.csv"' in answer["Content-Disposition"]
    assert answer.content.decode("utf-8-sig").startswith("entry,number,name")


@pytest.mark.parametrize(
    "path", ["rounds/1/pairings", "rounds/1/cards", "rounds/1/results", "standings/1"]
)
def test_papers_come_as_pdf(event: Event, path: str):
    play(event, 1, "abcd", "efgh")
    answer = reader().get(f"/events/{event.tournament.pk}/files/{path}.pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.parametrize("path", ["rounds/1/secrets", "rounds/9/pairings", "standings/9"])
def test_papers_that_do_not_exist_are_not_found(event: Event, path: str):
    play(event, 1, "abcd", "efgh")
    assert status(event, f"files/{path}.pdf") == 404


def test_anybody_gets_the_file_with_which_every_draw_is_run_again(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 2), play="points", seed_opens="first_use")
    address = f"/events/{event.tournament.pk}/files/draws.json"
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    assert reader().get(address).status_code == 404
    seed = event.seed
    event.do(lambda state: next_plan(state, "main", seed), c.PublishPairings(1, 1))
    assert "files/draws.json" in read(event, "")
    answer = reader().get(address)
    found = redrawn(read_draws(answer.content))
    assert [one.what for one in found if one.answer == "equal"] == [
        "the seed is the one committed to", "round 1, edition 1: who sits where",
    ]  # fmt: skip
