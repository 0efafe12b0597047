"""Reading ratings for pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.names import name_key
from tournaments.clubs.models import Club
from tournaments.models import Tournament
from tournaments.permissions import VISITOR, Visitor, club_role, events_seen
from tournaments.ratings.computing import Skill, shown, shown_margin
from tournaments.ratings.models import Rating, RatingChange, RatingList
from tournaments.ratings.services import OWN_CLUB

MOST_SHOWN = 500
MOST_MATCHES = 200


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list; `place` is shared by those who have the same."""

    place: int
    name: str
    account: int
    rating: int
    margin: int
    matches: int

    @property
    def at_least(self) -> int:
        """What the list goes by: the rating less its uncertainty."""
        return self.rating - self.margin


def list_of(club: Club | None) -> RatingList | None:
    """A club's list, or everybody's; None as long as nothing has been rated."""
    return RatingList.objects.filter(club=club).first()


def rows_of(kept: RatingList | None, account: Visitor) -> list[Row]:
    """The best `MOST_SHOWN` of a list, as far as this visitor may know of them."""
    if kept is None:
        return []
    found = _seen(kept, account).select_related("account")
    best = found.annotate(least=F("mu") - 2 * F("sigma")).order_by("-least")[:MOST_SHOWN]
    rows = sorted(
        (
            (shown(skill) - shown_margin(skill), name_key(one.account.public_name), one, skill)
            for one in best
            for skill in (Skill(one.mu, one.sigma),)
        ),
        key=lambda row: (-row[0], row[1], row[2].pk),
    )
    least = [row[0] for row in rows]
    return [
        Row(least.index(worth) + 1, one.account.public_name, one.account_id, shown(skill),
            shown_margin(skill), one.matches)
        for worth, _, one, skill in rows
    ]  # fmt: skip


def _seen(kept: RatingList, account: Visitor) -> QuerySet[Rating]:
    """Deleted accounts are not listed; who played only where strangers may not look is for the
    club's own people."""
    found = Rating.objects.filter(list=kept, account__gone_at__isnull=True)
    if kept.club is None or club_role(account, kept.club) != VISITOR:
        return found
    open_ones = RatingChange.objects.filter(list=kept, account=OuterRef("account"))
    return found.filter(Exists(open_ones.exclude(match__tournament__visibility=OWN_CLUB)))


@dataclass(frozen=True, slots=True)
class Step:
    """What a match did to a rating; `event` is None where this visitor may not know of it."""

    change: RatingChange
    event: Tournament | None

    @property
    def gained(self) -> int:
        """By how much the rating moved, as it is shown."""
        return self.rating - shown(Skill(self.change.mu_before, self.change.sigma_before))

    @property
    def rating(self) -> int:
        """After the match."""
        return shown(Skill(self.change.mu, self.change.sigma))

    @property
    def margin(self) -> int:
        """After the match."""
        return shown_margin(Skill(self.change.mu, self.change.sigma))


def rating_of(kept: RatingList | None, person: int, account: Visitor) -> Rating | None:
    """Somebody's line in a list, if this visitor may know of it."""
    if kept is None:
        return None
    return _seen(kept, account).select_related("account").filter(account=person).first()


def steps_of(rating: Rating, account: Visitor) -> list[Step]:
    """The matches that a rating is made of, the last ones first: two queries."""
    order = ("confirmed_at", "tournament", "round", "number")
    found = RatingChange.objects.filter(list=rating.list_id, account=rating.account_id)
    changes = found.select_related("match").order_by(*(f"-match__{name}" for name in order))
    newest = list(changes[:MOST_MATCHES])
    events = Tournament.objects.filter(pk__in={one.match.tournament_id for one in newest})
    known = {event.pk: event for event in events_seen(account, events)}
    return [Step(one, known.get(one.match.tournament_id)) for one in newest]
