"""Addresses of events. Each module of pages brings its own below the event's address."""

from django.urls import path

from tournaments.pages import about, desk, lists

urlpatterns = [
    path("events/", lists.events, name="events"),
    path("events/<uuid:event>/", about.about, name="event"),
    path("events/<uuid:event>/desk/", desk.desk, name="desk"),
]
