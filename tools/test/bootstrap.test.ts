import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`
const packageName = `@pnpm/exe.${platform}`
const bootstrap = readFileSync(join(root, 'tools/bootstrap.mjs'), 'utf8')
const [, version = ''] = /pnpmVersion = '([^']+)'/.exec(bootstrap) ?? []
const [, pinned = ''] = new RegExp(`'${platform}':\\s*'(sha512-[^']+)'`).exec(bootstrap) ?? []

let folder: string
let tarball: Buffer
let integrity: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bootstrap-'))
  tarball = await packImpostor()
  integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = process.env['PATH'] ?? ''
const place = (...parts: string[]) => join(folder, ...parts)

/** A package with pnpm's name that leaves a trace when run. */
async function packImpostor(): Promise<Buffer> {
  const scripts = Object.fromEntries(['preinstall', 'install', 'postinstall'].map((name) => [name, trace('a script')]))
  mkdirSync(place('impostor'))
  writeFileSync(place('impostor/package.json'), JSON.stringify({ name: packageName, version, scripts }))
  writeFileSync(place('impostor/pnpm'), `#!/bin/sh\n${trace('pnpm')}\n`, { mode: 0o755 })
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: place('impostor') })
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout)
  return readFileSync(place('impostor', filename))
}

const trace = (what: string) => `echo '${what} ran' >> '${place('traces')}'`

/** A registry that claims this hash for its tarball. */
async function startRegistry(claimed: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(tarball)
    const dist = { tarball: `${url}/impostor.tgz`, integrity: claimed }
    const versions = { [version]: { name: packageName, version, dist, hasInstallScript: true } }
    return response.end(JSON.stringify({ name: packageName, 'dist-tags': { latest: version }, versions }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { url, server }
}

let count = 0

interface FirstStart {
  /** The hash that the registry claims for its file. */
  readonly claimed: string
  readonly source?: string
  /** Replaces PATH. */
  readonly programs?: string
}

/** The first start of a new clone. */
async function firstStart({ claimed, source = bootstrap, programs = path }: FirstStart) {
  const clone = place(`clone-${(count += 1)}`)
  mkdirSync(join(clone, 'tools'), { recursive: true })
  cpSync(join(root, 'pnpm-lock.yaml'), join(clone, 'pnpm-lock.yaml'))
  writeFileSync(join(clone, 'tools/bootstrap.mjs'), source)
  rmSync(place('traces'), { force: true })
  const { url, server } = await startRegistry(claimed)
  try {
    const child = spawn(process.execPath, ['tools/bootstrap.mjs', 'start'], {
      cwd: clone,
      env: {
        PATH: programs,
        HOME: clone,
        npm_config_registry: url,
        npm_config_noproxy: '127.0.0.1',
        // npm retries a mismatched file after 10 s and after 60.
        npm_config_fetch_retries: '0',
        npm_config_cache: join(clone, 'cache'),
      },
    })
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    const traces = existsSync(place('traces')) ? readFileSync(place('traces'), 'utf8').trim() : ''
    return { code: Number(code), complaints, traces, hasPnpm: existsSync(join(clone, '.tools/bin/pnpm')) }
  } finally {
    server.close()
  }
}

describe('given a first start that downloads pnpm', () => {
  it.each([
    ['a registry that vouches for its own pnpm', () => integrity],
    ['a registry with the right hash and another file', () => pinned],
  ])('refuses the file of %s, and runs nothing of it', async (_, claimed) => {
    const { code, complaints, traces, hasPnpm } = await firstStart({ claimed: claimed() })
    expect(complaints).toMatch(/EINTEGRITY[\s\S]*Installing pnpm \S+ failed/)
    expect({ code, traces, hasPnpm }).toEqual({ code: 1, traces: '', hasPnpm: false })
  })

  it('runs the file that has the pinned hash, and no install script', async () => {
    const source = bootstrap.replace(pinned, integrity)
    expect((await firstStart({ claimed: integrity, source })).traces).toBe('pnpm ran')
  })

  it('asks for an installed pnpm on a platform whose hash it does not know', async () => {
    const source = bootstrap.replace(`'${platform}':`, "'plan9-mips':")
    const programs = path.split(':').filter((dir) => !existsSync(join(dir, 'pnpm')))
    const { code, complaints, traces } = await firstStart({ claimed: integrity, source, programs: programs.join(':') })
    expect(complaints).toContain(`Parley brings no pnpm for ${platform}. Install pnpm ${version}`)
    expect({ code, traces }).toEqual({ code: 1, traces: '' })
  })
})
