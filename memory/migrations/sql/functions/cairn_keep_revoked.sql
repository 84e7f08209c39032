-- Keep revoked tokens revoked. It is a trigger because a policy would also keep the row from being locked.
CREATE OR REPLACE FUNCTION cairn_keep_revoked() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at AND NOT cairn_may('*') THEN
        RAISE EXCEPTION 'permission denied: a revoked token stays revoked' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER token_stays_revoked BEFORE UPDATE OF revoked_at ON memory_accesstoken
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_revoked();
