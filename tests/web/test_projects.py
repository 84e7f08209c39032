"""The team's projects: what each holds, and an admin's verbs on them with their ways back."""

from collections.abc import Callable

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.knowledge.project_merging import merge_projects, take_projects_apart
from memory.models import (
    ApprovalRule,
    AuditEvent,
    CodingSession,
    Memory,
    MemoryProject,
    Message,
    Project,
    ProjectAlias,
    ToolCall,
)
from memory.recall.project_lookup import find_project
from tests.web.conftest import project_named, session_of, store

SignedIn = Callable[[Actor], Client]


def _project(actor: Actor, name: str = "acme/checkout") -> Project:
    with access.acting(actor):
        return project_named(actor, name)


def test_a_member_reads_what_projects_hold(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    store(alice, "Checkout retries three times.", session="Retry policy")
    store(alice, "A private thought.", visibility="private")
    project = _project(alice)
    page = client_of(bob).get("/team/projects/").content.decode()
    assert "acme/checkout" in page and "1 memory" in page and "1 session" in page
    page = client_of(bob).get(f"/team/projects/{project.pk}/").content.decode()
    assert "Rename" not in page and "Close project" not in page and "Ask <strong>alice</strong>" in page


def test_another_team_finds_no_project(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    project = _project(alice)
    browser = client_of(mallory)
    assert "acme/checkout" not in browser.get("/team/projects/").content.decode()
    assert "No project yet" in browser.get("/team/projects/").content.decode()
    for address in ("", "name", "aliases", "capture", "hold"):
        method = browser.post if address else browser.get
        assert method(f"/team/projects/{project.pk}/{address}", {"name": "x", "identity": "x"}).status_code == 404
    assert browser.get("/team/projects/99999999999999999999/").status_code == 404


def test_a_member_changes_no_project(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    project, other = _project(alice), _project(alice, "acme/other")
    browser = client_of(bob)
    for address in ("name", "aliases", "capture", "hold", "merge"):
        form = {"name": "x", "identity": "github.com/x/y", "into": other.pk}
        assert browser.post(f"/team/projects/{project.pk}/{address}", form).status_code == 403
    assert browser.get(f"/team/projects/{project.pk}/merge?into={other.pk}").status_code == 403


def test_a_project_is_renamed_and_the_old_name_is_offered(alice: Actor, client_of: SignedIn) -> None:
    project = _project(alice)
    browser = client_of(alice)
    page = browser.post(f"/team/projects/{project.pk}/name", {"name": "Checkout"}, follow=True).content.decode()
    assert "Renamed to Checkout." in page and 'name="name" value="acme/checkout"' in page
    with access.acting(alice):
        assert Project.objects.get(pk=project.pk).name == "Checkout"
        assert AuditEvent.objects.filter(verb="rename_project", subject=f"project:{project.pk}").exists()


def test_a_name_that_is_taken_is_refused_beside_the_field(alice: Actor, client_of: SignedIn) -> None:
    project, _ = _project(alice), _project(alice, "acme/other")
    response = client_of(alice).post(f"/team/projects/{project.pk}/name", {"name": "ACME/other"})
    assert response.status_code == 409
    page = response.content.decode()
    assert "If both are the same project, merge them" in page and 'value="ACME/other"' in page


def test_an_alias_means_the_project_until_it_is_removed(alice: Actor, client_of: SignedIn) -> None:
    project = _project(alice)
    browser = client_of(alice)
    browser.post(f"/team/projects/{project.pk}/aliases", {"identity": "git@gitlab.example:old/checkout.git"})
    with access.acting(alice):
        assert find_project("https://gitlab.example/old/checkout", actor=alice) == project
        alias = ProjectAlias.objects.get()
    page = browser.post(f"/team/projects/{project.pk}/aliases/{alias.pk}/remove", follow=True).content.decode()
    assert "gitlab.example/old/checkout is no longer an alias" in page
    with access.acting(alice):
        assert find_project("https://gitlab.example/old/checkout", actor=alice) is None


@pytest.mark.parametrize(("given", "status"), [("", 400), ("two words", 400), ("github.com/acme/other", 409)])
def test_what_can_be_no_alias_is_refused(alice: Actor, client_of: SignedIn, given: str, status: int) -> None:
    project, _ = _project(alice), _project(alice, "acme/other")
    assert client_of(alice).post(f"/team/projects/{project.pk}/aliases", {"identity": given}).status_code == status


def test_a_project_is_closed_and_opened_again(alice: Actor, client_of: SignedIn) -> None:
    project = _project(alice)
    browser = client_of(alice)
    page = browser.post(f"/team/projects/{project.pk}/capture", follow=True).content.decode()
    assert "Closed. Its sessions are no longer stored." in page and "Reopen project" in page
    browser.post(f"/team/projects/{project.pk}/capture", {"captured": "1"})
    with access.acting(alice):
        assert Project.objects.get(pk=project.pk).captured


def _two_that_are_one(alice: Actor, bob: Actor) -> tuple[Project, Project]:
    """A project and its double: memories of each and of both, a private one of bob's, a conversation both have."""
    store(alice, "Checkout retries three times.", session="Retry policy")
    store(alice, "The fork says the same.", project="acme/fork", session="In the fork")
    store(bob, "Bob keeps this to himself.", project="acme/fork", visibility="private")
    both = store(alice, "Both know this.", project="acme/fork")
    stays, gone = _project(alice), _project(alice, "acme/fork")
    with access.acting(alice):
        MemoryProject.objects.create(team=alice.team, memory=both, project=stays)
        ProjectAlias.objects.create(team=alice.team, project=gone, identity="github.com/acme/older-fork")
        ApprovalRule.objects.create(team=alice.team, project=gone, type="decision", created_by=alice.user)
        for project, title in ((stays, "Retry policy"), (gone, "In the fork")):
            session = session_of(alice, title, project.name)
            words = {"team": alice.team, "project": project, "session": session}
            said = Message.objects.create(
                uuid="copied", role="user", content="Why?", position=1, said_at=session.started_at, **words
            )
            ToolCall.objects.create(message=said, call_id="call", name="Read", called_at=session.started_at, **words)
    return gone, stays


def _held(actor: Actor, project: Project) -> set[str]:
    return set(Memory.objects.filter(projects=project).values_list("content", flat=True))


def test_a_merge_shows_what_moves_and_asks(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    gone, stays = _two_that_are_one(alice, bob)
    page = client_of(alice).get(f"/team/projects/{gone.pk}/merge?into={stays.pk}").content.decode()
    assert "Merge acme/fork into acme/checkout?" in page
    for row, count in (("Memories", 1), ("Memories that belong to both", 1), ("Sessions", 1), ("Approval rules", 1)):
        assert f'<th scope="row">{row}</th><td>{count}</td>' in page
    with access.acting(alice):
        assert Project.objects.filter(pk=gone.pk).exists()


def test_all_of_a_project_moves_into_the_other(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    gone, stays = _two_that_are_one(alice, bob)
    browser = client_of(alice)
    page = browser.post(f"/team/projects/{gone.pk}/merge", {"into": stays.pk}, follow=True).content.decode()
    assert "acme/fork is now part of acme/checkout" in page and "Separate again" in page
    with access.scope(team=alice.team, system=True):
        assert not Project.objects.filter(pk=gone.pk).exists()
        assert len(_held(alice, stays)) == 4
        assert CodingSession.objects.filter(project=stays).count() == 2
        assert Message.objects.filter(project=stays).count() == 2 == ToolCall.objects.filter(project=stays).count()
        assert ApprovalRule.objects.get().project == stays
    with access.acting(alice):
        assert find_project("git@github.com:acme/fork.git", actor=alice) == stays
        assert find_project("github.com/acme/older-fork", actor=alice) == stays
        assert AuditEvent.objects.filter(verb="merge_projects", subject=f"project:{stays.pk}").count() == 1


def test_a_merge_is_taken_apart_again(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    gone, stays = _two_that_are_one(alice, bob)
    with access.scope(team=alice.team, system=True):
        before = _held(alice, gone), _held(alice, stays)
    done = merge_projects(gone.pk, stays.pk, actor=alice)
    page = client_of(alice).post(f"/team/merges/{done.event}/apart", follow=True).content.decode()
    assert "acme/fork is its own project again" in page
    with access.scope(team=alice.team, system=True):
        assert (_held(alice, gone), _held(alice, stays)) == before
        again = Project.objects.get(pk=gone.pk)
        assert (again.identity, again.created_at) == (gone.identity, gone.created_at)
        assert [alias.identity for alias in again.aliases.all()] == ["github.com/acme/older-fork"]
        assert {row.uuid for row in Message.objects.filter(project=again)} == {"copied"}
        assert ToolCall.objects.filter(project=again, call_id="call").count() == 1
    assert client_of(alice).post(f"/team/merges/{done.event}/apart").status_code == 409


def test_what_was_learned_since_stays_where_it_is(alice: Actor, bob: Actor) -> None:
    gone, stays = _two_that_are_one(alice, bob)
    done = merge_projects(gone.pk, stays.pk, actor=alice)
    store(alice, "Learned after the merge.")
    take_projects_apart(done.event, actor=alice)
    with access.acting(alice):
        assert "Learned after the merge." in _held(alice, stays)


def test_held_sample_and_same_projects_are_not_merged(alice: Actor, client_of: SignedIn) -> None:
    gone, stays = _project(alice, "acme/fork"), _project(alice)
    browser = client_of(alice)
    assert browser.post(f"/team/projects/{stays.pk}/merge", {"into": stays.pk}).status_code == 400
    browser.post(f"/team/projects/{gone.pk}/hold", {"hold": "1"})
    assert browser.post(f"/team/projects/{gone.pk}/merge", {"into": stays.pk}).status_code == 409
    browser.post(f"/team/projects/{gone.pk}/hold")
    with access.acting(alice):
        Project.objects.filter(pk=gone.pk).update(is_sample=True)
    assert browser.post(f"/team/projects/{gone.pk}/merge", {"into": stays.pk}).status_code == 400


def test_a_merge_of_another_team_does_not_exist(alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn) -> None:
    gone, stays = _two_that_are_one(alice, bob)
    done = merge_projects(gone.pk, stays.pk, actor=alice)
    assert client_of(mallory).post(f"/team/merges/{done.event}/apart").status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_projects(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Callable
) -> None:
    for number in range(15):
        store(alice, f"Fact {number} of checkout.", project=f"acme/part-{number}", session=f"Session {number}")
    browser = client_of(alice)
    browser.get("/team/projects/")
    with django_assert_max_num_queries(32):
        assert browser.get("/team/projects/").content.decode().count("1 memory") == 15
