import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { deploymentSchema, networkSchema, type Deployment, type Network } from '@parley/protocol'
import { z } from 'zod'
import {
  ConfigError,
  defaultArweaveGateways,
  defaultCacheMaxBytes,
  defaultIpfsGateways,
  defaultPictureWorkers,
  defaultRefreshS,
  logLevels,
  networkFacts,
  type NetworkFacts,
  type ServerConfig,
  type StatsConfig,
} from './serverConfig.ts'
import { secretSettings } from './settings.ts'
import { readImgproxyConfig, readStoreConfig } from '../images/readImageConfig.ts'
import { readPushConfig } from '../push/vapidKeys.ts'
import { readVoiceConfig } from '../voice/readVoiceConfig.ts'
import { readBrand } from './brand.ts'
import { checkPage } from './pageDeployment.ts'
type Env = Readonly<Record<string, string | undefined>>

/** Units and manifests kill 30 s after the signal, and requests under way take 10. */
const longestLeaveS = 15

/**
 * Reads the server's settings from the environment: the only place that does.
 *
 * @throws {ConfigError} for the first value that cannot be right, and for a `PARLEY_` variable that nothing reads.
 */
export function readConfig(given: Env): ServerConfig {
  const env = withSecretFiles(given)
  const { deployment, rpcUrls, watch } = readWatchedChain(env)
  const { network } = deployment
  const facts = networkFacts[network]
  const local = network === 'local'
  const origin = publicOrigin(env, network)
  const sharedRedis = redisUrl(env)
  const trustedProxies = whole(env, 'TRUSTED_PROXIES', { from: 0, to: 10, otherwise: 0 })
  // The largest original has 20 MB.
  const sharedPicturesBytes = 1024 ** 2 * whole(env, 'SHARED_PICTURES_MB', { from: 32, to: 100_000, otherwise: 256 })
  const webDist = env['WEB_DIST'] ? resolve(env['WEB_DIST']) : null
  if (webDist !== null) checkPage(webDist, deployment)
  return {
    host: env['HOST'] || '127.0.0.1',
    port: whole(env, 'PORT', { from: 0, to: 65_535, otherwise: 4300 }),
    deployment,
    rpcUrls,
    publicRpcUrls: urls(env, 'PUBLIC_RPC_URLS') ?? rpcUrls,
    database: databaseChoice(env),
    webDist,
    brand: readBrand(webDist, env),
    serviceWorker: choice(env, 'SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    publicOrigin: origin,
    securityContacts: securityContacts(env),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, 'info'),
    pollMs: whole(env, 'POLL_MS', { from: 50, to: 60_000, otherwise: facts.pollMs }),
    trustedProxies,
    leaveMs: 1000 * whole(env, 'LEAVE_S', { from: 0, to: longestLeaveS, otherwise: trustedProxies > 0 ? 3 : 0 }),
    corsOrigins: origins(env, 'CORS_ORIGINS'),
    patroniUrls: bases(env, 'PATRONI_URLS'),
    prometheusUrl: oneBase(env, 'PROMETHEUS_URL'),
    metricsToken: env['METRICS_TOKEN'] || null,
    rateLimits: {
      requestsPerMinute: whole(env, 'REQUESTS_PER_MINUTE', {
        from: 1,
        to: 1_000_000,
        otherwise: local ? 60_000 : 1_200,
      }),
      requestsAtOnce: whole(env, 'REQUESTS_AT_ONCE', { from: 1, to: 100_000, otherwise: 1_000 }),
      writesPerMinute: whole(env, 'WRITES_PER_MINUTE', { from: 1, to: 1_000_000, otherwise: local ? 6_000 : 60 }),
      tableKbPerDay: whole(env, 'TABLE_KB_PER_DAY', {
        from: 4,
        to: 100_000_000,
        otherwise: local ? 1_000_000 : 16_384,
      }),
    },
    redisUrl: sharedRedis,
    inboxMemoryBytes: 1024 ** 2 * whole(env, 'INBOX_MEMORY_MB', { from: 0, to: 100_000, otherwise: 64 }),
    images: {
      cacheFolder: resolve(env['PARLEY_DATA'] || '.parley'),
      cacheMaxBytes:
        1024 ** 2 *
        whole(env, 'IMAGE_CACHE_MB', { from: 16, to: 1_000_000, otherwise: defaultCacheMaxBytes / 1024 ** 2 }),
      shared: sharedRedis === null ? null : { url: sharedRedis, maxBytes: sharedPicturesBytes },
      store: readStoreConfig(env),
      imgproxy: readImgproxyConfig(env, origin),
      workers: whole(env, 'PICTURE_WORKERS', { from: 2, to: 64, otherwise: defaultPictureWorkers }),
      ipfsGateways: folders(env, 'IPFS_GATEWAYS') ?? defaultIpfsGateways,
      arweaveGateways: folders(env, 'ARWEAVE_GATEWAYS') ?? defaultArweaveGateways,
      trustedOrigins: origins(env, 'IMAGE_TRUSTED_ORIGINS'),
    },
    stats: {
      explorer: explorerChoice(env, facts.explorerApi),
      refreshMs: 1000 * whole(env, 'STATS_REFRESH_S', { from: 1, to: 86_400, otherwise: defaultRefreshS }),
    },
    voice: readVoiceConfig(env, { local, whole: (name, bounds) => whole(env, name, bounds) }),
    watch,
    push: readPushConfig(env, {
      local,
      folder: resolve(env['PARLEY_DATA'] || '.parley'),
      publicOrigin: origin,
      trustedOrigins: origins(env, 'PUSH_TRUSTED_ORIGINS'),
    }),
  }
}

/** The environment with the secrets that files hold, as containers and systemd pass them. @throws {ConfigError} */
function withSecretFiles(env: Env): Env {
  const held = secretSettings.filter((name) => env[`${name}_FILE`])
  if (held.length === 0) return env
  const secrets = held.flatMap((name) => [
    [name, secretInFile(env, name)],
    [`${name}_FILE`, undefined],
  ])
  return { ...env, ...Object.fromEntries(secrets) }
}

function secretInFile(env: Env, name: string): string {
  const setting = `${name}_FILE`
  const file = env[setting] ?? ''
  if (env[name]) throw new ConfigError(setting, `and ${name} are both set: leave one of them out.`)
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(setting, `(${file}) cannot be read.`)
  }
  if (!secret) throw new ConfigError(setting, `(${file}) is empty.`)
  return secret
}

/**
 * Reads what watching the escrows takes, which is less than a server needs.
 *
 * @throws {ConfigError}
 */
export function readWatchedChain(given: Env): Pick<ServerConfig, 'deployment' | 'rpcUrls' | 'watch'> {
  const env = withSecretFiles(given)
  refuseUnknown(env)
  const network = choice(env, 'NETWORK', networkSchema.options, 'local')
  const deployment = readDeployment(env, network)
  const rpcUrls = urls(env, 'RPC_URLS') ?? networkFacts[network].rpcUrls
  if (rpcUrls.length === 0)
    throw new ConfigError('RPC_URLS', `must name at least one endpoint of the ${network} network.`)
  const [webhookUrl = null, second] = urls(env, 'WATCH_WEBHOOK_URL') ?? []
  if (second !== undefined) throw new ConfigError('WATCH_WEBHOOK_URL', 'must be one address.')
  const everyS = whole(env, 'WATCH_EVERY_S', { from: 0, to: 3_600, otherwise: network === 'local' ? 0 : 15 })
  return { deployment, rpcUrls, watch: { everyMs: 1000 * everyS, webhookUrl } }
}

/** `EXPLORER_API_URL=none` counts trades from the index alone, which is right as well. */
function explorerChoice(env: Env, usual: NetworkFacts['explorerApi']): StatsConfig['explorer'] {
  const apiKey = env['EXPLORER_API_KEY'] || null
  if (env['EXPLORER_API_URL'] === 'none') return null
  const [url, second] = urls(env, 'EXPLORER_API_URL') ?? []
  if (second) throw new ConfigError('EXPLORER_API_URL', 'must be one address.')
  if (url) return { url, apiKey, fromBlock: usual?.fromBlock ?? null }
  return usual && { ...usual, apiKey }
}

/** The variables of the product's own prefix. A misspelt one would be ignored silently otherwise. */
const known = new Set(['PARLEY_DATA'])

function refuseUnknown(env: Env): void {
  const stray = Object.keys(env).find((name) => name.startsWith('PARLEY_') && !known.has(name))
  if (stray)
    throw new ConfigError(stray, `is not a setting of Parley; the one with this prefix is ${[...known].join(', ')}.`)
}

/** @throws {ConfigError} */
export function databaseChoice(given: Env): ServerConfig['database'] {
  const env = withSecretFiles(given)
  const url = postgresUrl(env, 'DATABASE_URL')
  if (!url) return { engine: 'sqlite', folder: resolve(env['PARLEY_DATA'] || '.parley') }
  return {
    engine: 'postgres',
    url,
    directUrl: postgresUrl(env, 'DATABASE_DIRECT_URL') ?? url,
    readUrls: postgresUrls(env, 'DATABASE_READ_URLS'),
    standbys: whole(env, 'DATABASE_STANDBYS', { from: 0, to: 100, otherwise: 0 }),
    readers: whole(env, 'DATABASE_READERS', { from: 1, to: 1_000, otherwise: 10 }),
    migrates: choice(env, 'MIGRATE', ['on', 'off'], 'on') === 'on',
  }
}

function postgresUrls(env: Env, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean)
    .map((url) => requirePostgres(url, name))
}

function postgresUrl(env: Env, name: string): string | null {
  const url = env[name]
  return url ? requirePostgres(url, name) : null
}

function requirePostgres(url: string, name: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new ConfigError(name, 'must be a PostgreSQL address like postgres://user:password@host:5432/parley.')
  return url
}

function redisUrl(env: Env): string | null {
  const url = env['REDIS_URL']
  if (!url) return null
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw new ConfigError('REDIS_URL', 'must be a Redis address like redis://:password@host:6379.')
  return url
}

/** Deployment files are named by chain id, except the local chain's, which shares its id with mainnet. */
const deploymentFiles: Readonly<Record<Network, string>> = {
  avalanche: 'deployments/43114.json',
  fuji: 'deployments/43113.json',
  local: 'deployments/local.json',
}

/** The deployment of a network that the environment names. @throws {ConfigError} where it cannot be read, or is of another. */
export function readDeployment(env: Env, network: Network): Deployment {
  const path = resolve(env['DEPLOYMENT_FILE'] || deploymentFiles[network])
  const parsed = deploymentSchema.safeParse(readJson(path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(
      'DEPLOYMENT_FILE',
      `(${path}) is not a deployment: ${issue?.path.join('.')}: ${issue?.message}.`,
    )
  }
  if (parsed.data.network !== network) {
    throw new ConfigError(
      'DEPLOYMENT_FILE',
      `(${path}) is of the ${parsed.data.network} network, but NETWORK is ${network}.`,
    )
  }
  return parsed.data
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      'DEPLOYMENT_FILE',
      `(${path}) could not be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function choice<T extends string>(env: Env, name: string, options: readonly T[], otherwise: T): T {
  const text = env[name]
  if (!text) return otherwise
  const found = options.find((option) => option === text)
  if (!found) throw new ConfigError(name, `must be one of ${options.join(', ')}, not "${text}".`)
  return found
}

function whole(
  env: Env,
  name: string,
  { from, to, otherwise }: { from: number; to: number; otherwise: number },
): number {
  const text = env[name]
  if (!text) return otherwise
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= from && value <= to))
    throw new ConfigError(name, `must be a whole number between ${from} and ${to}, not "${text}".`)
  return value
}

function urls(env: Env, name: string): readonly string[] | undefined {
  const text = env[name]
  if (!text) return undefined
  return text.split(',').map((part) => {
    const parsed = z.url({ protocol: /^https?$/ }).safeParse(part.trim())
    if (!parsed.success)
      throw new ConfigError(name, `must be http or https addresses separated by commas, not "${part.trim()}".`)
    return parsed.data
  })
}

/** Addresses to which paths are added. */
function bases(env: Env, name: string): readonly string[] {
  return (urls(env, name) ?? []).map((url) => url.replace(/\/+$/, ''))
}

function oneBase(env: Env, name: string): string | null {
  const [base = null, second] = bases(env, name)
  if (second !== undefined) throw new ConfigError(name, 'must be one address.')
  return base
}

/** Addresses that a content id is put behind. */
function folders(env: Env, name: string): readonly string[] | undefined {
  return urls(env, name)?.map((url) => (url.endsWith('/') ? url : `${url}/`))
}

/** Signatures, links and websockets are bound to this origin. A real network has no default (decision Z2). */
function publicOrigin(env: Env, network: Network): string | null {
  const [origin = null, second] = origins(env, 'PUBLIC_ORIGIN')
  if (second !== undefined) throw new ConfigError('PUBLIC_ORIGIN', 'must be one origin.')
  if (origin === null && network !== 'local')
    throw new ConfigError(
      'PUBLIC_ORIGIN',
      `must be set on the ${network} network to the origin that visitors come to, like https://swap.example.`,
    )
  return origin
}

/** What RFC 9116 takes for a contact, as far as people use it. */
function securityContacts(env: Env): readonly string[] {
  const text = env['SECURITY_CONTACT']
  if (!text) return []
  return text.split(',').map((part) => {
    const contact = part.trim()
    if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
      throw new ConfigError(
        'SECURITY_CONTACT',
        `must be addresses like mailto:security@swap.example or https://swap.example/security separated by commas, not "${contact}".`,
      )
    return contact
  })
}

/** Exactly scheme, host and port: a longer value would suggest that paths matter. */
function origins(env: Env, name: string): readonly string[] {
  return (urls(env, name) ?? []).map((url) => {
    const { origin } = new URL(url)
    if (url.replace(/\/$/, '') !== origin)
      throw new ConfigError(name, `must be origins like http://127.0.0.1:8081 separated by commas, not "${url}".`)
    return origin
  })
}
