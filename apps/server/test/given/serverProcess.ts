import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildServer } from '@parley/testkit'
import type { Market } from './market.ts'
import { until } from './testServer.ts'

const main = await buildServer()

/** The server's executable, run as an operator would. */
export interface ServerProcess {
  /** Its URL, once it listens. */
  url(): Promise<string>
  /** Whether its log contains this text. */
  hasSaid(text: string): boolean
  /** Its standard error. */
  complaints(): string
  /** The exit code, once it has exited. */
  readonly ended: Promise<number>
  /** Like `kill -9`: it gets no chance to react. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
  readonly pid: number | undefined
}

export function startServerProcess(
  market: Pick<Market, 'chain' | 'deploymentFile'>,
  env: Readonly<Record<string, string>>,
): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      // Compiling is half of a start's time.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      PORT: '0',
      RPC_URLS: market.chain.url,
      DEPLOYMENT_FILE: market.deploymentFile,
      POLL_MS: '100',
      ...env,
    },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'exit').then(([code]) => Number(code))
  return {
    url: () =>
      until(async () => {
        const line = out.split('\n').find((candidate) => candidate.includes('"msg":"listening"'))
        return line === undefined ? null : String(JSON.parse(line).url)
      }),
    hasSaid: (text) => out.includes(text),
    complaints: () => err,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    signal: (signal) => void child.kill(signal),
    pid: child.pid,
  }
}
