"""The site's addresses; each app brings its own."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import include, path

from accounts.views import language_choose

handler400 = "config.views.bad_request"

urlpatterns = [
    path("log-in/", auth_views.LoginView.as_view(), name="login"),
    path("log-out/", auth_views.LogoutView.as_view(), name="logout"),
    path("language/", language_choose, name="language"),
    path("admin/", admin.site.urls),
    path("", include("tournaments.urls")),
    path("", include("tables.urls")),
]
