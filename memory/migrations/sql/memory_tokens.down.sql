DROP FUNCTION cairn_memory_signs(bigint[], text);
DROP TRIGGER memory_tokens ON memory_memory;
