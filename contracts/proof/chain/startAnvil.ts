import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import { RpcBatch } from './RpcBatch.ts'

export interface Anvil {
  readonly rpc: RpcBatch
  readonly url: string
  stop(): Promise<void>
}

/** anvil did not come up. */
export class AnvilFailed extends Error {
  readonly code = 'anvil-failed'
  readonly output: string
  constructor(output: string) {
    super(`anvil did not start: ${output}`)
    this.output = output
  }
}

const startTimeoutMs = 120_000

/** A local chain with the C-Chain's id and rules on a free port. Any account may send; gas is free and blocks are mined on demand. */
export async function startAnvil(...further: readonly string[]): Promise<Anvil> {
  const binary = join(contractsRoot, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')
  const args = ['--port', '0', '--chain-id', '43114', '--hardfork', 'cancun', '--accounts', '1', ...further]
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new AnvilFailed(output))
    }, startTimeoutMs)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Listening on ([\d.]+:\d+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(`http://${address}`)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', () => reject(new AnvilFailed(output)))
  })
  return {
    rpc: new RpcBatch(url),
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Options for setting up thousands of transactions: no automatic mining, price or limits, any sender. */
export const bulkOptions = [
  '--no-mining',
  '--order',
  'fifo',
  '--auto-impersonate',
  '--gas-price',
  '0',
  '--block-base-fee-per-gas',
  '0',
  '--disable-min-priority-fee',
  '--gas-limit',
  '1000000000000',
  '--no-request-size-limit',
  '--disable-pool-balance-checks',
] as const
