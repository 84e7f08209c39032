"""What was captured for one server and token never reaches another, unless a person says so."""

from pathlib import Path

from hooks import destinations
from hooks.config import Settings
from tests.hooks.conftest import eventually
from tests.hooks.scripted_server import TOKEN, ScriptedServer


def test_events_for_one_server_are_not_sent_to_another(alone, server):
    alone.hook("Stop", last_assistant_message="secret of the first customer")
    assert eventually(lambda: alone.state().get("failures"))
    alone.url = server.url
    said = alone.hook("SessionStart", source="startup")["systemMessage"]
    alone.hook("Stop", last_assistant_message="work for the second customer")
    server.wait_for_events(2)
    assert "first customer" not in repr(server.events)
    assert "1 event waits for another server or token, run cairn doctor" in said


def test_events_under_one_token_are_not_sent_under_another_that_works(machine, server):
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.lines() == [])
    machine.bash(stdout="work in the first team")
    machine.token = "cairn_of_another_team"
    machine.hook("Stop", last_assistant_message="work in the second team")
    assert eventually(lambda: machine.state().get("error"))
    machine.token = TOKEN
    machine.hook("Stop", last_assistant_message="back in the first team")
    server.wait_for_events(4)
    assert "second team" in repr(server.events), "a token that never worked was a mistake"


def test_a_token_that_worked_once_keeps_its_events_until_told_otherwise(machine, server):
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.lines() == [])
    machine.bash(stdout="captured under the old token")
    server.token = "cairn_new"
    machine.token = "cairn_new"
    machine.hook("Stop", last_assistant_message="captured under the new token")
    server.wait_for_events(2)
    assert "old token" not in repr(server.events)
    assert "wait for another login" in machine.cairn("doctor").stdout
    done = machine.cairn("flush", "--adopt")
    assert "1 events taken over" in done.stdout
    assert "old token" in repr(server.events)


def test_a_wrong_url_that_is_corrected_loses_nothing(machine, server):
    other = ScriptedServer()
    try:
        other.override = (404, b"<html>some other server</html>", {})
        machine.url = other.url
        machine.hook("Stop", last_assistant_message="said while the URL was wrong")
        assert eventually(lambda: machine.state().get("error"))
    finally:
        other.stop()
    machine.url = server.url
    machine.hook("Stop", last_assistant_message="said after")
    assert len(server.wait_for_events(2)) == 2


def test_login_with_a_new_token_for_the_same_server_takes_over_what_waits(machine, server):
    url, machine.url, machine.token = machine.url, "", ""
    machine.cairn("login", "--url", url, "--token-stdin", stdin=TOKEN)
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.lines() == [])
    machine.bash(stdout="captured under the old token")
    server.token = "cairn_new"
    done = machine.cairn("login", "--url", url, "--token-stdin", stdin="cairn_new")
    assert "1 events that waited for the previous token" in done.stdout
    machine.hook("Stop", last_assistant_message="captured under the new token")
    assert len(server.wait_for_events(3)) == 3


def test_login_to_another_team_leaves_what_waits_for_the_first(machine, server):
    url, machine.url, machine.token = machine.url, "", ""
    machine.cairn("login", "--url", url, "--token-stdin", stdin=TOKEN)
    machine.hook("Stop", last_assistant_message="opens the day")
    server.wait_for_events(1)
    assert eventually(lambda: machine.lines() == [])
    machine.bash(stdout="work in the first team")
    server.token, server.team = "cairn_of_another_team", "other"
    done = machine.cairn("login", "--url", url, "--token-stdin", stdin="cairn_of_another_team")
    assert "that waited" not in done.stdout
    machine.hook("Stop", last_assistant_message="work in the second team")
    server.wait_for_events(2)
    assert "first team" not in repr(server.events)


def test_what_was_captured_beside_a_broken_login_file_goes_to_the_next_login(machine, server):
    url, machine.url, machine.token = machine.url, "", ""
    path = machine.home / ".config" / "cairn" / "client.json"
    path.parent.mkdir(parents=True)
    path.write_text("{half")
    machine.hook("Stop", last_assistant_message="said beside the broken file")
    machine.cairn("login", "--url", url, "--token-stdin", stdin=TOKEN)
    machine.hook("Stop", last_assistant_message="said after")
    assert len(server.wait_for_events(2)) == 2


def test_all_folders_on_the_way_to_a_spool_are_private(tmp_path):
    folder = destinations.open_spool(Settings("https://cairn.acme.example", "t"), str(tmp_path / "data")).folder
    for each in (tmp_path / "data", tmp_path / "data" / "spools", Path(folder)):
        assert each.stat().st_mode & 0o777 == 0o700


def test_a_spools_folder_names_the_server_and_keeps_the_token_to_itself():
    folder = destinations.folder_for(Settings("https://cairn.acme.example/memory", "cairn_secret"), "/data")
    assert folder.startswith("/data/spools/cairn.acme.example-")
    assert "secret" not in folder
    assert folder != destinations.folder_for(Settings("https://cairn.acme.example/memory", "other"), "/data")
