"""The words that the page's scripts show, in the reader's language.

One place for all of them, so that translations stay in Django's files and the scripts hold none.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

_KINDS = (*(f"{n}{suit}" for suit in "mps" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8)))


def tile_names() -> dict[str, str]:
    """The spoken name of every kind, of a hidden tile, and of being wild."""
    suits = {
        "m": _("{n} of characters"),
        "p": _("{n} of dots"),
        "s": _("{n} of bamboo"),
    }
    numbers = (_("1"), _("2"), _("3"), _("4"), _("5"), _("6"), _("7"), _("8"), _("9"))
    honours = (
        _("East wind"),
        _("South wind"),
        _("West wind"),
        _("North wind"),
        _("White dragon"),
        _("Green dragon"),
        _("Red dragon"),
    )
    named = {
        kind: honours[int(kind[0]) - 1]
        if kind[1] == "z"
        else suits[kind[1]].format(n=numbers[int(kind[0]) - 1])
        for kind in _KINDS
    }
    return {**named, "back": _("hidden tile"), "wild": _("wild")}


def words() -> dict[str, str]:
    """Everything by the key that the scripts use."""
    return {
        **_seats(),
        **_melds(),
        **_auction(),
        **_actions(),
        **_status(),
        **_result(),
        **_story(),
        **_replay(),
        **_score(),
        **_review(),
    }


def _seats() -> dict[str, str]:
    return {
        "wind.E": _("East"),
        "wind.S": _("South"),
        "wind.W": _("West"),
        "wind.N": _("North"),
        "windmark.E": _("E"),
        "windmark.S": _("S"),
        "windmark.W": _("W"),
        "windmark.N": _("N"),
        "table": _("Table"),
        "dealer": _("Dealer"),
        "dealer_mark": _("D"),
        "old_dealer_mark": _("LZ {k}"),
        "laozhuang": _("Laozhuang"),
        "laozhuang_mark": _("Laozhuang {k}"),
        "laozhuang_title": _("Laozhuang: the dealer stays, repeat {k}"),
        "contractor": _("Contractor"),
        "contractor_mark": _("Bid"),
        "bot_mark": _("built-in"),
        "bot_title": _("A built-in player plays this seat"),
        "away": _("Not connected"),
        "away_mark": _("away"),
        "points": _("Points"),
        "tiles_in_hand": _("Tiles in hand"),
        "discards_of": _("Discards of {name}"),
        "from": _("from {name}"),
        "wall": _("Wall"),
        "wall_left": _("Tiles left in the wall"),
        "wild": _("Wild"),
        "hand_of": _("Hand {n}/{of}"),
        "hand_n": _("Hand {n}"),
        "drawn": _("just drawn"),
    }


def _melds() -> dict[str, str]:
    return {
        "meld.chow": _("Chow"),
        "meld.pung": _("Pung"),
        "meld.kong": _("Kong"),
        "meld.added_kong": _("Added kong"),
        "meld.concealed_kong": _("Concealed kong"),
        "meld.pair": _("Pair"),
        "shout.chow": _("Chow!"),
        "shout.pung": _("Pung!"),
        "shout.kong": _("Kong!"),
        "shout.win": _("Win!"),
        "shout.self_draw": _("Self-draw!"),
    }


def _auction() -> dict[str, str]:
    return {
        "bid.two_wild": _("{n} tai"),
        "bid.one_wild": _("{n} tai, one wild"),
        "bid.no_wild": _("{n} tai, no wild"),
        "stake": _("stake {n}"),
        "no_contract": _("No contract"),
        "auction": _("Auction"),
        "auction_open": _("Nobody has spoken yet. The dealer speaks first."),
        "auction_wait": _("Another player is thinking about a bid."),
        "naming_wait": _("Naming the wild tiles"),
        "naming_wait_hint": _("The wild kinds of this hand are being named."),
        "name_wilds": _("Name the wild kinds: {n}"),
        "confirm_wilds": _("Name these"),
        "pass_bid": _("Pass"),
        "pass": _("Pass"),
    }


def _actions() -> dict[str, str]:
    return {
        "act.win": _("Win"),
        "act.self_draw": _("Self-draw"),
        "act.chow": _("Chow"),
        "act.pung": _("Pung"),
        "act.kong": _("Kong"),
        "act.concealed_kong": _("Concealed kong"),
        "act.added_kong": _("Added kong"),
        "act.discard": _("Discard"),
        "between_tiles": pgettext("between the names of tiles", ", "),
        "choose_tile": _("Choose a tile"),
        "key.space": _("Space"),
        "hand_help": _("Arrow keys choose a tile, Enter discards it."),
    }


def _status() -> dict[str, str]:
    return {
        "connection.connecting": _("Connecting …"),
        "connection.live": _("Connected"),
        "connection.lost": _("Connection lost. Trying again …"),
        "connection.signed_out": _("You have been logged out. Log in again to go on."),
        "connection.refused": _("This table is not open to you in this role."),
        "connection.gone": _("There is no such table."),
        "ahead": _("The server was restored from an older copy; the table was read anew."),
        "phase.entropy": _("Every seat adds its own share of chance to the wall …"),
        "phase.between": _("The next hand is dealt in a moment."),
        "phase.ended": _("The match is over."),
        "paused": _("The match is paused."),
        "watching": _("You are watching."),
        "watching_delay": _("You are watching, {n} hand(s) behind the table."),
        "your_turn": _("Your turn: discard a tile."),
        "your_bid": _("Your bid."),
        "your_naming": _("Name the wild kinds."),
        "your_claim": _("You can claim this tile."),
        "your_pass": _("Nothing to claim."),
        "waiting_claims": _("The others may claim …"),
        "waiting_for": _("Waiting for {name} …"),
        "next_hand_soon": _("Next hand in a moment."),
        "clock.decision": _("Time for this decision"),
        "clock.reserve": _("Reserve for the match"),
        "n_tai": _("{n} tai"),
        "left": _("{n} left"),
        "wait_line": _("{tile}: {tai} tai, {left} left"),
        "distance": _("{n} tile(s) to exchange before the hand is ready."),
        "no_waits": _("Not waiting for anything yet."),
    }


def _result() -> dict[str, str]:
    return {
        "won.self_draw": _("wins by self-draw"),
        "won.discard": _("wins on a discard"),
        "won.robbed_kong": _("wins by robbing a kong"),
        "from_discard": _("discarded by {name}"),
        "from_robbed_kong": _("robbed from {name}"),
        "times": _("×{n} laozhuang"),
        "winning_hand": _("The winning hand"),
        "reads_as": _("Read as"),
        "elements": _("Elements"),
        "element": _("Element"),
        "rule": _("Rule"),
        "tai": _("Tai"),
        "total": _("Total"),
        "payments": _("Payments"),
        "part.hand": _("hand part"),
        "part.contract": _("stake part"),
        "result.exhausted": _("Exhausted hand"),
        "result.exhausted_hint": _("The wall has run out and nobody has won."),
        "result.redealt": _("All four passed"),
        "result.redealt_hint": _("The same dealer deals again; nothing is scored."),
        "result.voided": _("Hand voided"),
        "result.voided_hint": _("The hand is played again."),
        "match_over": _("The match is over"),
        "final_points": _("Final points"),
        "open_replay": _("Replay"),
        "back_to_lobby": _("All tables"),
    }


def _story() -> dict[str, str]:
    return {
        "say.dealt": _("Hand {n}: {name} deals."),
        "say.bid": _("{name} bids {bid}."),
        "say.pass_bid": _("{name} passes."),
        "say.contract": _("{name} has the contract: {bid}."),
        "say.no_contract": _("Nobody bid: there is no contract."),
        "say.wilds": _("Wild: {tiles}."),
        "say.no_wilds": _("No tile is wild."),
        "say.drew": _("{name} draws."),
        "say.drew_tile": _("{name} draws {tile}."),
        "say.discard": _("{name} discards {tile}."),
        "say.discard_clock": _("Time is up: {name} discards {tile}."),
        "say.claim": _("{name}: {meld} with {tile}."),
        "say.kong": _("{name}: {meld} {tile}"),
        "say.won": _("{name} {how}: {tai}."),
        "say.bot": _("{name} is away: a built-in player takes the seat."),
        "say.returned": _("{name} is back."),
        "say.resumed": _("The match goes on."),
        "say.time": _("Time is up: this hand is the last."),
        "say.time_lifted": _("More time was given: the match goes on."),
        "say.called": _("{name} calls the referee."),
        "say.called_one": _("The referee was called."),
        "say.withdrawn": _("The call for the referee was withdrawn."),
        "say.ruled": _("The referee has ruled on hand {n}."),
        "say.ruled_match": _("The referee has ruled."),
        "say.appealed": _("{name} appeals against a ruling."),
        "resumes_in": _("It goes on by itself in {time}."),
        "open_case": _("Open the case"),
        "say.opened": _("The match was set up; its walls are committed to."),
        "say.committed": _("{name} promises a share of chance."),
        "say.entropy": _("{name} opens the share of chance."),
        "say.missed": _("{name} gave no share of chance in time; a fixed value stands in."),
        "say.started": _("{name} deals first."),
        "say.handed_over": _("{name} takes the seat over."),
        "say.seats": _("Seats have changed: {seats}."),
        "say.answer_pass": _("{name} passes."),
        "say.answer_claim": _("{name} asks for: {claim}."),
        "say.secret": _("The secret of hand {n} is opened; its wall can be checked."),
        "say.granted": _("{name} is granted time."),
        "say.downtime": _("Time during which the server was down is excused."),
    }


def _replay() -> dict[str, str]:
    return {
        "step_of": _("Step {n} of {of}"),
        "verifying": _("Checking …"),
        "play": _("Play"),
        "stop": _("Stop"),
        "copied": _("Link copied"),
        "none_kept": _("none"),
        "replay_wait": _(
            "You have opened many matches within a short time; this one comes in a moment."
        ),
        "another_record": _("This record is not the match that this browser saw being played."),
    }


def _score() -> dict[str, str]:
    return {
        "score.changed": _("The sheet has changed."),
        "score.comes_to": _("Comes to"),
        "pad.wild_kinds": _("Wild kinds"),
        "pad.concealed": _("In hand"),
        "pad.winning_tile": _("Winning tile"),
        "pad.meld": _("Meld: {kind}"),
        "pad.target": _("Where the next tile goes"),
        "pad.keys": _("Tiles to tap"),
        "pad.remove": _("{tile}: take away"),
        "pad.remove_meld": _("{meld}: take away"),
        "pad.clear": _("Begin anew"),
    }


def _review() -> dict[str, str]:
    return {
        "review.seconds": _("{n} s"),
        "review.by_bot": _("built-in player for {name}"),
        "review.set_off_by": _("set off by an answer of {name}"),
        "review.by_clock": _("the clock"),
        "review.by_system": _("the site"),
        "review.by_referee": _("a referee"),
        "review.by_organiser": _("the organiser"),
        "review.by_judge": _("a judge"),
        "review.clock_ran_out": _("time up"),
        "review.passed_on": _("passed on: {what}"),
        "review.event_n": _("Event {n}"),
        "review.reaction": _("took {time}"),
        "review.could": _("What each seat could do at this moment"),
        "review.covered": _("covered"),
        "review.suppose": _("Score this hand …"),
        "review.bid_from": _("Bid: {bid} or more"),
        "review.names_wilds": _("Name the wild kinds: {n} choices"),
        "review.could_win": _("Could win: {n} tai"),
        "review.no_win": _("No win:"),
        "review.NetworkExcused": _("Time that the network took is given back."),
        "review.NetworkMeasured": _("How long the way to the players was is noted."),
        "review.RefereeCalled": _("The referee is called."),
        "review.CaseTaken": _("A referee takes the case."),
        "review.CaseReleased": _("The referee gives the case back."),
        "review.CaseWithdrawn": _("The call is withdrawn."),
        "review.InterestDeclared": _("A referee declares an interest."),
        "review.InterestDecided": _("The organiser decides on an interest."),
        "review.StatementMade": _("A player makes a statement."),
        "review.RulingMade": _("A ruling is made."),
        "review.ClockTakenBack": _("Time that was given is taken back."),
        "review.AppealLodged": _("An appeal is lodged."),
        "review.PanelNamed": _("Judges are named for an appeal."),
        "review.VoteCast": _("A judge votes."),
        "review.AppealDecided": _("The appeal is decided."),
    }
