-- Return the id of a team by its name, for operators. The id alone opens nothing.
CREATE OR REPLACE FUNCTION cairn_team_id(wanted text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT id FROM memory_team WHERE slug = wanted $$;
