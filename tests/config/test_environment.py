"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import environment
from config.serve import PortTaken, ensure_free, port_from


def test_a_database_url_names_server_role_and_options() -> None:
    entry = environment.database("postgresql://ann:s%40fe@db.club:5433/mahjong?sslmode=require")
    named = {key: entry[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}
    assert named == {
        "NAME": "mahjong",
        "USER": "ann",
        "PASSWORD": "s@fe",
        "HOST": "db.club",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="postgresql://"):
        environment.database("sqlite:///club.db")


def test_the_secret_key_is_made_once_and_readable_by_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = environment.secret_key(tmp_path / "var")
    assert environment.secret_key(tmp_path / "var") == first
    assert len(first) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0


def test_the_key_of_checkpoints_is_made_once_or_given_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHECKPOINT_KEY", raising=False)
    first = environment.checkpoint_key(tmp_path)
    assert environment.checkpoint_key(tmp_path) == first
    assert len(bytes.fromhex(first)) == 32
    assert (tmp_path / "checkpoint_key").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("CHECKPOINT_KEY", " " + "AB" * 32)
    assert environment.checkpoint_key(tmp_path) == "ab" * 32
    monkeypatch.setenv("CHECKPOINT_KEY", "secret")
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        environment.checkpoint_key(tmp_path)


def test_a_port_that_is_no_number_is_refused() -> None:
    with pytest.raises(SystemExit, match="PORT must be a number"):
        port_from("http")


def test_a_busy_port_names_how_to_choose_another() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=f"PORT={port + 1} make run"):
            ensure_free(port)
