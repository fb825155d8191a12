#!/usr/bin/env bash
# The topology of docs/operating.md on one Debian machine, as root: three servers behind Caddy, PostgreSQL with a standby
# that takes over, PgBouncer, Redis, Janus, coturn, Prometheus and Alertmanager, each by its file in deploy/. It ends with
# what it started.
# On several machines the same files and commands go to each, and systemd runs them (deploy/systemd).
# Before it: PUBLIC_ORIGIN, DEPLOYMENT_FILE (or deployments/43114.json), RPC_URLS, and ALERT_WEBHOOK_URL, where alerts are
# posted. FOLDER keeps data, secrets and logs.
set -euo pipefail
cd "$(dirname "$0")/.."
root="$PWD"
: "${PUBLIC_ORIGIN:?Set it to the origin that visitors come to, like https://swap.example}"
webhook="${ALERT_WEBHOOK_URL:?Set it to where alerts are posted, such as the webhook of a pager or a chat}"
export NETWORK="${NETWORK:-avalanche}" PUBLIC_ORIGIN
folder="${FOLDER:-/var/lib/parley}"
secrets="$folder/secrets" config="$folder/config" log="$folder/log"
postgres_bin="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1 || true)"
# All on 127.0.0.1 but the relay's, which is 3478 for the world.
read -r etcd_port peer_port pg1_port pg1_rest pg2_port pg2_rest primary_port standby_port pool_port redis_port \
  janus_port turn_port prometheus_port alertmanager_port server1_port server2_port server3_port \
  <<<"${PORTS:-2379 2380 5441 8008 5442 8009 5000 5001 6432 6379 8188 3478 9090 9093 4301 4302 4303}"

step() { echo "$(printf '%(%T)T' -1)  $*"; }
start() { # start NAME COMMAND…: in the background, with its output in a log
  local name="$1"
  shift
  "$@" >>"$log/$name" 2>&1 &
  echo "$!" >"$log/$name.pid"
}
until_ok() { # until_ok WHAT COMMAND…
  local what="$1" deadline=$((SECONDS + 300))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || { echo "$what: not within five minutes. Look at $log." >&2 && exit 1; }
    sleep 0.5
  done
}
secret() { # secret NAME [TEXT]: made once
  [ -s "$secrets/$1" ] || (umask 077 && echo "${2:-$(openssl rand -hex 24)}" >"$secrets/$1")
  cat "$secrets/$1"
}
answers() { curl --silent --fail --max-time 5 "$1"; }
as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups)

step 'Packages'
for package in patroni python3-etcd etcd-server haproxy pgbouncer redis-server janus coturn prometheus prometheus-alertmanager caddy openssl curl postgresql; do
  dpkg --status "$package" >/dev/null 2>&1 || DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" >/dev/null
done
postgres_bin="$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)"

step 'The page and a release'
npm run --silent build -- --chain "$NETWORK"
rm -rf "$folder/release"
npm run --silent release -- "$folder/release" ${WEB_DIST:+--page "$WEB_DIST"}

step 'Secrets'
mkdir -p "$secrets" "$config/janus" "$log" "$folder/etcd" "$folder/redis" "$folder/prometheus" "$folder/postgres"
chmod 755 "$folder"
for name in postgres-superuser-password postgres-replication-password; do secret "$name" >/dev/null; done
password="$(secret parley-password)"
redis_password="$(secret redis-password)"
turn_secret="$(secret turn-secret)"
janus_secret="$(secret janus-secret)"
secret metrics-token >/dev/null
secret database-url "postgres://parley:$password@127.0.0.1:$pool_port/parley" >/dev/null
secret database-direct-url "postgres://parley:$password@127.0.0.1:$primary_port/parley" >/dev/null
secret redis-url "redis://:$redis_password@127.0.0.1:$redis_port" >/dev/null
template="$(cat deploy/prometheus/alertmanager.yml)"
secret alertmanager.yml "${template//'{ALERT_WEBHOOK_URL}'/"$webhook"}" >/dev/null
secret pgbouncer-users "\"parley\" \"$password\"" >/dev/null

trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null; wait' EXIT
trap 'exit 0' INT TERM

step 'PostgreSQL with a standby: etcd, Patroni, HAProxy, PgBouncer'
cp deploy/patroni/createDatabase.sh deploy/patroni/start.sh "$config"
sed "s|/etc/patroni/createDatabase.sh|$config/createDatabase.sh|" deploy/patroni/patroni.yml >"$config/patroni.yml"
chown -R postgres: "$folder/postgres" "$secrets"/{postgres-*,parley-password,pgbouncer-users}
chmod 711 "$secrets"
start etcd etcd --name only --data-dir "$folder/etcd" --initial-cluster "only=http://127.0.0.1:$peer_port" \
  --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
  --listen-peer-urls "http://127.0.0.1:$peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$peer_port"
patroni() { # patroni NAME PORT REST_PORT
  start "$1" "${as_postgres[@]}" env --chdir="$folder/postgres" SECRETS_FOLDER="$secrets" PATRONI_FILE="$config/patroni.yml" PATRONI_NAME="$1" \
    PATRONI_ETCD3_HOSTS="127.0.0.1:$etcd_port" PATRONI_POSTGRESQL_BIN_DIR="$postgres_bin" PATH="$postgres_bin:$PATH" \
    PATRONI_RESTAPI_LISTEN="127.0.0.1:$3" PATRONI_RESTAPI_CONNECT_ADDRESS="127.0.0.1:$3" \
    PATRONI_POSTGRESQL_LISTEN="127.0.0.1:$2" PATRONI_POSTGRESQL_CONNECT_ADDRESS="127.0.0.1:$2" \
    PATRONI_POSTGRESQL_DATA_DIR="$folder/postgres/$1" PATRONI_POSTGRESQL_PGPASS="$folder/postgres/pgpass-$1" "$config/start.sh"
}
patroni pg1 "$pg1_port" "$pg1_rest"
until_ok 'A primary' answers "http://127.0.0.1:$pg1_rest/primary"
patroni pg2 "$pg2_port" "$pg2_rest"
until_ok 'A standby' answers "http://127.0.0.1:$pg2_rest/sync"
start haproxy env PRIMARY_LISTEN="127.0.0.1:$primary_port" STANDBY_LISTEN="127.0.0.1:$standby_port" \
  PG1="127.0.0.1:$pg1_port" PG2="127.0.0.1:$pg2_port" PG1_REST="$pg1_rest" PG2_REST="$pg2_rest" haproxy -db -f deploy/haproxy/haproxy.cfg
sed -e 's/{PRIMARY_HOST}/127.0.0.1/' -e "s/{PRIMARY_PORT}/$primary_port/" -e 's/{LISTEN_ADDRESS}/127.0.0.1/' \
  -e "s/{LISTEN_PORT}/$pool_port/" -e "s|{USERS_FILE}|$secrets/pgbouncer-users|" deploy/pgbouncer/pgbouncer.ini >"$config/pgbouncer.ini"
start pgbouncer "${as_postgres[@]}" pgbouncer "$config/pgbouncer.ini"

step 'Redis, Janus, coturn, Prometheus, Alertmanager'
start redis redis-server "$root/deploy/redis/redis.conf" --port "$redis_port" --bind 127.0.0.1 --requirepass "$redis_password" --dir "$folder/redis"
sed "s|/etc/janus|$config/janus|" deploy/janus/janus.jcfg >"$config/janus/janus.jcfg"
sed "s/8188/$janus_port/" deploy/janus/janus.transport.websockets.jcfg >"$config/janus/janus.transport.websockets.jcfg"
start janus janus --disable-colors -F "$config/janus" -C "$config/janus/janus.jcfg" "--apisecret=$janus_secret"
start coturn turnserver -c deploy/coturn/turnserver.conf --listening-port="$turn_port" --no-tls --no-dtls \
  --static-auth-secret="$turn_secret" --pidfile="$folder/turn.pid" --userdb="$folder/turn.db" --log-file=stdout --simple-log
sed -e "s|parley-alerts.yml|$root/deploy/prometheus/parley-alerts.yml|" -e "s|/etc/prometheus/parley-token|$secrets/metrics-token|" \
  -e "s/127.0.0.1:9093/127.0.0.1:$alertmanager_port/" \
  -e "s/targets: .*/targets: ['127.0.0.1:$server1_port', '127.0.0.1:$server2_port', '127.0.0.1:$server3_port']/" \
  deploy/prometheus/prometheus.yml >"$config/prometheus.yml"
start prometheus prometheus --config.file="$config/prometheus.yml" --storage.tsdb.path="$folder/prometheus" --web.listen-address="127.0.0.1:$prometheus_port"
start alertmanager prometheus-alertmanager --config.file="$secrets/alertmanager.yml" --storage.path="$folder/alertmanager" \
  --web.listen-address="127.0.0.1:$alertmanager_port" --cluster.listen-address=

step 'Three servers'
export NODE_ENV=production TRUSTED_PROXIES=1 MIGRATE=off DATABASE_STANDBYS=1
export DATABASE_URL_FILE="$secrets/database-url" DATABASE_DIRECT_URL_FILE="$secrets/database-direct-url"
export REDIS_URL_FILE="$secrets/redis-url" METRICS_TOKEN_FILE="$secrets/metrics-token"
# The doctor asks these as well.
export PATRONI_URLS="http://127.0.0.1:$pg1_rest,http://127.0.0.1:$pg2_rest" PROMETHEUS_URL="http://127.0.0.1:$prometheus_port"
export TURN_URLS="${TURN_URLS:-turn:127.0.0.1:$turn_port?transport=udp}" TURN_SECRET_FILE="$secrets/turn-secret"
export JANUS_URL="ws://127.0.0.1:$janus_port" JANUS_SECRET_FILE="$secrets/janus-secret"
export WEB_DIST="$folder/release/apps/web/dist" PATH="$root/node_modules/node/bin:$PATH"
cd "$folder/release"
node tools/commands/migrate.ts --wait 300
number=0
for port in "$server1_port" "$server2_port" "$server3_port"; do
  number=$((number + 1))
  start "server$number" env PARLEY_DATA="$folder/server$number" PORT="$port" node tools/commands/serve.ts
  until_ok "server$number" answers "http://127.0.0.1:$port/health"
done
start caddy env SITE="$PUBLIC_ORIGIN" SERVERS="127.0.0.1:$server1_port 127.0.0.1:$server2_port 127.0.0.1:$server3_port" \
  XDG_DATA_HOME="$folder" XDG_CONFIG_HOME="$folder" CERTIFICATE="${CERTIFICATE:-}" CADDY_OPTIONS="${CADDY_OPTIONS:-}" \
  caddy run --adapter caddyfile --config "$root/deploy/caddy/Caddyfile"

until_ok 'The site' curl --silent --fail --insecure --max-time 5 "$PUBLIC_ORIGIN/health"

# Says everything; a warning ends nothing.
PARLEY_DATA="$folder/server1" PORT="$server1_port" node tools/commands/doctor.ts || true
step "$PUBLIC_ORIGIN is served. Logs are in $log."
wait
