-- Governing: who may write what, held by Postgres too; the audit's chain; new rows behind the wall.

-- What the scope's actor may do: '*' for the server's own work, else the scopes of role and token; nothing by default.
CREATE FUNCTION cairn_may(VARIADIC wanted text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('cairn.scopes', true), '') = '*'
        OR string_to_array(coalesce(current_setting('cairn.scopes', true), ''), ',') && wanted
$$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_invitation', 'memory_approvalrule', 'memory_block', 'memory_audithead'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team ON %I USING (team_id = cairn_team())', name);
    END LOOP;
END
$$;
-- What is said of a private memory is as private as the memory.
ALTER TABLE memory_feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_feedback
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_assignment ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_assignment
    USING (team_id = cairn_team()
           AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
           AND (contradiction_id IS NULL OR EXISTS (SELECT FROM memory_contradiction c WHERE c.id = contradiction_id)))
    WITH CHECK (team_id = cairn_team());

-- A role that may not write cannot, whatever the code above forgets. Reading is the walls' business.
DO $$
DECLARE
    rule record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('memory_memory', '''write'', ''capture'', ''curate'''),
        ('memory_memoryproject', '''write'', ''capture'', ''curate'''),
        ('memory_supersession', '''write'', ''capture'', ''curate'''),
        ('memory_evidence', '''write'', ''capture'', ''curate'''),
        ('memory_contradiction', '''write'', ''capture'', ''curate'''),
        ('memory_feedback', '''write'''),
        ('memory_observation', '''capture'', ''write'''),
        ('memory_codingsession', '''capture'', ''write'''),
        ('memory_turn', '''capture'', ''write'''),
        ('memory_message', '''capture'', ''write'''),
        ('memory_toolcall', '''capture'', ''write'''),
        ('memory_project', '''capture'', ''write'', ''admin'''),
        ('memory_projectalias', '''capture'', ''write'', ''admin'''),
        ('memory_agent', '''capture'', ''write'', ''admin'''),
        ('memory_assignment', '''curate'''),
        ('memory_block', '''curate'''),
        ('memory_approvalrule', '''admin'''),
        ('memory_invitation', '''admin'''),
        ('memory_membership', '''admin'''),
        ('memory_team', '''admin''')
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
-- Everybody has tokens of their own; those of others are an admin's.
CREATE POLICY who_may_add ON memory_accesstoken AS RESTRICTIVE FOR INSERT
    WITH CHECK (user_id = cairn_user() OR cairn_may('admin'));
CREATE POLICY who_may_change ON memory_accesstoken AS RESTRICTIVE FOR UPDATE
    USING (user_id = cairn_user() OR cairn_may('admin'));
CREATE POLICY who_may_delete ON memory_accesstoken AS RESTRICTIVE FOR DELETE
    USING (user_id = cairn_user() OR cairn_may('admin'));

-- Reading counts as use, also by those who may not write.
CREATE FUNCTION cairn_note_use(ids bigint[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_memory SET uses = uses + 1, last_used_at = clock_timestamp()
    WHERE id = ANY (ids) AND team_id = cairn_team()
      AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system())
$$;

-- An invitation finds its team by the digest of its link, as a token does.
CREATE FUNCTION cairn_invitation(digest text) RETURNS TABLE (team_id bigint, invitation_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT i.team_id, i.id FROM memory_invitation i WHERE i.sha256 = digest $$;

-- People: an address that the identity provider has verified finds the invitations that wait for it, in any team.
CREATE FUNCTION cairn_invitations_for(address text) RETURNS TABLE (team_id bigint, invitation_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT i.team_id, i.id FROM memory_invitation i
    WHERE lower(i.email) = lower(address) AND i.email <> '' AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      AND i.expires_at > clock_timestamp()
    ORDER BY i.id
$$;

-- The chain: each audit row carries a number without gaps and a hash over itself and the row before it.
CREATE FUNCTION cairn_audit_hash(previous text, event memory_auditevent) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(E'\x1f', previous, event.team_id, event.sequence, event.verb,
        event.subject, coalesce(event.actor_key::text, '-'), event.detail::text,
        to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')), 'UTF8')), 'hex')
$$;

UPDATE memory_auditevent SET actor_key = actor_id;
CREATE OR REPLACE FUNCTION cairn_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.verb, NEW.subject, NEW.detail, NEW.at, NEW.team_id, NEW.actor_key)
                            IS NOT DISTINCT FROM
                            (OLD.verb, OLD.subject, OLD.detail, OLD.at, OLD.team_id, OLD.actor_key)
       AND (OLD.sequence IS NULL OR (NEW.sequence, NEW.hash) = (OLD.sequence, OLD.hash)) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;

CREATE FUNCTION cairn_begin_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.actor_key := NEW.actor_id;
    NEW.sequence := NULL;
    NEW.hash := '';
    RETURN NEW;
END
$$;
CREATE TRIGGER audit_begins_unchained BEFORE INSERT ON memory_auditevent
    FOR EACH ROW EXECUTE FUNCTION cairn_begin_audit();

CREATE FUNCTION cairn_chain_audit_event(event_id bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    event memory_auditevent;
    head memory_audithead;
BEGIN
    SELECT * INTO event FROM memory_auditevent WHERE id = event_id AND sequence IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    INSERT INTO memory_audithead (team_id, sequence, hash) VALUES (event.team_id, 0, '') ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM memory_audithead WHERE team_id = event.team_id FOR UPDATE;
    event.sequence := head.sequence + 1;
    event.hash := cairn_audit_hash(head.hash, event);
    UPDATE memory_auditevent SET sequence = event.sequence, hash = event.hash WHERE id = event_id;
    UPDATE memory_audithead SET sequence = event.sequence, hash = event.hash WHERE team_id = event.team_id;
END
$$;
CREATE FUNCTION cairn_chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM cairn_chain_audit_event(NEW.id);
    RETURN NULL;
END
$$;
-- As the transaction ends: the chain is one row a team, and who holds it must not wait for anything else.
CREATE CONSTRAINT TRIGGER audit_is_chained AFTER INSERT ON memory_auditevent
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cairn_chain_audit();

-- What was written before there was a chain becomes its beginning.
DO $$
DECLARE
    event_id bigint;
BEGIN
    FOR event_id IN SELECT id FROM memory_auditevent ORDER BY id LOOP
        PERFORM cairn_chain_audit_event(event_id);
    END LOOP;
END
$$;
REVOKE INSERT, UPDATE, DELETE ON memory_audithead FROM cairn_app;

-- Blocking (memory/knowledge/blocking.py): what a switched-off source led to is hidden from everybody but curators,
-- here and not in each query.
CREATE INDEX session_blocked ON memory_codingsession (team_id) WHERE blocked_by_id IS NOT NULL;
CREATE FUNCTION cairn_hidden_sessions() RETURNS bigint[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN cairn_may('curate') THEN '{}'::bigint[] ELSE ARRAY(
        SELECT id FROM memory_codingsession WHERE team_id = cairn_team() AND blocked_by_id IS NOT NULL) END
$$;
CREATE POLICY not_blocked ON memory_memory AS RESTRICTIVE FOR SELECT
    USING (blocked_by_id IS NULL OR cairn_may('curate'));
CREATE POLICY not_blocked ON memory_codingsession AS RESTRICTIVE FOR SELECT
    USING (blocked_by_id IS NULL OR cairn_may('curate'));
CREATE POLICY not_blocked ON memory_evidence AS RESTRICTIVE FOR SELECT
    USING (session_id IS NULL OR session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[]));
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_turn', 'memory_message', 'memory_toolcall', 'memory_sessionweights'] LOOP
        -- The subquery makes it one call a statement instead of one a row.
        EXECUTE format('CREATE POLICY not_blocked ON %I AS RESTRICTIVE FOR SELECT
                        USING (session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[]))', name);
    END LOOP;
END
$$;
-- The history search looks past the policies, so it gets the condition itself: one line of its filter changes.
DO $$
DECLARE
    stood constant text := pg_get_functiondef('cairn_search_messages'::regproc);
    wanted constant text := replace(stood, 'm.team_id = $1' || chr(10), 'm.team_id = $1 AND m.session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[])' || chr(10));
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_search_messages has another filter than this expects'; END IF;
    -- Loads pgvector into this session: before that its settings, which the function has, are nobody's to set.
    PERFORM '[1]'::vector;
    EXECUTE wanted;
END
$$;
-- Who holds a token, and whether it, its agent or its person is blocked in this team.
CREATE OR REPLACE FUNCTION cairn_holder(digest text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_object(
        'token', to_jsonb(t) - 'sha256', 'user', to_jsonb(u) - 'password', 'team', to_jsonb(team),
        'agent', to_jsonb(a), 'role', m.role,
        'blocked', EXISTS (
            SELECT FROM memory_block b WHERE b.team_id = t.team_id AND b.lifted_at IS NULL
            AND (b.token_id = t.id OR b.person_id = t.user_id OR b.agent_id = t.agent_id)))
    FROM memory_accesstoken t
    JOIN memory_user u ON u.id = t.user_id AND u.is_active
    JOIN memory_team team ON team.id = t.team_id
    JOIN memory_membership m ON m.team_id = t.team_id AND m.user_id = t.user_id
    LEFT JOIN memory_agent a ON a.id = t.agent_id
    WHERE t.sha256 = digest AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
$$;

-- Anchors (memory/knowledge/anchors.py): a turn changed files, so what is known about them may be out of date. As the
-- owner and by the scope's team, because row-level security keeps && from the index memory_of_file.
CREATE FUNCTION cairn_note_changes(in_project bigint, paths text[], changed_at timestamptz, born bigint[])
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH noted AS (
        UPDATE memory_memory m SET file_changes = m.file_changes + 1
        WHERE m.team_id = cairn_team() AND cairn_may('capture', 'write') AND m.status IN ('active', 'disputed')
          AND m.files && paths AND m.id <> ALL (born) AND greatest(m.occurred_at, m.confirmed_at) < changed_at
          AND EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id AND p.project_id = in_project)
        RETURNING 1
    ) SELECT count(*)::integer FROM noted
$$;

-- The review queue and the stale list look at all that is known. Whether it was used often enough is a column of its
-- own, so that counting a use does not touch their index, for as long as the answer stays the same.
ALTER TABLE memory_memory ADD COLUMN is_used boolean NOT NULL GENERATED ALWAYS AS (uses >= 2) STORED;
-- What waits, is worn, guessed, overdue or moved on, oldest first: read without the table, whose rows are wide.
CREATE INDEX memory_due ON memory_memory (team_id, greatest(occurred_at, confirmed_at), id)
    INCLUDE (type, status, is_used, pinned, review_by, file_changes, confidence, occurred_at, confirmed_at,
             visibility, author_id, blocked_by_id, purged_at)
    WHERE status IN ('active', 'disputed', 'draft', 'quarantined');
-- Types that were a guess, the longest known first.
CREATE INDEX memory_guessed ON memory_memory (team_id, created_at, id)
    WHERE status = 'active' AND confidence < 0.5 AND confirmed_at IS NULL;
-- Drafts and quarantined ones, the longest waiting first.
CREATE INDEX memory_waiting ON memory_memory (team_id, status, created_at, id) WHERE status IN ('draft', 'quarantined');

-- What hangs on a private memory is as private as the memory: the words it rests on, and what it replaced.
DROP POLICY own_team ON memory_evidence;
CREATE POLICY own_team_and_seen ON memory_evidence
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    WITH CHECK (team_id = cairn_team());
DROP POLICY own_team ON memory_supersession;
CREATE POLICY own_team_and_both_sides ON memory_supersession
    USING (team_id = cairn_team()
           AND EXISTS (SELECT FROM memory_memory m WHERE m.id = older_id)
           AND EXISTS (SELECT FROM memory_memory m WHERE m.id = newer_id))
    WITH CHECK (team_id = cairn_team());
