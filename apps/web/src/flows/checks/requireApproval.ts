import { readApproval } from '@parley/chain'
import type { Address, Nft } from '@parley/domain'
import type { Client } from 'viem'
import { FlowError } from '../FlowError.ts'

/** Stops when the escrow may not move every NFT of the side. A single-token approval counts. */
export async function requireApproval(
  chain: Client,
  nfts: readonly Nft[],
  owner: Address,
  operator: Address,
): Promise<void> {
  const contracts = [...new Set(nfts.map((nft) => nft.contract))]
  const missing: Address[] = []
  for (const contract of contracts) {
    const tokenIds = nfts.filter((nft) => nft.contract === contract).map((nft) => nft.tokenId)
    if ((await scopeOf(chain, { contract, owner, operator, tokenIds })) === 'none') missing.push(contract)
  }
  if (missing.length > 0) throw new FlowError({ kind: 'not-approved', contracts: missing })
}

async function scopeOf(chain: Client, question: Parameters<typeof readApproval>[1]): ReturnType<typeof readApproval> {
  try {
    return await readApproval(chain, question)
  } catch (error) {
    throw new FlowError({ kind: 'approval-unknown', contract: question.contract }, error)
  }
}
