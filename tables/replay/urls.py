"""Addresses of a finished match, one for every step."""

from django.urls import path

from tables.replay import views

urlpatterns = [
    path("", views.replay, name="replay"),
    path("<int:step>/", views.replay, name="replay-step"),
    path("events/", views.events, name="replay-events"),
    path("record/", views.record, name="record"),
    path("verify/", views.check, name="verify"),
]
