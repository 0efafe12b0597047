"""A seat changes hands: who decides it, who may act from then on, and what everybody sees."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from engine.errors import IllegalAction, InvalidInput
from engine.play.defaults import waiting_on
from engine.verify import verify
from tables import folds, selectors, services
from tables.acting import Order
from tables.errors import NotYourSeat
from tables.events.drivers import run
from tables.live import steps
from tables.models import Event, Seat, SeatPresence, Snapshot, Table
from tables.pace import Pace
from tables.services import Opening, Sitter, Terms, seat_hand_over, seat_intent
from tests.tables.conftest import Opener, choices, play, state_of

pytestmark = pytest.mark.django_db(transaction=True)

BY_ORGANISER = "organiser:7"
BOT = Sitter("Built-in", level="random")


@pytest.fixture
def eva() -> User:
    return User.objects.create_user("eva", display_name="Eva")


def sitter(account: User) -> Sitter:
    return Sitter(account.public_name, account)


def hand_over(table: Table, place: int, who: Sitter, **more):
    return seat_hand_over(table=table, place=place, sitter=who, actor=BY_ORGANISER, **more)


def seats(table: Table) -> list[tuple]:
    rows = Seat.objects.filter(table=table).order_by("place")
    return list(rows.values_list("place", "account_id", "name", "kind", "level"))


def in_turn(table: Table) -> tuple[int, dict]:
    return choices(state_of(table))[0]


def test_the_substitute_acts_at_once_and_who_has_left_does_not(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table()
    place, action = in_turn(table)
    hand_over(table, place, sitter(eva), reason="ill")
    with pytest.raises(NotYourSeat):
        services.table_act(table=table, account=players[place], action=action, command_id="late")
    receipt = services.table_act(table=table, account=eva, action=action, command_id="first")
    assert not receipt.repeated
    logged = Event.objects.get(stream=table.pk, type="SeatHandedOver")
    assert logged.actor == BY_ORGANISER
    assert logged.data["player"] == {
        "name": "Eva", "kind": "human", "level": None, "id": str(eva.pk)
    }  # fmt: skip


def test_an_action_that_was_under_way_is_refused(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table()
    place, action = in_turn(table)
    intent = seat_intent(place, action, players[place].pk)
    hand_over(table, place, sitter(eva))
    with pytest.raises(IllegalAction) as error:
        services.table_command(order=Order(table.pk, f"place:{place}", "x", intent))
    assert error.value.code == "not_seated"


def test_who_has_left_is_shown_a_spectators_table(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table()
    hand_over(table, 2, sitter(eva))
    table = Table.objects.get(pk=table.pk)
    assert selectors.viewer_for(players[2], table).role == "spectator"
    assert players[2].has_perm("tables.watch", table)
    assert not players[2].has_perm("tables.play", table)
    assert tuple(selectors.viewer_for(eva, table)) == ("seat", 2)
    seat = "ESWN"[state_of(table).hand.seat_of(2)]
    former = selectors.view_for(table, selectors.viewer_for(players[2], table))["view"]
    now = selectors.view_for(table, selectors.viewer_for(eva, table))["view"]
    assert former["seats"] == {}, "the running hand is not shown before it is over"
    assert now["seats"][seat]["concealed"]


def test_on_and_off_and_on_again_over_a_match(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table, sitting = open_table("bao", hands=6), list(players)
    turns = iter(range(1_000))

    def go_on(steps: int = 20) -> None:
        play(table, sitting, seed=next(turns), steps=steps)

    for place, who in [(1, eva), (1, players[1]), (1, eva), (3, players[1]), (1, players[3])]:
        # Who has left a place in this hand may take another one in the next.
        while state_of(table).leavers:
            go_on()
        hand_over(table, place, sitter(who))
        sitting[place] = who
    before = seats(table)
    assert before == [(p, a.pk, a.public_name, "human", "") for p, a in enumerate(sitting)]
    Seat.objects.filter(table=table).update(account=None, name="?", kind="bot", level="random")
    call_command("rebuild_projections", str(table.pk), verbosity=0)
    assert seats(table) == before
    while state_of(table).phase != "ended":
        go_on()
    table.refresh_from_db()
    record = selectors.record_export(table)
    assert verify(record.encode()).ok
    assert "Eva" not in record.splitlines()[0], "the header says who sat down first"


def test_places_changed_among_two_are_rebuilt(open_table: Opener, players: list[User]) -> None:
    table = open_table()
    before = seats(table)
    first, second = Seat.objects.filter(table=table).order_by("place")[:2]
    first.account_id, second.account_id = None, players[0].pk
    first.save()
    second.save()
    Seat.objects.filter(pk=first.pk).update(account=players[1])
    call_command("rebuild_projections", str(table.pk), verbosity=0)
    assert seats(table) == before


def test_a_built_in_player_takes_over_and_gives_back(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, _ = in_turn(table)
    hand_over(table, place, BOT)
    fold = run(folds.load(table.pk))
    assert fold.state.bots[place] == "random"
    (order,) = steps.due_orders(fold, 2**53, Pace(bot_ms=0, between_ms=0))
    assert order.actor == f"bot:{place}"
    services.table_command(order=order)
    hand_over(table, place, sitter(players[place]))
    assert state_of(table).bots[place] is None
    assert seats(table)[place][1] == players[place].pk


def test_a_command_sent_twice_acts_once(open_table: Opener, players: list[User], eva: User) -> None:
    table = open_table()
    first = hand_over(table, 0, sitter(eva), command_id="swap")
    hand_over(table, 0, sitter(players[0]))
    again = hand_over(table, 0, sitter(eva), command_id="swap")
    assert (again.version, again.repeated) == (first.version, True)
    assert seats(table)[0][1] == players[0].pk


def test_what_is_refused_changes_nothing(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table()
    before, version = seats(table), state_of(table)
    with pytest.raises(IllegalAction):
        hand_over(table, 1, sitter(players[0]))
    with pytest.raises(InvalidInput):
        hand_over(table, 1, Sitter("x" * 41, eva))
    assert (seats(table), state_of(table)) == (before, version)


def test_a_referee_or_an_organiser_who_does_not_play_decides(
    open_table: Opener, players: list[User], organiser: User, referee: User, eva: User
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    table = Table.objects.get(pk=table.pk)
    for account in (players[1], eva):
        with pytest.raises(NotYourSeat):
            seat_hand_over(table=table, place=0, sitter=sitter(eva), account=account)
    with pytest.raises(NotYourSeat):
        seat_hand_over(table=table, place=0, sitter=sitter(eva))
    seat_hand_over(table=table, place=0, sitter=sitter(eva), account=organiser)
    seat_hand_over(table=table, place=0, sitter=BOT, account=referee)
    actors = Event.objects.filter(stream=table.pk, type="SeatHandedOver").order_by("version")
    assert list(actors.values_list("actor", flat=True)) == [
        f"organiser:{organiser.pk}",
        f"referee:{referee.pk}",
    ]


def test_a_host_who_plays_does_not_decide_who_plays_against_them(players: list[User]) -> None:
    table = services.table_open(
        terms=Terms("bao"), sitters=[sitter(p) for p in players], organiser=players[0]
    )
    with pytest.raises(NotYourSeat):
        seat_hand_over(table=table, place=1, sitter=BOT, account=players[0])


def test_who_judges_a_table_does_not_sit_down_there(open_table: Opener, referee: User) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    with pytest.raises(NotYourSeat):
        hand_over(table, 0, sitter(referee))


def test_who_has_played_does_not_judge(open_table: Opener, players: list[User], eva: User) -> None:
    table = open_table()
    hand_over(table, 0, sitter(eva))
    with pytest.raises(NotYourSeat):
        services.referee_assign(table=table, account=players[0])
    with pytest.raises(NotYourSeat):
        services.referee_assign(table=table, account=eva)


def test_who_sits_down_is_given_time_to_connect(open_table: Opener, eva: User) -> None:
    table = open_table()
    SeatPresence.objects.create(
        table=table, place=0, process="p", seen_at=timezone.now() - timezone.timedelta(hours=1)
    )
    hand_over(table, 0, sitter(eva))
    presence = SeatPresence.objects.get(table=table, place=0)
    assert (timezone.now() - presence.seen_at).total_seconds() < 60
    assert presence.process == ""


def test_a_snapshot_knows_who_sits_there(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table("free", hands=5)
    hand_over(table, 0, sitter(eva))
    sitting = [eva, *players[1:]]
    play(table, sitting, seed=5, steps=200)
    assert Snapshot.objects.filter(table=table).exists()
    from_snapshot = run(folds.load(table.pk))
    Snapshot.objects.filter(table=table).delete()
    assert run(folds.load(table.pk)) == from_snapshot
    assert from_snapshot.state.players[0].name == "Eva"


def test_the_decision_that_is_due_begins_anew(
    open_table: Opener, players: list[User], eva: User
) -> None:
    table = open_table()
    place = waiting_on(state_of(table))[0]
    at = timezone.now() + timezone.timedelta(seconds=25)
    hand_over(table, place, sitter(eva), at=at)
    table.refresh_from_db()
    clocks = Terms("bao").clocks
    reserve = clocks.reserve_ms - (25_000 - clocks.decision_ms)
    left = (table.deadline_at - at).total_seconds() * 1000
    assert left == pytest.approx(clocks.decision_ms + reserve, abs=500)


# Opening


def test_many_tables_are_opened_at_once(players: list[User]) -> None:
    terms = Terms("bao", first_dealer=0, seat_plan=((0, 1, 2, 3), (1, 2, 3, 0)))
    bots = [Sitter(f"B{n}", level="random") for n in range(4)]
    openings = [Opening(terms, bots, name=str(n), context={"n": n}) for n in range(12)]
    tables = services.tables_open(openings=openings)
    assert [table.name for table in tables] == [str(n) for n in range(12)]
    assert [table.context for table in tables] == [{"n": n} for n in range(12)]
    for table in tables:
        state = state_of(table)
        assert state.hand is not None
        assert (state.hand.dealer, state.hand_number) == (0, 1)
        assert table.version == run(folds.load(table.pk)).version
        assert state.setup.seat_plan == terms.seat_plan


def test_all_are_opened_or_none(players: list[User]) -> None:
    bots = [Sitter(f"B{n}", level="random") for n in range(4)]
    good, bad = Opening(Terms("bao"), bots), Opening(Terms("bao", first_dealer=7), bots)
    with pytest.raises(InvalidInput):
        services.tables_open(openings=[good, bad])
    assert not Table.objects.exists()
