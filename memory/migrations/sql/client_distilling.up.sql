-- The wall of what developers' own Claude spent.

ALTER TABLE memory_clientusage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team ON memory_clientusage USING (team_id = cairn_team());
CREATE POLICY who_may_add ON memory_clientusage AS RESTRICTIVE FOR INSERT WITH CHECK (cairn_may('capture', 'write'));
CREATE POLICY who_may_change ON memory_clientusage AS RESTRICTIVE FOR UPDATE USING (cairn_may('capture', 'write'));
CREATE POLICY who_may_delete ON memory_clientusage AS RESTRICTIVE FOR DELETE USING (cairn_may('capture', 'write'));
