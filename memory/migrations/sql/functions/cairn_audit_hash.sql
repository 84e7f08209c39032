-- Return the hash of an audit row over itself and the row before it. Each row's hash covers all rows before it, so a
-- row that is changed or taken out later is noticed. concat_ws leaves out NULLs: rows from before agent and token were
-- kept have the hash that they had then.
CREATE OR REPLACE FUNCTION cairn_audit_hash(previous text, event memory_auditevent) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(E'\x1f', previous, event.team_id, event.sequence, event.verb,
        event.subject, coalesce(event.actor_key::text, '-'), event.detail::text,
        to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        'agent ' || event.agent_key, 'token ' || event.token_key), 'UTF8')), 'hex')
$$;
