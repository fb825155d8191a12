import { sameAddress, type Address } from '@parley/domain'
import type { Client } from 'viem'
import { readContract } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'
import { erc721Abi } from './erc721Abi.ts'

export interface ApprovalQuestion {
  readonly contract: Address
  readonly owner: Address
  readonly operator: Address
  /** The NFTs in the deal: if each is approved alone, that counts too. */
  readonly tokenIds: readonly bigint[]
}

/** `collection`: all of it. `tokens`: each NFT that was asked about. `none`: not enough to trade. */
export type ApprovalScope = 'collection' | 'tokens' | 'none'

/**
 * Whether the operator may move what a deal takes of one collection.
 *
 * @throws ChainFailureError when the contract or the endpoint does not answer: unreadable is not the same as not approved.
 */
export async function readApproval(
  chain: Client,
  { contract, owner, operator, tokenIds }: ApprovalQuestion,
): Promise<ApprovalScope> {
  try {
    if (
      await readContract(chain, {
        address: contract,
        abi: erc721Abi,
        functionName: 'isApprovedForAll',
        args: [owner, operator],
      })
    )
      return 'collection'
    if (tokenIds.length === 0) return 'none'
    const approved = await Promise.all(
      tokenIds.map((tokenId) =>
        readContract(chain, { address: contract, abi: erc721Abi, functionName: 'getApproved', args: [tokenId] }),
      ),
    )
    return approved.every((address) => sameAddress(address, operator)) ? 'tokens' : 'none'
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
