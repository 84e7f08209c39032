-- Return the ids of all teams: maintenance visits each team in that team's scope.
CREATE OR REPLACE FUNCTION cairn_team_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT id FROM memory_team ORDER BY id $$;
