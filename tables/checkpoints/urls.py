"""Addresses of checkpoints: for everybody, logged in or not."""

from django.urls import path

from tables.checkpoints import views

urlpatterns = [
    path("", views.checkpoints, name="checkpoints"),
    path("<int:number>/", views.checkpoint, name="checkpoint"),
    path("<int:number>/<slug:digest>/", views.checkpoint, name="checkpoint-printed"),
    path("<int:number>.zjc.json", views.download, name="checkpoint-file"),
]
