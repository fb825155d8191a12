#!/bin/sh
# Patroni runs this once, on the first primary: the role and the database of Parley. $1 is how to connect.
set -eu
psql "$1" --set ON_ERROR_STOP=1 --set password="${PARLEY_PASSWORD:?}" <<'SQL'
create role parley login password :'password';
-- PgBouncer doesn't pass on what a connection asks for at its start.
alter role parley set statement_timeout = '15s';
alter role parley set idle_in_transaction_session_timeout = '15s';
create database parley owner parley;
SQL
