#!/bin/sh
# Starts Patroni on a machine of its own, with passwords from files. PATRONI_NAME is also how the others reach it.
set -eu
secrets="${SECRETS_FOLDER:-/run/secrets}"
PATRONI_SUPERUSER_PASSWORD="$(cat "$secrets/postgres-superuser-password")"
PATRONI_REPLICATION_PASSWORD="$(cat "$secrets/postgres-replication-password")"
PARLEY_PASSWORD="$(cat "$secrets/parley-password")"
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PARLEY_PASSWORD
export PATRONI_RESTAPI_LISTEN="${PATRONI_RESTAPI_LISTEN:-0.0.0.0:8008}"
export PATRONI_RESTAPI_CONNECT_ADDRESS="${PATRONI_RESTAPI_CONNECT_ADDRESS:-$PATRONI_NAME:8008}"
export PATRONI_POSTGRESQL_LISTEN="${PATRONI_POSTGRESQL_LISTEN:-0.0.0.0:5432}"
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="${PATRONI_POSTGRESQL_CONNECT_ADDRESS:-$PATRONI_NAME:5432}"
export PATRONI_POSTGRESQL_DATA_DIR="${PATRONI_POSTGRESQL_DATA_DIR:-/var/lib/postgresql/patroni}"
export PATRONI_POSTGRESQL_BIN_DIR="${PATRONI_POSTGRESQL_BIN_DIR:-/usr/lib/postgresql/15/bin}"
exec patroni "${PATRONI_FILE:-/etc/patroni/patroni.yml}"
