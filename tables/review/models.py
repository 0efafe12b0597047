"""What is noted beside the log of a table: looks at hidden tiles, and lost connections.

Neither can be made again from the log; the database refuses to change them.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PrivilegedView(models.Model):
    """Somebody was shown the hidden tiles of a hand because of their office; never changed.

    Belongs to the migrations as `Event` does; `tables.review.looks` writes it, and the database
    numbers, dates and chains what is written (docs/reviewing.md).
    """

    pk = models.CompositePrimaryKey("table", "number")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        verbose_name=_("account"),
    )
    table = models.ForeignKey(
        "tables.Table", on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    hand = models.IntegerField(_("hand"))
    at = models.DateTimeField(_("time"))
    what = models.TextField(_("where"))
    number = models.PositiveIntegerField()
    salt = models.TextField()
    prev = models.TextField()
    hash = models.TextField()

    class Meta:
        app_label = "tables"
        managed = False
        db_table = "tables_privilegedview"
        verbose_name = _("look at hidden tiles")
        verbose_name_plural = _("looks at hidden tiles")
        ordering = ("-at", "-number")

    def __str__(self) -> str:
        return f"{self.account_id} {self.table_id} #{self.hand} {self.what}"


class SeatConnection(models.Model):
    """The connection of a place was lost, or is there again; never changed.

    Belongs to the migrations as `Event` does; `tables.review.connections` writes it.
    """

    table = models.ForeignKey(
        "tables.Table", on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    place = models.PositiveSmallIntegerField()
    connected = models.BooleanField(_("connected"))
    at = models.DateTimeField(_("time"))
    process = models.TextField()

    class Meta:
        app_label = "tables"
        managed = False
        db_table = "tables_seatconnection"
        verbose_name = _("connection of a seat")
        verbose_name_plural = _("connections of seats")
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.table_id}:{self.place} {'there' if self.connected else 'gone'}"
