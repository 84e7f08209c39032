-- The sides of a contradiction are in the order in which they were told, not in that of their rows: an import brings old
-- statements late. The foreign keys are checked at once, so that the table can be changed in the same transaction.
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE memory_contradiction c
SET older_id = c.newer_id, newer_id = c.older_id, older_says = c.newer_says, newer_says = c.older_says
FROM memory_memory older, memory_memory newer
WHERE older.id = c.older_id AND newer.id = c.newer_id
  AND (older.occurred_at, older.id) > (newer.occurred_at, newer.id);
