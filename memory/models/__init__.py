"""The rows and their QuerySets, one noun a file; import them from here."""

from memory.models.audit import AuditEvent
from memory.models.contradictions import Contradiction
from memory.models.lexicon import LexemeFrequency, LexiconSize, SessionWeights
from memory.models.memories import Evidence, Memory, MemoryProject, Supersession
from memory.models.observations import Observation
from memory.models.people import AccessToken, Agent, Membership, Team, User
from memory.models.projects import Project, ProjectAlias
from memory.models.sessions import CodingSession, Message, ToolCall, Turn
from memory.models.usage import Usage

__all__ = [
    "AccessToken",
    "Agent",
    "AuditEvent",
    "CodingSession",
    "Contradiction",
    "Evidence",
    "LexemeFrequency",
    "LexiconSize",
    "Membership",
    "Memory",
    "MemoryProject",
    "Message",
    "Observation",
    "Project",
    "ProjectAlias",
    "SessionWeights",
    "Supersession",
    "Team",
    "ToolCall",
    "Turn",
    "Usage",
    "User",
]
