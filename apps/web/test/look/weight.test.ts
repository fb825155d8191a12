import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** What a visitor without a wallet fetches before the welcome stands: React is most of it. */
const mostBytes = 75_000

describe('given the production build', () => {
  let chunks: readonly Rollup.OutputChunk[]
  beforeAll(async () => {
    // The test runner's own setting would bring in React's development build.
    vi.stubEnv('NODE_ENV', 'production')
    const root = join(import.meta.dirname, '../..')
    const result = await build({ root, mode: 'production', logLevel: 'error', build: { write: false } })
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
    chunks = outputs.filter((file) => file.type === 'chunk')
  })

  afterAll(() => vi.unstubAllEnvs())

  it(`sends at most ${mostBytes} bytes of JavaScript for the first view`, () => {
    const first = firstView(chunks)
    const bytes = first.reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0)
    expect(first.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(mostBytes)
  })

  it('leaves wallets and chain for later', () => {
    const modules = firstView(chunks).flatMap((chunk) => Object.keys(chunk.modules))
    expect(
      modules.filter((name) => /node_modules\/(wagmi|@wagmi|viem|zod|@tanstack|radix-ui|@radix-ui)\//.test(name)),
    ).toEqual([])
  })
})

/** The entry and everything that it imports without being asked. */
function firstView(chunks: readonly Rollup.OutputChunk[]): readonly Rollup.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const names = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName))
  for (const name of names) for (const next of byName.get(name)?.imports ?? []) names.add(next)
  return [...names].flatMap((name) => byName.get(name) ?? [])
}
