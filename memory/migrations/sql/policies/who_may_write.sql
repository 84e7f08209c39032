-- Who may write what, by the scopes of role and token: whoever may not write cannot, whatever the code above forgets.
-- memory/permissions.py says the same, and a test compares the two. The other policies say what may be read.

DO $$
DECLARE
    rule record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('memory_memory', '''write'', ''capture'', ''curate'''),
        ('memory_memoryproject', '''write'', ''capture'', ''curate'''),
        ('memory_supersession', '''write'', ''capture'', ''curate'''),
        ('memory_evidence', '''write'', ''capture'', ''curate'''),
        ('memory_contradiction', '''write'', ''capture'', ''curate'''),
        ('memory_feedback', '''write'''),
        ('memory_comment', '''write'', ''curate'''),
        ('memory_observation', '''capture'', ''write'''),
        ('memory_codingsession', '''capture'', ''write'''),
        ('memory_turn', '''capture'', ''write'''),
        ('memory_message', '''capture'', ''write'''),
        ('memory_toolcall', '''capture'', ''write'''),
        ('memory_clientusage', '''capture'', ''write'''),
        ('memory_project', '''capture'', ''write'', ''admin'''),
        ('memory_projectalias', '''capture'', ''write'', ''admin'''),
        ('memory_agent', '''capture'', ''write'', ''admin'''),
        ('memory_delivery', '''capture'', ''write'', ''curate'', ''admin'''),
        ('memory_recall', '''read'''),
        ('memory_savedsearch', '''read'''),
        ('memory_assignment', '''curate'''),
        ('memory_block', '''curate'''),
        ('memory_approvalrule', '''admin'''),
        ('memory_invitation', '''admin'''),
        ('memory_linemove', '''admin'''),
        ('memory_membership', '''admin'''),
        ('memory_team', '''admin'''),
        ('memory_webhook', '''admin''')
    ) AS rules (on_table, scopes) LOOP
        EXECUTE format('CREATE POLICY who_may_add ON %I AS RESTRICTIVE FOR INSERT WITH CHECK (cairn_may(%s))',
                       rule.on_table, rule.scopes);
        EXECUTE format('CREATE POLICY who_may_change ON %I AS RESTRICTIVE FOR UPDATE USING (cairn_may(%s))',
                       rule.on_table, rule.scopes);
        EXECUTE format('CREATE POLICY who_may_delete ON %I AS RESTRICTIVE FOR DELETE USING (cairn_may(%s))',
                       rule.on_table, rule.scopes);
    END LOOP;
END
$$;

-- People manage their own tokens, admins those of others. A new token may do no more than whoever adds it.
CREATE POLICY who_may_add ON memory_accesstoken AS RESTRICTIVE FOR INSERT WITH CHECK (
    (user_id = cairn_user() OR cairn_may('admin'))
    AND (cairn_may('*') OR scopes::text[] <@ string_to_array(current_setting('cairn.scopes', true), ',')));
CREATE POLICY who_may_change ON memory_accesstoken AS RESTRICTIVE FOR UPDATE
    USING (user_id = cairn_user() OR cairn_may('admin'));
CREATE POLICY who_may_delete ON memory_accesstoken AS RESTRICTIVE FOR DELETE
    USING (user_id = cairn_user() OR cairn_may('admin'));

-- Whoever may only read can ask, but neither closes a gap nor opens a closed one.
CREATE POLICY who_may_close ON memory_recall AS RESTRICTIVE FOR UPDATE
    USING (cairn_may('write', 'curate') OR (dismissed_at IS NULL AND answered_by_id IS NULL))
    WITH CHECK (cairn_may('write', 'curate') OR (dismissed_at IS NULL AND answered_by_id IS NULL));
