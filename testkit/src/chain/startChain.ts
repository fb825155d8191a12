import { setMulticall3 } from '../contracts/setMulticall3.ts'
import { createLocalClient, type LocalClient } from './createLocalClient.ts'
import { isPortFree } from './isPortFree.ts'
import { localChainId } from './localChain.ts'
import { PortInUseError } from './PortInUseError.ts'
import { spawnAnvil } from './spawnAnvil.ts'

export interface ChainOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** The chain's state: read at start if the file exists, written at the end and every few seconds. */
  readonly stateFile?: string
  /** Where the chain is read from at the start, if nothing is to be written. */
  readonly initialStateFile?: string
  /** Block interval; no blocks in between. Without it each transaction is mined at once. */
  readonly blockTimeS?: number
  /**
   * Time of block 0, unix seconds: in the past, to leave room for history. anvil recreates that block at each start, so
   * a chain restored from a state needs the same time to keep its first block.
   */
  readonly genesisTimeS?: number
  readonly gasLimit?: number
}

export interface Chain {
  readonly url: string
  readonly port: number
  /** viem's public, wallet and test actions in one. */
  readonly client: LocalClient
  /** Resolves when anvil ends for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Real blocks have a limit of about 21 million. Reads may use more, as on public endpoints. */
const defaultGasLimit = 50_000_000

/** What a chain that is killed forgets at most. A day of blocks makes a state of some 60 MB, so not every second. */
const stateIntervalS = 10

/** Avalanche C-Chain on this machine: anvil with its chain id, Cancun rules, and Multicall3. */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const port = options.port ?? 0
  if (port !== 0 && !(await isPortFree(port))) throw new PortInUseError(port)
  const anvil = await spawnAnvil(anvilArguments(port, options))
  const url = `http://127.0.0.1:${anvil.port}`
  const client = createLocalClient(url)
  const ended = new Promise<void>((resolve) => anvil.process.once('exit', () => resolve()))
  try {
    await setMulticall3(client)
  } catch (error) {
    await anvil.stop()
    throw error
  }
  return { url, port: anvil.port, client, ended, stop: anvil.stop }
}

function anvilArguments(port: number, options: ChainOptions): string[] {
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(localChainId),
    '--hardfork',
    'cancun',
  ]
  args.push('--gas-limit', String(options.gasLimit ?? defaultGasLimit), '--no-request-size-limit')
  if (options.blockTimeS !== undefined) args.push('--block-time', String(options.blockTimeS))
  if (options.genesisTimeS !== undefined) args.push('--timestamp', String(options.genesisTimeS))
  if (options.stateFile !== undefined)
    args.push('--state', options.stateFile, '--state-interval', String(stateIntervalS))
  if (options.initialStateFile !== undefined) args.push('--load-state', options.initialStateFile)
  return args
}
