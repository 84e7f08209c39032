-- Let people choose for themselves whether they get the digest by e-mail. The rest of a membership only an admin may
-- change, so this runs as the owner.
CREATE OR REPLACE FUNCTION cairn_choose_digest(wanted boolean) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ UPDATE memory_membership SET wants_digest = wanted WHERE team_id = cairn_team() AND user_id = cairn_user() $$;
