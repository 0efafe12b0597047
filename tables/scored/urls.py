"""Addresses of a table's score sheet."""

from django.urls import path

from tables.scored import views

urlpatterns = [
    path("", views.score, name="score"),
    path("hands/<int:hand>/", views.enter, name="score-enter"),
    path("hands/<int:hand>/preview/", views.preview, name="score-preview"),
    path("hands/<int:hand>/<str:deed>/", views.say, name="score-say"),
    path("points/", views.points, name="score-points"),
]
