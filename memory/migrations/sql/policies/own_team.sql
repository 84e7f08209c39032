-- The wall around each team, held by Postgres itself: without a scope (memory.access.scope) a query sees nothing.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'memory_accesstoken', 'memory_agent', 'memory_approvalrule', 'memory_auditevent', 'memory_audithead',
        'memory_block', 'memory_clientusage', 'memory_codingsession', 'memory_invitation', 'memory_linemove',
        'memory_message', 'memory_project', 'memory_projectalias', 'memory_recall', 'memory_sessionweights',
        'memory_toolcall', 'memory_turn', 'memory_usage', 'memory_webhook'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_team ON %I USING (team_id = cairn_team())', name);
    END LOOP;
END
$$;

-- Before a team is chosen, people see the teams that they belong to.
ALTER TABLE memory_membership ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_or_self ON memory_membership USING (team_id = cairn_team() OR user_id = cairn_user())
    WITH CHECK (team_id = cairn_team());
ALTER TABLE memory_team ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_team
    USING (id = cairn_team() OR EXISTS (
        SELECT FROM memory_membership m WHERE m.team_id = memory_team.id AND m.user_id = cairn_user()))
    WITH CHECK (id = cairn_team());

-- A new link's ends must both be seen: nothing is linked with another team's row or with somebody's private memory.
ALTER TABLE memory_memoryproject ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_memoryproject USING (team_id = cairn_team())
    WITH CHECK (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_id)
                AND NOT cairn_is_elsewhere(project_id, NULL));

-- Nobody records an action of somebody else.
CREATE POLICY own_deeds ON memory_auditevent AS RESTRICTIVE FOR INSERT
    WITH CHECK (actor_id IS NULL OR actor_id = cairn_user() OR cairn_may('*'));
