"""What the accounts app tells others."""

from django.dispatch import Signal

# Before an account is deleted (`account`): whoever still needs it raises `AccountHeld`.
account_leaving = Signal()
# When it has been (`account`): whoever holds something of it lets go. Within the transaction.
account_left = Signal()


class AccountHeld(Exception):
    """An account that cannot be deleted yet. `message` is in the reader's language."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
