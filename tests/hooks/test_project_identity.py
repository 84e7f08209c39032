"""The same repository is the same project, from whichever folder, clone or worktree one works."""

import os
import subprocess
import time

import pytest

from hooks import project


def git(folder, *arguments):
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "checkout"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_it_says_what_git_would_say(repository):
    git(repository, "remote", "add", "origin", "git@github.com:acme/checkout.git")
    assert project.identify(str(repository)) == {
        "root": str(repository),
        "git_dir": git(repository, "rev-parse", "--absolute-git-dir"),
        "branch": git(repository, "branch", "--show-current"),
        "remote": git(repository, "remote", "get-url", "origin"),
    }


def test_a_folder_inside_the_repository_is_the_same_project(repository):
    inside = repository / "src" / "payments"
    inside.mkdir(parents=True)
    assert project.identify(str(inside))["git_dir"] == project.identify(str(repository))["git_dir"]


def test_worktrees_share_the_project_and_keep_their_branch(repository, tmp_path):
    git(repository, "remote", "add", "origin", "https://github.com/acme/checkout")
    git(repository, "worktree", "add", "-q", "-b", "fix/retry", str(tmp_path / "other"))
    here, there = project.identify(str(repository)), project.identify(str(tmp_path / "other"))
    assert (here["git_dir"], here["remote"]) == (there["git_dir"], there["remote"])
    assert (here["branch"], there["branch"]) == ("main", "fix/retry")


def test_a_path_that_no_system_opens_is_not_walked_up(monkeypatch):
    asked = []
    monkeypatch.setattr(os.path, "isdir", lambda path: asked.append(path))
    assert list(project.identify("/" + "a/" * 100_000)) == ["root"]
    assert not asked


def test_a_detached_head_has_no_branch(repository):
    git(repository, "checkout", "-q", "--detach")
    assert "branch" not in project.identify(str(repository))


def test_without_a_remote_the_git_folder_names_the_project(repository):
    found = project.identify(str(repository))
    assert "remote" not in found
    assert project.query_value(found) == found["git_dir"]


def test_without_git_the_path_does(tmp_path):
    found = project.identify(str(tmp_path))
    assert found == {"root": str(tmp_path)}
    assert project.query_value(found) == str(tmp_path)
    assert project.short_name(found) == tmp_path.name


def test_another_remote_serves_where_there_is_no_origin(repository):
    git(repository, "remote", "add", "upstream", "https://gitlab.example.com/acme/tools.git")
    assert project.identify(str(repository))["remote"] == "https://gitlab.example.com/acme/tools.git"


def test_short_forms_of_remotes_are_written_out(repository):
    git(repository, "config", "--global", "url.https://github.com/.insteadOf", "gh:")
    git(repository, "remote", "add", "origin", "gh:acme/checkout")
    assert project.identify(str(repository))["remote"] == git(repository, "remote", "get-url", "origin")


@pytest.mark.parametrize(
    ("remote", "clean"),
    [
        ("https://me:ghp_secret@github.com/acme/checkout.git", "https://github.com/acme/checkout.git"),
        ("https://oauth2@gitlab.com/acme/checkout", "https://gitlab.com/acme/checkout"),
        ("https://git.example.com/r.git?private_token=x", "https://git.example.com/r.git"),
        ("ssh://git:pw@git.example.com:2222/acme/r.git", "ssh://git@git.example.com:2222/acme/r.git"),
        ("git@github.com:acme/checkout.git", "git@github.com:acme/checkout.git"),
        ("me:pa@ss@git.example.com:acme/r.git", "me@git.example.com:acme/r.git"),
        ("C:\\work\\me@home", "C:\\work\\me@home"),
        ("/srv/git/checkout.git", "/srv/git/checkout.git"),
    ],
)
def test_credentials_in_a_remote_stay_here(remote, clean):
    assert project.without_credentials(remote) == clean


@pytest.mark.parametrize("broken", [b"", b"\xff\xfe\x00garbage", b'[remote "origin"\nurl'])
def test_a_broken_repository_is_no_reason_to_fail(tmp_path, broken):
    git_dir = tmp_path / ".git"
    git_dir.mkdir()
    (git_dir / "HEAD").write_bytes(broken)
    (git_dir / "config").write_bytes(broken)
    assert project.identify(str(tmp_path))["git_dir"] == str(git_dir)


def test_a_git_file_that_points_nowhere_leaves_the_path(tmp_path):
    (tmp_path / ".git").write_text("")
    assert project.identify(str(tmp_path)) == {"root": str(tmp_path)}


def test_the_session_belongs_to_where_it_began_although_its_shell_moved(alone, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    alone.clone(elsewhere, "git@github.com:acme/other.git")
    alone.hook("Stop", cwd=str(elsewhere), last_assistant_message="x")
    assert alone.lines()[0]["project"]["remote"] == "git@github.com:acme/checkout.git"


def test_below_the_top_it_says_where_that_is(repository, tmp_path):
    git(repository, "worktree", "add", "-q", "-b", "fix/other", str(tmp_path / "wt"))
    inside = tmp_path / "wt" / "src"
    inside.mkdir()
    assert project.identify(str(inside))["top"] == str(tmp_path / "wt")
    assert "top" not in project.identify(str(repository))


@pytest.mark.parametrize("name", ["config", "HEAD", "commondir"])
def test_a_fifo_in_the_repository_does_not_hang_the_hook(alone, name):
    alone.no_flush()
    path = alone.project / ".git" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    alone.bash()
    (event,) = alone.lines()
    assert event["project"]["root"] == str(alone.project)


def test_a_nul_in_a_pointer_of_git_blinds_no_session(alone):
    alone.no_flush()
    (alone.project / ".git" / "commondir").write_text("a\0b")
    alone.bash()
    (event,) = alone.lines()
    assert event["project"]["root"] == str(alone.project)


@pytest.mark.parametrize("pointer", ["commondir", ".git"])
def test_a_pointer_longer_than_any_path_holds_up_no_hook(alone, tmp_path, pointer):
    alone.no_flush()
    (tmp_path / "packed").mkdir()
    where = {".git": tmp_path / "packed" / ".git", "commondir": alone.project / ".git" / "commondir"}[pointer]
    where.write_text({".git": "gitdir: ", "commondir": ""}[pointer] + "a/" * 131_000)
    root = str(tmp_path / "packed" if pointer == ".git" else alone.project)
    began = time.monotonic()
    alone.bash(environment={"CLAUDE_PROJECT_DIR": root})
    assert time.monotonic() - began < 1.5
    (event,) = alone.lines()
    assert event["project"]["root"] == root
    assert len(event["project"].get("git_dir", "")) < 4096
