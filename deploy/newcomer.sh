#!/usr/bin/env bash
# From a bare Debian machine to production mode on PostgreSQL: the steps of docs/operating.md, in this shell's environment.
# Before it: PUBLIC_ORIGIN, DEPLOYMENT_FILE (or deployments/43114.json), and RPC_URLS if you have endpoints of your own.
set -euo pipefail
cd "$(dirname "$0")/.."
export NETWORK="${NETWORK:-avalanche}"
: "${PUBLIC_ORIGIN:?Set it to the origin that visitors come to, like https://swap.example}"
export PUBLIC_ORIGIN

if [ -z "${DATABASE_URL:-}" ]; then
  command -v psql >/dev/null || sudo apt-get install -y --no-install-recommends postgresql
  user="$(id -un)"
  sudo -u postgres createuser "$user" 2>/dev/null || true
  sudo -u postgres createdb --owner="$user" parley 2>/dev/null || true
  export DATABASE_URL="postgres:///parley?host=/var/run/postgresql&user=$user"
fi

npm run --silent build -- --chain "$NETWORK"
export WEB_DIST="${WEB_DIST:-$PWD/apps/web/dist}"
# Says everything; only what must not be served ends this script.
npm run --silent doctor || npm run --silent doctor -- --fatal-only
# Not by npm, which does not pass on what a service manager asks it to do.
exec node tools/bootstrap.mjs serve
