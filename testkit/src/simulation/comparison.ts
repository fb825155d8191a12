import { againstChain } from './againstChain.ts'
import { differences, readIndex } from './readIndex.ts'
import type { SimRun } from './simRun.ts'

const looks = 60
const betweenLooksMs = 30_000

export interface Comparison {
  readonly differences: readonly string[]
  readonly neededSync: boolean
}

/** Lets the server become idle, then compares its index with the contracts and with a rebuilt index. */
export async function comparison(run: SimRun): Promise<Comparison> {
  run.makePeace()
  if (await comesRight(run)) return { differences: await againstReplay(run), neededSync: false }
  for (const path of ['/api/swap-offers/sync?fromBlock=0', '/api/swap-offers/fix-completed']) await run.ask(path)
  if (await comesRight(run)) return { differences: await againstReplay(run), neededSync: true }
  return { differences: againstChain(run.chain, readIndex(run.folder())), neededSync: true }
}

async function comesRight(run: SimRun): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    await run.letPass(betweenLooksMs)
    const index = readIndex(run.folder())
    if (index.gaps.length === 0 && againstChain(run.chain, index).length === 0) return true
  }
  return false
}

async function againstReplay(run: SimRun): Promise<string[]> {
  return differences(readIndex(await run.replay()), readIndex(run.folder()))
}
