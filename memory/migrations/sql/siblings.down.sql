DROP FUNCTION cairn_siblings(bigint[], uuid[], double precision, integer);
DROP FUNCTION cairn_learned_beside(bigint[], uuid[], double precision, integer);
