import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spawnAnvil } from '../src/chain/spawnAnvil.ts'

describe('given a chain that gets SIGTERM as soon as it is up', () => {
  it('writes its state, each time of ten', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-anvil-'))
    const written: boolean[] = []
    for (let count = 0; count < 10; count += 1) {
      const stateFile = join(folder, `${count}.json`)
      const anvil = await spawnAnvil(['--host', '127.0.0.1', '--port', '0', '--state', stateFile])
      await anvil.stop()
      written.push(existsSync(stateFile))
    }
    await rm(folder, { recursive: true })
    expect(written).toEqual(Array.from({ length: 10 }, () => true))
  })
})
