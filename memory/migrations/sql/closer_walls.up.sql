-- Closer walls: what the server's role could still do or read although nothing of the product needs it.

-- The audit log is only added to. Whose deed it was is blanked by Postgres when a row that it points to goes, and by
-- erasure, so the server's role changes nothing of it.
REVOKE UPDATE ON memory_auditevent FROM cairn_app;
DO $$
DECLARE
    link record;
BEGIN
    FOR link IN
        SELECT c.conname, a.attname, c.confrelid::regclass AS target
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.conrelid = 'memory_auditevent'::regclass AND c.contype = 'f'
          AND a.attname IN ('actor_id', 'agent_id', 'token_id')
    LOOP
        EXECUTE format('ALTER TABLE memory_auditevent DROP CONSTRAINT %1$I, ADD CONSTRAINT %1$I FOREIGN KEY (%2$I)
                        REFERENCES %3$s (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED',
                       link.conname, link.attname, link.target);
    END LOOP;
END
$$;
CREATE FUNCTION cairn_unname_audit(person bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_auditevent SET actor_id = NULL
    WHERE team_id = cairn_team() AND actor_id = person AND cairn_system()
$$;
-- Nobody writes down a deed of somebody else.
CREATE POLICY own_deeds ON memory_auditevent AS RESTRICTIVE FOR INSERT
    WITH CHECK (actor_id IS NULL OR actor_id = cairn_user() OR cairn_may('*'));

-- The agent and the token are chained too. NULLs are left out by concat_ws: rows of before keep their hashes.
CREATE OR REPLACE FUNCTION cairn_audit_hash(previous text, event memory_auditevent) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(E'\x1f', previous, event.team_id, event.sequence, event.verb,
        event.subject, coalesce(event.actor_key::text, '-'), event.detail::text,
        to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        'agent ' || event.agent_key, 'token ' || event.token_key), 'UTF8')), 'hex')
$$;
CREATE OR REPLACE FUNCTION cairn_begin_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.actor_key := NEW.actor_id;
    NEW.agent_key := coalesce(NEW.agent_id, 0);
    NEW.token_key := coalesce(NEW.token_id, 0);
    NEW.sequence := NULL;
    NEW.hash := '';
    RETURN NEW;
END
$$;
CREATE OR REPLACE FUNCTION cairn_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.verb, NEW.subject, NEW.detail, NEW.at, NEW.team_id, NEW.actor_key, NEW.agent_key, NEW.token_key)
                            IS NOT DISTINCT FROM
                            (OLD.verb, OLD.subject, OLD.detail, OLD.at, OLD.team_id, OLD.actor_key, OLD.agent_key, OLD.token_key)
       AND (OLD.sequence IS NULL OR (NEW.sequence, NEW.hash) = (OLD.sequence, OLD.hash))
       -- Whose deed it was is blanked, never said anew.
       AND coalesce(NEW.actor_id, OLD.actor_id) IS NOT DISTINCT FROM OLD.actor_id
       AND coalesce(NEW.agent_id, OLD.agent_id) IS NOT DISTINCT FROM OLD.agent_id
       AND coalesce(NEW.token_id, OLD.token_id) IS NOT DISTINCT FROM OLD.token_id THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;

-- A token may no more than who adds it, and what it may, and whose it is, never changes.
DROP POLICY who_may_add ON memory_accesstoken;
CREATE POLICY who_may_add ON memory_accesstoken AS RESTRICTIVE FOR INSERT WITH CHECK (
    (user_id = cairn_user() OR cairn_may('admin'))
    AND (cairn_may('*') OR scopes::text[] <@ string_to_array(current_setting('cairn.scopes', true), ',')));
REVOKE UPDATE ON memory_accesstoken FROM cairn_app;
GRANT UPDATE (name, expires_at, revoked_at, last_used_at) ON memory_accesstoken TO cairn_app;
-- What was revoked stays so. By a trigger: a policy would keep the row from being locked, too.
CREATE FUNCTION cairn_keep_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at AND NOT cairn_may('*') THEN
        RAISE EXCEPTION 'permission denied: a revoked token stays revoked' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER token_stays_revoked BEFORE UPDATE OF revoked_at ON memory_accesstoken
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_revoked();

-- Who adds or moves a link sees both of its ends: another team's row, or somebody's private one, is linked with nothing.
-- A project or a session need not be there yet, its key is checked at the end: it is only none of another team.
CREATE FUNCTION cairn_is_elsewhere(project bigint, session bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM memory_project p WHERE p.id = project AND p.team_id <> cairn_team())
        OR EXISTS (SELECT FROM memory_codingsession s WHERE s.id = session AND s.team_id <> cairn_team())
$$;
ALTER POLICY own_team_and_both_sides ON memory_supersession WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = older_id)
    AND EXISTS (SELECT FROM memory_memory m WHERE m.id = newer_id));
ALTER POLICY own_team_and_both_sides ON memory_contradiction WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = older_id)
    AND EXISTS (SELECT FROM memory_memory m WHERE m.id = newer_id));
ALTER POLICY own_team ON memory_memoryproject WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id)
    AND NOT cairn_is_elsewhere(project_id, NULL));
ALTER POLICY own_team_and_seen ON memory_evidence WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id)
    AND (session_id IS NULL OR NOT cairn_is_elsewhere(NULL, session_id)));
ALTER POLICY own_team_and_seen ON memory_feedback WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
ALTER POLICY own_team_and_seen ON memory_comment WITH CHECK (
    team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id));
ALTER POLICY own_team_and_seen ON memory_delivery WITH CHECK (
    team_id = cairn_team() AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    AND EXISTS (SELECT FROM memory_webhook w WHERE w.id = webhook_id));
ALTER POLICY own_team_and_seen ON memory_assignment WITH CHECK (
    team_id = cairn_team()
    AND (memory_id IS NULL OR EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id))
    AND (contradiction_id IS NULL OR EXISTS (SELECT FROM memory_contradiction c WHERE c.id = contradiction_id)));

-- Hashes of passwords are read and written one account at a time, by its number: no query can filter, sort or list them.
-- Whoever adds a column to accounts grants it here too.
ALTER TABLE memory_user ALTER COLUMN password SET DEFAULT '!';
REVOKE SELECT, INSERT, UPDATE ON memory_user FROM cairn_app;
GRANT SELECT (id, username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login, date_joined),
      INSERT (id, username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login, date_joined),
      UPDATE (username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login, date_joined)
    ON memory_user TO cairn_app;
CREATE FUNCTION cairn_password(person bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT password FROM memory_user WHERE id = person $$;
CREATE FUNCTION cairn_set_password(person bigint, hashed text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ UPDATE memory_user SET password = hashed WHERE id = person $$;
-- Its authors are rows of what the reader may read of accounts.
DO $$
DECLARE
    stood constant text := pg_get_functiondef('cairn_shown'::regproc);
    wanted constant text := replace(replace(stood, 'to_jsonb(u) - ''password''', 'to_jsonb(u)'),
        'LEFT JOIN memory_user u ON',
        'LEFT JOIN (SELECT id, username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login,
                      date_joined FROM memory_user) u ON');
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_shown shows authors in another way than this expects'; END IF;
    EXECUTE wanted;
END
$$;

-- A sign-in is found by its key, which its browser alone has. Nothing lists keys: who reads one is signed in.
REVOKE SELECT, INSERT, UPDATE, DELETE ON django_session FROM cairn_app;
CREATE FUNCTION cairn_session(key text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT session_data FROM django_session WHERE session_key = key AND expire_date > clock_timestamp() $$;
CREATE FUNCTION cairn_save_session(key text, data text, until timestamptz, as_new boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF as_new THEN
        INSERT INTO django_session (session_key, session_data, expire_date) VALUES (key, data, until)
        ON CONFLICT (session_key) DO NOTHING;
    ELSE
        UPDATE django_session SET session_data = data, expire_date = until WHERE session_key = key;
    END IF;
    RETURN FOUND;
END
$$;
CREATE FUNCTION cairn_end_session(key text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ DELETE FROM django_session WHERE session_key = key $$;
CREATE FUNCTION cairn_end_expired_sessions() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ DELETE FROM django_session WHERE expire_date < clock_timestamp() $$;
-- Erasure opens each to find a person's; by a digest of the key, which signs nobody in.
CREATE FUNCTION cairn_sessions() RETURNS TABLE (digest text, data text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT encode(sha256(convert_to(session_key, 'UTF8')), 'hex'), session_data FROM django_session WHERE cairn_system()
$$;
CREATE FUNCTION cairn_end_sessions(digests text[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DELETE FROM django_session
    WHERE cairn_system() AND encode(sha256(convert_to(session_key, 'UTF8')), 'hex') = ANY (digests)
$$;

-- The words of private memories weigh for their author alone: counted apart, and seen as the memories are.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_lexemefrequency', 'memory_lexiconsize'] LOOP
        EXECUTE format('DROP POLICY own_team ON %I', name);
        EXECUTE format('CREATE POLICY own_team_and_not_private ON %I USING (
            team_id = cairn_team() AND (owner_id IS NULL OR owner_id = cairn_user() OR cairn_system()))', name);
    END LOOP;
END
$$;
-- Before, all were counted together.
DELETE FROM memory_lexemefrequency WHERE collection = 'memory';
INSERT INTO memory_lexemefrequency (team_id, collection, owner_id, slot, documents)
SELECT m.team_id, 'memory', CASE WHEN m.visibility = 'private' THEN m.author_id END, t.slot, count(*)
FROM memory_memory m, cairn_term_frequencies(m.tsv) AS t
WHERE m.visibility <> 'private' OR m.author_id IS NOT NULL
GROUP BY 1, 3, 4;
UPDATE memory_lexiconsize SET documents = 0, lexemes = 0 WHERE collection = 'memory';
INSERT INTO memory_lexiconsize (team_id, collection, owner_id, documents, lexemes, average_length)
SELECT m.team_id, 'memory', CASE WHEN m.visibility = 'private' THEN m.author_id END, count(*),
       coalesce(sum((SELECT sum(tf) FROM cairn_term_frequencies(m.tsv))), 0), 12
FROM memory_memory m WHERE m.tsv IS NOT NULL AND (m.visibility <> 'private' OR m.author_id IS NOT NULL)
GROUP BY 1, 3
ON CONFLICT (team_id, collection, owner_id) DO UPDATE SET documents = excluded.documents, lexemes = excluded.lexemes;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- What the scope's person may know of how many memories there are, and of how many have a word.
CREATE FUNCTION cairn_known_memories() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(s.documents), 0)::bigint FROM memory_lexiconsize s
    WHERE s.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND s.collection = 'memory'
      AND (s.owner_id IS NULL OR s.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
$$;

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;
DO $$
DECLARE
    change record;
    stood text;
    wanted text;
BEGIN
    FOR change IN SELECT * FROM (VALUES
        ('cairn_question_terms', 'WITH size AS (
        SELECT greatest(coalesce(max(s.documents), 0), 300)::double precision AS n
        FROM memory_lexiconsize s
        WHERE s.team_id = nullif(current_setting(''cairn.team'', true), '''')::bigint AND s.collection = ''memory''',
         'WITH size AS MATERIALIZED (
        SELECT greatest(cairn_known_memories(), 300)::double precision AS n'),
        ('cairn_question_terms', 'LEFT JOIN memory_lexemefrequency f
            ON f.team_id = nullif(current_setting(''cairn.team'', true), '''')::bigint
           AND f.collection = ''memory'' AND f.slot = cairn_slot(q.lexeme)',
         'LEFT JOIN LATERAL (
            SELECT sum(f.documents)::integer AS documents FROM memory_lexemefrequency f
            WHERE f.team_id = nullif(current_setting(''cairn.team'', true), '''')::bigint
              AND f.collection = ''memory'' AND f.slot = cairn_slot(q.lexeme)
              AND (f.owner_id IS NULL OR f.owner_id = nullif(current_setting(''cairn.user'', true), '''')::bigint)
        ) AS f ON true'),
        ('cairn_read_question', 'greatest(s.documents, 1000) INTO asked.config, asked.known
    FROM memory_team t LEFT JOIN memory_lexiconsize s ON s.team_id = t.id AND s.collection = ''memory''',
         'greatest(cairn_known_memories(), 1000) INTO asked.config, asked.known
    FROM memory_team t'),
        ('cairn_asked_words', 'unheard AS (
        SELECT ln(1 + (greatest(coalesce(max(s.documents), 0), 300) + 0.5) / 0.5) AS weight
        FROM memory_lexiconsize s JOIN team ON team.id = s.team_id WHERE s.collection = ''memory''',
         'unheard AS MATERIALIZED (
        SELECT ln(1 + (greatest(cairn_known_memories(), 300) + 0.5) / 0.5) AS weight'),
        ('cairn_search_memories', 'AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0',
         'AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0 AND (f.owner_id IS NULL OR f.owner_id = this_user)'),
        ('cairn_search_memories', 'WHERE s.team_id = this_team
',
         'WHERE s.team_id = this_team AND (s.visibility <> ''private'' OR s.author_id = this_user)
'),
        ('cairn_derive_search_columns', 's.collection = TG_ARGV[0]', 's.collection = TG_ARGV[0] AND s.owner_id IS NULL')
    ) AS changes (of_function, from_text, to_text) LOOP
        stood := pg_get_functiondef(change.of_function::regproc);
        wanted := replace(stood, change.from_text, change.to_text);
        IF wanted = stood THEN RAISE EXCEPTION '% reads in another way than this expects', change.of_function; END IF;
        EXECUTE wanted;
    END LOOP;
END
$$;
