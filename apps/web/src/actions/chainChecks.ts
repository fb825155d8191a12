import {
  approveCall,
  type ContractCall,
  type WalletConnection,
  readBalance,
  readFee,
  readApproval,
  readOwner,
  ChainFailureError,
  hasSameTerms,
  readOfferTerms,
  type OfferOnChain,
} from '@parley/chain'
import { type Address, sameAddress, type Nft, type Offer } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { ActionError, type ConnectedTools, type ActionTools, inPhase } from './action.ts'
import type { Client } from 'viem'
import { getCode } from 'viem/actions'

/** A wallet that does not say within this time which accounts it opens is no signer. */
const answerMs = 10_000

/** Stops when no wallet is connected. */
export function requireWallet(tools: ActionTools): ConnectedTools {
  if (!tools.wallet) throw new ActionError({ kind: 'not-connected' })
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
  if (accounts.length === 0) throw new ActionError({ kind: closed })
  if (!accounts.some((account) => sameAddress(account, tools.wallet.address)))
    throw new ActionError({ kind: 'account-changed' })
}

async function openAccounts({ wallet, clock }: ConnectedTools): Promise<readonly string[]> {
  const stop = new AbortController()
  try {
    return await Promise.race([accountsOf(wallet), clock.sleep(answerMs, stop.signal).then(noAnswer)])
  } catch (error) {
    throw new ActionError({ kind: 'no-signer' }, error)
  } finally {
    stop.abort()
  }
}

function noAnswer(): never {
  throw new ActionError({ kind: 'no-signer' })
}

async function accountsOf(wallet: WalletConnection): Promise<readonly string[]> {
  const accounts = await wallet.provider.request({ method: 'eth_accounts' })
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : []
}

/** Finds an escrow's deployment. Stops at escrows that the page was not built for (decision Z1). */
export function requireBuilt({ config }: Pick<ActionTools, 'config'>, escrow: Address): EscrowDeployment {
  const deployment = config.escrows.find(({ address }) => sameAddress(address, escrow))
  if (!deployment) throw new ActionError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
  return deployment
}

/**
 * Stops while server and page disagree about the escrows. Required before NFTs are put at risk; taking NFTs out of a
 * known escrow stays possible.
 */
export function requireSameEscrows({ config, foreign }: Pick<ActionTools, 'config' | 'foreign'>): void {
  const [escrow] = foreign
  if (escrow) throw new ActionError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
}

function addressOf({ address }: EscrowDeployment): Address {
  return address
}

/** The current platform fee. Stops if the screen showed another one, so that an unseen price is never paid. */
export async function requireFee({ chain, shownFeeWei }: ActionTools, escrow: Address): Promise<bigint> {
  const nowWei = await inPhase('read', () => readFee(chain, escrow))
  const shownWei = shownFeeWei(escrow)
  if (nowWei !== shownWei) throw new ActionError({ kind: 'fee-changed', shownWei, nowWei })
  return nowWei
}

/** Stops where the wallet does not have a sum that is about to be sent. Gas is looked at before signing. */
export async function requireMeans(chain: Client, owner: Address, neededWei: bigint): Promise<void> {
  const heldWei = await inPhase('read', () => readBalance(chain, owner))
  if (heldWei < neededWei) throw new ActionError({ kind: 'cannot-pay', neededWei, heldWei })
}

/** Stops at the first contract of a side that has no code. */
export async function requireContracts(chain: Client, nfts: readonly Nft[]): Promise<void> {
  const contracts = [...new Set(nfts.map((nft) => nft.contract))]
  const codes = await inPhase('read', () => Promise.all(contracts.map((address) => getCode(chain, { address }))))
  const empty = contracts.find((_, index) => !codes[index] || codes[index] === '0x')
  if (empty) throw new ActionError({ kind: 'no-contract', contract: empty })
}

/** Stops at the first NFT that has another owner or an unreadable one. */
export async function requireOwnership(chain: Client, nfts: readonly Nft[], owner: Address): Promise<void> {
  const owners = await Promise.all(nfts.map((nft) => ownerOf(chain, nft)))
  nfts.forEach((nft, index) => {
    const actual = owners[index]
    if (actual && !sameAddress(actual, owner)) throw new ActionError({ kind: 'not-owned', nft, owner: actual })
  })
}

/**
 * Stops unless the typed address holds all requested NFTs. The escrow makes their single owner the recipient, not the
 * address on screen (decision K2).
 */
export async function requireRecipient(chain: Client, requested: readonly Nft[], typed: Address): Promise<void> {
  const owners = await Promise.all(requested.map((nft) => ownerOf(chain, nft)))
  const found = owners.find((owner) => !sameAddress(owner, typed))
  if (found) throw new ActionError({ kind: 'other-recipient', typed, found })
}

async function ownerOf(chain: Client, nft: Nft): Promise<Address> {
  try {
    return await readOwner(chain, nft)
  } catch (error) {
    throw new ActionError({ kind: 'ownership-unknown', nft }, error)
  }
}

/**
 * The approvals to sign with the deal: one for each NFT that the escrow may not move yet. A single-token
 * approval counts. Stops when one is missing and the wallet signs one call at a time.
 */
export async function missingApprovals(
  { chain, signsTogether }: ActionTools,
  nfts: readonly Nft[],
  owner: Address,
  operator: Address,
): Promise<readonly ContractCall[]> {
  const contracts = [...new Set(nfts.map((nft) => nft.contract))]
  const missing: Address[] = []
  for (const contract of contracts) {
    const tokenIds = nfts.filter((nft) => nft.contract === contract).map((nft) => nft.tokenId)
    const scope = await scopeOf(chain, { contract, owner, operator, tokenIds })
    if (scope === 'none' || scope === 'some') missing.push(contract)
  }
  if (missing.length > 0 && !signsTogether) throw new ActionError({ kind: 'not-approved', contracts: missing })
  return nfts
    .filter(({ contract }) => missing.includes(contract))
    .map(({ contract, tokenId }) => approveCall({ contract, operator, tokenId, priorityFeeGwei: undefined }))
}

async function scopeOf(chain: Client, question: Parameters<typeof readApproval>[1]): ReturnType<typeof readApproval> {
  try {
    return await readApproval(chain, question)
  } catch (error) {
    throw new ActionError({ kind: 'approval-unknown', contract: question.contract }, error)
  }
}

/** What the chain says of an offer, read through the visitor's own connection (decision C6). Stops when it knows no such offer. */
export async function requireOnChain(tools: ActionTools, offer: Offer): Promise<OfferOnChain> {
  // Only escrows that the page was built for are called, so a lying index can't redirect the user.
  requireBuilt(tools, offer.escrow)
  return readTerms(tools.chain, offer)
}

/** Stops where the chain has other terms than the screen showed, read through the connection given. */
export async function requireShown(chain: Client, shown: Offer): Promise<void> {
  requireSame(shown, await readTerms(chain, shown))
}

export function requireSame(shown: Offer, onChain: OfferOnChain): void {
  if (!hasSameTerms(shown, onChain)) throw new ActionError({ kind: 'chain-differs' })
}

async function readTerms(chain: Client, { escrow, id }: Offer): Promise<OfferOnChain> {
  return inPhase('read', async () => {
    try {
      return await readOfferTerms(chain, escrow, id)
    } catch (error) {
      if (error instanceof ChainFailureError && error.failure.kind === 'reverted')
        throw new ActionError({ kind: 'offer-unknown' }, error)
      throw error
    }
  })
}
