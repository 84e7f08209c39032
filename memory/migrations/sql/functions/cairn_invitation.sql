-- Find an invitation and its team by the digest of its link. It runs as the owner because the visitor has no scope
-- yet.
CREATE OR REPLACE FUNCTION cairn_invitation(digest text) RETURNS TABLE (team_id bigint, invitation_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
    $$ SELECT i.team_id, i.id FROM memory_invitation i WHERE i.sha256 = digest $$;
