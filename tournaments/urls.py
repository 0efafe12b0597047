"""Addresses of events. Each module of pages brings its own below the event's address."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.claims import views as claims
from tournaments.pages import (
    about,
    archive,
    brackets,
    checking_in,
    deciding,
    desk,
    entries,
    files,
    inviting,
    lists,
    me,
    officials,
    oversight,
    pairings,
    penalties,
    player,
    round_table,
    rounds,
    rulings,
    screen,
    setup,
    sheets_in,
    standings,
    watching,
)

table_patterns: list[URLPattern | URLResolver] = [
    path("", round_table.table_page, name="desk-table"),
    path("result/", round_table.result, name="desk-result"),
    path("result/correct/", deciding.correct, name="desk-correct"),
    path("result/withdraw/", round_table.withdraw_result, name="desk-result-withdraw"),
    path("result/from-log/", round_table.result_from_log, name="desk-result-from-log"),
    path("open/", round_table.open_match, name="desk-open"),
    path("seat/", round_table.seat, name="desk-seat"),
    path("seat/undo/", round_table.seat_undo, name="desk-seat-undo"),
    path("unlink/", round_table.unlink, name="desk-unlink"),
]

entry_patterns: list[URLPattern | URLResolver] = [
    path("", entries.entry_page, name="desk-entry"),
    path("check-in/", entries.check_in, name="desk-check-in"),
    path("withdraw/", entries.withdraw, name="desk-withdraw"),
    path("place/", entries.place, name="desk-place"),
    path("restore/", entries.restore, name="desk-restore"),
    path("promote/", entries.promote, name="desk-promote"),
]

player_patterns: list[URLPattern | URLResolver] = [
    path("", entries.entries, name="desk-players"),
    path("add/", entries.add, name="desk-add"),
    path("import/", entries.import_players, name="desk-import"),
    path("<slug:entry>/", include(entry_patterns)),
]

round_patterns: list[URLPattern | URLResolver] = [
    path("", rounds.round_page, name="desk-round"),
    path("swap/", rounds.swap, name="desk-swap"),
    path("schedule/", rounds.schedule, name="desk-schedule"),
    path("clock/", rounds.clock, name="desk-clock"),
    path("confirm/", rounds.confirm_despite, name="desk-confirm"),
    path("reopen/", rounds.reopen, name="desk-reopen"),
    path("dispute/", rounds.dispute, name="desk-dispute"),
    path("tables/<int:table>/", include(table_patterns)),
]

file_patterns: list[URLPattern | URLResolver] = [
    path("draws.json", files.draws, name="event-draws"),
    path("<slug:kind>.<slug:ending>", files.sheet, name="event-file"),
    path("rounds/<int:number>/<slug:paper>.pdf", files.round_paper, name="round-paper"),
    path("standings/<int:number>.pdf", files.standings_paper, name="standings-paper"),
]

public_patterns: list[URLPattern | URLResolver] = [
    path("rounds/", pairings.pairings, name="event-pairings"),
    path("rounds/<int:number>/", pairings.pairings, name="event-round"),
    path("rounds/<int:number>/tables/<int:table>/", watching.table, name="event-table"),
    path("rounds/<int:number>/tables/<int:table>/dispute/", watching.dispute, name="event-dispute"),
    path("tables/", watching.tables, name="event-tables"),
    path("results/", watching.results, name="event-results"),
    path("results/all/", watching.all_results, name="all-results"),
    path("results/<int:number>/", watching.results, name="round-results"),
    path("rulings/", rulings.rulings, name="event-rulings"),
    path("standings/", standings.standings, name="event-standings"),
    path("standings/<int:number>/", standings.standings, name="stage-standings"),
    path("standings/<int:number>/<int:after>/<int:edition>/", standings.edition, name="edition"),
    path("players/<slug:entry>/", player.player, name="event-player"),
    path("screen/", screen.screen, name="screen"),
    path("files/", include(file_patterns)),
]

event_patterns: list[URLPattern | URLResolver] = [
    path("", about.about, name="event"),
    path("bracket/<int:number>/", brackets.bracket, name="bracket"),
    path("desk/", desk.desk, name="desk"),
    path("desk/settings/", setup.settings, name="settings"),
    path("desk/settings/details/", setup.details, name="settings-details"),
    path("desk/settings/preset/", setup.preset_save, name="preset-save"),
    path("desk/corrections/", deciding.corrections, name="desk-corrections"),
    path("desk/corrections/decide/", deciding.decide, name="desk-decide"),
    path("desk/looks/", oversight.looks, name="desk-looks"),
    path("desk/figures/", oversight.figures, name="desk-figures"),
    path("desk/officials/", officials.officials_page, name="desk-officials"),
    path("desk/officials/name/", officials.name, name="desk-official-name"),
    path("desk/officials/dismiss/", officials.dismiss, name="desk-official-dismiss"),
    path("desk/invitations/", inviting.invitations, name="desk-invitations"),
    path("desk/invitations/<int:link>/", inviting.invitation, name="desk-invitation"),
    path(
        "desk/invitations/<int:link>/withdraw/",
        inviting.withdraw,
        name="desk-invitation-withdraw",
    ),
    path("desk/step/", desk.step_take, name="desk-step"),
    path("desk/expelled/keep/", desk.expelled_keep, name="desk-keep-expelled"),
    path("desk/penalties/", penalties.penalties, name="desk-penalties"),
    path("desk/penalties/give/", penalties.give, name="desk-penalty-give"),
    path("desk/penalties/lift/", penalties.lift, name="desk-penalty-lift"),
    path("enter/", checking_in.enter, name="event-enter"),
    path("leave/", checking_in.leave, name="event-leave"),
    path("check-in/<str:token>/", checking_in.check_in, name="check-in"),
    path("desk/players/", include(player_patterns)),
    path("desk/import/results/", sheets_in.results, name="desk-import-results"),
    path("desk/import/pairings/", sheets_in.pairings, name="desk-import-pairings"),
    path("desk/claims/", claims.codes, name="claim-codes"),
    path("desk/archive/", archive.archive, name="event-archive"),
    path("desk/archive/make/", archive.archive_make, name="event-archive-make"),
    path("desk/archive/file/", archive.archive_file, name="event-archive-file"),
    path("desk/rounds/<int:number>/", include(round_patterns)),
    path("rounds/<int:number>/tables/<int:table>/clock/", rounds.clock_now, name="round-clock"),
    path("rounds/<int:number>/tables/<int:table>/why/", rounds.why, name="why-table"),
    *public_patterns,
]

urlpatterns = [
    path("claim/", claims.claim, name="claim"),
    path("events/", lists.events, name="events"),
    path("events/new/", setup.event_new, name="event-new"),
    path(
        "clubs/<slug:slug>/presets/<int:preset>/forget/", setup.preset_forget, name="preset-forget"
    ),
    path("me/", me.me, name="me"),
    path("events/invited/<str:ticket>/", inviting.join, name="event-join"),
    path("events/<uuid:event>/", include(event_patterns)),
]
