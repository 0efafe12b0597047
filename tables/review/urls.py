"""Addresses of the review of a hand."""

from django.urls import path

from tables.review import views

urlpatterns = [
    path("looks/", views.looks, name="review-looks"),
    path("looks/file/", views.looks_file, name="review-looks-file"),
    path("figures/", views.figures, name="review-figures"),
    path("<int:hand>/", views.review, name="review"),
    path("<int:hand>/what-if/", views.what_if_view, name="review-what-if"),
    path("<int:hand>/time/", views.time_spent, name="review-time"),
]
