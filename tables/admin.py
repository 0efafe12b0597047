"""Referees and scorers in Django's admin. Tables are not there: services alone write them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.administration import administrator
from tables.models import RefereeAssignment, ScorerAssignment
from tables.services import office_take, referee_assign, scorer_assign

Office = RefereeAssignment | ScorerAssignment


class OfficeAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Given and taken away by the services, so that the table's register tells of it."""

    list_display = ("table", "account")
    raw_id_fields = ("account",)

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Office) -> None:
        office_take(assignment=obj, by=administrator(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for one in queryset:
            self.delete_model(request, one)


@admin.register(RefereeAssignment)
class RefereeAdmin(OfficeAdmin):
    def save_model(self, request: HttpRequest, obj: Office, *_rest: Any) -> None:
        referee_assign(table=obj.table, account=obj.account, by=administrator(request))


@admin.register(ScorerAssignment)
class ScorerAdmin(OfficeAdmin):
    def save_model(self, request: HttpRequest, obj: Office, *_rest: Any) -> None:
        scorer_assign(table=obj.table, account=obj.account, by=administrator(request))
