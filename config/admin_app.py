"""The administration as an app of the site, with its own way in."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    default_site = "accounts.administration.Administration"
