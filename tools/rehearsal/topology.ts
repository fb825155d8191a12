import { randomBytes } from 'node:crypto'
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { pageDeploymentOf } from '@parley/server'
import {
  copyPage,
  janusSecret,
  startJanus,
  startParts,
  startS3,
  type TestJanus,
  type TestS3,
  worldFiles,
  type WorldParts,
} from '@parley/testkit'
import { buildPage } from '../page/buildPage.ts'
import { root } from '../root.ts'
import { freePorts, Program, until } from './Program.ts'
import { startPostgresPair, type PostgresPair } from './postgresPair.ts'
import type { PlantName } from './plants.ts'
import { buildReleases } from './releases.ts'
import { mountDisk } from './disk.ts'
import { openGate, type Gate } from './gate.ts'
import { type SharedRedis, startCoturn, startPrometheus, startRedis, type VoiceRelay } from './services.ts'

const run = promisify(execFile)
const serverCount = 3

/** A server of Parley, with the way to its database that can be cut. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly data: string
  readonly gates: readonly Gate[]
  program: Program
  build: 'first' | 'second'
}

export interface Topology {
  readonly folder: string
  /** Where visitors come: the proxy, with TLS. */
  readonly origin: string
  /** The certificate of the authority that signed the proxy's. */
  readonly authority: string
  readonly world: WorldParts
  readonly servers: readonly Server[]
  readonly postgres: PostgresPair
  readonly redis: SharedRedis
  readonly janus: TestJanus
  /** The bucket for original pictures. */
  readonly store: TestS3
  readonly relay: VoiceRelay
  readonly prometheusUrl: string
  readonly metricsToken: string
  /** The small disk of the last server's data; null where this user may not mount one. */
  readonly disk: object | null
  /** Starts a server's program, of a build. */
  start(server: Server, build: Server['build']): void
  /** A server beside the others, over a database of its own that it fills from the chain. Not behind the proxy. */
  replay(): Promise<{ readonly url: string; stop(): Promise<void> }>
  stop(): Promise<void>
}

export interface TopologyPlan {
  readonly postgresBin: string
  readonly voiceRooms: readonly string[]
  readonly without: PlantName | null
  readonly onProgress: (what: string) => void
}

/** Starts everything, in a folder of its own, on ports of 127.0.0.1 that were free. */
export async function startTopology({ postgresBin, voiceRooms, without, onProgress }: TopologyPlan): Promise<Topology> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-rehearsal-'))
  watchOver(folder)
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  try {
    onProgress('Starting a chain with the escrow and collections')
    const world = await startParts(worldFiles(join(folder, 'world')), { seed: 'empty', stock: 'few', isKept: false })
    stack.defer(() => Promise.all([world.chain.stop(), world.art.stop()]).then(() => undefined))
    // The servers run as in production, which the local network isn't.
    const deployment = { ...world.deployment, network: 'avalanche' as const }
    const deploymentFile = join(folder, 'deployment.json')
    await writeFile(deploymentFile, JSON.stringify(deployment))

    onProgress('Building the page and two releases')
    const page = join(folder, 'page')
    await copyPage(await buildPage('production'), page, pageDeploymentOf(deployment, [world.chain.url]))
    const releases = await buildReleases(folder, page, without)

    onProgress('Starting PostgreSQL with a standby, etcd, Patroni, HAProxy and PgBouncer')
    const postgres = await startPostgresPair({
      folder,
      bin: postgresBin,
      isSynchronous: without !== 'synchronous',
      isFailsafe: without !== 'failsafe',
    })
    stack.defer(() => postgres.stop())

    onProgress('Starting Redis, Janus, a picture store and coturn')
    const [site = 0, turn = 0, prometheusPort = 0, redisPort = 0, ...ports] = await freePorts(4 + serverCount)
    const origin = `https://localhost:${site}`
    const metricsToken = randomBytes(16).toString('hex')
    const turnSecret = randomBytes(24).toString('hex')
    const redis = startRedis(folder, redisPort)
    stack.defer(() => redis.kill())
    const janus = await startJanus()
    stack.defer(() => janus.stop())
    const store = await startS3()
    stack.defer(() => store.stop())
    const relay = startCoturn(folder, { port: turn, secret: turnSecret })
    stack.defer(() => relay.kill())
    const secrets = {
      metricsToken: await writeSecret(folder, 'metrics-token', metricsToken),
      turnSecret: await writeSecret(folder, 'turn-secret', turnSecret),
      redisUrl: await writeSecret(folder, 'redis-url', redis.url),
      janusSecret: await writeSecret(folder, 'janus-secret', janusSecret),
      storeSecret: await writeSecret(folder, 'picture-store-secret', store.settings.PICTURE_STORE_SECRET),
    }
    const certificate = await makeCertificate(folder)

    onProgress('Starting three servers, Caddy and Prometheus')
    const common = {
      NODE_ENV: 'production',
      NETWORK: 'avalanche',
      DEPLOYMENT_FILE: deploymentFile,
      RPC_URLS: world.chain.url,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXIES: '1',
      LEAVE_S: '8',
      EXPLORER_API_URL: 'none',
      POLL_MS: '500',
      METRICS_TOKEN_FILE: secrets.metricsToken,
      REDIS_URL_FILE: secrets.redisUrl,
      TURN_URLS: `turn:127.0.0.1:${turn}?transport=udp`,
      TURN_SECRET_FILE: secrets.turnSecret,
      JANUS_URL: janus.url,
      JANUS_SECRET_FILE: secrets.janusSecret,
      PICTURE_STORE_URL: store.settings.PICTURE_STORE_URL,
      PICTURE_STORE_KEY_ID: store.settings.PICTURE_STORE_KEY_ID,
      PICTURE_STORE_SECRET_FILE: secrets.storeSecret,
      IMAGE_TRUSTED_ORIGINS: world.art.url,
      IPFS_GATEWAYS: `${world.art.url}/ipfs/`,
      VOICE_ROOMS: voiceRooms.join(','),
      // All voices come from one address.
      VOICE_SOCKETS_PER_ADDRESS: '1000',
      VOICE_JOINS_PER_MINUTE: '10000',
      WATCH_EVERY_S: '0',
    }
    const program = (name: string, build: Server['build'], env: Readonly<Record<string, string>>) =>
      new Program(name, [process.execPath, 'tools/commands/serve.ts'], {
        folder,
        cwd: releases[build],
        env: { ...common, ...env, WEB_DIST: join(releases[build], 'apps/web/dist') },
      })
    const environments = new Map<string, Readonly<Record<string, string>>>()
    const startServer = (name: string, build: Server['build']) => program(name, build, environments.get(name) ?? {})
    const servers: Server[] = []
    let disk: Awaited<ReturnType<typeof mountDisk>> = null
    for (const [index, port] of ports.entries()) {
      const name = `server${index + 1}`
      const data = join(folder, name)
      await mkdir(data)
      if (index === serverCount - 1) {
        disk = await mountDisk(data)
        stack.defer(async () => disk?.unmount())
      }
      const gateAt = (target: string, number: number) =>
        openGate({ target, address: `127.250.${index}.${number}`, mark: basename(folder) })
      const gates = [await gateAt(postgres.url, 1), await gateAt(postgres.directUrl, 2)] as const
      for (const gate of gates) stack.defer(() => gate.stop())
      environments.set(name, {
        PORT: String(port),
        PARLEY_DATA: data,
        DATABASE_URL: gates[0].url,
        DATABASE_DIRECT_URL: gates[1].url,
      })
      servers.push({
        name,
        data,
        gates,
        url: `http://127.0.0.1:${port}`,
        build: 'first',
        program: startServer(name, 'first'),
      })
      // The first one makes the tables.
      if (index === 0) await untilReady(servers[0])
    }
    stack.defer(() => Promise.all(servers.map((server) => server.program.kill())).then(() => undefined))
    const others = [
      new Program(
        'caddy',
        ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/caddy/Caddyfile')],
        {
          folder,
          env: {
            HOME: folder,
            XDG_DATA_HOME: folder,
            XDG_CONFIG_HOME: folder,
            SITE: origin,
            SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
            CERTIFICATE: `tls ${certificate.certificate} ${certificate.key}`,
            CADDY_OPTIONS: 'auto_https disable_redirects',
          },
        },
      ),
      await startPrometheus({ folder, port: prometheusPort, ports, tokenFile: secrets.metricsToken }),
    ]
    stack.defer(() => Promise.all(others.map((other) => other.kill())).then(() => undefined))
    for (const server of servers) await untilReady(server)
    const closing = stack.move()
    return {
      folder,
      origin,
      authority: await readFile(certificate.certificate, 'utf8'),
      world,
      servers,
      postgres,
      redis,
      janus,
      store,
      relay,
      prometheusUrl: `http://127.0.0.1:${prometheusPort}`,
      metricsToken,
      disk,
      start(server, build) {
        server.program = startServer(server.name, build)
        server.build = build
      },
      async replay() {
        const [port = 0] = await freePorts(1)
        const data = join(folder, 'replay')
        await mkdir(data)
        const own = program('replay', 'first', { PORT: String(port), PARLEY_DATA: data })
        const url = `http://127.0.0.1:${port}`
        await untilReady({ url, program: own })
        return { url, stop: () => own.kill() }
      },
      stop: () => closing.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** @throws {HungError} or what the server said when it ended. */
export async function untilReady(server: Pick<Server, 'url' | 'program'> | undefined): Promise<void> {
  if (!server) return
  const ready = await until(`${server.program.name} is ready`, async () => {
    if (!server.program.isRunning) return 'ended'
    return (await fetch(`${server.url}/health`)).ok && 'ready'
  })
  if (ready === 'ended') throw new Error(`${server.program.name} ended: ${server.program.said()}`)
}

/** @returns the file. */
async function writeSecret(folder: string, name: string, secret: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return file
}

/** A certificate that signs itself, for this machine alone. */
async function makeCertificate(folder: string): Promise<{ readonly certificate: string; readonly key: string }> {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run('openssl', [...kind, ...subject, '-keyout', files.key, '-out', files.certificate])
  return files
}

/** PostgreSQL and rules of the packet filter outlive their parent. This ends them if this process is killed before it could. */
function watchOver(folder: string): void {
  const script = `while kill -0 "$1" 2>/dev/null && [ -d "$2" ]; do sleep 1; done
for file in "$2"/postgres/*/postmaster.pid; do [ -f "$file" ] && kill -9 "$(head -n 1 "$file")"; done
iptables-save 2>/dev/null | grep -F -- "$(basename "$2")" | sed 's/^-A/iptables -w -D/' | sh
[ -d "$2" ] && { umount -l "$2"/server* 2>/dev/null; rm -rf "$2"; }`
  spawn('sh', ['-c', script, 'sh', String(process.pid), folder], { detached: true, stdio: 'ignore' }).unref()
}
