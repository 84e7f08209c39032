-- Showing: what is asked, said beside memories and sent elsewhere, behind the wall; the first use of a memory.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_recall', 'memory_webhook'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team ON %I USING (team_id = cairn_team())', name);
    END LOOP;
    -- What is said of a memory, or sent of it, is seen by whoever sees the memory. The OFFSET has Postgres look up
    -- the memories of the rows at hand, instead of reading all memories of the team first.
    FOREACH name IN ARRAY ARRAY['memory_comment', 'memory_delivery'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team_and_seen ON %I
            USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id OFFSET 0))
            WITH CHECK (team_id = cairn_team())', name);
    END LOOP;
END
$$;
-- A saved search is its owner's alone.
ALTER TABLE memory_savedsearch ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_self ON memory_savedsearch
    USING (team_id = cairn_team() AND (user_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());

DO $$
DECLARE
    rule record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('memory_recall', '''read'''),
        ('memory_savedsearch', '''read'''),
        ('memory_comment', '''write'', ''curate'''),
        ('memory_webhook', '''admin'''),
        ('memory_delivery', '''capture'', ''write'', ''curate'', ''admin''')
    ) AS rules (on_table, scopes) LOOP
        EXECUTE format('CREATE POLICY who_may_add ON %I AS RESTRICTIVE FOR INSERT WITH CHECK (cairn_may(%s))',
                       rule.on_table, rule.scopes);
        EXECUTE format('CREATE POLICY who_may_change ON %I AS RESTRICTIVE FOR UPDATE USING (cairn_may(%s))',
                       rule.on_table, rule.scopes);
        EXECUTE format('CREATE POLICY who_may_delete ON %I AS RESTRICTIVE FOR DELETE USING (cairn_may(%s))',
                       rule.on_table, rule.scopes);
    END LOOP;
END
$$;

-- Who may only read asks, but neither closes a gap nor opens a closed one.
CREATE POLICY who_may_close ON memory_recall AS RESTRICTIVE FOR UPDATE
    USING (cairn_may('write', 'curate') OR (dismissed_at IS NULL AND answered_by_id IS NULL))
    WITH CHECK (cairn_may('write', 'curate') OR (dismissed_at IS NULL AND answered_by_id IS NULL));

-- Everybody chooses for themselves whether the digest comes by e-mail; the rest of a membership is an admin's.
CREATE FUNCTION cairn_choose_digest(wanted boolean) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ UPDATE memory_membership SET wants_digest = wanted WHERE team_id = cairn_team() AND user_id = cairn_user() $$;

CREATE OR REPLACE FUNCTION cairn_note_use(ids bigint[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_memory SET uses = uses + 1, last_used_at = clock_timestamp(),
        first_used_at = coalesce(first_used_at, clock_timestamp())
    WHERE id = ANY (ids) AND team_id = cairn_team()
      AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system())
$$;

-- The worker takes the deliveries that are due, whosever they are; it reads the rows in their team's scope.
CREATE FUNCTION cairn_claim_deliveries(how_many integer, lease interval)
RETURNS TABLE (delivery_id bigint, team_id bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_delivery AS d SET next_attempt_at = clock_timestamp() + lease, attempts = d.attempts + 1
    WHERE d.id IN (
        SELECT id FROM memory_delivery
        WHERE status = 'waiting' AND next_attempt_at <= clock_timestamp()
        ORDER BY next_attempt_at LIMIT how_many FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.team_id
$$;
