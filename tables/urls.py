"""Addresses of the lobby, the tables and their replays."""

from django.urls import include, path

from tables import views

urlpatterns = [
    path("", views.home, name="home"),
    path("lists/", views.lobby_list, name="lists"),
    path("rules/", views.rules, name="rules"),
    path("new/", views.table_new, name="table-new"),
    path("play/<str:ruleset>/", views.play_now, name="play-now"),
    path("gatherings/<uuid:gathering_id>/", views.gathering, name="gathering"),
    path("gatherings/<uuid:gathering_id>/sit/", views.chair_take, name="chair-take"),
    path("gatherings/<uuid:gathering_id>/leave/", views.chair_leave, name="chair-leave"),
    path("gatherings/<uuid:gathering_id>/cancel/", views.gathering_cancel, name="gathering-cancel"),
    path("checkpoints/", include("tables.checkpoints.urls")),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<str:which>/", views.table_list, name="table-list"),
    path("tables/<uuid:table_id>/rule/<str:ruling>/", views.table_rule, name="table-rule"),
    path("", include("tables.cases.urls")),
    path("tables/<uuid:table_id>/score/", include("tables.scored.urls")),
    path("tables/<uuid:table_id>/replay/", include("tables.replay.urls")),
    path("tables/<uuid:table_id>/review/", include("tables.review.urls")),
]
