import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'
import { Program } from './Program.ts'

const run = promisify(execFile)

/** A program that ends and begins again. */
export interface Service {
  kill(): Promise<void>
  /** In good order. */
  stop(): Promise<void>
  start(): void
}

/** A Redis that keeps nothing: limits of all servers, and original pictures. */
export interface SharedRedis extends Service {
  /** With its password. */
  readonly url: string
}

/** Starts it for the first time. */
export function startService(start: () => Program): Service {
  let program = start()
  return {
    kill: () => program.kill(),
    stop: () => program.stop(),
    start() {
      program = start()
    },
  }
}

export function startRedis(folder: string, port: number): SharedRedis {
  const password = randomBytes(16).toString('hex')
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password, '--dir', folder]
  const start = () => new Program('redis', ['redis-server', join(root, 'deploy/redis/redis.conf'), ...own], { folder })
  return { url: `redis://:${password}@127.0.0.1:${port}`, ...startService(start) }
}

/** An etcd of one machine. It keeps what it knows in the folder. */
export function startEtcd(folder: string, ports: { readonly client: number; readonly peer: number }): Program {
  const [client, peer] = [`http://127.0.0.1:${ports.client}`, `http://127.0.0.1:${ports.peer}`]
  const clients = ['--listen-client-urls', client, '--advertise-client-urls', client]
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
  const cluster = ['--name', 'only', '--initial-cluster', `only=${peer}`, '--data-dir', join(folder, 'etcd')]
  return new Program('etcd', ['etcd', ...cluster, ...clients, ...peers], { folder })
}

/** A relay for voices. */
export interface VoiceRelay extends Service {
  readonly port: number
}

export function startCoturn(folder: string, { port, secret }: { port: number; secret: string }): VoiceRelay {
  return { port, ...startService(() => new Program('coturn', coturnCommand(port, secret), { folder })) }
}

function coturnCommand(port: number, secret: string): [string, ...string[]] {
  const here = ['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--allow-loopback-peers', '--no-tls', '--no-dtls']
  const access = ['--fingerprint', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=parley.test']
  return [
    'turnserver',
    '-n',
    '--no-cli',
    `--listening-port=${port}`,
    ...here,
    ...access,
    '--pidfile=turn.pid',
    '--userdb=turn.db',
  ]
}

export async function startPrometheus(plan: {
  folder: string
  port: number
  ports: readonly number[]
  tokenFile: string
  /** Changes its configuration, which names the rules' file in the folder. */
  edit?: (config: string) => string
}) {
  const { folder, port, ports, tokenFile, edit = (config) => config } = plan
  const deployed = join(root, 'deploy/prometheus')
  const text = await readFile(join(deployed, 'prometheus.yml'), 'utf8')
  const config = join(folder, 'prometheus.yml')
  const rules = join(folder, 'parley-alerts.yml')
  await writeFile(rules, hurried(await readFile(join(deployed, 'parley-alerts.yml'), 'utf8')))
  await writeFile(
    config,
    edit(
      text
        .replace('scrape_interval: 15s', 'scrape_interval: 2s\n  evaluation_interval: 1s')
        .replace('parley-alerts.yml', rules)
        .replaceAll('/etc/prometheus/parley-token', tokenFile)
        .replace(/targets: \[.*\]/, `targets: [${ports.map((each) => `'127.0.0.1:${each}'`).join(', ')}]`),
    ),
  )
  await run('promtool', ['check', 'config', config])
  const data = join(folder, 'prometheus')
  return new Program(
    'prometheus',
    ['prometheus', `--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
    { folder },
  )
}

/** An Alertmanager of one machine, by the deployed file. */
export async function startAlertmanager(folder: string, port: number): Promise<Service> {
  const config = join(folder, 'alertmanager.yml')
  const text = await readFile(join(root, 'deploy/prometheus/alertmanager.yml'), 'utf8')
  await writeFile(config, text.replace('{ALERT_WEBHOOK_URL}', 'http://127.0.0.1:9/'))
  const place = [`--storage.path=${join(folder, 'alertmanager')}`, `--web.listen-address=127.0.0.1:${port}`]
  const command = [`--config.file=${config}`, ...place, '--cluster.listen-address='] as const
  return startService(() => new Program('alertmanager', ['prometheus-alertmanager', ...command], { folder }))
}

/** The deployed rules, with a second for each minute of theirs: no fault here lasts for five minutes. */
function hurried(rules: string): string {
  return rules.replace(/\b(\d+)m\b/g, '$1s').replace(/\b(\d+)h\b/g, (_, hours: string) => `${Number(hours) * 60}s`)
}
