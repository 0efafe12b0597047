"""Addresses of events. Each module of pages brings its own below the event's address."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.claims import views as claims
from tournaments.pages import about, brackets, desk, lists, round_table, rounds

table_patterns: list[URLPattern | URLResolver] = [
    path("", round_table.table_page, name="desk-table"),
    path("result/", round_table.result, name="desk-result"),
    path("result/withdraw/", round_table.withdraw_result, name="desk-result-withdraw"),
    path("seat/", round_table.seat, name="desk-seat"),
    path("seat/undo/", round_table.seat_undo, name="desk-seat-undo"),
    path("unlink/", round_table.unlink, name="desk-unlink"),
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

event_patterns: list[URLPattern | URLResolver] = [
    path("", about.about, name="event"),
    path("bracket/<int:number>/", brackets.bracket, name="bracket"),
    path("desk/", desk.desk, name="desk"),
    path("desk/step/", desk.step_take, name="desk-step"),
    path("desk/claims/", claims.codes, name="claim-codes"),
    path("desk/rounds/<int:number>/", include(round_patterns)),
    path("rounds/<int:number>/tables/<int:table>/why/", rounds.why, name="why-table"),
]

urlpatterns = [
    path("claim/", claims.claim, name="claim"),
    path("events/", lists.events, name="events"),
    path("events/<uuid:event>/", include(event_patterns)),
]
