DROP FUNCTION cairn_comparable_memories(text, halfvec, text, bigint[], bigint, bigint, double precision);
DROP INDEX memory_same_content;
DROP POLICY own_team ON memory_usage;
DROP POLICY own_team_and_both_sides ON memory_contradiction;
