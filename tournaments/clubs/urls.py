"""Addresses of clubs and their invitations."""

from django.urls import path

from tournaments.clubs import views

urlpatterns = [
    path("clubs/", views.club_list, name="clubs"),
    path("clubs/new/", views.club_new, name="club-new"),
    path("clubs/<slug:slug>/", views.club_page, name="club"),
    path("clubs/<slug:slug>/edit/", views.club_edit, name="club-edit"),
    path("clubs/<slug:slug>/leave/", views.club_leave, name="club-leave"),
    path("clubs/<slug:slug>/members/", views.members, name="club-members"),
    path(
        "clubs/<slug:slug>/members/<int:member>/role/", views.member_role, name="club-member-role"
    ),
    path(
        "clubs/<slug:slug>/members/<int:member>/remove/",
        views.member_remove,
        name="club-member-remove",
    ),
    path("clubs/<slug:slug>/invitations/", views.invitations, name="club-invitations"),
    path("clubs/<slug:slug>/invitations/<int:pk>/", views.invitation, name="club-invitation"),
    path(
        "clubs/<slug:slug>/invitations/<int:pk>/withdraw/",
        views.invitation_withdraw,
        name="club-invitation-withdraw",
    ),
    path("join/<str:token>/", views.join, name="club-join"),
]
