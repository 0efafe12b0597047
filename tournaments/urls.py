"""Addresses of events. Each module of pages brings its own below the event's address."""

from django.urls import path

from tournaments.claims import views as claims
from tournaments.pages import about, desk, lists

urlpatterns = [
    path("claim/", claims.claim, name="claim"),
    path("events/<uuid:event>/desk/claims/", claims.codes, name="claim-codes"),
    path("events/", lists.events, name="events"),
    path("events/<uuid:event>/", about.about, name="event"),
    path("events/<uuid:event>/desk/", desk.desk, name="desk"),
]
