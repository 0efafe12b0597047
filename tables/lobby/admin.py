"""Gatherings in Django's admin."""

from django.contrib import admin

from tables.lobby.models import Chair, Gathering


class ChairInline(admin.TabularInline):  # type: ignore[type-arg]  # not generic at run time
    model = Chair
    extra = 0


@admin.register(Gathering)
class GatheringAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("id", "name", "host", "created_at", "table")
    inlines = (ChairInline,)
