"""What if, of a hand with real tiles: as far as what was entered says; nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.errors import EngineError
from engine.melds import Meld
from engine.notation import parse_tiles
from engine.play.state import MatchState
from engine.scored.entry import Entry, Promise
from engine.seats import SEATS
from tables.models import Event, Table
from tables.review.looks import looks_at
from tables.review.sheet_what_if import Begun, assumed, begun_at
from tables.review.what_if import WhatIf
from tables.scored import services as scored
from tables.scored.sheet import state_of
from tests.engine.scored.keeper import Keeper, exhausted, free_won, tapped, won
from tests.tables.scored.conftest import ScoredOpener
from tests.tables.scored.conftest import open_scored as open_scored

RED = Meld("pung", parse_tiles("777z"), parse_tiles("777z"))


pytestmark = pytest.mark.django_db


def begun(*entries: Entry, ruleset: str = "bao", **options: Any) -> Begun:
    """The last of these hands, entered at a table."""
    keeper = Keeper(ruleset, options)
    for entry in entries:
        keeper.enter(entry)
    return of(keeper.state)


def of(state: MatchState) -> Begun:
    found = begun_at(state, len(state.sheet))
    assert found is not None
    return found


def ask(hand: Begun, *elements: str, **form: str) -> WhatIf:
    """What the page's form would send, with these things otherwise."""
    facts, contract = hand.facts, hand.facts.contract
    full = {
        "source": facts.source,
        "winner": "" if facts.winner is None else SEATS[facts.winner],
        "discarder": "" if facts.discarder is None else SEATS[facts.discarder],
    }
    if contract is not None:
        full |= {"contract_by": SEATS[contract.by], "contract_tai": str(contract.tai),
                 "contract_form": contract.form}  # fmt: skip
    given = QueryDict(mutable=True)
    given.update(full | form)
    given.setlist("element", list(elements or (hand.ticks or ())))
    return assumed(hand, given)


@pytest.mark.parametrize(
    "entry",
    [
        won(1, "all_pungs", "dragon_pung", off=2),
        won(0, "half_flush", "kong_draw"),
        won(2, "dragon_pung", "dragon_pung", "half_flush", bid=(2, 3, "no_wild")),
        exhausted(0, 4),
    ],
)
def test_what_was_entered_is_what_a_question_begins_from(entry: Entry):
    keeper = Keeper()
    keeper.enter(entry)
    hand = of(keeper.state)
    assert hand.result.as_dict() == dict(keeper.state.sheet[0].breakdown)
    found = ask(hand)
    assert found.answer == found.result


def test_other_elements_are_other_tai_and_other_payments():
    hand = begun(free_won(1, "full_flush"), ruleset="free")
    found = ask(hand, "full_flush", "all_pungs")
    assert found.answer.tai > hand.result.tai
    assert found.answer.payments != hand.result.payments
    assert sum(found.answer.payments) == 0


def test_so_many_tai_count_whatever_the_elements():
    hand = begun(free_won(1, "full_flush"), ruleset="free")
    found = ask(hand, tai="7")
    assert (found.answer.tai, found.answer.elements) == (7, ())
    assert ask(hand, tai=str(hand.result.tai)).answer.payments == hand.result.payments


@pytest.mark.parametrize("tai", ["x", "-1", "1.5", "９"])
def test_tai_that_are_no_number_are_refused(tai: str):
    with pytest.raises(EngineError) as refused:
        ask(begun(free_won(1, "full_flush"), ruleset="free"), tai=tai)
    assert refused.value.field == "tai_assumed"


def test_another_winner_and_another_discarder_pay_otherwise():
    hand = begun(won(1, "all_pungs", "dragon_pung", off=2))
    other = ask(hand, winner="W", discarder="S")
    assert (other.assumed.winner, other.assumed.discarder) == (2, 1)
    assert other.answer.payments != hand.result.payments
    alone = ask(hand, source="self_draw", discarder="")
    assert alone.answer.wins
    assert alone.answer.payments != hand.result.payments


def test_nobody_wins_from_themselves():
    with pytest.raises(EngineError) as refused:
        ask(begun(won(1, "all_pungs", "dragon_pung", off=2)), discarder="S")
    assert refused.value.field == "discarder"


def test_a_contract_that_the_tai_do_not_reach_is_refused_by_its_rule():
    hand = begun(won(0, "half_flush", "dragon_pung"))
    found = ask(hand, contract_tai="9")
    assert not found.answer.wins
    assert (found.answer.reason, found.answer.rule) == ("below_contract", "W2")
    assert found.answer.payments == (0, 0, 0, 0)


def test_elements_that_no_hand_has_together_are_refused_by_their_rule():
    with pytest.raises(EngineError) as refused:
        ask(begun(won(0, "half_flush", "dragon_pung")), "all_chows", "all_pungs")
    assert (refused.value.code, refused.value.rule) == ("elements_clash", "E3")


def test_an_option_is_another_for_the_assumed_side_alone():
    hand = begun(won(0, "half_flush", "dragon_pung"))
    found = ask(hand, **{"laozhuang": "3", "option-laozhuang": "compound"})
    assert found.answer.settlement.multiplier == 8
    assert hand.result.settlement.multiplier == 1


def test_a_hand_that_nobody_won_is_won_by_elements():
    hand = begun(exhausted(0, 4))
    found = ask(hand, "half_flush", "all_pungs", "dragon_pung", source="self_draw", winner="S")
    assert found.answer.wins
    assert found.answer.payments[1] > 0
    assert ask(hand, contract_tai="2").answer.payments != hand.result.payments


def tapped_in() -> Begun:
    """A win on a discard, by its tiles."""
    hand = tapped("234m456m789m2m", "2m", "8s9s", (RED,))
    return begun(Entry("contract", Promise(0, 2, "two_wild"), "won", 1, "discard", 2, hand))


TAPPED = {"winning_tile": "2m", "wild_kinds": "8s9s"}


def test_a_hand_by_its_tiles_is_read_and_scored_as_it_was():
    hand = tapped_in()
    assert hand.ticks is None
    found = ask(hand, **TAPPED)
    assert found.answer == hand.result
    assert found.answer.reading


def test_another_winning_tile_that_completes_nothing_is_refused_by_its_rule():
    found = ask(tapped_in(), **(TAPPED | {"winning_tile": "3m"}))
    assert not found.answer.wins
    assert found.answer.rule == "W1"


def test_another_winner_has_the_tiles_that_were_tapped_in():
    hand = tapped_in()
    found = ask(hand, winner="W", discarder="S", **TAPPED)
    assert (found.assumed.winner, found.assumed.concealed) == (2, hand.facts.concealed)
    assert found.answer.payments != hand.result.payments


def test_tiles_answer_to_a_kong_draw_a_contract_and_an_option():
    hand = tapped_in()
    with pytest.raises(EngineError) as refused:
        ask(hand, source="self_draw", discarder="", kong_draw="1", **TAPPED)
    assert refused.value.field == "kong_draw"
    assert ask(hand, contract_tai="3", **TAPPED).answer.payments != hand.result.payments
    found = ask(hand, **(TAPPED | {"laozhuang": "3", "option-laozhuang": "compound"}))
    assert found.answer.settlement.multiplier == 8


def get(table: Table, account: User, hand: int = 1, language: str = "en", **query: Any) -> Any:
    client = Client(headers={"Accept-Language": language})
    client.force_login(account)
    return client.get(reverse("review-what-if", args=[table.pk, hand]), query)


FORM = {
    "source": "discard", "winner": "S", "discarder": "W", "contract_by": "E", "contract_tai": "2",
    "contract_form": "two_wild", "laozhuang": "0", "element": ["all_pungs", "dragon_pung"],
}  # fmt: skip


@pytest.fixture
def table(open_scored: ScoredOpener, players: list[User]) -> Table:
    made = open_scored()
    entry = won(1, "all_pungs", "dragon_pung", off=2)
    scored.hand_enter(table=made, account=players[1], hand=1, entry=entry)
    return made


@pytest.mark.parametrize(
    ("language", "button", "title", "words"),
    [
        ("en", "What if …", "As assumed", "The tiles were not entered"),
        ("zh-hans", "假设……", "假设", "没有录入牌张"),
        ("zh-hant", "假設……", "假設", "沒有錄入牌張"),
    ],
)
def test_the_review_leads_there_and_both_sides_stand_beside_each_other(
    table: Table, players: list[User], language: str, button: str, title: str, words: str
) -> None:
    client = Client(headers={"Accept-Language": language})
    client.force_login(players[0])
    page = client.get(reverse("review", args=[table.pk, 1])).content.decode()
    assert reverse("review-what-if", args=[table.pk, 1]) in page
    assert words in get(table, players[0], language=language).content.decode()
    before = Event.objects.filter(stream=table.pk).count()
    form = FORM | {"element": ["all_pungs", "dragon_pung", "half_flush"]}
    text = get(table, players[0], language=language, **form).content.decode()
    assert title in text
    assert 'class="differs"' in text
    assert text.count('value="half_flush" checked') == 1
    assert Event.objects.filter(stream=table.pk).count() == before
    assert not looks_at([table.pk]).exists()


def test_with_nothing_otherwise_no_line_is_marked(table: Table, players: list[User]) -> None:
    text = get(table, players[0], **FORM).content.decode()
    assert "Nothing is assumed otherwise." in text
    assert "≠" not in text


def test_what_cannot_be_is_said_with_its_rule(table: Table, players: list[User]) -> None:
    form = FORM | {"element": ["all_chows", "all_pungs"]}
    text = get(table, players[0], **form).content.decode()
    assert 'role="alert"' in text
    assert "#E3" in text
    for odd in ({"source": "<script>"}, {"tai": "x"}, {"element": ["nonsense"]}, {"winner": "Q"}):
        answer = get(table, players[0], **(FORM | odd))
        assert answer.status_code == 200
        assert 'role="alert"' in answer.content.decode()


def test_who_may_not_see_the_review_asks_nothing(
    table: Table, players: list[User], visitor: User
) -> None:
    assert get(table, visitor, **FORM).status_code == 403
    assert get(table, players[0], hand=2, **FORM).status_code == 404


def test_final_points_have_no_hand_to_assume_otherwise(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    scored.final_points_enter(table=table, account=players[0], points=(6, -2, -2, -2))
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(players[0])
    page = client.get(reverse("review", args=[table.pk, 1])).content.decode()
    assert "there is no hand to assume otherwise" in page
    assert get(table, players[0]).status_code == 404
    assert state_of(table)[0].sheet[0].entry is None
