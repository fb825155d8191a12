import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toFunctionSelector, type Hex } from 'viem'
import { contractsRoot } from '../../build/index.ts'

/** Entries of forge's coverage-guided tests: files of lines, each the call data of one entry. */
const kept = join(contractsRoot, 'test/corpus')
const cache = join(contractsRoot, 'cache-corpus')
const entries = join(cache, 'entries')
const forge = join(contractsRoot, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
/** All files together. */
export const maxCorpusBytes = 2_000_000
/** Every function of the handler takes one number. */
const handlerCallDigits = 72
const gasTests = {
  testFuzz_AcceptPaysOrChangesNothing: 2,
  testFuzz_AChoosyReceiverIsPaidOrNothingChanges: 1,
  testFuzz_WhatIsTakenInComesHomeAtOnce: 2,
  testFuzz_EveryWayHomeIsWholeOrNothing: 2,
  testFuzz_BurnersKeepNothingOfOthers: 2,
} as const
/** Forge wants a sender for each call; handler and tests ignore it. */
const anyone = '0x000000000000000000000000000000000000ca11'
const testContract = '0x7fa9385be102ac3eac297483dd6233d62b3e1496'

interface Call {
  readonly calldata: Hex
}

/** A guided test or a stored entry failed. */
export class CorpusFails extends Error {
  readonly code = 'corpus-fails'
}

/** A guided test with a corpus, and where forge looks for its entries. */
interface Campaign {
  readonly file: 'invariants.txt' | 'gas.txt'
  readonly folder: string
  /** Whether a line of the file is one of its entries. */
  has(line: string): boolean
  /** The calls of a line. */
  split(line: string): readonly Hex[]
}

const campaigns: readonly Campaign[] = [
  {
    file: 'invariants.txt',
    folder: 'GuidedInvariants/invariant_All',
    has: () => true,
    split: (line) =>
      line
        .slice(2)
        .match(/.{72}/g)
        ?.map((digits): Hex => `0x${digits}`) ?? [],
  },
  ...Object.entries(gasTests).map(([name, count]): Campaign => {
    const selector = toFunctionSelector(`${name}(${Array<string>(count).fill('uint256').join(',')})`)
    return {
      file: 'gas.txt',
      folder: `GuidedGas/${name}`,
      has: (line) => line.startsWith(selector),
      split: (line) => [`0x${line.slice(2)}`],
    }
  }),
]

function linesOf(file: Campaign['file']): string[] {
  return readFileSync(join(kept, file), 'utf8').split('\n').filter(Boolean)
}

async function test(args: readonly string[], seed?: string): Promise<void> {
  const child = spawn(forge, ['test', '--color', 'never', ...args], {
    cwd: contractsRoot,
    env: { ...process.env, FOUNDRY_PROFILE: 'corpus', ...(seed === undefined ? {} : { FOUNDRY_FUZZ_SEED: seed }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0 || !/ [1-9]\d* tests? passed/.test(output)) throw new CorpusFails(output.slice(-8_000))
}

/** Replays every stored entry and checks how each ends. @returns how many @throws {CorpusFails} */
export async function replayCorpus(): Promise<number> {
  mkdirSync(cache, { recursive: true })
  await test(['--match-test', 'test_EveryEntry'])
  return linesOf('invariants.txt').length + linesOf('gas.txt').length
}

/** Lays out the entries where forge reads them: in the test's own folder. */
function layOut(handler: string): void {
  rmSync(entries, { recursive: true, force: true })
  for (const { file, folder, has, split } of campaigns) {
    mkdirSync(join(entries, folder), { recursive: true })
    const target = file === 'gas.txt' ? testContract : handler
    for (const [index, line] of linesOf(file).filter(has).entries()) {
      const calls = split(line).map((calldata) => ({ sender: anyone, target, calldata }))
      const name = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}-1.json`
      writeFileSync(join(entries, folder, name), JSON.stringify(calls))
    }
  }
}

/** The entries that forge found, in its workers' folders. */
function found({ folder }: Campaign): string[] {
  return readdirSync(join(entries, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^worker\d+\/corpus\/.*\.json(\.gz)?$/.test(name))
    .toSorted()
    .map((name) => {
      const bytes = readFileSync(join(entries, folder, name))
      const calls: readonly Call[] = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
      return `0x${calls.map(({ calldata }) => calldata.slice(2)).join('')}`
    })
}

export interface Grown {
  readonly before: number
  readonly added: number
  readonly bytes: number
}

/**
 * Mutates the entries, guided by the escrow's coverage. Replay them first.
 * @param seed of forge's random numbers; foundry.toml's by default
 * @returns the new entries
 * @throws {CorpusFails} with the calls that broke an invariant
 */
export async function mutateCorpus(seed?: string): Promise<ReadonlyMap<Campaign['file'], readonly string[]>> {
  layOut(readFileSync(join(cache, 'handler'), 'utf8').trim().toLowerCase())
  await test(['--match-test', 'invariant_All|testFuzz_', '--match-contract', 'Guided'], seed)
  const lines = new Map<Campaign['file'], string[]>()
  for (const campaign of campaigns) {
    const known = new Set([...linesOf(campaign.file), ...(lines.get(campaign.file) ?? [])])
    const fresh = found(campaign).filter(
      (line) =>
        campaign.has(line) &&
        !known.has(line) &&
        (campaign.file === 'gas.txt' || (line.length - 2) % handlerCallDigits === 0),
    )
    lines.set(campaign.file, [...(lines.get(campaign.file) ?? []), ...new Set(fresh)])
  }
  return lines
}

/** Adds new entries while the total stays below the limit. */
export function keepEntries(fresh: ReadonlyMap<Campaign['file'], readonly string[]>): Grown {
  let bytes = 0
  let [before, added] = [0, 0]
  for (const [file, lines] of fresh) {
    const old = linesOf(file)
    before += old.length
    const all = [...old]
    bytes += Buffer.byteLength(all.join('\n'))
    for (const line of lines) {
      if (bytes + line.length + 1 > maxCorpusBytes) break
      bytes += line.length + 1
      added += 1
      all.push(line)
    }
    writeFileSync(join(kept, file), `${all.join('\n')}\n`)
  }
  return { before, added, bytes }
}
