import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../root.ts'
import { compose, known, read, type Service } from './given/deployFiles.ts'

describe('given the Compose file', () => {
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

  it('starts nothing whose secret is empty or cannot be read', () => {
    const commands = services.flatMap(([, { entrypoint = [] }]) =>
      entrypoint.filter((word) => word.includes('secrets')),
    )
    expect(commands).toHaveLength(3)
    // In `exec janus --apisecret="$(cat …)"`, a missing file is an empty secret, which anyone has.
    for (const command of commands)
      expect(command).toMatch(/^set -e; (\w+)="\$\$\(cat \/run\/secrets\/[\w-]+\)"; exec .*"\$\$\{\1:\?\}"$/)
  })

  it('migrates once there is a way to the primary, which the first start makes', () => {
    expect(compose.services['migrate']?.depends_on).toEqual({ pgbouncer: { condition: 'service_healthy' } })
    expect(compose.services['pgbouncer']?.healthcheck?.test?.[1]).toContain('psql')
  })

  it('keeps logs by a driver that Podman has as well', () => {
    const { imgproxy } = parse(read('deploy/compose/imgproxy.yaml'), { merge: true }).services
    for (const [name, { logging }] of [...services, ['imgproxy', imgproxy]] as const)
      expect(logging.driver, name).toBe('json-file')
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
    const { services } = compose
    expect(Object.keys(services).filter((name) => name.startsWith('server'))).toEqual(servers)
    for (const name of servers)
      expect(services[name]?.healthcheck?.test?.join(' ')).toContain('http://127.0.0.1:4300/health')
  })

  it('leaves the other servers alone where a migration or a server fails', async () => {
    expect(await asked('migrate')).toEqual([migrated])
    expect(await asked('server2')).toEqual([migrated, replaced('server1'), replaced('server2')])
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
