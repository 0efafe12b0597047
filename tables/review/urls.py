"""Addresses of the review of a hand."""

from django.urls import path

from tables.review import views

urlpatterns = [
    path("looks/", views.looks, name="review-looks"),
]
