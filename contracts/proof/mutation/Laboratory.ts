import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import type { Build } from './bytecode.ts'

const forge = join(contractsRoot, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')
const buildCpuS = 1_200
/** CPU seconds after which a mutant counts as looping until out of gas, and so as noticed. */
const testCpuS = 20
/** The limit for randomised tests, which take up to 20 s without any loop. */
export const randomTestCpuS = 120

export interface Verdict {
  readonly passed: boolean
  /** The test that failed, if one did. */
  readonly by: string
  readonly output: string
}

/** The tests don't compile, so no mutant can be judged. */
export class TestsDoNotBuild extends Error {
  readonly code = 'tests-do-not-build'
  readonly output: string
  constructor(output: string) {
    super(output)
    this.output = output
  }
}

/** A pattern matches no test, so nothing would ever be noticed. */
export class NothingTested extends Error {
  readonly code = 'nothing-tested'
  constructor(options: readonly string[]) {
    super(`no test fits ${options.join(' ')}`)
  }
}

/**
 * A folder where the tests are compiled once and run against other bytecode. They deploy the escrow from its
 * artifact, which gets replaced.
 */
export class Laboratory {
  readonly #folder: string
  readonly #profile: Readonly<Record<string, string>>
  #artifact = ''

  /** @param name of the folder under cache-mutation */
  constructor(name: string, profile: Readonly<Record<string, string>> = {}) {
    this.#folder = join(contractsRoot, 'cache-mutation', name)
    this.#profile = profile
  }

  async prepare(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    // After an interrupted run, the replaced artifact would pass for the compiler's.
    if (existsSync(this.#mark())) rmSync(this.#artifactFile(), { force: true })
    const built = await this.#run(['build'], {}, buildCpuS)
    if (built.code !== 0) throw new TestsDoNotBuild(built.output)
    this.#artifact = readFileSync(this.#artifactFile(), 'utf8')
    rmSync(this.#mark(), { force: true })
  }

  /** Restores the compiler's artifact, so that the next run needn't compile it. */
  restore(): void {
    writeFileSync(this.#artifactFile(), this.#artifact)
    rmSync(this.#mark(), { force: true })
  }

  /** Exists while the artifact isn't the compiler's. */
  #mark(): string {
    return join(this.#folder, 'exchanged')
  }

  #artifactFile(): string {
    return join(this.#folder, 'out/SwapEscrow.sol/SwapEscrow.json')
  }

  /** Makes the tests deploy this build. */
  install(build: Build): void {
    writeFileSync(this.#mark(), '')
    const artifact: Record<string, unknown> = JSON.parse(this.#artifact)
    const code = { bytecode: { object: `0x${build.bytecode}` }, deployedBytecode: { object: `0x${build.runtime}` } }
    writeFileSync(this.#artifactFile(), JSON.stringify({ ...artifact, ...code }))
  }

  /** Runs tests under a chain id, which activates the mutant of that id. Stops at the first failure. */
  async test(chainId: number, options: readonly string[], cpuS = testCpuS): Promise<Verdict> {
    const { code, output } = await this.#run(
      ['test', '--fail-fast', ...options],
      { FOUNDRY_CHAIN_ID: String(chainId) },
      cpuS,
    )
    if (code === 0 && !/ [1-9]\d* tests? passed/.test(output)) throw new NothingTested(options)
    const by = /\[FAIL.*?\] (\w+)\(/.exec(output)?.[1] ?? (code === null ? 'out of time' : 'setup')
    return { passed: code === 0, by, output }
  }

  async #run(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cpuS: number,
  ): Promise<{ code: number | null; output: string }> {
    const limited = ['-c', `ulimit -t ${cpuS} && exec "$0" "$@"`, forge, ...args, '--color', 'never']
    const child = spawn('/bin/sh', limited, {
      cwd: contractsRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...this.#profile,
        ...env,
        FOUNDRY_OUT: join(this.#folder, 'out'),
        FOUNDRY_CACHE_PATH: join(this.#folder, 'cache'),
        FOUNDRY_CODE_SIZE_LIMIT: '1000000',
      },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, output }
  }
}
