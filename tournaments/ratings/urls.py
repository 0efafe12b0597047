"""Addresses of ratings."""

from django.urls import path

from tournaments.ratings import views

urlpatterns = [
    path("ratings/", views.overall, name="ratings"),
    path("clubs/<slug:slug>/ratings/", views.of_club, name="club-ratings"),
]
