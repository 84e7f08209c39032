-- What is private within a team. Maintenance (cairn_system) sees all of its team.

-- Private memories are their author's; raw observations always are.
ALTER TABLE memory_memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_not_private ON memory_memory
    USING (team_id = cairn_team() AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_observation ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_author ON memory_observation
    USING (team_id = cairn_team() AND (author_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());
-- A saved search is its owner's.
ALTER TABLE memory_savedsearch ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_self ON memory_savedsearch
    USING (team_id = cairn_team() AND (user_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());
-- The words of private memories are counted apart and weigh for their author alone: counts of all rows would tell
-- whether a word stands in somebody's private memory.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_lexemefrequency', 'memory_lexiconsize'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team_and_not_private ON %I USING (
            team_id = cairn_team() AND (owner_id IS NULL OR owner_id = cairn_user() OR cairn_system()))', name);
    END LOOP;
END
$$;

-- What hangs on a memory is as private as the memory: whoever sees the memory sees it. New rows need the same.
ALTER TABLE memory_searchable ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_searchable
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_searchable.id));
ALTER TABLE memory_memorypassage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_memorypassage
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
ALTER TABLE memory_messagepassage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_messagepassage
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_message m WHERE m.id = message_id));
ALTER TABLE memory_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_evidence
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    WITH CHECK (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id)
                AND (session_id IS NULL OR NOT cairn_is_elsewhere(NULL, session_id)));
ALTER TABLE memory_feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_feedback
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    WITH CHECK (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
-- The OFFSET makes Postgres look up the memories of the rows at hand, instead of reading all memories of the team first.
ALTER TABLE memory_comment ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_comment
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id OFFSET 0))
    WITH CHECK (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
ALTER TABLE memory_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_delivery
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id OFFSET 0))
    WITH CHECK (team_id = cairn_team()
                AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
                AND EXISTS (SELECT FROM memory_webhook w WHERE w.id = webhook_id));
ALTER TABLE memory_assignment ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_assignment
    USING (team_id = cairn_team()
           AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
           AND (contradiction_id IS NULL OR EXISTS (SELECT FROM memory_contradiction c WHERE c.id = contradiction_id)))
    WITH CHECK (team_id = cairn_team()
                AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
                AND (contradiction_id IS NULL
                     OR EXISTS (SELECT FROM memory_contradiction c WHERE c.id = contradiction_id)));

-- What joins two memories is shown to whoever sees both.
DO $$
DECLARE
    name text;
    both_sides constant text := 'team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = older_id)
        AND EXISTS (SELECT FROM memory_memory m WHERE m.id = newer_id)';
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_contradiction', 'memory_supersession'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team_and_both_sides ON %I USING (%s) WITH CHECK (%2$s)', name, both_sides);
    END LOOP;
END
$$;
