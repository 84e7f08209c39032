DROP TRIGGER message_tokens ON memory_message;
DROP FUNCTION cairn_forget_tokens();
