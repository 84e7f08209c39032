"""The rows and their QuerySets, one noun a file; import them from here."""

from memory.models.audit import AuditEvent, AuditHead
from memory.models.blocks import Block
from memory.models.contradictions import Contradiction
from memory.models.lexicon import LexemeFrequency, LexiconSize, SessionWeights
from memory.models.memories import Evidence, Memory, MemoryProject, Supersession
from memory.models.observations import Observation
from memory.models.people import AccessToken, Agent, Invitation, Membership, Team, User
from memory.models.projects import Project, ProjectAlias
from memory.models.review import ApprovalRule, Assignment, Feedback
from memory.models.sessions import CodingSession, Message, ToolCall, Turn
from memory.models.usage import Usage

__all__ = [
    "AccessToken",
    "Agent",
    "ApprovalRule",
    "Assignment",
    "AuditEvent",
    "AuditHead",
    "Block",
    "CodingSession",
    "Contradiction",
    "Evidence",
    "Feedback",
    "Invitation",
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
