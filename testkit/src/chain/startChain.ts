import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setMulticall3 } from '../contracts/setMulticall3.ts'
import { createBlockProducer, type BlockProducer } from './blockProducer.ts'
import { createLocalClient, type LocalClient } from './createLocalClient.ts'
import { isPortFree } from './isPortFree.ts'
import { localChainId } from './localChain.ts'
import { PortInUseError } from './PortInUseError.ts'
import { spawnAnvil } from './spawnAnvil.ts'
import { createStateKeeper } from './stateKeeper.ts'

export interface ChainOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number
  /** Where the chain is saved, after blocks with transactions and at the end; loaded at the start if it exists. */
  readonly stateFile?: string
  /** Loaded at the start instead of `stateFile`, and never written. */
  readonly initialStateFile?: string
  /**
   * Time of block 0, in unix seconds; in the past, to leave room for history. anvil recreates block 0 at each start,
   * so a restored chain needs the same time to keep its hash.
   */
  readonly genesisTimeS?: number
  readonly gasLimit?: number
  /** Called if a save fails; the previous file stays. */
  readonly onSaveFailure?: (error: unknown) => void
}

export interface Chain {
  readonly url: string
  readonly port: number
  /** anvil's process id. */
  readonly pid: number
  /** viem's public, wallet and test actions combined. */
  readonly client: LocalClient
  /** Idle until started: until then, each transaction is mined at once. */
  readonly blocks: BlockProducer
  /** Resolves when anvil exits, for any reason. */
  readonly ended: Promise<void>
  /** Writes the state file, if there is one. */
  save(): Promise<void>
  /** Saves and ends. */
  stop(): Promise<void>
}

/** Real blocks have a limit of about 21 million. Reads may use more, as on public endpoints. */
const defaultGasLimit = 50_000_000

/**
 * Number of block states that stay readable: two minutes' worth. Each copies every account: 2.2 MB with the demo's
 * NFTs. Without this limit, anvil keeps 500 to 1,500 in memory and 3,600 more on disk.
 */
const keptStates = 64

/** Avalanche C-Chain on this machine: anvil with its chain id, Cancun rules, and Multicall3. */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const { port = 0, stateFile } = options
  if (port !== 0 && !(await isPortFree(port))) throw new PortInUseError(port)
  const folder = join(stateFile === undefined ? tmpdir() : dirname(stateFile), 'anvil')
  const anvil = await spawnAnvil(anvilArguments(port, options), folder)
  const url = `http://127.0.0.1:${anvil.port}`
  const client = createLocalClient(url)
  const keeper =
    stateFile === undefined ? null : createStateKeeper(url, stateFile, options.onSaveFailure ?? (() => undefined))
  const blocks = createBlockProducer(client, () => keeper?.changed())
  let isRunning = true
  const ended = new Promise<void>((resolve) => anvil.process.once('exit', () => resolve())).then(() => {
    isRunning = false
    keeper?.stop()
  })
  const save = async (): Promise<void> => keeper?.save()
  const stop = async (): Promise<void> => {
    await blocks.stop()
    try {
      if (isRunning) await save()
    } finally {
      await anvil.stop()
    }
  }
  try {
    await setMulticall3(client)
  } catch (error) {
    await anvil.stop()
    throw error
  }
  return { url, port: anvil.port, pid: anvil.process.pid ?? 0, client, blocks, ended, save, stop }
}

function anvilArguments(port: number, options: ChainOptions): string[] {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(localChainId)]
  args.push('--hardfork', 'cancun', '--prune-history', String(keptStates))
  args.push('--gas-limit', String(options.gasLimit ?? defaultGasLimit), '--no-request-size-limit')
  if (options.genesisTimeS !== undefined) args.push('--timestamp', String(options.genesisTimeS))
  const { stateFile, initialStateFile = stateFile } = options
  if (initialStateFile !== undefined && existsSync(initialStateFile)) args.push('--load-state', initialStateFile)
  return args
}
