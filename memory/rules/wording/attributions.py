"""Data of the rules: what says who found, said or did something, and remarks on it."""

import re

from memory.rules.languages.reading import regex
from memory.rules.persons.contacts import PERSON

ASIDE = re.compile(regex("attributions", "aside"), re.IGNORECASE)
ATTRIBUTION = re.compile(regex("attributions", "attribution"), re.IGNORECASE)
PERSON_DID = re.compile(regex("attributions", "person_did"), re.IGNORECASE)
THANKS = re.compile(regex("attributions", "thanks"), re.IGNORECASE)
CONTACT = re.compile(regex("attributions", "contact"), re.IGNORECASE)
CREDITED = re.compile(regex("attributions", "credited"), re.IGNORECASE)
# A clause that says whose word it is (`as PERSON found`), or what somebody did about it (`which PERSON complained of`).
TOLD_BY = re.compile(regex("attributions", "told_by"))
LEARNED = re.compile(regex("attributions", "learned"), re.IGNORECASE)
# `…, PERSON pointed out.` and `…, says PERSON`.
INQUIT = re.compile(regex("attributions", "inquit"))
# `agreed w/ PERSON`, wherever it stands.
AGREED = re.compile(regex("attributions", "agreed"), re.IGNORECASE)
ENCLOSED = re.compile(regex("attributions", "enclosed"))
ABSENT = re.compile(regex("attributions", "absent"), re.IGNORECASE)
ONLY = re.compile(rf"\bonly {PERSON}(?!['’]s)")
# An end that only says to whom or with whom: `justify the nodes to PERSON`.
TO_WHOM = re.compile(regex("attributions", "to_whom"))
SIGNED = re.compile(rf"\s*(?:[–—~]|--?|/)\s?{PERSON}(?: {PERSON})*[.!]?$")
# A side remark about a person: what they were, felt or have to do.
ABOUT_PERSON = re.compile(regex("attributions", "about_person"), re.IGNORECASE)
