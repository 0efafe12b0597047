"""Addresses about the own account: the site's own pages, then django-allauth's."""

from allauth.account import views as allauth_views
from django.urls import include, path

from accounts import views

urlpatterns = [
    path("account/", views.profile, name="profile"),
    path("account/mails/off/<str:token>/", views.mails_off, name="mails-off"),
    path("account/delete/", views.delete, name="account-delete"),
    path("account/second-factor/needed/", views.second_factor, name="second-factor"),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("account/", include("allauth.account.urls")),
    # Shorter, and known from before; the last of two addresses with one name is the one written.
    path("log-in/", allauth_views.login, name="login"),
    path("log-in/", allauth_views.login, name="account_login"),
    path("log-out/", allauth_views.logout, name="logout"),
    path("sign-up/", allauth_views.signup, name="account_signup"),
    path("language/", views.language_choose, name="language"),
]
