-- Count a use of these memories. Reading counts as use also for people who may not write, so it runs as the owner and
-- checks team and visibility itself.
CREATE OR REPLACE FUNCTION cairn_note_use(ids bigint[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_memory SET uses = uses + 1, last_used_at = clock_timestamp(),
        first_used_at = coalesce(first_used_at, clock_timestamp())
    WHERE id = ANY (ids) AND team_id = cairn_team()
      AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system())
$$;
