-- The wall around each team, held by Postgres itself: without a scope a query sees nothing.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cairn_app') THEN
        CREATE ROLE cairn_app NOLOGIN;
        EXECUTE format('GRANT cairn_app TO %I', current_user);
    END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO cairn_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO cairn_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO cairn_app;
-- Tables of later migrations, and of Django's own applications, whichever comes first.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO cairn_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO cairn_app;

-- The scope of this transaction, set by memory.access.scope with set_config(…, true); '' after a transaction.
CREATE FUNCTION cairn_team() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT nullif(current_setting('cairn.team', true), '')::bigint $$;
CREATE FUNCTION cairn_user() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT nullif(current_setting('cairn.user', true), '')::bigint $$;
-- Maintenance (retention, the embedder's backlog) sees everybody's private rows of its team.
CREATE FUNCTION cairn_system() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT coalesce(current_setting('cairn.system', true), '') = 'on' $$;

-- A person sees the teams they belong to before one is chosen.
ALTER TABLE memory_membership ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_or_self ON memory_membership USING (team_id = cairn_team() OR user_id = cairn_user())
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_team ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_team
    USING (id = cairn_team() OR EXISTS (
        SELECT FROM memory_membership m WHERE m.team_id = memory_team.id AND m.user_id = cairn_user()))
    WITH CHECK (id = cairn_team());

-- Private memories are their author's; raw observations always are.
ALTER TABLE memory_memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_not_private ON memory_memory
    USING (team_id = cairn_team() AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_observation ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_author ON memory_observation
    USING (team_id = cairn_team() AND (author_id = cairn_user() OR cairn_system()))
    WITH CHECK (team_id = cairn_team());

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'memory_accesstoken', 'memory_agent', 'memory_project', 'memory_projectalias', 'memory_codingsession', 'memory_turn',
        'memory_message', 'memory_memoryproject', 'memory_supersession', 'memory_evidence', 'memory_auditevent',
        'memory_lexemefrequency', 'memory_lexiconsize'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team ON %I USING (team_id = cairn_team())', name);
    END LOOP;
END
$$;

-- Doors through the wall, each as narrow as its one purpose.

-- A request finds its team by the digest of its token: who holds it, in which team and role, as JSON in one
-- round trip, because every request pays for it. Nothing for a token that is revoked or expired, or whose
-- person has left.
CREATE FUNCTION cairn_holder(digest text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_object(
        'token', to_jsonb(t) - 'sha256', 'user', to_jsonb(u) - 'password', 'team', to_jsonb(team),
        'agent', to_jsonb(a), 'role', m.role)
    FROM memory_accesstoken t
    JOIN memory_user u ON u.id = t.user_id AND u.is_active
    JOIN memory_team team ON team.id = t.team_id
    JOIN memory_membership m ON m.team_id = t.team_id AND m.user_id = t.user_id
    LEFT JOIN memory_agent a ON a.id = t.agent_id
    WHERE t.sha256 = digest AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
$$;

-- Why a token opens nothing, told to whoever holds it; never which team it was of.
CREATE FUNCTION cairn_token_state(digest text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= clock_timestamp() THEN 'expired'
                    ELSE 'left' END
        FROM memory_accesstoken WHERE sha256 = digest), 'unknown')
$$;

-- Maintenance visits every team in its own scope; ids only.
CREATE FUNCTION cairn_team_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT id FROM memory_team ORDER BY id $$;

-- An operator names a team; the id alone opens nothing.
CREATE FUNCTION cairn_team_id(wanted text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT id FROM memory_team WHERE slug = wanted $$;

-- A worker takes what is due, whosever it is; the rows themselves it reads in their author's scope.
CREATE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM memory_codingsession AS s
    WHERE s.id = t.session_id AND t.id IN (
        SELECT id FROM memory_turn
        WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
        ORDER BY due_at LIMIT how_many FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;

-- What waits in the scope's team, for the status page: numbers only.
CREATE FUNCTION cairn_queue() RETURNS TABLE (due bigint, pending bigint, failed bigint, oldest_due timestamptz, last_capture timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT (SELECT count(*) FROM memory_turn WHERE team_id = cairn_team() AND due_at <= clock_timestamp()),
           (SELECT count(*) FROM memory_observation WHERE team_id = cairn_team() AND status = 'pending'),
           (SELECT count(*) FROM memory_observation WHERE team_id = cairn_team() AND status = 'failed'),
           (SELECT min(due_at) FROM memory_turn WHERE team_id = cairn_team() AND due_at <= clock_timestamp()),
           (SELECT max(last_event_at) FROM memory_codingsession WHERE team_id = cairn_team())
$$;
