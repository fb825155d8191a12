import { expect } from 'vitest'
import type { DatabaseEnv, Databases } from './engines.ts'
import { offerRows, openBeside } from './indexTables.ts'
import type { Market } from './market.ts'
import { startTestServer, until } from './testServer.ts'

interface Replay {
  readonly market: Market
  /** Where the replay gets a database of its own. */
  readonly databases: Databases
}

/**
 * Waits until an index has the same offers as one rebuilt without faults. No trades may happen while it runs.
 *
 * @returns the number of offers.
 */
export async function expectCleanReplay(database: DatabaseEnv, { market, databases }: Replay): Promise<number> {
  const clean = await databases.fresh()
  const reference = await startTestServer(market, clean)
  const head = Number(await market.chain.client.getBlockNumber())
  const [ours, theirs] = [await openBeside(market, database), await openBeside(market, clean)]
  try {
    await until(async () => reference.indexer.status().indexedBlock === head)
    const wanted = await offerRows(theirs)
    await until(async () => JSON.stringify(await offerRows(ours)) === JSON.stringify(wanted)).catch(() => undefined)
    expect(await offerRows(ours)).toEqual(wanted)
    return wanted.length
  } finally {
    await Promise.all([ours.close(), theirs.close(), reference.stop()])
  }
}
