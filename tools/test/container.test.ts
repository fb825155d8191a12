import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startWorld, type World } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requirePackages } from '../machine/requirePrograms.ts'
import { freePorts, until } from '../rehearsal/Program.ts'
import { argsOf, healthCommand, type Here } from './given/composeService.ts'
import { secretsIn, startDatabase, type DatabaseContainers } from './given/databaseContainers.ts'
import { build, cloneFor, debianImage, makeDebian, makeNode, nodeImage, ownFiles } from './given/images.ts'
import { deploymentHere } from './given/kubernetesPod.ts'
import { Podman, type Container } from './given/Podman.ts'

const run = promisify(execFile)

/** Building three images on a base of packages takes minutes, and root. */
const isLong = process.env['CONTAINERS'] === 'podman'
const maxAddedBytes = 200_000_000
const parley = 'localhost/parley-test/parley'
const janus = 'localhost/parley-test/janus'
const patroni = 'localhost/parley-test/patroni'
const noCapabilities = '0000000000000000'

describe.runIf(isLong)('given the images of deploy/, on Debian and Node from packages', () => {
  const stack = new AsyncDisposableStack()
  let podman: Podman
  let world: World
  let clone: string
  let secrets: ReturnType<typeof secretsIn>
  beforeAll(async () => {
    await requirePackages(
      { podman: 'podman', runc: 'runc', catatonit: 'catatonit', mmdebstrap: 'mmdebstrap', etcd: 'etcd-server' },
      'the tests of containers',
    )
    podman = stack.use(await Podman.open())
    secrets = secretsIn(podman)
    world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: 1 })
    stack.defer(() => world.stop())
    const collections = world.deployment.collections.slice(0, 2)
    clone = await cloneFor(podman, { ...world.deployment, network: 'avalanche', collections })
    await makeDebian(podman)
  })
  afterAll(() => stack.disposeAsync())

  const here = (image: string, more: Partial<Here> = {}): Here => ({
    image,
    secrets: secrets.folder,
    network: 'host',
    ...more,
  })

  describe('for Janus', () => {
    const environment = { JANUS_PUBLIC_IP: '203.0.113.7' }
    const start = () => podman.start(...argsOf('janus', here(janus, { network: 'none', environment })))
    beforeAll(async () => {
      await build(podman, { file: 'deploy/janus/Containerfile', base: debianImage, tag: janus, context: clone })
    })

    it('answers to its secret alone, without rights, on a file system that cannot be written', async () => {
      await secrets.write('janus-secret', 'a secret of Janus')
      const container = await start()
      const ask = async (secret: string): Promise<unknown> => {
        // The container has a network of its own, so its port is the deployed one.
        const inside = ['--target', String(await container.pid()), '--net', process.execPath, '-e', janusClient, secret]
        return JSON.parse((await run('nsenter', inside)).stdout)
      }
      expect(await until('Janus', () => ask('a secret of Janus'))).toMatchObject({ janus: 'success' })
      for (const wrong of ['', 'another']) expect(await ask(wrong)).toMatchObject({ error: { code: 403 } })
      expect(await container.logs()).toContain('Websockets server started (port 8188)')
      expect(await rightsOf(container)).toEqual({ user: '65534', capabilities: noCapabilities, mayGetMore: '1' })
      expect(await writableIn(container)).toEqual(['/tmp'])
      expect(await container.stop()).toBe(0)
    })

    it('does not start with a secret that is empty, or that it cannot read', async () => {
      await secrets.write('janus-secret', '')
      expect(await (await start()).ended()).not.toBe(0)
      await secrets.write('janus-secret', 'a secret of Janus')
      await chmod(join(secrets.folder, 'janus-secret'), 0o400)
      const container = await start()
      expect(await container.ended()).not.toBe(0)
      expect(await container.logs()).toContain('Permission denied')
    })
  })

  describe('for PostgreSQL and the servers', () => {
    let database: DatabaseContainers
    beforeAll(async () => {
      await build(podman, { file: 'deploy/patroni/Containerfile', base: debianImage, tag: patroni, context: clone })
      database = await startDatabase(podman, patroni)
      stack.defer(() => database.etcd.stop())
      await makeNode(podman)
      await build(podman, { file: 'deploy/Containerfile', base: nodeImage, tag: parley, context: clone })
      const given = {
        'redis-url': 'redis://127.0.0.1:1',
        'rpc-urls': world.chain.url,
        'metrics-token': 'a token of Prometheus',
        'turn-secret': 'a secret of the relay',
        'janus-secret': 'a secret of Janus',
      }
      for (const [name, text] of Object.entries(given)) await secrets.write(name, text)
    })

    /** In place of what compose.yaml takes from .env, and of names that only Compose resolves. */
    const settings = {
      NETWORK: 'avalanche',
      PUBLIC_ORIGIN: 'https://swap.example',
      PUBLIC_RPC_URLS: 'https://rpc.example',
      TURN_URLS: 'turn:127.0.0.1:1?transport=udp',
      JANUS_URL: 'ws://127.0.0.1:1',
      EXPLORER_API_URL: 'none',
    }
    const serve = (name: 'migrate' | 'server1', environment: Readonly<Record<string, string>>) => {
      const deployments = `${join(clone, 'deployments')}:/app/deployments:ro`
      const volumes = name === 'migrate' ? [deployments] : [deployments, 'pictures1:/data']
      return podman.start(...argsOf(name, here(parley, { volumes, environment: { ...settings, ...environment } })))
    }
    const readyAt = (port: number) =>
      until('a server that is ready', async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok)

    it('leads to a primary through PgBouncer, without rights, by the check that a migration waits for', async () => {
      const { postgres, pgbouncer, check, saidBefore } = database
      expect(saidBefore).toContain('FATAL')
      expect(await until('a way to the primary', () => pgbouncer.exec(...check))).toContain('(1 row)')
      for (const container of [postgres, pgbouncer]) {
        expect(await rightsOf(container)).toEqual({ user: '999', capabilities: noCapabilities, mayGetMore: '1' })
        expect(await writableIn(container)).toEqual(['/run/postgresql', '/tmp', '/var/lib/postgresql'])
      }
    })

    it('adds less than 200 MB to Node, and nothing of what builds it or of its developer', async () => {
      const bytes = async (image: string) => Number(await podman.inspect(image, '{{.Size}}'))
      const added = (await bytes(parley)) - (await bytes(nodeImage))
      console.log(`the server's image: ${Math.round(added / 1e6)} MB on top of Node`)
      expect(added).toBeLessThan(maxAddedBytes)
      const list =
        'find /app /src -path "/app/node_modules/.pnpm" -prune -o -print 2>/dev/null; ls /app/node_modules/.pnpm'
      const container = await podman.start('--network', 'none', parley, '/bin/sh', '-c', list)
      expect(await container.ended()).toBe(0)
      const files = (await podman.run('logs', container.id)).split('\n')
      expect(files).toContain('/app/tools/commands/serve.ts')
      for (const file of ownFiles) expect(files).not.toContain(`/app/${file}`)
      expect(
        files.filter((path) =>
          /^\/src|^\/app\/(testkit|contracts|e2e|bench)|^(vite|vitest|node|typescript)@/.test(path),
        ),
      ).toEqual([])
    })

    it('serves as Compose runs it: healthy, without rights, on its volumes alone, and ends in good order', async () => {
      const migrated = await serve('migrate', {})
      expect(await migrated.ended(), await migrated.logs()).toBe(0)
      const [port = 0] = await freePorts(1)
      const container = await serve('server1', { PORT: String(port) })
      await readyAt(port)
      expect(await container.checkHealth()).toBe('healthy')
      await container.exec(...healthCommand('server1', { deployed: 4300, here: port }))
      const page = await (await fetch(`http://127.0.0.1:${port}/p2p`)).text()
      expect(page).toContain(world.deployment.escrows[0]?.address)
      expect(await container.exec('node', 'tools/commands/doctor.ts', '--fatal-only')).toContain('Nothing is wrong.')
      expect(await rightsOf(container)).toEqual({ user: '1000', capabilities: noCapabilities, mayGetMore: '1' })
      expect(await writableIn(container)).toEqual(['/data', '/tmp'])
      // One page is still listening.
      const live = await fetch(`http://127.0.0.1:${port}/api/events`)
      expect(live.ok).toBe(true)
      expect(await container.stop(), await container.logs()).toBe(0)
    })

    it('runs as an unprivileged user unless told otherwise, and is not healthy while no endpoint answers', async () => {
      const [port = 0] = await freePorts(1)
      const { NETWORK, PUBLIC_ORIGIN } = settings
      const environment = { NETWORK, PUBLIC_ORIGIN, PORT: String(port), RPC_URLS: 'http://127.0.0.1:1' }
      const flags = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      const container = await podman.start('--network', 'host', ...flags, parley)
      await until('a server that listens', () => fetch(`http://127.0.0.1:${port}/health`))
      expect(await rightsOf(container)).toMatchObject({ user: '1000' })
      expect(await container.checkHealth()).not.toBe('healthy')
      expect(await container.stop()).toBe(0)
    })

    it('serves as Kubernetes runs it, by the Deployment for production', async () => {
      const [port = 0] = await freePorts(1)
      // What a pod of the group 1000 gets as /secrets.
      const mounted = join(podman.folder, 'secrets-of-the-pod')
      await mkdir(mounted)
      await run('cp', ['--recursive', `${secrets.folder}/.`, mounted])
      for (const name of await readdir(mounted)) {
        await chown(join(mounted, name), 0, 1000)
        await chmod(join(mounted, name), 0o440)
      }
      const manifest = join(podman.folder, 'deployment.yaml')
      const own = { ...settings, PORT: String(port) }
      await writeFile(manifest, deploymentHere({ image: parley, secrets: mounted, settings: own }))
      const container = await podman.play(manifest, 'parley-pod-0-parley')
      await readyAt(port)
      expect(await rightsOf(container)).toEqual({ user: '1000', capabilities: noCapabilities, mayGetMore: '1' })
      expect(await writableIn(container)).toEqual(['/data', '/tmp'])
      expect(await container.stop(), await container.logs()).toBe(0)
    })
  })
})

const janusClient = `
  const line = new WebSocket('ws://127.0.0.1:8188', 'janus-protocol')
  line.onopen = () => line.send(JSON.stringify({ janus: 'create', transaction: 'one', apisecret: process.argv[1] }))
  line.onmessage = ({ data }) => { console.log(data); line.close() }
  line.onerror = () => process.exit(1)`

/** Numbers of a container's user and capabilities, and whether its processes may get more. */
async function rightsOf(container: Container) {
  const status = await container.exec('cat', '/proc/1/status')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1]
  return { user: field('Uid'), capabilities: field('CapBnd'), mayGetMore: field('NoNewPrivs') }
}

/** Folders in which a container's user can make a file. Those in /dev, in memory, don't count. */
async function writableIn(container: Container): Promise<string[]> {
  const places = 'find / -xdev -type d 2>/dev/null; cut -d" " -f2 /proc/mounts'
  const attempt = '[ -d "$place" ] && (: >"$place/probe") 2>/dev/null && rm "$place/probe" && echo "$place"'
  const found = await container.exec('/bin/sh', '-c', `for place in $(${places}); do ${attempt}; done; true`)
  return [...new Set(found.split('\n'))].filter((path) => !/^$|^\/(?:dev|proc|sys)\b/.test(path)).toSorted()
}
