import type { WalletConnection } from '@parley/chain'
import { type Address, sameAddress } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { FlowError } from '../FlowError.ts'
import type { ConnectedTools, FlowTools } from '../FlowTools.ts'

/** A wallet that does not say within this time which accounts it opens is no signer. */
const answerMs = 10_000

/** Stops when no wallet is connected. */
export function requireWallet(tools: FlowTools): ConnectedTools {
  if (!tools.wallet) throw new FlowError({ kind: 'not-connected' })
  return { ...tools, wallet: tools.wallet }
}

/**
 * Stops when the wallet does not answer, or opens no account: it was locked or removed.
 *
 * @param closed what the latter is: `not-connected` once the wallet had opened its account earlier in the flow.
 */
export async function requireSigner(
  tools: ConnectedTools,
  closed: 'no-signer' | 'not-connected' = 'no-signer',
): Promise<void> {
  const accounts = await openAccounts(tools)
  if (accounts.length === 0) throw new FlowError({ kind: closed })
  if (!accounts.some((account) => sameAddress(account, tools.wallet.address)))
    throw new FlowError({ kind: 'account-changed' })
}

async function openAccounts({ wallet, clock }: ConnectedTools): Promise<readonly string[]> {
  const stop = new AbortController()
  try {
    return await Promise.race([accountsOf(wallet), clock.sleep(answerMs, stop.signal).then(noAnswer)])
  } catch (error) {
    throw new FlowError({ kind: 'no-signer' }, error)
  } finally {
    stop.abort()
  }
}

function noAnswer(): never {
  throw new FlowError({ kind: 'no-signer' })
}

async function accountsOf(wallet: WalletConnection): Promise<readonly string[]> {
  const accounts = await wallet.provider.request({ method: 'eth_accounts' })
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : []
}

/** Finds an escrow's deployment. Stops at escrows that the page was not built for (decision Z1). */
export function requireBuilt({ config }: Pick<FlowTools, 'config'>, escrow: Address): EscrowDeployment {
  const deployment = config.escrows.find(({ address }) => sameAddress(address, escrow))
  if (!deployment) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
  return deployment
}

/**
 * Stops while server and page disagree about the escrows. Required before NFTs are put at risk; taking NFTs out of a
 * known escrow stays possible.
 */
export function requireSameEscrows({ config, foreign }: Pick<FlowTools, 'config' | 'foreign'>): void {
  const [escrow] = foreign
  if (escrow) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
}

function addressOf({ address }: EscrowDeployment): Address {
  return address
}
