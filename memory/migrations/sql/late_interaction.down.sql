DROP FUNCTION cairn_token_signs(bigint[], text);
DROP TRIGGER message_tokens ON memory_message;
DROP FUNCTION cairn_forget_tokens();
