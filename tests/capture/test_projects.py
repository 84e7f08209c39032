"""A project is found by whatever a person or client calls it, and never by guessing between two."""

import pytest

from memory import access
from memory.access import Actor
from memory.capture.projects import project_for
from memory.models import Project, ProjectAlias
from memory.recall.project_lookup import find_project
from memory.rules.identity import from_path, from_remote

pytestmark = pytest.mark.django_db


@pytest.fixture
def checkout(alice: Actor) -> Project:
    """acme/checkout, which was once called legacy/shop."""
    with access.acting(alice):
        project = project_for(from_remote("git@github.com:acme/checkout.git"), actor=alice)
        ProjectAlias.objects.create(team=alice.team, project=project, identity="github.com/legacy/shop")
        return project


@pytest.mark.parametrize(
    "name",
    [
        "git@github.com:acme/checkout.git",
        "https://user:token@github.com/acme/checkout",
        "ssh://git@github.com:22/Acme/Checkout.git",
        "github.com/acme/checkout",
        "acme/checkout",
        "Checkout",
        "https://github.com/legacy/shop.git",
    ],
)
def test_all_its_names_find_it(checkout: Project, alice: Actor, name: str) -> None:
    with access.acting(alice):
        assert find_project(name, actor=alice) == checkout


def test_a_name_that_two_have_finds_none(checkout: Project, alice: Actor) -> None:
    with access.acting(alice):
        project_for(from_remote("https://gitlab.com/other/checkout"), actor=alice)
        assert find_project("checkout", actor=alice) is None
        assert find_project("acme/checkout", actor=alice) == checkout


def test_a_repository_without_a_remote_is_found_by_its_git_dir_and_its_folder(alice: Actor) -> None:
    with access.acting(alice):
        project = project_for(from_path("/home/alice/tool/.git"), actor=alice)
        assert find_project("/home/alice/tool/.git", actor=alice) == project
        assert find_project("/home/alice/tool", actor=alice) == project


def test_another_team_finds_nothing(checkout: Project, mallory: Actor) -> None:
    with access.acting(mallory):
        assert find_project("acme/checkout", actor=mallory) is None
        assert find_project("github.com/acme/checkout", actor=mallory) is None
    assert checkout.team != mallory.team


def test_nothing_is_named_by_nothing(checkout: Project, alice: Actor) -> None:
    with access.acting(alice):
        assert find_project("  ", actor=alice) is None
        assert find_project("unknown", actor=alice) is None
