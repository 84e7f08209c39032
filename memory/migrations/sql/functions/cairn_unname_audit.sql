-- Blank a person's name in the team's audit log, when the person is erased. Only the system scope may. It runs as the
-- owner because the server's role may not change audit rows.
CREATE OR REPLACE FUNCTION cairn_unname_audit(person bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_auditevent SET actor_id = NULL
    WHERE team_id = cairn_team() AND actor_id = person AND cairn_system()
$$;
