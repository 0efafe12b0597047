"""Referees and scorers in Django's admin. Tables are not there: services alone write them."""

from django.contrib import admin

from tables.models import RefereeAssignment, ScorerAssignment


@admin.register(RefereeAssignment)
class RefereeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("table", "account")
    raw_id_fields = ("account",)


@admin.register(ScorerAssignment)
class ScorerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("table", "account")
    raw_id_fields = ("account",)
