-- Return who holds a token: person, team, agent, role, and whether one of them is blocked, as JSON. It is one round
-- trip because every request pays for it. It returns nothing for a token that is revoked or expired or whose person
-- has left the team. It runs as the owner because a request has no scope before its token is known.
CREATE OR REPLACE FUNCTION cairn_holder(digest text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_object(
        'token', to_jsonb(t) - 'sha256', 'user', to_jsonb(u) - 'password', 'team', to_jsonb(team),
        'agent', to_jsonb(a), 'role', m.role,
        'blocked', EXISTS (
            SELECT FROM memory_block b WHERE b.team_id = t.team_id AND b.lifted_at IS NULL
            AND (b.token_id = t.id OR b.person_id = t.user_id OR b.agent_id = t.agent_id)))
    FROM memory_accesstoken t
    JOIN memory_user u ON u.id = t.user_id AND u.is_active
    JOIN memory_team team ON team.id = t.team_id
    JOIN memory_membership m ON m.team_id = t.team_id AND m.user_id = t.user_id
    LEFT JOIN memory_agent a ON a.id = t.agent_id
    WHERE t.sha256 = digest AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
$$;
