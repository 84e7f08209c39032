"""What happened in a team of the world: sessions and their words, memories of every kind, what people say of them."""

from datetime import timedelta

from django.db.models import QuerySet
from pgvector import SparseVector

from memory.adapters.embedder import embedder
from memory.models import (
    Agent,
    Assignment,
    CodingSession,
    Comment,
    Contradiction,
    Evidence,
    Feedback,
    Memory,
    MemoryPassage,
    MemoryProject,
    Message,
    MessagePassage,
    Observation,
    Project,
    ProjectAlias,
    SessionWeights,
    Supersession,
    ToolCall,
    Turn,
    User,
)
from tests.access.refs import MEMORIES, PRIVATE, SHARED, THEN, Home, Refs

_STATUS = {
    "replacing": "active",
    "contradicting": "active",
    "agent's": "active",
    "agent's forgotten": "forgotten",
    "pinned": "active",
    "rejected": "forgotten",
    "bob's": "active",
}


def work(home: Home, refs: Refs, who: str) -> None:
    """A project, a session in it, and what was said and done there."""
    team, author = home.team, home.people[who]
    project = Project.objects.create(pk=refs.pk(1), team=team, identity=refs.project, name=refs.text("mill/checkout"))
    ProjectAlias.objects.create(pk=refs.pk(1), team=team, project=project, identity=f"github.com/{refs.word}/old")
    agent = Agent.objects.create(pk=refs.pk(1), team=team, agent_id=refs.text("agent-one"), owner=author)
    session = CodingSession.objects.create(
        pk=refs.pk(1),
        team=team,
        external_id=refs.text("session-one"),
        project=project,
        author=author,
        agent=agent,
        branch=refs.text("branch-one"),
        title=f"{refs.word} title",
        root=f"/home/{refs.word}",
        transcript_path=f"/home/{refs.word}/one.jsonl",
        started_at=THEN,
        last_event_at=THEN,
    )
    turn = Turn.objects.create(
        pk=refs.pk(1),
        team=team,
        session=session,
        uuid=refs.text("turn-one"),
        prompt=f"Why does the {refs.word} mill retry three times?",
        answer=f"Because of the {refs.word} gateway.",
        summary=[f"The {refs.word} mill retries three times."],
        started_at=THEN,
        ended_at=THEN,
        due_at=THEN + timedelta(days=36_500),
    )
    said = {"team": team, "project": project, "session": session, "turn": turn}
    message = Message.objects.create(
        pk=refs.pk(1),
        uuid=refs.text("message-one"),
        role="user",
        content=_at_length(f"Why does the {refs.word} mill retry a gateway timeout three times?"),
        position=1,
        said_at=THEN,
        **said,
    )
    _number(MessagePassage.objects.filter(message=message), refs)
    ToolCall.objects.create(
        pk=refs.pk(1), message=message, call_id=refs.text("call"), name="Read", target=f"{refs.word}.py",
        result=f"{refs.word} found", called_at=THEN, **said,
    )  # fmt: skip
    SessionWeights.objects.create(session=session, team=team, bm25=SparseVector({1: 1.0}, 1_000_000_000))
    raw(home, refs, who)


def raw(home: Home, refs: Refs, who: str) -> None:
    """What a client sent, which is its author's alone."""
    number = refs.pk(1)
    Observation.objects.create(
        pk=number,
        team=home.team,
        client_id=refs.uuid(90),
        event="UserPromptSubmit",
        session_id=home.refs.pk(1),
        turn_id=home.refs.pk(1),
        author=home.people[who],
        payload={"prompt": f"{refs.word} prompt"},
        occurred_at=THEN,
        status="recorded",
        reason=refs.word,
    )


def memories(home: Home, refs: Refs, who: str, *, visibility: str) -> None:
    """A memory in every status, with projects, evidence and what it replaced."""
    numbers = {kind: number for number, kind in enumerate(MEMORIES, 1)}
    texts = [_fact(refs, kind) for kind in MEMORIES]
    vectors = dict(zip(MEMORIES, embedder().embed_texts(texts), strict=True))
    for kind, number in numbers.items():
        # What a member may share: their own, that only its projects see.
        theirs = kind == "bob's" and refs is SHARED
        author, seen_by = (home.people["bob"], "project") if theirs else (home.people[who], visibility)
        memory = _memory(home, refs, kind, number, author, seen_by)
        Memory.objects.filter(pk=memory.pk).update(embedding=vectors[kind], embedding_model=embedder().model)
        _number(MemoryPassage.objects.filter(memory=memory), refs)
        MemoryProject.objects.create(pk=refs.pk(number), team=home.team, memory=memory, project_id=home.refs.pk(1))
        _evidence(home, refs, memory, number, home.people[who])
    Supersession.objects.create(
        pk=refs.pk(1),
        team=home.team,
        older_id=refs.pk(numbers["superseded"]),
        newer_id=refs.pk(numbers["replacing"]),
    )


def _fact(refs: Refs, kind: str) -> str:
    told = f"The {refs.word} mill ({kind}) retries a gateway timeout three times since 2026-03-19."
    return _at_length(told) if kind == "active" else told


def _at_length(text: str) -> str:
    """The text and so much after it that it has passages."""
    return " ".join([text, *(f"Step {number} is as usual." for number in range(60))])


def _number(passages: QuerySet[MemoryPassage] | QuerySet[MessagePassage], refs: Refs) -> None:
    for number, passage in enumerate(passages.order_by("first"), 1):
        passages.filter(pk=passage.pk).update(id=refs.pk(number))


def _memory(home: Home, refs: Refs, kind: str, number: int, author: User, visibility: str) -> Memory:
    status = _STATUS.get(kind, kind)
    return Memory.objects.create(
        pk=refs.pk(number),
        uuid=refs.uuid(number),
        team=home.team,
        type="pattern" if kind == "pinned" else "decision",
        status=status,
        status_before="draft" if kind == "rejected" else "active" if status == "forgotten" else "",
        visibility=visibility,
        source="explicit",
        content=_fact(refs, kind),
        tags=[f"{refs.word}-tag-one"],
        files=[f"src/{refs.word}.py"],
        author=author,
        agent_id=home.refs.pk(1) if kind.startswith("agent's") else None,
        pinned=kind == "pinned",
        reason=f"{refs.word} reason" if status == "quarantined" else "",
        review_by=THEN.date(),
        occurred_at=THEN + timedelta(minutes=number),
        confidence=0.4,
    )


def _evidence(home: Home, refs: Refs, memory: Memory, number: int, author: User) -> None:
    Evidence.objects.create(
        pk=refs.pk(number),
        team=home.team,
        memory=memory,
        session_id=home.refs.pk(1),
        turn_id=home.refs.pk(1),
        observation_id=home.refs.pk(1),
        author=author,
        source="assistant",
        excerpt=f"As the {refs.word} said.",
        tools=[f"Read {refs.word}.py"],
        files=[f"src/{refs.word}.py"],
        branch=f"{refs.word}-branch",
        at=THEN,
    )


def judged(home: Home, refs: Refs, who: str) -> None:
    """What people say of these memories, and which of them contradict each other."""
    numbers = {kind: refs.pk(number) for number, kind in enumerate(MEMORIES, 1)}
    Contradiction.objects.create(
        pk=refs.pk(1),
        team=home.team,
        older_id=numbers["disputed"],
        newer_id=numbers["contradicting"],
        kind="number",
        older_says=f"{refs.word} three",
        newer_says=f"{refs.word} four",
        confidence=0.9,
    )
    judge = home.people[who]
    _settled_and_said(home, refs, judge)
    about = {"team": home.team, "memory_id": numbers["active"]}
    Feedback.objects.create(pk=refs.pk(1), author=judge, verdict="wrong", **about)
    Assignment.objects.create(pk=refs.pk(1), assignee=judge, assigned_by=judge, **about)
    if refs is PRIVATE:  # one side is everybody's: whoever sees that side alone must not learn of the pair
        Contradiction.objects.create(
            pk=refs.pk(2), team=home.team, older_id=SHARED.pk(MEMORIES.index("active") + 1),
            newer_id=numbers["active"], kind="number", older_says=refs.word, newer_says=refs.word, confidence=0.9,
        )  # fmt: skip
        Supersession.objects.create(
            pk=refs.pk(2), team=home.team, older_id=SHARED.pk(MEMORIES.index("superseded") + 1),
            newer_id=numbers["active"],
        )  # fmt: skip


def _settled_and_said(home: Home, refs: Refs, judge: User) -> None:
    """A contradiction that somebody resolved, and comments: one that stands, one that was taken back."""
    numbers = {kind: refs.pk(number) for number, kind in enumerate(MEMORIES, 1)}
    Contradiction.objects.create(
        pk=refs.pk(3), team=home.team, older_id=numbers["contradicting"], newer_id=numbers["pinned"], kind="number",
        older_says=f"{refs.word} four", newer_says=f"{refs.word} five", confidence=0.9, status="resolved",
        verdict="dismiss", resolved_at=THEN, resolved_by=judge,
    )  # fmt: skip
    # A member takes back their own words alone.
    author = home.people["bob"] if refs is SHARED else judge
    said = {"team": home.team, "memory_id": numbers["active"], "author": author}
    Comment.objects.create(pk=refs.pk(1), content=f"The {refs.word} gateway is slow on Mondays.", **said)
    Comment.objects.create(pk=refs.pk(2), content=f"The {refs.word} gateway was slow.", removed_at=THEN, **said)
