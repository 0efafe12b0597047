"""What if: other facts, other options; scored beside the original, and nothing stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from config.messages import compile_catalogues
from engine.errors import InvalidInput
from engine.play.events import HandWon
from engine.seats import SEATS
from tables import services
from tables.cases.wording import FACTS, refusal_text
from tables.models import Event, Table
from tables.review import page
from tables.review.hand_log import HandLog, hand_log
from tables.review.looks import looks_at
from tables.review.what_if import WhatIf, facts_at, what_if
from tables.scored.texts import TEXTS as OF_SHEETS
from tests.tables.conftest import Opener, once, play
from tests.tables.review.playing import play_sensibly

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(open_table: Opener, players: list[User]) -> tuple[Table, HandLog]:
    """A match in which a hand was won on a discard or by self-draw, and that hand."""
    once("sensibly", lambda: play_sensibly(open_table(hands=3), players))
    table = Table.objects.latest("opened_at")
    event = Event.objects.filter(stream=table.pk, type="HandWon").first()
    assert event is not None
    log = hand_log(table.pk, event.hand)
    assert log is not None
    return table, log


def ask(log: HandLog, **form: str) -> WhatIf:
    begun = page.facts_where(log, 0, None)
    assert begun is not None
    state, facts = begun
    hand = state.hand
    assert hand is not None
    full = {
        "source": facts.source,
        "winner": SEATS[facts.winner or 0],
        "discarder": "" if facts.discarder is None else SEATS[facts.discarder],
        "winning_tile": page.format_tile(facts.winning_tile or 0),
        "wild_kinds": "".join(page.format_tile(kind) for kind in facts.wild_kinds),
        "kong_draw": "1" if facts.kong_draw else "",
        "blessing": facts.blessing or "",
    } | form
    result = page.result_where(state, facts)
    return what_if(
        state.ruleset, facts, result, lambda seat: facts_at(state.ruleset, hand, seat), full
    )


def test_with_nothing_assumed_otherwise_both_sides_are_what_was_paid(
    won: tuple[Table, HandLog],
) -> None:
    _table, log = won
    found = ask(log)
    assert log.ending is not None
    event = log.ending.event
    assert isinstance(event, HandWon)
    assert found.answer == found.result
    assert found.answer.as_dict() == dict(event.breakdown)


def test_another_laozhuang_count_doubles_what_is_paid(won: tuple[Table, HandLog]) -> None:
    found = ask(won[1], laozhuang="1")
    assert found.result is not None
    assert found.answer.payments == tuple(2 * one for one in found.result.payments)


def test_an_option_is_another_for_the_assumed_side_alone(won: tuple[Table, HandLog]) -> None:
    found = ask(won[1], **{"laozhuang": "3", "option-laozhuang": "compound"})
    assert found.answer.settlement.multiplier == 8
    assert found.result is not None
    assert found.result.settlement.multiplier == 1


def test_another_winner_is_scored_with_their_own_tiles(won: tuple[Table, HandLog]) -> None:
    _table, log = won
    loser = next(
        seat for seat in range(4)
        if seat not in (ask(log).facts.winner, ask(log).facts.discarder)
    )  # fmt: skip
    found = ask(
        log, winner=SEATS[loser], source="self_draw", discarder="", blessing="", kong_draw=""
    )
    before = log.ending.before.hand
    assert found.assumed.melds == tuple(one.meld for one in before.melds[loser])
    assert found.assumed.winner == loser
    assert len(found.assumed.concealed) == 13 - 3 * len(found.assumed.melds)


def test_another_winning_tile_that_completes_nothing_is_refused_by_its_rule(
    won: tuple[Table, HandLog],
) -> None:
    held = [page.format_tile(kind) for kind in ask(won[1]).facts.concealed]
    tiles = [f"{n}z" for n in range(1, 8) if held.count(f"{n}z") == 0]
    facts = {"blessing": "", "kong_draw": ""}
    answers = [ask(won[1], winning_tile=tile, **facts).answer for tile in tiles]
    refused = [one for one in answers if not one.wins]
    assert refused
    assert {one.rule for one in refused} >= {"W1"}


def test_another_discarder_pays_in_place_of_the_first(won: tuple[Table, HandLog]) -> None:
    winner = ask(won[1]).facts.winner
    facts = {"source": "discard", "blessing": "", "kong_draw": ""}
    others = [seat for seat in range(4) if seat != winner]
    found = [ask(won[1], discarder=SEATS[seat], **facts) for seat in others]
    assert [one.assumed.discarder for one in found] == others
    paid = [one.answer.payments for one in found]
    if not found[0].answer.wins:
        # What made it a win was worth tai by self-draw alone; nobody's discard brings them.
        assert not any(one.answer.wins for one in found)
        return
    assert all(one.answer.wins for one in found)
    assert all(sum(one) == 0 for one in paid)
    assert len(set(paid)) == len(paid)


def test_another_contract_is_another_minimum_and_another_stake(won: tuple[Table, HandLog]) -> None:
    facts = ask(won[1]).facts
    winner = facts.winner or 0
    bid = ("no_wild", "one_wild", "two_wild")[len(facts.wild_kinds)]
    form = {"contract_form": bid, "contract_tai": "2"}
    own = ask(won[1], contract_by=SEATS[winner], **form)
    other = ask(won[1], contract_by=SEATS[(winner + 1) % 4], **form)
    assert own.assumed.contract is not None
    assert (own.assumed.contract.by, own.assumed.contract.tai) == (winner, 2)
    assert own.answer != other.answer
    highest = str(won[1].after.ruleset.options.max_bid)
    too_high = ask(won[1], contract_by=SEATS[winner], **(form | {"contract_tai": highest}))
    assert not too_high.answer.wins
    assert too_high.answer.rule
    # Without wilds a meld that was made with one could not have been.
    if all(tuple(sorted(meld.tiles)) == tuple(sorted(meld.stands_as)) for meld in facts.melds):
        assert ask(won[1], contract_by="none", wild_kinds="").assumed.contract is None


def get(table: Table, hand: int, account: User, **query: Any) -> Any:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client.get(reverse("review-what-if", args=[table.pk, hand]), query)


def test_looking_stores_nothing(won: tuple[Table, HandLog], players: list[User]) -> None:
    table, log = won
    before = Event.objects.filter(stream=table.pk).count()
    text = get(table, log.number, players[0], source="exhausted").content.decode()
    assert "As assumed" in text
    assert "Exhausted hand" in text
    assert Event.objects.filter(stream=table.pk).count() == before
    assert not looks_at([table.pk]).exists()


def test_facts_that_cannot_be_are_said_in_words(
    won: tuple[Table, HandLog], players: list[User]
) -> None:
    table, log = won
    answer = get(table, log.number, players[0], source="self_draw", winning_tile="nonsense")
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert get(table, log.number, players[0], source="<script>").status_code == 200
    facts = ask(log).facts
    own = {
        "source": "discard",
        "winner": SEATS[facts.winner or 0],
        "discarder": SEATS[facts.winner or 0],
        "winning_tile": page.format_tile(facts.winning_tile or 0),
        "wild_kinds": "".join(page.format_tile(kind) for kind in facts.wild_kinds),
    }
    refused = get(table, log.number, players[0], **own).content.decode()
    assert "The winner cannot be the discarder." in refused
    assert get(table, log.number, players[0], at="999999999").status_code == 404


@pytest.mark.parametrize("field", FACTS)
def test_facts_that_cannot_be_are_said_by_their_field_in_every_language(field: str) -> None:
    compile_catalogues()
    problem = InvalidInput("in English", field)
    assert refusal_text(problem) == "In English."
    said = set()
    for language in ("zh-hans", "zh-hant"):
        with translation.override(language):
            said.add(refusal_text(problem))
            assert refusal_text(problem) == str(FACTS[field])
            assert refusal_text(problem) != str(OF_SHEETS["invalid_input"])
    assert not any("English" in one for one in said)


def test_a_running_hand_is_supposed_about_by_referees_alone_and_logged(
    open_table: Opener, players: list[User], referee: User
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    play(table, players, seed=1, steps=9)
    assert get(table, 1, players[0]).status_code == 403
    assert get(table, 1, referee, seat="S").status_code == 200
    assert [(look.account, look.what) for look in looks_at([table.pk])] == [(referee, "what_if")]
