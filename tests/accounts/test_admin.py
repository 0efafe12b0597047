"""Accounts in the administration."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_account_is_made_inactive_and_never_deleted() -> None:
    """Logs and registers name it, and its offices would go without a line in them."""
    chief = User.objects.create_superuser("chief")
    player = User.objects.create_user("player")
    client = Client()
    client.force_login(chief)
    answer = client.post(reverse("admin:accounts_user_delete", args=[player.pk]), {"post": "yes"})
    assert answer.status_code == 403
    ways = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
    client.post(reverse("admin:accounts_user_changelist"), ways)
    assert User.objects.filter(pk=player.pk).exists()
    page = client.get(reverse("admin:accounts_user_change", args=[player.pk]))
    assert 'name="is_active"' in page.content.decode()
