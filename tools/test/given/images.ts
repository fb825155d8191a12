import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../root.ts'
import type { Podman } from './Podman.ts'

const execute = promisify(execFile)
const timeoutMs = 1_800_000
/** Node's own images bring npm. */
const npmVersion = '11.19.1'

export const debianImage = 'localhost/parley-test/debian'
export const nodeImage = 'localhost/parley-test/node'
const distribution = 'bookworm'
/** What docker.io/library/debian:bookworm-slim consists of. */
const slim = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*', '/usr/share/info/*']

/** The machine's own sources of Debian's packages, as lines of a `sources.list`. */
async function debianSources(): Promise<string[]> {
  const format = 'deb $(REPO_URI) $(RELEASE) $(COMPONENT) | $(ORIGIN)'
  const { stdout } = await execute('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  const lines = stdout.split('\n').map((line) => line.split(' | '))
  const own = lines.filter(([line = '', origin = '']) => origin.startsWith('Debian') && line.includes(distribution))
  return own.map(([line = '']) => line)
}

/**
 * Builds a stand-in for docker.io/library/debian:bookworm-slim from Debian's packages.
 *
 * Where this runs, no registry of images may be within reach.
 */
export async function makeDebian(podman: Podman): Promise<void> {
  const archive = join(podman.folder, 'debian.tar')
  const leaveOut = slim.map((path) => `--dpkgopt=path-exclude=${path}`)
  const how = ['--quiet', '--variant=minbase', ...leaveOut]
  await execute('mmdebstrap', [...how, distribution, archive, ...(await debianSources())], { timeout: timeoutMs })
  await podman.run('import', archive, debianImage)
}

/** Builds a stand-in for docker.io/library/node:24-bookworm-slim. */
export async function makeNode(podman: Podman): Promise<void> {
  const folder = join(podman.folder, 'node')
  const own = join(folder, 'usr/local')
  await mkdir(join(own, 'bin'), { recursive: true })
  await cp(process.execPath, join(own, 'bin/node'))
  await execute('npm', ['install', '--global', '--prefix', own, `npm@${npmVersion}`], { timeout: timeoutMs })
  await writeFile(
    join(folder, 'Containerfile'),
    [
      `FROM ${debianImage}`,
      'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node',
      'COPY usr /usr',
      'CMD ["node"]',
      '',
    ].join('\n'),
  )
  await podman.run('build', '--network', 'host', '--tag', nodeImage, folder)
}

/** Files of a developer, in folders that a release takes whole. */
export const ownFiles = [
  'apps/server/src/.env',
  'packages/domain/src/.env.local',
  'packages/domain/src/node_modules/left.js',
]

/** This repository as it is now, with a deployment file and a developer's own files. */
export async function cloneFor(podman: Podman, deployment: object): Promise<string> {
  const folder = join(podman.folder, 'clone')
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of stdout.split('\0').filter((name) => name !== ''))
    // A deleted file is listed until the deletion is committed.
    await cp(join(root, file), join(folder, file), { verbatimSymlinks: true }).catch((error: unknown) => {
      if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw error
    })
  for (const file of ownFiles) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), 'private')
  }
  await mkdir(join(folder, 'deployments'), { recursive: true })
  await writeFile(join(folder, 'deployments/43114.json'), JSON.stringify(deployment))
  return folder
}

/** Builds a Containerfile by the command of docs/operating.md, on a base made here. */
export async function build(
  podman: Podman,
  plan: { readonly file: string; readonly base: string; readonly tag: string; readonly context: string },
): Promise<void> {
  const { file, base, tag, context } = plan
  const path = join(context, file)
  const [, argument] = /^ARG (\w+_IMAGE)=/m.exec(await readFile(path, 'utf8')) ?? []
  const lent = await registryMounts(podman.folder)
  const flags = ['--format', 'docker', '--build-arg', `${argument}=${base}`, '--network', 'host', ...lent]
  await podman.run('build', ...flags, '--file', path, '--tag', tag, context)
}

/** Lends a build how npm here reaches its registry. Mounted, so that no image keeps it. */
async function registryMounts(folder: string): Promise<string[]> {
  const setting = async (name: string) => (await execute('npm', ['config', 'get', name])).stdout.trim()
  const registry = await setting('registry')
  const authorities = [await setting('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find((path) =>
    path.startsWith('/'),
  )
  const file = join(folder, 'npmrc')
  await writeFile(file, `registry=${registry}\n${authorities === undefined ? '' : `cafile=${authorities}\n`}`)
  return [
    '--volume',
    `${file}:/root/.npmrc:ro`,
    ...(authorities === undefined ? [] : ['--volume', `${authorities}:${authorities}:ro`]),
  ]
}
