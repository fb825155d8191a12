import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examine, readConfig } from '@parley/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVarnish } from '../src/varnish.ts'
import { serverSettings, startWorld, type World } from '../src/world/startWorld.ts'

/** Varnish brings a C compiler, which is too much for every run. */
const isLong = process.env['CACHING_PROXY'] === 'varnish'

const page =
  '<script type="application/json" id="deployment">null</script><script src="/assets/a-12345678.js"></script>'

describe.runIf(isLong)('given a cache in front of the site', () => {
  let world: World
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-varnish-doctor-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), page)
    await writeFile(join(folder, 'assets/a-12345678.js'), 'export {}')
    world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null, webDist: folder })
  })
  afterAll(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** What the doctor says of a Varnish with these rules. */
  async function look(edit?: (rules: string) => string, env: Readonly<Record<string, string>> = {}) {
    const varnish = await startVarnish(world.server, edit)
    try {
      const settings = {
        ...serverSettings(world, world.files, {}),
        PUBLIC_ORIGIN: varnish.url,
        TRUSTED_PROXIES: '1',
        ...env,
      }
      const found = await examine(readConfig(settings))
      const faults = found.filter(({ state }) => state === 'wrong' || state === 'warning')
      return { cache: found.find(({ what }) => what === 'cache'), faults }
    } finally {
      await varnish.stop()
    }
  }

  it('finds nothing wrong with the rules of deploy/varnish', async () => {
    const { cache, faults } = await look()
    expect(cache).toMatchObject({ state: 'fine', words: expect.stringContaining('keeps files of the page') })
    expect(faults).toEqual([])
  })

  it('says that it keeps what belongs to one visitor', async () => {
    const { faults } = await look((rules) =>
      rules
        .replace('if (req.url ~ "^/api/nft', 'if (req.url ~ "^/api/(config|session)" || req.url ~ "^/api/nft')
        .replace(/ {4}if \(beresp\.status != 200[^]*?\n {4}\}\n/, '    set beresp.ttl = 60s;\n'),
    )
    expect(faults).toEqual([
      { what: 'cache', state: 'wrong', words: expect.stringMatching(/keeps \/api\/.*parley\.vcl/) },
    ])
  })

  it('says that it keeps nothing', async () => {
    const { faults } = await look((rules) => rules.replace('return (hash);', 'return (pass);'))
    expect(faults).toEqual([{ what: 'cache', state: 'warning', words: expect.stringMatching(/keeps no files/) }])
  })

  it('says that all visitors share one allowance behind it', async () => {
    const { faults } = await look(undefined, { TRUSTED_PROXIES: '0' })
    expect(faults).toEqual([{ what: 'cache', state: 'warning', words: expect.stringMatching(/TRUSTED_PROXIES is 0/) }])
  })
})

describe('given a site without a cache in front', () => {
  it('says that there is none, and that it cannot be seen while the site is away', async () => {
    const quiet = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
    try {
      const wordsAt = async (origin: string) => {
        const settings = { ...serverSettings(quiet, quiet.files, {}), PUBLIC_ORIGIN: origin }
        return (await examine(readConfig(settings))).find(({ what }) => what === 'cache')
      }
      expect(await wordsAt(quiet.url)).toMatchObject({ state: 'skipped', words: expect.stringContaining('none') })
      expect(await wordsAt('http://127.0.0.1:2')).toMatchObject({
        state: 'skipped',
        words: expect.stringContaining('yet'),
      })
    } finally {
      await quiet.stop()
    }
  })
})
