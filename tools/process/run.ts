import { spawn } from 'node:child_process'
import { dyingWithParent } from '@parley/testkit'
import { root } from '../root.ts'
import { takeChildCpuS } from './childCpu.ts'

export interface RunOptions {
  /** Relative to the repository, which is the default. */
  readonly cwd?: string | undefined
  /** Added to this process's environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** Called with the program's output as it arrives. */
  readonly onOutput?: (text: string) => void
}

export interface RunResult {
  readonly ok: boolean
  readonly output: string
  readonly seconds: number
  /** CPU seconds of the program and its children; null if the system doesn't say. */
  readonly cpuS: number | null
}

/** Running child processes, ended along with this one. */
const running = new Set<ReturnType<typeof spawn>>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Runs a program to its end without a terminal or input. Kills it on time-out. */
export function run(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const started = performance.now()
  const [program, argv] = dyingWithParent(file, args)
  const child = spawn(program, argv, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const read = (text: string): void => {
    output += text
    options.onOutput?.(text)
  }
  // Decoded as streams: a multi-byte character may be split between two chunks.
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      output += `\n${file} did not end within ${options.timeoutMs / 1000} s and was stopped.\n`
      child.kill('SIGKILL')
    }, options.timeoutMs)
    let cpuS: number | null = null
    child.once('exit', () => (cpuS = takeChildCpuS()))
    const end = (ok: boolean): void => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ ok, output, seconds: (performance.now() - started) / 1000, cpuS })
    }
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
