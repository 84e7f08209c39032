-- The sides of a contradiction in the order of their rows, as it was.
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE memory_contradiction
SET older_id = newer_id, newer_id = older_id, older_says = newer_says, newer_says = older_says
WHERE older_id > newer_id;
