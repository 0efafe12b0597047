"""The site's addresses; each app brings its own."""

from django.contrib import admin
from django.urls import include, path

from config.health import health
from config.metrics import metrics

handler400 = "config.views.bad_request"

urlpatterns = [
    path("health/", health, name="health"),
    path("metrics/", metrics, name="metrics"),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("tournaments.clubs.urls")),
    path("", include("tournaments.ratings.urls")),
    path("", include("tournaments.urls")),
    path("", include("tables.urls")),
]
