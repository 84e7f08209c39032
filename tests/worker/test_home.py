"""CAIRN_HOME: claimed when empty, kept when ours, refused with one line when it is anything else."""

import json
import os
import stat
from pathlib import Path

import pytest

from memory.errors import Refused
from worker.stack.home import claim_home
from worker.stack.lock import hold_home
from worker.stack.sockets import forget_socket_folder, socket_folder


def _one_line(refusal: pytest.ExceptionInfo[Refused]) -> str:
    assert "\n" not in refusal.value.detail
    return refusal.value.detail


def test_an_empty_folder_is_claimed_and_found_again(tmp_path: Path) -> None:
    (tmp_path / ".DS_Store").touch()
    home = claim_home(tmp_path)
    home.record("postgres", "/somewhere")
    assert claim_home(tmp_path).recorded("postgres") == "/somewhere"


def test_a_folder_with_somebody_elses_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(Refused) as refusal:
        claim_home(tmp_path)
    assert "thesis.tex" in _one_line(refusal)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_claim_that_was_killed_half_way_is_taken_up(tmp_path: Path) -> None:
    (tmp_path / ".cairn.json.x1y2").touch()
    assert claim_home(tmp_path).path == tmp_path


def test_a_file_in_the_place_of_the_home_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        (tmp_path / "file").touch()
        with pytest.raises(Refused) as refusal:
            claim_home(path)
        assert "CAIRN_HOME" in _one_line(refusal)


def test_a_home_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        claim_home(Path("/dev/null/cairn") if os.geteuid() == 0 else Path("/cairn-home"))
    assert "CAIRN_HOME" in _one_line(refusal)


def test_a_damaged_record_is_refused_not_overwritten(tmp_path: Path) -> None:
    claim_home(tmp_path)
    (tmp_path / "secrets.json").write_text('{"secret key": "ab')
    with pytest.raises(Refused) as refusal:
        claim_home(tmp_path).secret("secret key")
    assert "secrets.json is damaged" in _one_line(refusal)


def test_a_secret_is_made_once_and_is_for_our_eyes_only(tmp_path: Path) -> None:
    home = claim_home(tmp_path)
    assert home.secret("a") == claim_home(tmp_path).secret("a") != home.secret("b")
    assert len(home.secret("a")) >= 50
    for name in ("secrets.json", "cairn.json"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert set(json.loads((tmp_path / "secrets.json").read_text())) == {"a", "b"}


def test_a_home_is_held_by_one_stack_at_a_time_and_free_again_after_it(tmp_path: Path) -> None:
    home = claim_home(tmp_path)
    with hold_home(home, "http://127.0.0.1:1"):
        with pytest.raises(Refused) as refusal, hold_home(home, "http://127.0.0.1:2"):
            pass
        assert f"process {os.getpid()}, http://127.0.0.1:1" in _one_line(refusal)
    assert not (tmp_path / "cairn.pid").exists()
    with hold_home(home, "http://127.0.0.1:2"):
        pass


def test_a_lock_file_that_a_killed_stack_left_does_not_hold_the_home(tmp_path: Path) -> None:
    (claim_home(tmp_path).path / "cairn.pid").write_text("process 1, http://127.0.0.1:1")
    with hold_home(claim_home(tmp_path), "http://127.0.0.1:2"):
        assert str(os.getpid()) in (tmp_path / "cairn.pid").read_text()


def test_sockets_of_a_deep_home_lie_in_a_short_private_folder_until_it_is_forgotten(tmp_path: Path) -> None:
    home = claim_home(tmp_path / ("d" * 80) / ("e" * 80))
    folder = socket_folder(home, home.run, "valkey.sock")
    assert len(str(folder / "valkey.sock")) <= 100
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert socket_folder(claim_home(home.path), home.run, "valkey.sock") == folder
    forget_socket_folder(home, home.run)
    assert not folder.exists()
    assert socket_folder(home, home.run, "valkey.sock") != folder
    forget_socket_folder(home, home.run)
