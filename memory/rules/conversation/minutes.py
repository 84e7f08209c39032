"""A step of conversation: takes the lists of who was there, who decides and who is on call off minutes."""

import re

from memory.rules.conversation.noted import Noted, is_surely_person
from memory.rules.needles import Needle

_LABEL = (
    r"(?:Attendees|Attending|Participants?|Present|Absent|Apologies|Deciders?|Decision makers?|Approvers?|Consulted|"
    r"Informed|Owners?|Authors?|Reviewers?|Facilitator|Moderator|Scribe|Note ?taker|Minutes by|Assignees?|Reporter|DRI|"
    r"Contacts?|On-?call|Primary|Secondary|Backup|Lead|Stakeholders|Teilnehmer(?:innen)?|Teilnehmende|Anwesend|"
    r"Entscheider|Verantwortlich|Protokoll|Présents?|Présentes|Décideurs|Responsable|Asistentes|Presentes|"
    r"Participantes|Responsável|Presenti|Partecipanti|Decisori|Aanwezig|Deelnemers|Beslissers|Obecni|Uczestnicy|"
    r"Участники|Присутствуют|Решили|Katılımcılar|참석자|出席者|参加者|与会者|参会人|AI|Action(?: item)?|TODO)"
)
_ONE = r"@?[^\W\d_a-z][\w'’.-]{1,20}(?: [^\W\d_][\w'’.-]{0,20}){0,3}(?: ?\([^()\n]{2,30}\))?|@[\w.-]{2,30}"
_LIST = Needle(
    rf"(?P<start>^|[.;:/,]\s|\n)[ \t*_-]*{_LABEL}[*_]*\s?[:：][*_]*[ \t]*(?P<names>(?:{_ONE})(?:(?:\s?[,/&+、，]|"
    rf" and| und| et| y| e|"
    rf" en| i| и|)\s*(?:{_ONE}))*?)[ \t]*(?=\n|$|\.(?:\s|$)|;|\s/\s|,\s(?:Secondary|Backup)\b)[.;]?"
)
_ASSIGNED = re.compile(rf"(?P<label>\b(?:AI|Action(?: item)?|TODO|Owner|Task)\b)\s?[(\[]@?(?P<who>{_ONE})[)\]]:?\s")
_BETWEEN = re.compile(r"\s*(?:[,/&+、，]|\b(?:and|und|et|y|e|en|i|и)\b)\s*")


def without_attendees(text: str, people: Noted) -> str:
    """`text` without lines like `Present: Ruth, Angel`, where everything listed can be a person."""
    for _ in range(6):
        changed = _LIST.sub(lambda found: _listed(found, people), text)
        if changed == text:
            break
        text = changed
    return _ASSIGNED.sub(lambda found: _assigned(found, people), text)


def _listed(found: re.Match[str], people: Noted) -> str:
    names = [re.sub(r"\([^()]*\)", "", name).strip(" .") for name in _BETWEEN.split(found["names"])]
    names = [name for name in names if name]
    sure = sum(name.startswith("@") or is_surely_person(name) for name in names)
    if not names or sure * 2 < len(names):
        return found[0]
    for name in names:
        people.note(name)
    return found["start"].rstrip(" /:,") + ("\n" if found["start"] != "\n" else "")


def _assigned(found: re.Match[str], people: Noted) -> str:
    if not is_surely_person(found["who"]):
        return found[0]
    people.note(found["who"])
    return ""
