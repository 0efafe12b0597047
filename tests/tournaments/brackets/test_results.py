"""Results, ties, finals of several matches, and results that are changed."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tests.tournaments.brackets.cup import Cup, by_seed, entrants, outcome
from tournaments.brackets.build import Choices
from tournaments.brackets.consequences import Replacement, consequences, tables_resting_on
from tournaments.brackets.drawing import drawing
from tournaments.brackets.places import places
from tournaments.brackets.results import Outcome, fill


def podium(cup: Cup) -> list[str]:
    return [place.player for place in places(cup.bracket, cup.filled) if place.place <= 4]


def scores(**points: int) -> Outcome:
    return Outcome(tuple((player, (own,)) for player, own in points.items()))


def test_the_next_table_is_ready_when_all_four_are_known() -> None:
    cup = Cup(16).play(until="M1.4")
    assert (cup.filled["M2.1"].status, cup.filled["M1.4"].status) == ("waiting", "ready")
    assert cup.filled["M2.1"].players == ("P1", None, "P7", "P6")
    cup.results["M1.4"] = [outcome(["P4", "P5", "P12", "P13"])]
    assert (cup.filled["M2.1"].status, cup.filled["M1.4"].status) == ("ready", "finished")


def test_by_the_seeds_the_final_is_between_the_first_four() -> None:
    assert podium(Cup(64).play()) == ["P1", "P2", "P3", "P4"]


def test_equal_scores_go_by_the_better_seed_and_say_so() -> None:
    cup = Cup(8)
    cup.results["M1.1"] = [scores(P8=20, P5=20, P4=20, P1=-60)]
    ranking = cup.filled["M1.1"].ranking
    assert [(rank.player, rank.by_seed) for rank in ranking] == [
        ("P4", True), ("P5", True), ("P8", True), ("P1", False),
    ]  # fmt: skip


def test_scores_are_compared_from_the_left() -> None:
    cup = Cup(4)
    cup.results["F"] = [
        Outcome((("P1", (24, 90)), ("P2", (36, 0)), ("P3", (24, -91)), ("P4", (0, 1))))
    ]
    assert podium(cup) == ["P2", "P1", "P3", "P4"]


def test_who_withdrew_is_last_whatever_the_score() -> None:
    cup = Cup(4)
    result = scores(P1=30, P2=10, P3=-10, P4=-30)
    cup.results["F"] = [Outcome(result.scores, frozenset({cup.entrants[0]}))]
    assert podium(cup) == ["P2", "P3", "P4", "P1"]


def test_a_final_of_three_matches_adds_up_and_runs_until_the_last() -> None:
    cup = Cup(8, Choices(final_matches=3)).play(until="F")
    cup.results["F"] = [scores(P1=10, P2=0, P3=0, P4=-10), scores(P1=0, P2=5, P3=0, P4=-5)]
    assert (cup.filled["F"].status, podium(cup)) == ("running", [])
    assert cup.filled["F"].ranking[0].player == "P1"
    cup.results["F"].append(scores(P1=-30, P2=0, P3=10, P4=20))
    assert podium(cup) == ["P3", "P2", "P4", "P1"]


@pytest.mark.parametrize(
    ("carry", "first", "carried"), [("none", "P4", 0), ("last", "P1", 30), ("all", "P1", 60)]
)
def test_points_are_carried_into_the_final_or_not(carry: str, first: str, carried: int) -> None:
    cup = Cup(16, Choices(carry=carry)).play(until="F")
    cup.results["F"] = [scores(P1=5, P2=-5, P3=-10, P4=10)]
    ranking = cup.filled["F"].ranking
    assert ranking[0].player == first
    assert [sum(rank.carried) for rank in ranking if rank.player == "P1"] == [carried]


def test_the_play_in_is_not_carried() -> None:
    cup = Cup(9, Choices(carry="all"))
    cup.play(lambda players: sorted(players, key=lambda p: p != "P6"), until="F")
    assert cup.filled["P1.1"].ranking[0].player == "P6"
    cup.play()
    assert [r.carried for r in cup.filled["F"].ranking if r.player == "P6"] == [(30,)]


def test_a_changed_semi_final_changes_the_final_that_has_not_been_played() -> None:
    cup = Cup(16).play(until="F")
    assert set(cup.filled["F"].players) == {"P1", "P2", "P3", "P4"}
    cup.results["M2.1"] = [outcome(["P7", "P6", "P1", "P4"])]
    assert set(cup.filled["F"].players) == {"P7", "P6", "P2", "P3"}
    assert podium(cup.play()) == ["P2", "P3", "P6", "P7"]


def test_a_changed_semi_final_takes_the_ground_from_a_final_that_was_played() -> None:
    cup = Cup(16).play()
    told = consequences(
        cup.bracket, cup.entrants, cup.results, "M2.1", [outcome(["P1", "P6", "P4", "P7"])]
    )
    assert told.rest_on == told.overtaken == ("F",)
    assert told.replacements == (Replacement("F", ("P4",), ("P6",), played=True),)
    assert [place.player for place in told.places_before[:4]] == ["P1", "P2", "P3", "P4"]
    assert min(place.place for place in told.places_after) == 5
    assert podium(cup) == ["P1", "P2", "P3", "P4"]
    cup.results["M2.1"] = [outcome(["P1", "P6", "P4", "P7"])]
    assert (cup.filled["F"].status, podium(cup)) == ("overtaken", [])
    cup.results["F"] = [outcome(["P6", "P3", "P1", "P2"])]
    assert podium(cup) == ["P6", "P3", "P1", "P2"]


def test_what_was_overtaken_before_is_not_told_again() -> None:
    cup = Cup(16).play()
    cup.results["M2.1"] = [outcome(["P1", "P6", "P4", "P7"])]
    told = consequences(
        cup.bracket, cup.entrants, cup.results, "M2.2", [outcome(["P8", "P5", "P2", "P3"])]
    )
    assert (told.rest_on, told.overtaken) == (("F",), ())


def test_a_changed_order_of_the_same_two_leaves_the_final_standing() -> None:
    cup = Cup(16).play()
    told = consequences(
        cup.bracket, cup.entrants, cup.results, "M2.1", [outcome(["P4", "P1", "P6", "P7"])]
    )
    assert (told.rest_on, told.replacements, told.overtaken) == (("F",), (), ())
    assert told.places_after[:4] == told.places_before[:4]


def test_a_changed_semi_final_changes_the_small_final_too() -> None:
    cup = Cup(16, Choices(small_final=True)).play(until="S")
    cup.results["M2.1"] = [outcome(["P7", "P6", "P1", "P4"])]
    assert set(cup.filled["S"].players) == {"P1", "P4", "P5", "P8"}
    cup.play()
    fifth = [p.player for p in places(cup.bracket, cup.filled) if 5 <= p.place <= 8]
    assert fifth == ["P1", "P4", "P5", "P8"]


def test_a_table_opened_again_leaves_what_rests_on_it_without_ground() -> None:
    cup = Cup(16).play()
    told = consequences(cup.bracket, cup.entrants, cup.results, "M1.1", [])
    assert told.rest_on == told.overtaken == ("M2.1", "M2.2", "F")
    assert told.replacements[0] == Replacement("M2.1", ("P1",), (), played=True)


def test_what_rests_on_a_table_is_everything_it_can_reach() -> None:
    bracket = Cup(22).bracket
    assert tables_resting_on(bracket, "P1.1") == ("M1.1", "M1.3", "M2.1", "M2.2", "F")
    assert tables_resting_on(bracket, "F") == ()


def test_the_picture_shows_seats_sources_and_who_advances() -> None:
    cup = Cup(16).play(until="M1.2")
    picture = drawing(cup.bracket, cup.entrants, cup.filled)
    nodes = {node.key: node for node in picture.nodes}
    first = nodes["M1.1"]
    assert [(s.source, s.player, s.rank, s.advances) for s in first.seats] == [
        ("#1", "P1", 1, True), ("#8", "P8", 2, True), ("#9", "P9", 3, False),
        ("#16", "P16", 4, False),
    ]  # fmt: skip
    assert [seat.source for seat in nodes["M2.1"].seats] == ["M1.1/1", "M1.4/1", "M1.2/2", "M1.3/2"]
    assert [node.status for node in picture.nodes[:2]] == ["finished", "ready"]
    known = [edge for edge in picture.edges if edge.player]
    assert {(edge.player, edge.target, edge.seat) for edge in known} == {
        ("P1", "M2.1", 0), ("P8", "M2.2", 2),
    }  # fmt: skip
    assert (picture.columns, picture.rows) == (3, 8)


def test_tables_that_feed_the_same_ones_lie_together() -> None:
    cup = Cup(64)
    picture = drawing(cup.bracket, cup.entrants, cup.filled)
    column = sorted((node.row, node.number) for node in picture.nodes if node.key[:3] == "M2.")
    assert [number for _, number in column] == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({"M9.1": [outcome(["P1", "P2", "P3", "P4"])]}, "no table M9.1"),
        ({"M1.1": [outcome(["P1", "P4", "P5", "P8"])] * 2}, "more results"),
        ({"M1.1": [scores(P1=0, P4=0, P5=0)]}, "four different"),
        ({"M1.1": [Outcome((*scores(P1=0, P4=0, P5=0).scores, ("P8", (1, 2))))]}, "lengths"),
        ({"M1.1": [Outcome(scores(P1=0, P4=0, P5=0, P8=0).scores, frozenset({"P2"}))]}, "withdrew"),
    ],
)
def test_results_that_cannot_be_are_refused(
    results: dict[str, list[Outcome]], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        fill(Cup(8).bracket, entrants(8), results)


def test_a_result_of_other_players_is_overtaken_from_the_start() -> None:
    cup = Cup(8)
    cup.results["M1.1"] = [outcome(by_seed(("P1", "P2", "P3", "P4")))]
    assert cup.filled["M1.1"].status == "overtaken"


def first_round_favourites(players: tuple[str, ...]) -> list[str]:
    """P1 and P8 of one table win wherever they go; else the better seed."""
    return sorted(players, key=lambda player: (player not in ("P1", "P16"), int(player[1:])))


def test_a_winner_and_a_runner_up_change_their_ways_to_avoid_a_rematch() -> None:
    cup = Cup(32).play(first_round_favourites, until="M3.1")
    assert {"P1", "P16"} <= set(cup.filled["M1.1"].players)
    semis = [cup.filled[key] for key in ("M3.1", "M3.2")]
    assert sum(sitting.slots != sitting.table.slots for sitting in semis) == 2
    assert [sitting.again for sitting in semis] == [frozenset()] * 2
    assert len({*semis[0].players, *semis[1].players}) == 8
    picture = drawing(cup.bracket, cup.entrants, cup.filled)
    for edge in picture.edges:
        if edge.player:
            assert cup.filled[edge.source].ranking[edge.rank - 1].player == edge.player
    sources = {seat.player: seat.source for n in picture.nodes for seat in n.seats if n.round == 3}
    for player in ("P1", "P16"):
        table, _, rank = sources[player].partition("/")
        assert cup.filled[table].ranking[int(rank) - 1].player == player


def test_semi_finals_that_may_have_to_keep_two_apart_wait_for_all_four_tables() -> None:
    cup = Cup(32).play(until="M2.4")
    assert cup.filled["M3.1"].players == (None,) * 4
    assert Cup(16).play(until="M1.4").filled["M2.1"].players != (None,) * 4


def test_as_many_entrants_as_the_bracket_has_seeds() -> None:
    with pytest.raises(InvalidInput, match="8 different"):
        fill(Cup(8).bracket, entrants(7), {})
