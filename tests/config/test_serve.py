"""`make run`: one command starts the site, Ctrl-C ends everything it started."""

from __future__ import annotations

import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from config.serve import port_from, stopping
from tests.tables.live.site import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 240


@pytest.fixture(autouse=True)
def _signals_are_heard() -> Iterator[None]:
    """Whoever runs the tests with hang-ups ignored (nohup), or in the background of a shell."""
    wanted = {signal.SIGHUP: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    before = {one: signal.signal(one, handler) for one, handler in wanted.items()}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@dataclass(frozen=True)
class Ended:
    """A site that was started in an empty folder and stopped by Ctrl-C."""

    var: Path
    said: str
    left_alive: tuple[psutil.Process, ...]

    def copy(self, folder: Path) -> Path:
        """Its data once more, for a site of one's own."""
        folder.chmod(0o755)
        subprocess.run(["cp", "-a", str(self.var), str(folder / "var")], check=True)
        return folder / "var"


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Made once: filling the demo takes longest."""
    folder = tmp_path_factory.mktemp("first")
    folder.chmod(0o755)
    return run_until_ctrl_c(folder / "var", folder / "output")


@contextmanager
def site(var: Path, port: int, output: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m config.serve` in a session of its own."""
    environment = {**os.environ, "VAR_DIR": str(var), "PORT": str(port)}
    for name in ("DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    with output.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            cwd=ROOT,
            env=environment,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)


def wait_for_page(port: int, process: subprocess.Popen[bytes], output: Path) -> str:
    """The home page, once the site answers."""
    for _ in range(PATIENCE * 5):
        assert process.poll() is None, output.read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the site never answered")


def postgres_of(var: Path) -> psutil.Process:
    return psutil.Process(int((var / "postgres" / "postmaster.pid").read_text().split()[0]))


def is_alive(process: psutil.Process) -> bool:
    """Running, and not just waiting to be reaped."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def run_until_ctrl_c(var: Path, output: Path) -> Ended:
    port = free_port()
    with site(var, port, output) as process:
        assert "<html" in wait_for_page(port, process, output)
        started = (postgres_of(var), *psutil.Process(process.pid).children(recursive=True))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    said = output.read_text()
    assert f"http://127.0.0.1:{port}/" in said
    return Ended(var, said, tuple(one for one in started if is_alive(one)))


def test_ctrl_c_ends_every_process_and_starting_again_finds_the_data(
    ended: Ended, tmp_path: Path
) -> None:
    again = run_until_ctrl_c(ended.copy(tmp_path), tmp_path / "output")
    addresses = []
    for one in (ended, again):
        assert not one.left_alive
        assert "password" in one.said
        assert "Ready. Press Ctrl-C to stop." in one.said
        addresses.append(
            [line.split("/", 3)[3] for line in one.said.splitlines() if "Sit down" in line]
        )
    assert addresses[0] == addresses[1] != []


def test_ctrl_c_pressed_again_and_again_still_ends_everything(ended: Ended, tmp_path: Path) -> None:
    var, port, output = ended.copy(tmp_path), free_port(), tmp_path / "output"
    with site(var, port, output) as process:
        wait_for_page(port, process, output)
        postgres = postgres_of(var)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        assert process.returncode == 0
    assert not is_alive(postgres)
    assert output.read_text().splitlines()[-1] == "Stopped."


def eventually(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_after_a_kill_it_starts_again_and_still_ends_everything(
    ended: Ended, tmp_path: Path
) -> None:
    var, port, output = ended.copy(tmp_path), free_port(), tmp_path / "output"
    with site(var, port, output) as process:
        wait_for_page(port, process, output)
        postgres = postgres_of(var)
        others = [
            child
            for child in psutil.Process(process.pid).children(recursive=True)
            if "celery" in child.cmdline()
        ]
        assert others
        process.kill()
        process.wait(PATIENCE)
    assert is_alive(postgres)
    eventually(lambda: not any(is_alive(child) for child in others))
    with site(var, port, output) as process:
        wait_for_page(port, process, output)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert not is_alive(postgres)


def in_a_terminal(folder: Path, port: int) -> tuple[int, int]:
    """`ssh -t host make run`: make leads a session at a terminal, and alone is told of its end.

    Its process, and the other end of the terminal.
    """
    makefile = folder / "Makefile"
    makefile.write_text(f"run:\n\t@exec {sys.executable} -m config.serve\n")
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "VAR_DIR": str(folder / "var"), "PORT": str(port)}
        for name in ("DATABASE_URL", "SECRET_KEY"):
            environment.pop(name, None)
        os.chdir(ROOT)
        os.execvpe("make", ["make", "-f", str(makefile), "run"], environment)
    return process, terminal


def read_until(terminal: int, text: str) -> str:
    """What the terminal shows up to this."""
    shown, end = "", time.monotonic() + PATIENCE
    while text not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


def test_a_terminal_that_is_closed_ends_everything(ended: Ended, tmp_path: Path) -> None:
    ended.copy(tmp_path)
    port = free_port()
    process, terminal = in_a_terminal(tmp_path, port)
    started: list[psutil.Process] = []
    try:
        read_until(terminal, "Ready. Press Ctrl-C to stop.")
        started += psutil.Process(process).children(recursive=True)
        started.append(postgres_of(tmp_path / "var"))
        assert any("celery" in one.cmdline() for one in started)
        os.close(terminal)
        eventually(lambda: not any(is_alive(one) for one in started))
    finally:
        for one in filter(is_alive, started):
            one.kill()
        os.waitpid(process, 0)


def test_whoever_asks_for_hang_ups_to_be_ignored_is_left_alone() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert stopping() == [signal.SIGTERM, signal.SIGINT]


def test_a_hang_up_without_a_terminal_ends_everything_too(ended: Ended, tmp_path: Path) -> None:
    var, port, output = ended.copy(tmp_path), free_port(), tmp_path / "output"
    with site(var, port, output) as process:
        wait_for_page(port, process, output)
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE) == 0
    assert output.read_text().splitlines()[-1] == "Stopped."


def test_a_busy_port_gives_one_clear_line(tmp_path: Path) -> None:
    output = tmp_path / "output"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with site(tmp_path / "var", port, output) as process:
            assert process.wait(PATIENCE) == 1
    assert output.read_text().splitlines() == [
        f"Port {port} is in use. Choose another: PORT={port + 1} make run"
    ]


@pytest.mark.parametrize("text", ["²", "eighty", "", "0", "70000", "-1"])
def test_what_is_no_port_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(SystemExit, match="PORT must be a number"):
        port_from(text)
