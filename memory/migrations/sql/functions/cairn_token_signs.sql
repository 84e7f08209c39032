-- Return the token signs of these messages, as far as the scope shows them, for late interaction. The added `+ 0` and
-- `|| ''` make Postgres go by the keys even when its statistics are older than the team's growth.
CREATE OR REPLACE FUNCTION cairn_token_signs(keys bigint[], model text)
RETURNS TABLE (message_id bigint, signs bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id, m.token_signs FROM memory_message m
    WHERE m.id = ANY (keys) AND m.team_id + 0 = cairn_team() AND m.embedding_model || '' = model
      AND m.session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[])
$$;
