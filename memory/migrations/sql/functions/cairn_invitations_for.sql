-- Find the open invitations for an address, in any team. Callers pass only addresses that the identity provider has
-- verified. It runs as the owner because the person may be in no team yet.
CREATE OR REPLACE FUNCTION cairn_invitations_for(address text)
RETURNS TABLE (team_id bigint, invitation_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT i.team_id, i.id FROM memory_invitation i
    WHERE lower(i.email) = lower(address) AND i.email <> '' AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      AND i.expires_at > clock_timestamp()
    ORDER BY i.id
$$;
