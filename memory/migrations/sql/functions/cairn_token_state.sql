-- Return why a token opens nothing, for the person who holds it; never which team it was of.
CREATE OR REPLACE FUNCTION cairn_token_state(digest text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= clock_timestamp() THEN 'expired'
                    ELSE 'left' END
        FROM memory_accesstoken WHERE sha256 = digest), 'unknown')
$$;
