"""What holds for every hand that can be scored."""

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInput
from engine.notation import format_tiles, parse_tiles
from engine.scoring import ScoreResult
from tests.engine.hands_in_notation import scored
from tests.engine.scoring.test_waits_and_distance import near_hands


@st.composite
def hands(draw, **fixed: Any) -> dict[str, Any]:
    """A hand of bao or free with any options; most are complete."""
    tiles = draw(near_hands(14))
    game = draw(st.sampled_from(["bao", "free"]))
    wilds = draw(st.sampled_from(["5m6m", "1z2z", "9s1s", "2p3p", "7z6z"]))
    source = draw(st.sampled_from(["self_draw", "discard", "robbed_kong"]))
    contract = {"by": draw(st.sampled_from("ESWN")), "tai": 2, "form": "two_wild"}
    return {
        "ruleset": game,
        "winner": "S",
        "source": source,
        "discarder": None if source == "self_draw" else draw(st.sampled_from("EWN")),
        "concealed": format_tiles(tiles[1:]),
        "winning_tile": format_tiles(tiles[:1]),
        "wild_kinds": wilds,
        "contract": contract if game == "bao" else None,
        "laozhuang": draw(st.integers(0, 3)),
        "options": draw(
            st.fixed_dictionaries(
                {
                    "fifth_copy": st.booleans(),
                    "special": st.sampled_from(["max", "flat"]),
                    "wind_scheme": st.sampled_from(["seat", "east2"]),
                    "free_minimum": st.integers(2, 8),
                }
            )
        )
        | fixed,
    }


@settings(max_examples=300)
@given(hands())
def test_payments_add_up_to_nothing_and_only_winners_gain(hand) -> None:
    result = scored(hand)
    assert sum(result.payments) == 0
    assert any(result.payments) == result.wins


@given(hands(), st.randoms())
def test_the_order_of_tiles_does_not_matter(hand, random) -> None:
    tiles = [format_tiles([kind]) for kind in parse_tiles(hand["concealed"])]
    random.shuffle(tiles)
    assert scored(hand) == scored(hand | {"concealed": " ".join(tiles)})


@given(hands())
def test_a_fifth_copy_is_never_worth_less(hand) -> None:
    def tai(fifth_copy: bool) -> int:
        result = scored(hand | {"options": hand["options"] | {"fifth_copy": fifth_copy}})
        return -1 if result.reason == "not_complete" else result.tai

    assert tai(True) >= tai(False)


@settings(max_examples=300)
@given(hands())
def test_the_reading_holds_the_tiles_and_has_the_elements_it_is_paid_for(hand) -> None:
    result = scored(hand)
    assume(result.reading)
    read = sorted(kind for one in result.reading for kind in one.tiles)
    held = list(parse_tiles(hand["concealed"] + hand["winning_tile"]))
    wilds = parse_tiles(hand["wild_kinds"])
    naturals = [kind for kind in held if kind not in wilds]
    if hand["source"] != "self_draw" and parse_tiles(hand["winning_tile"])[0] in wilds:
        naturals += parse_tiles(hand["winning_tile"])
    assert sorted([*naturals, *result.wilds_as]) == read
    assert [one.kind for one in result.reading].count("pair") == 1
    assert sum(element.tai for element in result.elements) == result.tai
    check_shape(result)
    if not hand["options"]["fifth_copy"]:
        assert max(read.count(kind) for kind in read) <= 4


def check_shape(result: ScoreResult) -> None:
    ids = {element.id for element in result.elements}
    kinds = {one.kind for one in result.reading} - {"pair"}
    suits = {kind // 9 for one in result.reading for kind in one.tiles}
    expected = {
        "all_chows": kinds == {"chow"},
        "all_pungs": kinds == {"pung"},
        "full_flush": len(suits) == 1 and suits != {3},
        "half_flush": len(suits) == 2 and 3 in suits,
        "all_honours": suits == {3},
    }
    assert all(holds for name, holds in expected.items() if name in ids)


@given(hands())
def test_an_answer_can_always_be_written(hand) -> None:
    try:
        json.dumps(scored(hand).as_dict()).encode("ascii")
    except InvalidInput:
        raise AssertionError(hand) from None
