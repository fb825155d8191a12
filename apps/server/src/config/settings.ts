import { pictureEngineSettings } from '../images/pictureEngineSettings.ts'
import { voiceSettings } from '../voice/voiceSettings.ts'
import { brandSettings } from './brand.ts'
import { setting, type SettingGroup } from './setting.ts'

/** Settings that carry secrets. With `_FILE` after its name, each can be the path of a file that holds it. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URLS',
  'REDIS_URL',
  'PICTURE_STORE_SECRET',
  'IMGPROXY_KEY',
  'IMGPROXY_SALT',
  'RPC_URLS',
  'METRICS_TOKEN',
  'WATCH_WEBHOOK_URL',
  'EXPLORER_API_KEY',
  'PUSH_PRIVATE_KEY',
  'TURN_SECRET',
  'JANUS_SECRET',
] as const

/** Every variable that `readConfig` reads. docs/configuration.md is generated from it, and a test compares the two. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Where it listens',
    settings: [
      setting(
        'HOST',
        '`127.0.0.1`',
        'Address to listen on: `127.0.0.1` for a proxy on this machine, `0.0.0.0` for the network.',
      ),
      setting('PORT', '`4300`', 'Port to listen on; 0 takes a free one.'),
      setting(
        'TRUSTED_PROXIES',
        '`0`',
        'How many proxies in front add to `X-Forwarded-For`. Limits go by address: a wrong number makes one address of all visitors, or lets each choose its own.',
      ),
      setting(
        'LEAVE_S',
        '`3` with `TRUSTED_PROXIES`, else `0`',
        'Seconds that a server goes on after a signal to stop, while `/health` already says 503. Longer than the interval between two health checks of the proxy, or requests meet a closed port. A second signal stops it at once.',
      ),
      setting(
        'PUBLIC_ORIGIN',
        'none; local: the address it listens on',
        'The origin that visitors come to, like `https://swap.example`; required on `fuji` and `avalanche`. Websockets and sessions are taken from its pages alone, signed texts must name it, and links in previews begin with it. With `https` every answer also carries HSTS.',
      ),
      setting(
        'SECURITY_CONTACT',
        'none',
        'Where a hole is reported, like `mailto:security@swap.example`; several separated by commas, the best first. Shown at `/.well-known/security.txt`, which is not there without it.',
      ),
      setting(
        'CORS_ORIGINS',
        'none',
        'Other origins, separated by commas, whose pages may use the public API; sessions belong to `PUBLIC_ORIGIN` alone.',
      ),
      setting(
        'WEB_DIST',
        'none; `pnpm serve`: `apps/web/dist`',
        'Folder of the built page; without it the server has the API only.',
      ),
      setting(
        'SERVICE_WORKER',
        '`on`',
        '`off` serves a service worker that deletes what the page has kept and removes itself from each browser that comes by.',
      ),
    ],
  },
  {
    title: 'The chain',
    settings: [
      setting('NETWORK', '`local`', '`local`, `fuji` or `avalanche`.'),
      setting(
        'DEPLOYMENT_FILE',
        '`deployments/43114.json` (avalanche), `43113.json` (fuji), `local.json`',
        'Chain id, Multicall3, escrows (newest first: it takes new offers, the others stay open to be left) and collections, as `pnpm deploy:contract` writes them.',
      ),
      setting(
        'RPC_URLS',
        "the network's public ones",
        'Endpoints that the server asks, in this order, separated by commas.',
      ),
      setting(
        'PUBLIC_RPC_URLS',
        'as `RPC_URLS`',
        "Endpoints that browsers use; give these where the server's carry a key.",
      ),
      setting('POLL_MS', '`500` local, `2000` else', 'Pause between two looks at the chain, in milliseconds.'),
    ],
  },
  {
    title: 'Storage',
    settings: [
      setting(
        'DATABASE_URL',
        'none',
        '`postgres://user:password@host:5432/parley`; without it the index is a SQLite file in `PARLEY_DATA`.',
      ),
      setting(
        'DATABASE_DIRECT_URL',
        'as `DATABASE_URL`',
        'PostgreSQL itself where `DATABASE_URL` is a pooler in transaction mode: locks and notifications belong to a session.',
      ),
      setting(
        'DATABASE_READ_URLS',
        'none',
        'Streaming replicas of PostgreSQL, separated by commas. They answer reads of offers, holdings, traders and statistics.',
      ),
      setting(
        'DATABASE_STANDBYS',
        '`0`',
        'How many standbys receive every commit, to take over; `pnpm doctor` says when one is missing.',
      ),
      setting(
        'PATRONI_URLS',
        'none',
        'Where PostgreSQL is run by Patroni: the REST interface of each member, like `http://10.0.0.21:8008`, separated by commas. `pnpm doctor` alone asks them.',
      ),
      setting(
        'DATABASE_READERS',
        '`10`',
        'Connections of a server that answer requests, at the primary and at each replica. Another 7 at the primary index, lead, listen and serve voice, and another one at each replica looks how far it is.',
      ),
      setting(
        'MIGRATE',
        '`on`',
        '`off`: a server starts only on an up-to-date schema of PostgreSQL, which `pnpm migrate` makes.',
      ),
      setting('PARLEY_DATA', '`.parley`', 'Folder of the SQLite file and of the cached pictures.'),
      setting('IMAGE_CACHE_MB', '`2048`', 'Room for pictures on disk.'),
      setting(
        'SHARED_PICTURES_MB',
        '`256`',
        'Room for originals in the Redis of `REDIS_URL`, through which all servers fetch each of them once. Those used longest ago go first.',
      ),
      setting(
        'INBOX_MEMORY_MB',
        '`64`',
        'Room for inboxes in memory. With `0`, each is read whenever it is asked for.',
      ),
      setting(
        'PICTURE_WORKERS',
        '`3`',
        'Processes that scale and draw pictures, each of some 90 MB while there is work. Costly pictures never get all of them.',
      ),
    ],
  },
  {
    title: 'Limits and reporting',
    settings: [
      setting(
        'REDIS_URL',
        'none',
        '`redis://:password@host:6379`, or `rediss:` with TLS: several servers count requests, writes and joins of an address together, and fetch an original picture once. Without it, or while it is away, each does so for itself.',
      ),
      setting('REQUESTS_PER_MINUTE', '`1200` (local `60000`)', 'What one address may send.'),
      setting('REQUESTS_AT_ONCE', '`1000`', 'Requests answered at the same time; the next ones get a 503 at once.'),
      setting(
        'WRITES_PER_MINUTE',
        '`60` (local `6000`)',
        'Of these sign-ins, POST, PATCH, new tables, reports and the sync routes, which make the server ask the chain or write.',
      ),
      setting(
        'TABLE_KB_PER_DAY',
        '`16384` (local `1000000`)',
        'What one address may write at tables in 24 hours, in kilobytes, over all servers of a database; a wallet a quarter of it, from wherever it comes. A version of a few NFTs takes half of one, of forty NFTs five.',
      ),
      setting(
        'LOG_LEVEL',
        '`info`',
        '`fatal` to `trace`, or `silent`. One JSON object a line on standard output; addresses of endpoints, wallets and visitors are never logged; alarms name the owner of an escrow and who holds a lost NFT.',
      ),
      setting(
        'METRICS_TOKEN',
        'none',
        'What `GET /metrics` asks for as `Authorization: Bearer …`; `openssl rand -hex 24` makes one. Without it the answer is 404 on a real network; on the local one this machine may read it.',
      ),
      setting(
        'PROMETHEUS_URL',
        'none',
        'The Prometheus that reads the servers, like `http://127.0.0.1:9090`. `pnpm doctor` alone asks it: whether it reads all of them, has the alert rules, and reaches an Alertmanager.',
      ),
    ],
  },
  brandSettings,
  {
    title: 'Watching the escrows',
    settings: [
      setting(
        'WATCH_EVERY_S',
        '`15` (local `0`)',
        "Seconds between two looks of the server's own watch at the escrows; 0 for none. `pnpm watch` takes 15 in place of 0.",
      ),
      setting(
        'WATCH_WEBHOOK_URL',
        'none',
        'Where `pnpm watch` posts each alarm as JSON, with a sentence in `text` as Slack and Mattermost show it.',
      ),
    ],
  },
  {
    title: 'Pictures and statistics',
    settings: [
      setting('IPFS_GATEWAYS', 'public ones', 'Addresses that a content id is put behind, separated by commas.'),
      setting('ARWEAVE_GATEWAYS', 'public ones', 'Likewise for Arweave.'),
      setting(
        'IMAGE_TRUSTED_ORIGINS',
        'none',
        'Origins that pictures may come from although their address is not public.',
      ),
      setting(
        'EXPLORER_API_URL',
        "the network's",
        'Etherscan-compatible API that trades are counted by; `none` counts from the index.',
      ),
      setting('EXPLORER_API_KEY', 'none', 'Its key.'),
      setting(
        'EXPLORER_URL',
        "the network's",
        'Block explorer that the page links to; `none` for none. Read by `pnpm build`, since the page trusts no server for it.',
      ),
      setting(
        'WALLETCONNECT_PROJECT_ID',
        'none',
        'Project at Reown whose relay reaches wallets on phones; without one the page offers installed wallets only. Read by `pnpm build`.',
      ),
      setting(
        'WALLETCONNECT_RELAY_URL',
        '`wss://relay.walletconnect.org`',
        'Another relay that speaks its protocol. Read by `pnpm build`.',
      ),
      setting(
        'AVVY_CONTRACT',
        "avalanche: Avvy's ResolutionUtils; else `none`",
        'Contract that reads `.avax` names; `none` for none. Read by `pnpm build`, since who chooses it chooses where names lead.',
      ),
      setting(
        'ENS_RPC_URLS',
        'none',
        'Endpoints of Ethereum at which the page reads `.eth` names, separated by commas; without them it reads none. Visitors ask them directly. Read by `pnpm build`.',
      ),
      setting('ENS_CHAIN_ID', '`1`', 'The chain of these endpoints. Read by `pnpm build`.'),
      setting('ENS_RESOLVER', "ENS's own", "ENS's universal resolver there. Read by `pnpm build`."),
      setting('STATS_REFRESH_S', '`14400`', 'Seconds between two counts.'),
    ],
  },
  pictureEngineSettings,
  {
    title: 'Push',
    settings: [
      setting(
        'PUSH_PUBLIC_KEY',
        'none; local: a pair of its own',
        'VAPID key that browsers subscribe with, base64url; `npx web-push generate-vapid-keys` makes a pair. Push is off without one. Keep the pair: subscriptions end with it.',
      ),
      setting('PUSH_PRIVATE_KEY', 'none', 'The private key of the pair. A secret.'),
      setting(
        'PUSH_CONTACT',
        '`PUBLIC_ORIGIN`',
        'Whom a push service writes to about trouble, like `mailto:push@swap.example`.',
      ),
      setting(
        'PUSH_TRUSTED_ORIGINS',
        'none',
        'Origins that pushes may go to although their address is not public, for tests.',
      ),
    ],
  },
  voiceSettings,
  {
    title: 'Secrets in files',
    settings: secretSettings.map((name) =>
      setting(`${name}_FILE`, 'none', `File that holds \`${name}\`, as containers and systemd pass secrets.`),
    ),
  },
]
