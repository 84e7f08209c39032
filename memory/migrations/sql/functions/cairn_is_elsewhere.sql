-- Return whether a project or a session belongs to another team. The policies of links ask it. A row that does not
-- exist yet is allowed: its foreign key is checked when the transaction ends.
CREATE OR REPLACE FUNCTION cairn_is_elsewhere(project bigint, session bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM memory_project p WHERE p.id = project AND p.team_id <> cairn_team())
        OR EXISTS (SELECT FROM memory_codingsession s WHERE s.id = session AND s.team_id <> cairn_team())
$$;
