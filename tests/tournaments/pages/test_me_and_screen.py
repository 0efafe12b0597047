"""The player's own page, the page of a table, disputes, and the big screen."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from engine.play.match import Length
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import POINTS, planned, play, read, reader, words
from tests.tournaments.play.test_keeping_up import matches, ms
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Seating
from tournaments.domain.terms import Stage
from tournaments.play.keeping_up import keep_up
from tournaments.services import context_set

pytestmark = pytest.mark.django_db(transaction=True)


def make(make_event: EventMaker, player: User, **changes: object) -> Event:
    """Eight players, of whom `a` is this account."""
    event = make_event(Stage("main", "swiss", 3), **{"play": "points", **changes})
    event.do(c.OpenRegistration(), c.AddEntry("a", Person("Name a", account=str(player.pk))))
    return event.enter(*"bcdefgh")


@pytest.fixture
def event(make_event: EventMaker, cast) -> Event:
    return make(make_event, cast["player"]).do(c.StartTournament())


def mine(account: User) -> str:
    answer = reader(account).get("/me/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_strangers_are_asked_to_log_in():
    assert reader().get("/me/").status_code == 302


def test_who_takes_part_in_nothing_is_told_where_to_find_an_event(cast):
    assert "You take part in no event" in mine(cast["visitor"])


def test_next_round_then_the_seat_then_the_result(event: Event, cast):
    player = cast["player"]
    event.do(planned("dcba", "efgh"))
    assert "Table 1" not in words(mine(player))
    event.do(c.PublishPairings(1, 1))
    assert "Next: Round 1 · Table 1 · North" in words(mine(player))
    event.do(c.StartRound(1, 1, 0))
    assert "Round 1 · Table 1 · North Who sits there" in words(mine(player))
    event.do(c.TakeResult(1, 1, None, POINTS))
    page = words(mine(player))
    assert "Dispute this result" in page
    assert "maxlength" not in mine(player)
    assert "Place 8 · 0 table points · −30 game points" in page
    event.do(c.TakeResult(1, 2, None, POINTS), c.ConfirmRound(1))
    assert "Dispute this result" not in mine(player)


def test_the_button_leads_to_the_live_table(make_event: EventMaker, cast):
    event = make(make_event, cast["player"], play="online", length=Length("hands", 1))
    context_set(tournament=event.tournament, context={"guests_played_by": "random"})
    event.do(c.StartTournament(), planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    keep_up(event.tournament.pk)
    one = matches(event)[0]
    assert f'href="/tables/{one.pk}/">To my table' in mine(cast["player"])
    assert "Watch" not in words(read(event, "rounds/1/tables/1/", cast["player"]))
    assert "Watch" in words(read(event, "rounds/1/tables/1/"))


def test_with_real_tiles_the_button_leads_to_the_score_sheet(make_event: EventMaker, cast):
    event = make(make_event, cast["player"], play="scored", length=Length("hands", 1))
    event.do(c.StartTournament(), planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    keep_up(event.tournament.pk)
    one = matches(event)[0]
    assert f'href="/tables/{one.pk}/score/">Score sheet' in mine(cast["player"])


def test_past_events_keep_their_result(event: Event, cast):
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1), c.FinishTournament(event.seed))
    page = words(mine(cast["player"]))
    assert "Over" in page
    assert "Place 1= · 4 table points" in page


def dispute(event: Event, account: User, text: str = "tai were wrong", table: int = 1) -> int:
    address = f"/events/{event.tournament.pk}/rounds/1/tables/{table}/dispute/"
    return reader(account).post(address, {"text": text, "command": f"x{table}"}).status_code


def test_a_player_disputes_the_own_table_once_and_others_read_no_words(event: Event, cast):
    play(event, 1, "abcd", "efgh")
    for _ in range(2):
        assert dispute(event, cast["player"]) == 302
    (one,) = event.state.disputes.values()
    assert (one.opened.by, one.opened.text) == ("a", "tai were wrong")
    assert "tai were wrong" in read(event, "rounds/1/tables/1/", cast["player"])
    assert "tai were wrong" not in read(event, "rounds/1/tables/1/")
    assert "under review" in words(read(event, "results/"))


def test_nobody_disputes_where_they_did_not_sit(event: Event, cast):
    play(event, 1, "abcd", "efgh")
    assert dispute(event, cast["player"], table=2) == 403
    assert dispute(event, cast["visitor"]) == 403
    assert event.state.disputes == {}


def test_a_dispute_without_words_and_one_that_comes_too_late_change_nothing(event: Event, cast):
    play(event, 1, "abcd", "efgh")
    assert dispute(event, cast["player"], text=" ") == 302
    event.do(c.ConfirmRound(1))
    assert dispute(event, cast["player"]) == 302
    assert event.state.disputes == {}


@pytest.mark.parametrize("play_kind", ["online", "scored"])
def test_where_a_match_has_a_log_the_referee_is_called_and_no_form_stands_beside(
    make_event: EventMaker, cast, play_kind: str
):
    event = make(make_event, cast["player"], play=play_kind, length=Length("hands", 1))
    event.do(c.StartTournament(), planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    keep_up(event.tournament.pk)
    held = event.state.rounds[1].tables[1]
    event.do(c.TakeResult(1, 1, held.match, POINTS))
    call = f'href="/tables/{held.match}/call/">Call the referee</a>'
    for page in (read(event, "rounds/1/tables/1/", cast["player"]), mine(cast["player"])):
        assert call in page
        assert "Dispute this result" not in page
    assert call not in read(event, "rounds/1/tables/1/", cast["visitor"])
    assert reader(cast["player"]).get(f"/tables/{held.match}/call/").status_code == 200
    address = f"/events/{event.tournament.pk}/rounds/1/tables/1/dispute/"
    answer = reader(cast["player"]).post(address, {"text": "mine"}, follow=True)
    assert "code-call_referee" in answer.content.decode()
    assert event.state.disputes == {}


@pytest.mark.parametrize(("play_kind", "calls"), [("online", False), ("scored", True)])
def test_the_desk_leads_to_the_match_instead_of_writing_a_dispute_down(
    make_event: EventMaker, cast, play_kind: str, calls: bool
):
    event = make(make_event, cast["player"], play=play_kind, length=Length("hands", 1))
    event.do(c.StartTournament(), planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    page = read(event, "desk/rounds/1/tables/1/", cast["referee"])
    assert "Write a dispute down" in page
    keep_up(event.tournament.pk)
    match = event.state.rounds[1].tables[1].match
    page = read(event, "desk/rounds/1/tables/1/", cast["referee"])
    assert "Write a dispute down" not in page
    assert f'href="/tables/{match}/rulings/"' in page
    assert (f'href="/tables/{match}/call/"' in page) is calls
    said = {"table": "1", "by": "a", "text": "mine"}
    answer = reader(cast["referee"]).post(
        f"/events/{event.tournament.pk}/desk/rounds/1/dispute/", said, follow=True
    )
    assert "code-call_referee" in answer.content.decode()
    assert event.state.disputes == {}


# The big screen


def headline(event: Event) -> str:
    found = re.search(r'class="headline (\w+)"', read(event, "screen/"))
    assert found is not None
    return found[1]


def test_the_screen_says_what_to_do_at_every_moment(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 1), play="points", round_ms=3_600_000)
    event.do(c.OpenRegistration())
    assert headline(event) == "registration"
    event.enter(*"abcd").do(c.StartTournament())
    assert headline(event) == "waiting"
    event.do(planned("abcd"))
    assert headline(event) == "waiting"
    event.do(c.PublishPairings(1, 1))
    assert headline(event) == "go"
    event.do(c.StartRound(1, 1, 0))
    assert headline(event) == "playing"
    assert 'data-ends-at="3600000"' in read(event, "screen/")
    event.do(c.PauseClock(1, None, 1000))
    assert headline(event) == "paused"
    event.do(c.ResumeClock(1, None, 2000), c.TakeResult(1, 1, None, POINTS))
    assert headline(event) == "all_in"
    event.do(c.ConfirmRound(1))
    assert headline(event) == "over"
    assert "next pairings" not in read(event, "screen/")
    event.do(c.FinishTournament(event.seed))
    assert headline(event) == "finished"


def test_the_screen_tells_when_a_round_starts_by_the_clock_of_the_hall(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1))
    noon = timezone.localtime().replace(hour=12, minute=34, second=0, microsecond=0)
    event.do(c.ScheduleRound(1, ms(noon)))
    assert "Starts at 12:34" in words(read(event, "screen/"))
    later = noon + timedelta(days=3)
    event.do(c.ScheduleRound(1, ms(later)))
    assert f"Starts at {later:%Y-%m-%d} 12:34" in words(read(event, "screen/"))


def test_who_sits_out_and_helps_at_a_table_is_shown_there_alone(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 2), play="points").do(c.OpenRegistration())
    event.enter(*"abcdi").do(c.StartTournament())
    tables = (Seating(1, tuple("abcd")),)
    event.do(c.PlanRounds((c.RoundPlan(1, "main", tables, sitting_out=("i",)),)))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    assert "Sitting out Name i" in words(read(event, "screen/"))
    event.do(c.WithdrawEntry("d", "train", "i"))
    page = words(read(event, "screen/"))
    assert "Sitting out" not in page
    assert "N Name i" in page


def test_the_desk_does_not_say_of_a_helper_at_a_table_that_they_sit_out(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 2), play="points").do(c.OpenRegistration())
    event.enter(*"abcdij").do(c.StartTournament())
    plan = c.RoundPlan(1, "main", (Seating(1, tuple("abcd")),), sitting_out=tuple("ij"))
    event.do(c.PlanRounds((plan,)), c.PublishPairings(1, 1), c.StartRound(1, 1, ms(timezone.now())))
    assert "Sitting out: Name i , Name j" in words(read(event, "desk/", event.account))
    event.do(c.WithdrawEntry("d", "train", "i"))
    assert "Sitting out: Name j" in words(read(event, "desk/", event.account))


def test_the_screen_has_no_navigation_and_shows_no_trouble(event: Event):
    play(event, 1, "abcd", "efgh")
    event.do(c.OpenDispute("d", 1, 1, "a", "angry words"))
    page = read(event, "screen/")
    assert "<nav" not in page
    assert "site-bar" not in page
    assert "angry words" not in page
    assert "Name a" in page
    assert "Standings" in page


def test_before_a_large_round_the_screen_lists_names_with_their_tables(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 1), play="points").do(c.OpenRegistration())
    names = [f"n{number:02}" for number in range(52)]
    event.enter(*names).do(c.StartTournament())
    tables = tuple(Seating(n + 1, tuple(names[n::13])) for n in range(13))
    event.do(c.PlanRounds((c.RoundPlan(1, "main", tables),)), c.PublishPairings(1, 1))
    page = words(read(event, "screen/"))
    assert "Name n00 1 E Name n01 2 E" in page
    event.do(c.StartRound(1, 1, ms(timezone.now())))
    assert "Name n00 S Name n13" in words(read(event, "screen/"))
