-- The review queue lists what no person stands behind: its count reads the index alone, as that of the other kinds.
DROP INDEX memory_due;
CREATE INDEX memory_due ON memory_memory (team_id, greatest(occurred_at, confirmed_at), id)
    INCLUDE (type, status, is_used, pinned, review_by, file_changes, confidence, occurred_at, confirmed_at,
             visibility, author_id, blocked_by_id, purged_at, unsigned)
    WHERE status IN ('active', 'disputed', 'draft', 'quarantined');
CREATE INDEX memory_unsigned ON memory_memory (team_id, created_at, id) WHERE status = 'active' AND unsigned;
