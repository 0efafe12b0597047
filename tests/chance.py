"""What a site draws by chance follows from a name here: a test that failed fails again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID


class Chance:
    """Stands where walls, draws and the names that go into them get their bytes."""

    def __init__(self) -> None:
        self.follow("")

    def follow(self, name: str) -> None:
        """From now on the bytes of `name`, from its first."""
        self._random = random.Random(name)

    @contextmanager
    def following(self, name: str) -> Iterator[None]:
        """The bytes of `name` meanwhile; then those from before go on."""
        before = self._random
        self.follow(name)
        try:
            yield
        finally:
            self._random = before

    def token_bytes(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()

    def uuid4(self) -> UUID:
        return UUID(bytes=self.token_bytes(16), version=4)


CHANCE = Chance()


def take_over() -> None:
    """Let matches and events of this process be drawn from CHANCE."""
    from tables import opening
    from tournaments import services

    vars(opening).update(secrets=CHANCE, uuid4=CHANCE.uuid4)
    vars(services).update(secrets=CHANCE)
