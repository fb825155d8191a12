import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startWorld } from '@parley/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

async function reset(dataFolder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['tools/commands/reset.ts'], {
    cwd: root,
    env: { ...process.env, PARLEY_DATA: dataFolder },
  })
}

describe('given the data folder of a local world', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-reset-'))
    const world = await startWorld({ seed: 'empty', stock: 'few', dataFolder: folder, blockTimeS: null })
    const [nft] = world.collections.startingNfts('alice', 'dokyo')
    await fetch(`${world.url}/api/nft/${nft?.contract}/${nft?.tokenId}/image?size=256`)
    await world.stop()
  })

  it('takes away all that the world wrote, and nothing else', async () => {
    // Left by a start that was killed while saving.
    await writeFile(join(folder, 'chain.json.part'), '{"block":')
    await mkdir(join(folder, 'anvil', 'anvil-state-1'), { recursive: true })
    await writeFile(join(folder, 'notes.txt'), 'mine')
    await reset(folder)
    expect(await readdir(folder)).toEqual(['notes.txt'])
    await rm(join(folder, 'notes.txt'))
    await reset(folder)
    expect(existsSync(folder)).toBe(false)
  })
})
