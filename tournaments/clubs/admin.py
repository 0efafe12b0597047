"""Clubs in Django's admin."""

from django.contrib import admin

from tournaments.clubs.models import Club, Membership


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # not generic at run time
    model = Membership
    raw_id_fields = ("account",)
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("name", "slug", "place", "created_at")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012  # Django's own form
    inlines = (MembershipInline,)
