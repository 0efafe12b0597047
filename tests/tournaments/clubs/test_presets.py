"""A club's presets stay their authors': nobody else's event writes over them."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tournaments.clubs.models import Preset
from tournaments.clubs.presets import preset_save
from tournaments.domain.refusals import Refused
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(play="points")


@pytest.fixture
def guest(event: Event) -> User:
    """Organises this one event, and is nothing in the club."""
    account = User.objects.create_user("guest-organiser", display_name="Guest")
    TournamentRole.objects.create(
        tournament=event.tournament, account=account, role=TournamentRole.Role.ORGANISER
    )
    return account


def owners_preset(event: Event, cast: dict[str, User]) -> Preset:
    club = event.tournament.club
    return preset_save(club=club, account=cast["owner"], name="Monday", terms={"kept": 1})


def test_who_organises_one_event_does_not_write_over_the_clubs_preset(event, cast, guest):
    kept = owners_preset(event, cast)
    page = Browser(event, guest).send("desk/settings/preset/", name="Monday")
    assert "code-preset_taken field-name" in page
    assert "\u2068Owner\u2069" in page
    assert 'value="Monday (2)"' in page
    kept.refresh_from_db()
    assert (kept.terms, kept.created_by) == ({"kept": 1}, cast["owner"])
    assert Preset.objects.count() == 1


def test_the_name_that_is_offered_is_free_and_saves(event, cast, guest):
    owners_preset(event, cast)
    Preset.objects.create(
        club=event.tournament.club, name="Monday (2)", terms={}, created_by=cast["owner"]
    )
    browser = Browser(event, guest)
    assert 'value="Monday (3)"' in browser.send("desk/settings/preset/", name="Monday")
    browser.send("desk/settings/preset/", name="Monday (3)")
    assert Preset.objects.get(name="Monday (3)").created_by == guest


def test_an_author_changes_their_own_preset(event, guest):
    browser = Browser(event, guest)
    browser.send("desk/settings/preset/", name="Mine")
    first = Preset.objects.get()
    first.terms = {}
    first.save()
    browser.send("desk/settings/preset/", name="Mine")
    assert Preset.objects.get().terms != {}
    assert Preset.objects.get().created_by == guest


@pytest.mark.parametrize("role", ["owner", "organiser"])
def test_the_clubs_owner_and_organisers_change_any_and_the_author_stays(event, cast, guest, role):
    club = event.tournament.club
    preset_save(club=club, account=guest, name="Theirs", terms={"kept": 1})
    preset_save(club=club, account=cast[role], name="Theirs", terms={"kept": 2})
    found = Preset.objects.get()
    assert (found.terms, found.created_by) == ({"kept": 2}, guest)


@pytest.mark.parametrize("role", ["referee", "scorer", "player", "visitor"])
def test_nobody_else_of_the_club_does(event, cast, role):
    owners_preset(event, cast)
    with pytest.raises(Refused) as refused:
        preset_save(club=event.tournament.club, account=cast[role], name="Monday", terms={})
    assert refused.value.code == "preset_taken"
    assert refused.value.facts["offered"] == "Monday (2)"


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "empty"), ("   ", "empty"), ("长" * 101, "too_long"), ("a\u202eb", "control_character")],
)
def test_what_is_no_name_is_told_with_the_field_and_kept_as_typed(event, name, code):
    page = Browser(event, event.account).send("desk/settings/preset/", name=name)
    assert f"code-{code} field-name" in page
    assert not Preset.objects.exists()
    assert not name.strip() or f'value="{name}"' in page


def test_markup_in_the_name_stays_text(event):
    browser = Browser(event, event.account)
    browser.send("desk/settings/preset/", name="<b>x</b>")
    page = browser.client.get(f"/events/new/?club={event.tournament.club.slug}").content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x" not in page


def test_a_name_as_long_as_can_be_still_has_another_to_offer(event, cast):
    club, name = event.tournament.club, "长" * 100
    preset_save(club=club, account=cast["owner"], name=name, terms={})
    with pytest.raises(Refused) as refused:
        preset_save(club=club, account=cast["player"], name=name, terms={})
    assert len(str(refused.value.facts["offered"])) <= 100
