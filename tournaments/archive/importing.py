"""Taking the archive of an event in: the same streams, rows made from them, the same pages.

An archive is proved whole before anything is stored, and all of it is stored or nothing. What is
here already is never changed: an archive that came before changes nothing, one that says something
else about a stream of that id is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from engine.archive.checking import LOG, TEXTS, Proof, Watch, proved_archive, unwatched
from engine.archive.container import ArchiveRefused, Source
from engine.archive.derived import TABLES
from engine.archive.looks import looks_name
from engine.archive.texts import read_texts
from engine.archive.vouched import ABOUT, About, read_about
from engine.errors import EngineError
from engine.hashing import Json, parse
from engine.looks import load_looks
from engine.play.fields import as_list, as_object, exactly
from engine.trailer import parted
from tables.imports.looks import looks_take_in
from tables.imports.services import Source as Origin
from tables.imports.services import StreamDiffers, match_take_in, stream_take_in
from tournaments.archive.case_texts import texts_take_in
from tournaments.archive.comparing import standing_differences
from tournaments.archive.regulations import wording_differences
from tournaments.clubs.models import Club, Role
from tournaments.clubs.services import member_add
from tournaments.domain.codec import event_from_json
from tournaments.domain.events import Event
from tournaments.letters.models import Read
from tournaments.models import Tournament, TournamentSecret
from tournaments.play.keeping_up import match_context
from tournaments.registered import made_note
from tournaments.store.folds import FOLDS
from tournaments.store.log import first_prev, header
from tournaments.store.projections import rebuild

MOST_SHOWN: Final = 5


class Imported(NamedTuple):
    """What came of taking an archive in; `is_new` is False where it was here already."""

    tournament: Tournament
    is_new: bool
    matches: int
    proof: Proof


def archive_take_in(
    source: Source,
    *,
    club: str | None = None,
    owner: User | None = None,
    accept_standings: bool = False,
    accept_regulations: bool = False,
    key: str | None = None,
    watch: Watch = unwatched,
) -> Imported:
    """Prove an archive and store all of it; taken in again, nothing changes.

    `club` is the address of a club here that the event goes to; without it the archive's own is
    found or made. `owner` becomes its owner if it is made. With `key` (32 bytes in hexadecimal) the
    owner of that public key has to have signed all of it. Raises ArchiveFails with the report,
    or ArchiveRefused: `stream_differs`, `standings_differ`, `regulations_differ`, `no_such_club`,
    `club_exists` and what cannot be read.
    """
    proof = archive_prove(
        source,
        accept_standings=accept_standings,
        accept_regulations=accept_regulations,
        key=key,
        watch=watch,
    )
    with transaction.atomic():
        tournament, is_new = _tournament(proof, club, owner)
        if is_new:
            _settle(tournament, proof)
        matches = _matches(proof, tournament, watch)
        _looks(proof)
        texts_take_in(read_texts(proof.files[TEXTS]))
    FOLDS.forget()
    tournament.refresh_from_db()
    return Imported(tournament, is_new, matches, proof)


def archive_prove(
    source: Source,
    *,
    accept_standings: bool = False,
    accept_regulations: bool = False,
    key: str | None = None,
    watch: Watch = unwatched,
) -> Proof:
    """Prove an archive, its standings and the wording of its regulations included; stores nothing.

    How they are worded is taken from whoever owns the `key` that was asked for. Raises as
    `archive_take_in`.
    """
    proof = proved_archive(source, watch=watch, key=key)
    events = _events(proof)
    if not accept_standings:
        _check_standings(events)
    if key is None and not accept_regulations:
        _check_wording(events, proof)
    return proof


def _settle(tournament: Tournament, proof: Proof) -> None:
    """The rows that follow from the log; nothing in it is to be done or told again."""
    version = len(proof.rows)
    Tournament.objects.filter(pk=tournament.pk).update(
        handled=version, created_at=datetime.fromisoformat(proof.rows[0].columns.at)
    )
    Read.objects.create(tournament=tournament, version=version)
    rebuild(tournament.pk)
    tournament.refresh_from_db()
    made_note(tournament)


def _events(proof: Proof) -> list[Event]:
    """The event's log as the domain reads it. Raises ArchiveRefused `bad_data`."""
    found = []
    for line, row in enumerate(proof.rows, start=2):
        columns = row.columns
        try:
            found.append(event_from_json(columns.type, columns.v, parse(columns.data)))
        except EngineError as error:
            message = f"line {line}, event {columns.seq} {columns.type}: {error.message}"
            raise ArchiveRefused("bad_data", message, LOG) from error
    return found


def _check_standings(events: list[Event]) -> None:
    found = [str(one) for one in standing_differences(events)]
    if found:
        more = f" … and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
        message = "; ".join(found[:MOST_SHOWN]) + more
        raise ArchiveRefused("standings_differ", message, LOG)


def _check_wording(events: list[Event], proof: Proof) -> None:
    for file, line in wording_differences(events, proof.files):
        message = f"line {line}: this version words the regulations otherwise"
        raise ArchiveRefused("regulations_differ", message, file)


def _tournament(proof: Proof, club: str | None, owner: User | None) -> tuple[Tournament, bool]:
    """The event's row and its stream; its rows are made from it later."""
    id_ = UUID(proof.told.tournament)
    existing = Tournament.objects.select_related("club").filter(pk=id_).first()
    tournament = existing or _row(proof, id_, club, owner)
    try:
        is_new = stream_take_in(
            id_,
            header(id_),
            proof.rows,
            _source(proof, LOG, proof.manifest.key, proof.manifest.signature),
        )
    except StreamDiffers as error:
        raise ArchiveRefused(error.code, str(error), LOG) from error
    if is_new:
        # After the stream: a row without one would look like an event that was never made.
        last = proof.rows[-1]
        Tournament.objects.filter(pk=id_).update(version=last.columns.seq, head=last.hash)
        TournamentSecret.objects.create(tournament=tournament, seed=proof.told.seed or "")
    return tournament, is_new


def _row(proof: Proof, id_: UUID, club: str | None, owner: User | None) -> Tournament:
    return Tournament.objects.create(
        pk=id_,
        club=_club(_about(proof).club, club, owner),
        head=first_prev(id_),
        name=proof.told.name[:100],
        ruleset=str(proof.told.terms.get("ruleset"))[:20],
    )


def _about(proof: Proof) -> About:
    """The club's fields, and the names of officials by their ids in the logs."""
    try:
        return read_about(proof.files[ABOUT])
    except EngineError as error:
        raise ArchiveRefused("bad_data", error.message, ABOUT) from error


def _club(fields: Mapping[str, str], slug: str | None, owner: User | None) -> Club:
    if slug is not None:
        chosen = Club.objects.filter(slug=slug).first()
        if chosen is None:
            raise ArchiveRefused("no_such_club", f"there is no club at {slug}", ABOUT)
        return chosen
    known = Club.objects.filter(slug=fields["slug"]).first()
    if known is not None and known.name != fields["name"]:
        message = f"another club has the address {known.slug} here; say which club it goes to"
        raise ArchiveRefused("club_exists", message, ABOUT)
    return known or _club_make(fields, owner)


def _club_make(fields: Mapping[str, str], owner: User | None) -> Club:
    club = Club(**fields)
    try:
        club.full_clean()
    except ValidationError as error:
        raise ArchiveRefused("bad_data", f"the club: {error}", ABOUT) from error
    club.save(force_insert=True)
    if owner is not None:
        member_add(club=club, account=owner, role=Role.OWNER, by=owner)
    return club


def _matches(proof: Proof, tournament: Tournament, watch: Watch) -> int:
    """All matches that are not here yet; how many were."""
    disputes = _disputes(proof)
    new, total = 0, len(proof.matches)
    for done, (match, one) in enumerate(sorted(proof.matches.items())):
        watch(done, total, one.file)
        at, record = proof.told.opened[match], proof.record(match)
        try:
            new += match_take_in(
                record.header,
                record.rows,
                source=_source(proof, one.file),
                context=match_context(tournament, at.round, at.table),
                disputes=disputes.get(match, {}),
            )
        except StreamDiffers as error:
            raise ArchiveRefused(error.code, str(error), one.file) from error
    watch(total, total, "")
    return new


def _looks(proof: Proof) -> None:
    """The access logs of tables."""
    for match in proof.matches:
        file = looks_name(match)
        if file in proof.files:
            rows = load_looks(parted(proof.files[file])[0]).rows
            try:
                looks_take_in(UUID(match), rows, proof.trailers.get(file, b"").decode())
            except StreamDiffers as error:
                raise ArchiveRefused(error.code, str(error), file) from error


def _source(proof: Proof, file: str, *signed: str) -> Origin:
    trailer = proof.trailers.get(file, b"").decode()
    return Origin(proof.report.fingerprint, _about(proof).officials, trailer, *signed)


def _disputes(proof: Proof) -> dict[str, Mapping[str, Json]]:
    """What was agreed about disputes at each match's table."""
    try:
        tables = as_list(as_object(parse(proof.files[TABLES].decode()))["tables"])
        rows = [exactly(one, "match", "disputes") for one in tables]
        return {str(row["match"]): as_object(row["disputes"]) for row in rows}
    except (EngineError, ValueError, KeyError) as error:
        raise ArchiveRefused("bad_data", str(error), TABLES) from error
