GRANT SELECT (email_proved), INSERT (email_proved), UPDATE (email_proved) ON memory_user TO cairn_app;
-- Only single sign-on makes accounts that have an address and no password.
UPDATE memory_user SET email_proved = true WHERE email <> '' AND password LIKE '!%' AND is_active;
