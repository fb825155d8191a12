import { spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploymentSchema, withPageDeployment } from '@parley/protocol'
import { pageDeploymentOf } from '@parley/server'
import { startPostgres, startWorld, type Postgres, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { requirePackages } from '../machine/requirePrograms.ts'
import { freePorts } from '../rehearsal/Program.ts'
import { root } from '../root.ts'

/** Maximum time for a newcomer, on a machine with other things to do. */
const patienceMs = 15 * 60_000
/** For three servers, with what they run on. `pnpm test:full` starts them. */
const topologyMs = 30 * 60_000
const isLong = process.env['TOPOLOGY'] === 'started'

let world: World
let postgres: Postgres
let folder: string
let deployment: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-newcomer-'))
  deployment = join(folder, '43114.json')
  ;[world, postgres] = await Promise.all([
    startWorld({ seed: 'empty', stock: 'few', blockTimeS: null }),
    startPostgres(),
  ])
  const collections = world.deployment.collections.slice(0, 2)
  await writeFile(deployment, JSON.stringify({ ...world.deployment, network: 'avalanche', collections }))
})
afterAll(async () => {
  await Promise.all([world.stop(), postgres.stop()])
  await rm(folder, { recursive: true, force: true })
})

it(
  'brings a newcomer who follows docs/operating.md to production mode on PostgreSQL',
  async () => {
    const child = start('bash', [join(root, 'deploy/newcomer.sh')], {
      HOME: process.env['HOME'] ?? '',
      DATABASE_URL: await postgres.createDatabase('newcomer'),
    })
    const ended = once(child, 'exit')
    try {
      const url = await firstUrl(child.stdout, child.stderr)
      const health = await untilReady(url)
      expect(health).toMatchObject({ success: true, ready: true })
      const config: unknown = await (await fetch(`${url}/api/config`)).json()
      expect(config).toMatchObject({ network: 'avalanche' })
      const page = await fetch(`${url}/p2p`)
      expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
      expect(await page.text()).toContain('<div id="root"')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
  patienceMs,
)

it(
  'serves from a release of at most 200 MB without the packages of development, and with keys for Web Push',
  async () => {
    const page = join(folder, 'page')
    await mkdir(page)
    const deployed = deploymentSchema.parse(JSON.parse(await readFile(deployment, 'utf8')))
    const unbuilt = '<script type="application/json" id="deployment">null</script>'
    await writeFile(join(page, 'index.html'), withPageDeployment(unbuilt, pageDeploymentOf(deployed)))
    const release = join(folder, 'release')
    const said = await output(start(process.execPath, ['tools/commands/release.ts', release, '--page', page]))
    const [, megabytes] = /takes (\d+) MB/.exec(said) ?? []
    expect(Number(megabytes), said).toBeLessThan(200)
    expect(existsSync(join(release, 'testkit'))).toBe(false)
    expect(await readdir(join(release, 'node_modules'))).not.toContain('vitest')

    const examined = await output(start(process.execPath, ['tools/commands/doctor.ts', '--fatal-only'], {}, release))
    expect(examined).toContain('Nothing is wrong.')
    const refused = await output(
      start(process.execPath, ['tools/commands/serve.ts'], { DEPLOYER_PRIVATE_KEY: '0x01' }, release),
    )
    expect(refused).toContain('DEPLOYER_PRIVATE_KEY is set.')

    const keys = createECDH('prime256v1')
    const push = { PUSH_PUBLIC_KEY: keys.generateKeys('base64url'), PUSH_PRIVATE_KEY: keys.getPrivateKey('base64url') }
    const server = start(process.execPath, ['tools/commands/serve.ts'], push, release)
    const ended = once(server, 'exit')
    try {
      const url = await firstUrl(server.stdout, server.stderr)
      expect(await untilReady(url)).toMatchObject({ success: true, ready: true })
      expect(await (await fetch(`${url}/p2p`)).text()).toContain(deployed.escrows[0]?.address)
    } finally {
      server.kill('SIGTERM')
      await ended
    }
  },
  patienceMs,
)

it.runIf(isLong)(
  'brings a newcomer within half an hour to three servers, where PostgreSQL has a standby, any server can fail, and an alert says so',
  async () => {
    // PostgreSQL runs as a user of its own.
    await chmod(folder, 0o755)
    const place = join(folder, 'three')
    const [site, ...ports] = await freePorts(18)
    const origin = `https://localhost:${site}`
    const pager = await startPager()
    const child = start('bash', [join(root, 'deploy/three-servers.sh')], {
      HOME: process.env['HOME'] ?? '',
      PUBLIC_ORIGIN: origin,
      FOLDER: place,
      PORTS: ports.join(' '),
      ALERT_WEBHOOK_URL: pager.url,
      CERTIFICATE: 'tls internal',
      CADDY_OPTIONS: 'auto_https disable_redirects',
    })
    const ended = once(child, 'exit')
    try {
      const said = await untilSaid(child, /is served\. Logs/)
      expect(said).toContain('Nothing is wrong.')
      for (const part of ['standby', 'redis', 'janus', 'voice relay'])
        expect(said).toMatch(new RegExp(`^ok +${part}`, 'm'))
      const ca = await readFile(join(place, 'caddy/pki/authorities/local/root.crt'), 'utf8')
      for (const path of ['/health', '/p2p']) expect(await statusAt(origin + path, ca)).toBe(200)
      const killed = Number(await readFile(join(place, 'log/server2.pid'), 'utf8'))
      process.kill(killed, 'SIGKILL')
      for (let times = 0; times < 10; times += 1) expect(await statusAt(`${origin}/p2p`, ca)).toBe(200)
      await pager.hears('ParleyDown', `127.0.0.1:${ports.at(-2)}`)
    } finally {
      child.kill('SIGTERM')
      await ended
      pager.stop()
    }
  },
  topologyMs,
)

describe('given the programs of the topology', () => {
  beforeAll(async () => {
    const packageOf = { promtool: 'prometheus', amtool: 'prometheus-alertmanager', haproxy: 'haproxy', caddy: 'caddy' }
    await requirePackages({ ...packageOf, janus: 'janus' }, 'the tests of deploy/')
  }, patienceMs)

  it.each([
    ['bash', '-n', 'deploy/three-servers.sh'],
    ['promtool', 'check', 'rules', 'deploy/prometheus/parley-alerts.yml'],
    ['amtool', 'check-config', 'ALERTMANAGER'],
    ['haproxy', '-c', '-f', 'deploy/haproxy/haproxy.cfg'],
    ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'],
    ['systemd-analyze', 'verify', 'UNITS/parley.service'],
    ['systemd-analyze', 'verify', 'UNITS/patroni.service'],
    ['systemd-analyze', 'verify', 'UNITS/janus.service'],
    ['systemd-analyze', 'verify', 'UNITS/caddy.service'],
    ['systemd-analyze', 'verify', 'UNITS/haproxy.service'],
  ])('has files that the programs of the topology accept: %s %s', async (program, ...args) => {
    const units = join(folder, 'units')
    await cp(join(root, 'deploy/systemd'), units, { recursive: true })
    // Debian's own, which the drop-ins beside them belong to.
    for (const unit of ['caddy', 'haproxy'])
      await cp(`/lib/systemd/system/${unit}.service`, join(units, `${unit}.service`))
    // Operators copy the script to /etc.
    const patroni = join(units, 'patroni.service')
    await writeFile(
      patroni,
      (await readFile(patroni, 'utf8')).replace('=/etc/patroni/start.sh', `=${root}/deploy/patroni/start.sh`),
    )
    const alertmanager = join(folder, 'alertmanager.yml')
    const template = await readFile(join(root, 'deploy/prometheus/alertmanager.yml'), 'utf8')
    await writeFile(alertmanager, template.replace('{ALERT_WEBHOOK_URL}', 'https://pager.example/'))
    const settings = [...(await variablesOf('caddy')), ...(await variablesOf('haproxy'))]
    const given = args.map((arg) => arg.replace('UNITS', units).replace('ALERTMANAGER', alertmanager))
    const child = start(program, given, {
      ...Object.fromEntries(settings),
      SYSTEMD_UNIT_PATH: `${units}:`,
      HOME: folder,
    })
    const said = await output(child)
    expect(child.exitCode, said).toBe(0)
    // It warns of a line that it doesn't know, and ends with 0.
    if (program === 'systemd-analyze') expect(said).toBe('')
  })

  it('tells of a server that has not answered for a minute, of each on its own', async () => {
    const series = (instance: string, values: string) => ({ series: `up{job="parley",instance="${instance}"}`, values })
    const alert = { exp_labels: { severity: 'page', job: 'parley', instance: 'two' } }
    const tests = join(folder, 'rules.test.json')
    const rule = {
      interval: '15s',
      input_series: [series('one', '1x20'), series('two', '1 0x20')],
      alert_rule_test: [
        { eval_time: '1m', alertname: 'ParleyDown', exp_alerts: [] },
        {
          eval_time: '2m',
          alertname: 'ParleyDown',
          exp_alerts: [{ ...alert, exp_annotations: { summary: 'two does not answer' } }],
        },
      ],
    }
    const rules = join(root, 'deploy/prometheus/parley-alerts.yml')
    await writeFile(tests, JSON.stringify({ rule_files: [rules], evaluation_interval: '15s', tests: [rule] }))
    const child = start('promtool', ['test', 'rules', tests])
    const said = await output(child)
    expect(child.exitCode, said).toBe(0)
  })
})

it.each([
  ['127.', 'server_info'],
  ['10.', 'closed'],
])(
  'lets only addresses of the cluster reach Janus on Kubernetes, where they begin with %s: %s',
  async (clients, answer) => {
    const place = await mkdtemp(join(folder, 'janus-'))
    const [port] = await freePorts(1)
    await cp(join(root, 'deploy/janus'), join(place, 'etc'), { recursive: true })
    const websockets = join(place, 'etc/janus.transport.websockets.jcfg')
    await writeFile(websockets, (await readFile(websockets, 'utf8')).replace('8188', String(port)))
    await writeFile(join(place, 'janus-secret'), 'a secret')
    await mkdir(join(place, 'run'))
    const text = await readFile(join(root, 'deploy/kubernetes/components/janus/janus.yaml'), 'utf8')
    const [deployment] = parseAllDocuments(text).map((document) => document.toJS())
    const [, , script]: string[] = deployment.spec.template.spec.containers[0].command
    // In folders of its own.
    const command = (script ?? '').replaceAll('/run/janus', `${place}/run`).replaceAll('/etc/janus', `${place}/etc`)
    const env = { NODE_IP: '127.0.0.1', JANUS_CLIENTS: clients, JANUS_PUBLIC_IP: '203.0.113.7' }
    const child = start('sh', ['-ec', command.replaceAll('/secrets', place)], env)
    const ended = once(child, 'exit')
    try {
      await untilSaid(child, /Websockets server started/)
      expect(await infoOf(`ws://127.0.0.1:${port}`)).toBe(answer)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
)

/** What Janus answers to a client that knows its secret. */
function infoOf(url: string): Promise<string> {
  const socket = new WebSocket(url, 'janus-protocol')
  return new Promise<string>((resolve) => {
    socket.addEventListener('open', () => socket.send('{"janus":"info","transaction":"1","apisecret":"a secret"}'))
    socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).janus))
    socket.addEventListener('close', () => resolve('closed'))
  }).finally(() => socket.close())
}

/** What a drop-in of deploy/systemd sets. */
async function variablesOf(service: string): Promise<[string, string][]> {
  const text = await readFile(join(root, `deploy/systemd/${service}.service.d/parley.conf`), 'utf8')
  return [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/"(\w+)=([^"]*)"|(\w+)=(\S*)/g)].map(([, quoted, words, name, word]): [string, string] => [
      quoted ?? name ?? '',
      words ?? word ?? '',
    ]),
  )
}

/** What a program has written once it has written this. */
function untilSaid(child: ReturnType<typeof start>, words: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (words.test(said)) resolve(said)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => reject(new Error(`it ended: ${said}`)))
  })
}

/** What Alertmanager posts. */
interface Post {
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[]
}

/** Where alerts are posted. `hears` waits for one that fires from now on: before the servers run, some do. */
async function startPager() {
  const listeners = new Set<(post: Post) => void>()
  const server = createServer((asked, answer) => {
    let body = ''
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()))
    asked.once('end', () => {
      answer.end()
      const post: Post = JSON.parse(body)
      for (const listener of listeners) listener(post)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => void server.close(),
    hears: (alertname: string, instance: string) =>
      new Promise<void>((resolve) => {
        listeners.add(({ alerts }) => {
          const isIt = ({ status, labels }: Post['alerts'][number]) =>
            status === 'firing' && labels['alertname'] === alertname && labels['instance'] === instance
          if (alerts.some(isIt)) resolve()
        })
      }),
  }
}

function statusAt(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ca }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.once('error', reject).end()
  })
}

/** A program in the environment of a real network. */
function start(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = root) {
  return spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NETWORK: 'avalanche',
      DEPLOYMENT_FILE: deployment,
      RPC_URLS: world.chain.url,
      PUBLIC_ORIGIN: 'https://swap.example',
      EXPLORER_API_URL: 'none',
      PARLEY_DATA: join(folder, 'data'),
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What a program wrote until its end. */
async function output(child: ReturnType<typeof start>): Promise<string> {
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  return said
}

/** The URL in the line that announces the server; the error output if it exits before. */
function firstUrl(out: NodeJS.ReadableStream, err: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /"url":"([^"]+)".*"msg":"listening"/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    }
    out.on('data', hear)
    err.on('data', hear)
    out.once('end', () => reject(new Error(`it ended: ${said}`)))
  })
}

async function untilReady(url: string): Promise<unknown> {
  const deadlineMs = performance.now() + patienceMs / 2
  for (;;) {
    const answer = await fetch(`${url}/health`)
    if (answer.ok || performance.now() > deadlineMs) return answer.json()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
