"""Standings as of any event, rulings and calls as everybody, players and officials read them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from tables.cases import services as cases
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.correcting import begun, correct
from tests.tournaments.pages.reading import read, reader, status, words
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.court import Court, court, payments
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.refusals import Refused
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)


def places(event: Event, query: str) -> list[str]:
    """The names of the standings, best first."""
    page = read(event, f"standings/1/{query}")
    table = page[page.index("<tbody") : page.index("</tbody>")]
    return re.findall(r"Name \w", table)


def test_standings_are_shown_as_of_any_event(make_event: EventMaker):
    event = begun(make_event)
    version = event.state and event.tournament.version
    correct(Browser(event, event.account))
    now = words(read(event, "standings/1/"))
    then = words(read(event, f"standings/1/?at={version}"))
    assert f"As of event {version} of" in then
    assert places(event, f"?at={version}")[:2] == ["Name a", "Name e"]
    assert places(event, "")[:2] == ["Name d", "Name e"]
    assert "Result of round 1, table 1 corrected" in now
    event.tournament.refresh_from_db()
    for wrong in ("0", "x", str(event.tournament.version + 1), "-1", "1.5"):
        assert status(event, f"standings/1/?at={wrong}") == 404


def test_the_first_event_of_all_has_standings_too(make_event: EventMaker):
    assert status(begun(make_event), "standings/1/?at=1") == 200


def ruled(make_event: EventMaker, cast: dict[str, User], publicity: str) -> tuple[Court, str]:
    made = court(
        make_event, cast, disputes=Disputes(publicity=publicity),
        regulations=(Clause("4.2", "No phones."),),
    )  # fmt: skip
    case = made.call()
    ruling = made.rule(
        case=case, decision=payments(30, -10, -10, -10), cites=("L7", "§4.2"),
        text="The pung of Name p0 was there.",
    )  # fmt: skip
    made.keep_up()
    return made, ruling


@pytest.mark.parametrize(
    ("publicity", "shown", "named"), [("all", 1, 1), ("anonymous", 1, 0), ("none", 0, 0)]
)
def test_everybody_reads_of_rulings_what_the_terms_say(
    make_event: EventMaker, cast: dict[str, User], publicity: str, shown: int, named: int
):
    made, _ruling = ruled(make_event, cast, publicity)
    text = words(read(made.event, "rulings/"))
    assert ("Score set by hand" in text) == shown
    assert ("§4.2" in text) == shown
    assert ("The pung of Name p0" in text) == named
    assert ("Referee" in text) == named
    own = words(reader(made.player(0)).get(f"/events/{made.event.tournament.pk}/rulings/")
                .content.decode())  # fmt: skip
    assert "The pung of Name p0 was there." in own
    other = words(reader(made.player(0, table=2)).get(
        f"/events/{made.event.tournament.pk}/rulings/").content.decode())  # fmt: skip
    assert ("The pung of Name p0 was there." in other) == named
    official = words(reader(cast["referee"]).get(
        f"/events/{made.event.tournament.pk}/rulings/").content.decode())  # fmt: skip
    assert "The pung of Name p0 was there." in official


def test_the_desk_shows_calls_that_wait_and_interests_to_decide(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    case = made.call()
    made.keep_up()
    desk = Browser(made.event, cast["organiser"])
    text = words(desk.read())
    assert "Round 1, table 1 · Wrong score" in text
    assert "nobody has taken it" in text
    match = made.match()
    cases.case_take(table=match, account=made.referee, case=case)
    cases.interest_declare(table=match, account=made.referee, case=case, interest="same_club")
    text = words(desk.read())
    assert "a referee declares an interest: decide" in text


def test_a_player_reads_of_the_call_on_their_own_page(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    made.call(place=0)
    made.keep_up()
    page = words(reader(made.player(3)).get("/me/").content.decode())
    assert "Wrong score: the referee was called" in page
    other = words(reader(made.player(3, table=2)).get("/me/").content.decode())
    assert "the referee was called" not in other


def test_officials_are_named_for_one_event(make_event: EventMaker, cast: dict[str, User]):
    event = make_event()
    desk = Browser(event, cast["organiser"])
    chief = {"account": cast["scorer"].pk, "role": "chief"}
    assert "chief referee" in desk.send("desk/officials/name/", **chief)
    assert cast["scorer"].has_perm("tournaments.preside", event.tournament)
    desk.send("desk/officials/name/", account=cast["player"].pk, role="chief")
    roles = dict(TournamentRole.objects.values_list("account", "role"))
    assert roles == {cast["scorer"].pk: "referee", cast["player"].pk: "chief"}
    desk.send("desk/officials/dismiss/", account=cast["player"].pk)
    assert not cast["player"].has_perm("tournaments.preside", event.tournament)


def test_nobody_else_names_officials_and_organisers_name_no_organisers(
    make_event: EventMaker, cast: dict[str, User]
):
    event = make_event()
    address = f"/events/{event.tournament.pk}/desk/officials/name/"
    for role in ("referee", "scorer", "player"):
        client = Client()
        client.force_login(cast[role])
        form = {"account": cast["player"].pk, "role": "referee"}
        assert client.post(address, form).status_code in (403, 404)
    client = Client()
    client.force_login(cast["organiser"])
    form = {"account": cast["player"].pk, "role": "organiser"}
    assert client.post(address, form).status_code == 403
    page = client.post(address, {"account": cast["visitor"].pk, "role": "referee"}, follow=True)
    assert page.status_code == 200
    assert not TournamentRole.objects.exists()


def test_a_call_that_the_log_does_not_know_yet_holds_the_round_up(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    case = made.call()
    assert case not in made.event.state.disputes
    with pytest.raises(Refused) as refused:
        made.confirm()
    assert refused.value.code == "dispute_open"
    assert made.event.state.rounds[1].status == "started"
