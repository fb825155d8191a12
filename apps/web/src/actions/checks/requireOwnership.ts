import { approveCall, readApproval, readOwner, type ContractCall } from '@parley/chain'
import { type Address, type Nft, sameAddress } from '@parley/domain'
import type { Client } from 'viem'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'
import { getCode } from 'viem/actions'

/** Stops at the first contract of a side that has no code. */
export async function requireContracts(chain: Client, nfts: readonly Nft[]): Promise<void> {
  const contracts = [...new Set(nfts.map((nft) => nft.contract))]
  const codes = await inPhase('read', () => Promise.all(contracts.map((address) => getCode(chain, { address }))))
  const empty = contracts.find((_, index) => !codes[index] || codes[index] === '0x')
  if (empty) throw new FlowError({ kind: 'no-contract', contract: empty })
}

/** Stops at the first NFT that has another owner or an unreadable one. */
export async function requireOwnership(chain: Client, nfts: readonly Nft[], owner: Address): Promise<void> {
  const owners = await Promise.all(nfts.map((nft) => ownerOf(chain, nft)))
  nfts.forEach((nft, index) => {
    const actual = owners[index]
    if (actual && !sameAddress(actual, owner)) throw new FlowError({ kind: 'not-owned', nft, owner: actual })
  })
}

/**
 * Stops unless the typed address holds all requested NFTs. The escrow makes their single owner the recipient, not the
 * address on screen (decision K2).
 */
export async function requireRecipient(chain: Client, requested: readonly Nft[], typed: Address): Promise<void> {
  const owners = await Promise.all(requested.map((nft) => ownerOf(chain, nft)))
  const found = owners.find((owner) => !sameAddress(owner, typed))
  if (found) throw new FlowError({ kind: 'other-recipient', typed, found })
}

async function ownerOf(chain: Client, nft: Nft): Promise<Address> {
  try {
    return await readOwner(chain, nft)
  } catch (error) {
    throw new FlowError({ kind: 'ownership-unknown', nft }, error)
  }
}

/**
 * The approvals to be signed together with the deal, one for each NFT that the escrow may not move yet. A single-token
 * approval counts.
 *
 * @throws FlowError if one is missing and the wallet signs one call at a time.
 */
export async function missingApprovals(
  { chain, signsTogether }: FlowTools,
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
  if (missing.length > 0 && !signsTogether) throw new FlowError({ kind: 'not-approved', contracts: missing })
  return nfts
    .filter(({ contract }) => missing.includes(contract))
    .map(({ contract, tokenId }) => approveCall({ contract, operator, tokenId, priorityFeeGwei: undefined }))
}

async function scopeOf(chain: Client, question: Parameters<typeof readApproval>[1]): ReturnType<typeof readApproval> {
  try {
    return await readApproval(chain, question)
  } catch (error) {
    throw new FlowError({ kind: 'approval-unknown', contract: question.contract }, error)
  }
}
