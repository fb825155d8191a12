import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepEntries, mutateCorpus, replayCorpus } from '../../contracts/proof/corpus/corpus.ts'
import { compareWithModel } from '../../contracts/proof/model/index.ts'

/**
 * `pnpm fuzz [--calls N] [--seed N] [--fresh]` runs a million random calls on model and escrow.
 *
 * It stores its progress in .parley/fuzz.json and resumes from there. A failing play is named by its seed.
 *
 * `pnpm fuzz --corpus [--grow] [--seed N]` replays the entries in contracts/test/corpus, then mutates them.
 *
 * Mutation is guided by the escrow's coverage, with the same random numbers in each run. `--grow` uses others, and
 * keeps the entries that reached new code.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    corpus: { type: 'boolean', default: false },
    grow: { type: 'boolean', default: false },
  },
})
const callsEach = 2_000
const playsPerRound = 20
const wanted = Math.ceil(Number(values.calls) / callsEach)
const firstSeed = Number(values.seed ?? 1_000_000)
const folder = join(import.meta.dirname, '../../.parley')
const file = join(folder, 'fuzz.json')

interface Progress {
  readonly firstSeed: number
  readonly played: number
}

function readProgress(): Progress {
  if (values.fresh || !existsSync(file)) return { firstSeed, played: 0 }
  const progress: Progress = JSON.parse(readFileSync(file, 'utf8'))
  return progress.firstSeed === firstSeed && progress.played < wanted ? progress : { firstSeed, played: 0 }
}

async function compare(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  let { played } = readProgress()
  if (played > 0) console.log(`Going on after ${(played * callsEach).toLocaleString('en-US')} calls`)
  const startMs = performance.now()
  while (played < wanted) {
    const count = Math.min(playsPerRound, wanted - played)
    await compareWithModel({ first: firstSeed + played, count, callsEach })
    played += count
    writeFileSync(file, JSON.stringify({ firstSeed, played } satisfies Progress))
    console.log(
      `${(played * callsEach).toLocaleString('en-US')} calls agree, ${Math.round((performance.now() - startMs) / 1000)} s`,
    )
  }
  console.log(`${(wanted * callsEach).toLocaleString('en-US')} calls from seed ${firstSeed}: model and escrow agree.`)
}

async function guide(): Promise<void> {
  console.log(`${await replayCorpus()} entries of the corpus hold.`)
  const fresh = await mutateCorpus(values.seed ?? (values.grow ? String(randomInt(2 ** 47)) : undefined))
  const count = [...fresh.values()].flat().length
  console.log(`Mutated along the coverage of the escrow: ${count} reached new code.`)
  if (!values.grow) return
  const { before, added, bytes } = keepEntries(fresh)
  console.log(`${before + added} entries are kept, ${added} of them new: ${Math.ceil(bytes / 1000)} kB.`)
}

await (values.corpus || values.grow ? guide() : compare())
