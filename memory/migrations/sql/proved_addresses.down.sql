REVOKE SELECT (email_proved), INSERT (email_proved), UPDATE (email_proved) ON memory_user FROM cairn_app;
