#!/bin/sh
# Runs once, on an empty volume: the database, its owner (who migrates), and the server's role, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v owner_password="$CAIRN_OWNER_PASSWORD" -v app_password="$CAIRN_APP_PASSWORD" \
     --username postgres <<'SQL'
CREATE ROLE cairn_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'owner_password';
CREATE ROLE cairn_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'app_password';
CREATE DATABASE cairn OWNER cairn_owner;
REVOKE CONNECT, TEMPORARY ON DATABASE cairn FROM PUBLIC;
GRANT CONNECT ON DATABASE cairn TO cairn_app;
\connect cairn
CREATE EXTENSION vector;
ALTER SCHEMA public OWNER TO cairn_owner;
SQL
