"""Clubs in Django's admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from accounts.administration import administrator
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.registered import club_gone_note, member_gone_note, member_note


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # not generic at run time
    model = Membership
    raw_id_fields = ("account",)
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """What is changed here is told by the club's register, as on the club's own pages."""

    list_display = ("name", "slug", "place", "created_at")
    prepopulated_fields = {"slug": ("name",)}  # noqa: RUF012  # Django's own form
    inlines = (MembershipInline,)

    def save_formset(
        self, request: HttpRequest, form: ModelForm[Any], formset: Any, change: Any
    ) -> None:
        before = {row.pk: row for row in Membership.objects.filter(club=formset.instance)}
        formset.save()
        by = administrator(request)
        for row in formset.deleted_objects:
            member_gone_note(row, by=by)
        changed = [row for row, _names in formset.changed_objects]
        for row in (*formset.new_objects, *changed):
            if row.pk in before and before[row.pk].account_id != row.account_id:
                member_gone_note(before[row.pk], by=by)
            member_note(row, by=by)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        club_gone_note(obj.pk, by=administrator(request))
        obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            self.delete_model(request, club)
