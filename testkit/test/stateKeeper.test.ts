import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStateKeeper, withoutTraces } from '../src/chain/stateKeeper.ts'
import { startChain } from '../src/chain/startChain.ts'
import { wallets } from '../src/wallets.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-state-'))
  file = join(folder, 'chain.json')
})
afterEach(() => rm(folder, { recursive: true }))

async function* inChunksOf(size: number, text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('given the state of a chain', () => {
  const traces = [{ idx: 0, children: [1], label: 'a ] in " text [', output: '0x5d5b' }, { logs: [[], [1]] }]
  const state = { traces: [], transactions: [{ info: { traces, nonce: 1 }, out: '[]' }, { info: { traces } }] }
  const bare = { ...state, transactions: [{ info: { traces: [], nonce: 1 }, out: '[]' }, { info: { traces: [] } }] }

  it.each([1, 2, 7, 64, 10_000])('leaves out the traces, and nothing else, in chunks of %i bytes', async (size) => {
    const text = JSON.stringify(state)
    expect((await buffer(withoutTraces(inChunksOf(size, text)))).toString()).toBe(JSON.stringify(bare))
  })
})

describe('given a chain that is kept in a file', () => {
  it('is saved soon after a transaction, without being asked', async () => {
    const chain = await startChain({ stateFile: file })
    await chain.blocks.start({ everyMs: 20 })
    const { alice, bob } = wallets
    const hash = await chain.client.sendTransaction({
      account: alice.account.address,
      to: bob.account.address,
      value: 1n,
      chain: chain.client.chain,
    })
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(hash)
    await chain.stop()
  })

  it('is not saved while only empty blocks come', async () => {
    const chain = await startChain({ stateFile: file })
    await chain.save()
    const { mtimeMs } = await stat(file)
    await chain.blocks.start({ everyMs: 5 })
    await expect.poll(() => chain.client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(20n)
    expect((await stat(file)).mtimeMs).toBe(mtimeMs)
    await chain.stop()
  })

  it('keeps the last complete save when it is killed in the middle of one', async () => {
    const chain = await startChain()
    await chain.client.mine({ blocks: 300 })
    await createStateKeeper(chain.url, file, () => undefined).save()
    const script = join(folder, 'save.ts')
    const keeper = join(import.meta.dirname, '../src/chain/stateKeeper.ts')
    await writeFile(
      script,
      `import { createStateKeeper } from '${keeper}'
       const keeper = createStateKeeper('${chain.url}', '${file}', () => undefined)
       for (;;) { await keeper.save(); console.log('saved') }`,
    )
    for (let kill = 0; kill < 3; kill += 1) {
      const saving = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(saving.stdout, 'data')
      // The next save has begun as soon as a file of the folder changes.
      const watcher = watch(folder)
      await once(watcher, 'change')
      saving.kill('SIGKILL')
      watcher.close()
      await once(saving, 'exit')
      expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('blocks.length', 301)
    }
    await chain.stop()
  })
})
