import { spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import { randomPlay } from './randomPlay.ts'
import { traceBytes, type Step } from './Trace.ts'

export interface Seeds {
  readonly first: number
  readonly count: number
  readonly callsEach: number
}

/** Model and escrow disagree. The message names the trace, the step and the difference. */
export class ModelDiffers extends Error {
  readonly code = 'model-differs'
  readonly output: string
  constructor(output: string) {
    super(output)
    this.output = output
  }
}

const timeoutMs = 900_000
const forge = join(contractsRoot, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')

async function replay(traces: readonly string[]): Promise<void> {
  const env = { ...process.env, FOUNDRY_PROFILE: 'proof', PARLEY_TRACES: traces.join(',') }
  const child = spawn(forge, ['test', '--color', 'never'], {
    cwd: contractsRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0 || !output.includes('1 tests passed, 0 failed')) throw new ModelDiffers(output)
}

/** Writes each play's steps as a trace and has forge replay them all on the escrow. */
export async function compareSteps(
  plays: Iterable<{ readonly name: string; readonly steps: Iterable<Step> }>,
): Promise<void> {
  const cache = join(contractsRoot, 'cache-proof')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'traces-'))
  try {
    const traces = [...plays].map(({ name, steps }) => {
      const file = join(folder, `${name}.trace`)
      writeFileSync(file, traceBytes(steps))
      return relative(contractsRoot, file)
    })
    await replay(traces)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* plays(seeds: Seeds): Generator<{ name: string; steps: readonly Step[] }> {
  for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
    yield { name: `seed-${seed}`, steps: randomPlay(seed, seeds.callsEach).steps }
  }
}

/**
 * Runs seeded random plays on the model and the escrow. Answers, errors with their arguments, events, state, NFT
 * owners and balances must agree after every call.
 * @throws {ModelDiffers} `seed-N.trace` and the step name the play: the same seed and length repeat it
 */
export async function compareWithModel(seeds: Seeds): Promise<void> {
  await compareSteps(plays(seeds))
}
