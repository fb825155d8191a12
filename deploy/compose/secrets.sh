#!/usr/bin/env bash
# Makes the secrets of compose.yaml, each once, in ./secrets: run it as root, and again after you put one there yourself.
# Compose mounts them as they are, so the users of the containers must be able to read them: all have the group 4300.
# Needed the first time: RPC_URLS, endpoints of your own; ALERT_WEBHOOK_URL, where alerts are posted (that of a pager, or of a
# chat). With picture-store.yaml: PICTURE_STORE_SECRET. It makes ./data as well, for Caddy and etcd to write to.
# With rootless Podman: `podman unshare ./secrets.sh`.
set -euo pipefail
command -v openssl >/dev/null || { echo 'Install openssl: it makes the secrets.' >&2 && exit 1; }
folder="${SECRETS_FOLDER:-$(dirname "$0")/secrets}"
group="${SECRETS_GROUP:-4300}"
mkdir -p "$folder"
# Only root walks in; what is mounted needs no way through it.
chmod 700 "$folder"

secret() { # secret NAME [TEXT]: made once
  [ -s "$folder/$1" ] || (umask 077 && printf '%s\n' "${2:-$(openssl rand -hex 24)}" >"$folder/$1")
  cat "$folder/$1"
}
given() { # given NAME SETTING: from the environment, where it isn't there yet
  [ -s "$folder/$1" ] || [ -n "${!2:-}" ] || { echo "Set $2: it becomes the secret $1." >&2 && exit 1; }
  secret "$1" "${!2:-}" >/dev/null
}

given rpc-urls RPC_URLS
if [ ! -s "$folder/alertmanager.yml" ]; then
  : "${ALERT_WEBHOOK_URL:?Set it: alerts are posted there}"
  template="$(cat "$(dirname "$0")/../prometheus/alertmanager.yml")"
  secret alertmanager.yml "${template//'{ALERT_WEBHOOK_URL}'/"$ALERT_WEBHOOK_URL"}" >/dev/null
fi
for name in metrics-token turn-secret janus-secret grafana-password postgres-superuser-password postgres-replication-password; do
  secret "$name" >/dev/null
done
for name in imgproxy-key imgproxy-salt; do secret "$name" "$(openssl rand -hex 64)" >/dev/null; done
password="$(secret parley-password)"
secret database-url "postgres://parley:$password@pgbouncer:6432/parley" >/dev/null
secret database-direct-url "postgres://parley:$password@haproxy:5432/parley" >/dev/null
secret pgbouncer-users "\"parley\" \"$password\"" >/dev/null
secret redis-url "redis://:$(secret redis-password)@redis:6379" >/dev/null
[ -z "${PICTURE_STORE_SECRET:-}" ] || given picture-store-secret PICTURE_STORE_SECRET

data="$(dirname "$folder")/data"
mkdir -p "$data/certificates" "$data/etcd"
chgrp "$group" "$data"/*
chmod 2770 "$data"/*
chgrp "$group" "$folder"/*
chmod 440 "$folder"/*
echo "The secrets are in $folder, for the group $group."
