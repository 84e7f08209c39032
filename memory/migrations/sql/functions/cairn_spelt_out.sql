-- Spell out abbreviations of developers, so that "db config" finds "database configuration" and the reverse. Lexemes
-- are written as the stemmer gives them. What is as often a word of its own, an ending or a folder is left out (info,
-- spec, temp, py, js, src, lib, init).
DO $$
DECLARE
    forms constant jsonb := '{
    "admin": "administr", "app": "applic", "arg": "argument", "async": "asynchron", "attr": "attribut",
    "auth": "authent", "bool": "boolean", "btn": "button", "cert": "certif", "cfg": "configur", "cmd": "command",
    "cmds": "command", "conf": "configur", "config": "configur", "cred": "credenti", "ctx": "context",
    "db": "databas", "dbs": "databas", "dep": "depend", "dev": "develop", "dir": "directori", "doc": "document",
    "env": "environ", "err": "error", "fn": "function", "freq": "frequenc", "func": "function",
    "i18n": "internation", "idx": "index", "impl": "implement", "infra": "infrastructur", "k8s": "kubernet",
    "lang": "languag", "mgmt": "manag", "msg": "messag", "msgs": "messag", "nav": "navig", "num": "number",
    "obj": "object", "param": "paramet", "perf": "perform", "pg": "postgr", "postgresql": "postgr",
    "pref": "prefer", "prio": "prioriti", "prod": "product", "pwd": "password", "regexp": "regex",
    "repo": "repositori", "req": "request", "resp": "respond", "svc": "servic", "sync": "synchron",
    "tbl": "tabl", "tmp": "temporari"
    }';
    any_form constant text := (SELECT string_agg(form, ' | ') FROM jsonb_object_keys(forms) AS form);
BEGIN
    EXECUTE format($create$
        CREATE OR REPLACE FUNCTION cairn_spelt_out(words tsvector, config regconfig) RETURNS tsvector
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
            SELECT CASE WHEN config = 'english'::regconfig AND words @@ %L::tsquery THEN (
                SELECT string_agg(
                    cairn_quoted(coalesce(%L::jsonb ->> w.lexeme, w.lexeme))
                    || coalesce(':' || array_to_string(w.positions, ','), ''), ' ')::tsvector
                FROM unnest(words) AS w
            ) ELSE words END
        $body$ $create$, any_form, forms);
END
$$;
