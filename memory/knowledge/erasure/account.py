"""The account behind a person, and what Django itself keeps of people: its admin log and its sign-ins."""

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models

from memory import access
from memory.knowledge.erasure.columns import Column, columns_of
from memory.knowledge.erasure.person import has_been_in, relations
from memory.knowledge.erasure.report import Tally
from memory.knowledge.erasure.scrubbing import matching, replace_in
from memory.knowledge.erasure.search import Search
from memory.models import Membership, Team, User
from memory.people.session_store import end_sessions_of


def close_account(person: User, *, team: Team, tally: Tally) -> str:
    """Delete the account of somebody who has left their last team.

    Returns "kept" where they are in another team, "blanked" where rows of another team still point to the account
    (it is closed, and its name and e-mail are gone), else "deleted".
    """
    with access.scope(team=None, user=person):
        if Membership.objects.filter(user=person).exists():
            return "kept"
    _sign_out(person, tally)
    if _is_known_elsewhere(person, team):
        _blank(person, tally)
        return "blanked"
    _beside(person, tally)
    person.delete()
    return "deleted"


def _is_known_elsewhere(person: User, team: Team) -> bool:
    for team_id in access.team_ids():
        if team_id != team.pk:
            with access.scope(team=team_id, system=True):
                if has_been_in(Team.objects.get(pk=team_id), person):
                    return True
    return False


def _sign_out(person: User, tally: Tally) -> None:
    tally.add(Session, end_sessions_of(person.pk))


def _beside(person: User, tally: Tally) -> None:
    """What other applications keep of the account: admin log, addresses and identities of single sign-on."""
    for relation in relations(of_teams=False):
        rows = relation.related_model._base_manager.filter(**{relation.field.name: person})
        tally.add(relation.related_model, rows.count())
        if relation.on_delete is models.CASCADE:
            rows.delete()
        else:
            rows.update(**{relation.field.name: None})


def _blank(person: User, tally: Tally) -> None:
    _beside(person, tally)
    person.username, person.first_name, person.last_name, person.email = f"erased-{person.pk}", "", "", ""
    person.is_active = person.is_staff = person.is_superuser = person.email_proved = False
    person.set_unusable_password()
    person.save()


def scrub_admin_log(search: Search, *, team: Team, tally: Tally) -> None:
    """The admin site's own log has no team: what the team's people did there is the team's."""
    log = apps.get_model("admin", "LogEntry")
    people = list(Membership.objects.filter(team=team).values_list("user_id", flat=True))
    columns = [column for column in columns_of(log) if column.name != "object_id"]
    table, columns = log._meta.db_table, _texts(columns)
    pks = matching(table, columns, search, "user_id = ANY (%(people)s)", {"people": people}) if search.terms else []
    if pks:
        replace_in(table, columns, search, pks)
    tally.add(log, len(pks))


def forget_in_admin_log(rows: models.QuerySet, tally: Tally) -> None:
    """Entries about these rows, whoever made them: they say what the rows were called."""
    log = apps.get_model("admin", "LogEntry")
    content_types = apps.get_model("contenttypes", "ContentType")
    about = content_types.objects.get_for_model(rows.model)
    entries = log.objects.filter(
        content_type=about, object_id__in=[str(pk) for pk in rows.values_list("pk", flat=True)]
    )
    tally.add(log, entries.count())
    entries.delete()


def _texts(columns: list[Column]) -> list[Column]:
    return [column for column in columns if column.kind == "text"]
