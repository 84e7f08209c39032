-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;
DO $$
DECLARE
    change record;
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
    ) AS changes (of_function, to_text, from_text) LOOP
        EXECUTE replace(pg_get_functiondef(change.of_function::regproc), change.from_text, change.to_text);
    END LOOP;
END
$$;
DROP FUNCTION cairn_known_memories();

-- Private words are counted with all others again.
INSERT INTO memory_lexemefrequency (team_id, collection, slot, documents)
SELECT team_id, collection, slot, sum(documents) FROM memory_lexemefrequency WHERE owner_id IS NOT NULL GROUP BY 1, 2, 3
ON CONFLICT (team_id, collection, slot, owner_id) DO UPDATE
SET documents = memory_lexemefrequency.documents + excluded.documents;
DELETE FROM memory_lexemefrequency WHERE owner_id IS NOT NULL;
INSERT INTO memory_lexiconsize (team_id, collection, documents, lexemes, average_length)
SELECT team_id, collection, sum(documents), sum(lexemes), 12 FROM memory_lexiconsize WHERE owner_id IS NOT NULL GROUP BY 1, 2
ON CONFLICT (team_id, collection, owner_id) DO UPDATE
SET documents = memory_lexiconsize.documents + excluded.documents, lexemes = memory_lexiconsize.lexemes + excluded.lexemes;
DELETE FROM memory_lexiconsize WHERE owner_id IS NOT NULL;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_lexemefrequency', 'memory_lexiconsize'] LOOP
        EXECUTE format('DROP POLICY own_team_and_not_private ON %I', name);
        EXECUTE format('CREATE POLICY own_team ON %I USING (team_id = cairn_team())', name);
    END LOOP;
END
$$;

DROP FUNCTION cairn_end_sessions(text[]);
DROP FUNCTION cairn_sessions();
DROP FUNCTION cairn_end_expired_sessions();
DROP FUNCTION cairn_end_session(text);
DROP FUNCTION cairn_save_session(text, text, timestamptz, boolean);
DROP FUNCTION cairn_session(text);
GRANT SELECT, INSERT, UPDATE, DELETE ON django_session TO cairn_app;

DO $$
BEGIN
    EXECUTE replace(replace(pg_get_functiondef('cairn_shown'::regproc), 'to_jsonb(u)', 'to_jsonb(u) - ''password'''),
        'LEFT JOIN (SELECT id, username, first_name, last_name, email, is_active, is_staff, is_superuser, last_login,
                      date_joined FROM memory_user) u ON',
        'LEFT JOIN memory_user u ON');
END
$$;
DROP FUNCTION cairn_set_password(bigint, text);
DROP FUNCTION cairn_password(bigint);
GRANT SELECT, INSERT, UPDATE ON memory_user TO cairn_app;
ALTER TABLE memory_user ALTER COLUMN password DROP DEFAULT;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_evidence', 'memory_feedback', 'memory_comment', 'memory_delivery', 'memory_assignment'] LOOP
        EXECUTE format('ALTER POLICY own_team_and_seen ON %I WITH CHECK (team_id = cairn_team())', name);
    END LOOP;
END
$$;
DROP POLICY own_team ON memory_memoryproject;
CREATE POLICY own_team ON memory_memoryproject USING (team_id = cairn_team());
ALTER POLICY own_team_and_both_sides ON memory_supersession WITH CHECK (team_id = cairn_team());
ALTER POLICY own_team_and_both_sides ON memory_contradiction WITH CHECK (team_id = cairn_team());

DROP FUNCTION cairn_is_elsewhere(bigint, bigint);
DROP TRIGGER token_stays_revoked ON memory_accesstoken;
DROP FUNCTION cairn_keep_revoked();
DROP POLICY who_may_add ON memory_accesstoken;
CREATE POLICY who_may_add ON memory_accesstoken AS RESTRICTIVE FOR INSERT
    WITH CHECK (user_id = cairn_user() OR cairn_may('admin'));
GRANT UPDATE ON memory_accesstoken TO cairn_app;

-- The hash stays: rows that it was written with keep their keys in it only as long as the columns are there, so their
-- chain is written anew below, without them.
CREATE OR REPLACE FUNCTION cairn_audit_hash(previous text, event memory_auditevent) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(E'\x1f', previous, event.team_id, event.sequence, event.verb,
        event.subject, coalesce(event.actor_key::text, '-'), event.detail::text,
        to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')), 'UTF8')), 'hex')
$$;
CREATE OR REPLACE FUNCTION cairn_begin_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.actor_key := NEW.actor_id;
    NEW.sequence := NULL;
    NEW.hash := '';
    RETURN NEW;
END
$$;
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
DO $$
DECLARE
    event memory_auditevent;
    previous text := '';
    of_team bigint := 0;
BEGIN
    ALTER TABLE memory_auditevent DISABLE TRIGGER audit_is_append_only;
    FOR event IN SELECT * FROM memory_auditevent WHERE sequence IS NOT NULL ORDER BY team_id, sequence LOOP
        IF event.team_id <> of_team THEN
            of_team := event.team_id;
            previous := '';
        END IF;
        previous := cairn_audit_hash(previous, event);
        IF previous <> event.hash THEN
            UPDATE memory_auditevent SET hash = previous WHERE id = event.id;
        END IF;
        UPDATE memory_audithead SET hash = previous WHERE team_id = of_team AND sequence = event.sequence;
    END LOOP;
    SET CONSTRAINTS ALL IMMEDIATE;
    ALTER TABLE memory_auditevent ENABLE TRIGGER audit_is_append_only;
END
$$;
DROP POLICY own_deeds ON memory_auditevent;
DROP FUNCTION cairn_unname_audit(bigint);
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
                        REFERENCES %3$s (id) DEFERRABLE INITIALLY DEFERRED', link.conname, link.attname, link.target);
    END LOOP;
END
$$;
GRANT UPDATE ON memory_auditevent TO cairn_app;
