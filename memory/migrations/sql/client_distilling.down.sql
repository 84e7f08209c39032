DROP POLICY own_team ON memory_clientusage;
