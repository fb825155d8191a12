#!/usr/bin/env bash
# Replaces the servers by PARLEY_IMAGE of .env, one after the other: the next one only once the one before is ready. It ends
# at the first that isn't, while the others go on serving. COMPOSE: `docker compose` or `podman compose`.
set -euo pipefail
cd "$(dirname "$0")"
read -ra compose <<<"${COMPOSE:-docker compose}"

"${compose[@]}" run --rm --no-deps migrate
for server in server1 server2 server3; do
  # It has fifteen seconds to end its requests. Caddy sends none to a server that isn't ready.
  "${compose[@]}" up --detach --no-deps --force-recreate --wait --wait-timeout 300 "$server"
done
