"""Addresses of ratings."""

from django.urls import path

from tournaments.ratings import views

urlpatterns = [
    path("ratings/", views.overall, name="ratings"),
    path("ratings/<int:account>/", views.person, name="rating"),
    path("clubs/<slug:slug>/ratings/", views.of_club, name="club-ratings"),
    path("clubs/<slug:slug>/ratings/<int:account>/", views.person_in_club, name="club-rating"),
]
