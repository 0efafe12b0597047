"""Accounts in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Table"), {"fields": ("display_name", "language")}),
    )
    list_display = ("username", "display_name", "language", "is_staff")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Logs and registers name accounts for ever: one that is to go is made inactive."""
        return False
