DROP INDEX memory_unsigned;
DROP INDEX memory_due;
CREATE INDEX memory_due ON memory_memory (team_id, greatest(occurred_at, confirmed_at), id)
    INCLUDE (type, status, is_used, pinned, review_by, file_changes, confidence, occurred_at, confirmed_at,
             visibility, author_id, blocked_by_id, purged_at)
    WHERE status IN ('active', 'disputed', 'draft', 'quarantined');
