import type { Address, Nft } from '@parley/domain'
import { isAddressEqual, parseAbi, parseEventLogs, type TransactionReceipt } from 'viem'

const returnFailed = parseAbi(['event ReturnFailed(bytes32 indexed offerId, address nftContract, uint256 tokenId)'])

/** The NFTs that a transaction should have returned and that their collection did not let go (decision K7). */
export function leftBehind(receipt: Pick<TransactionReceipt, 'logs'>, escrow: Address): readonly Nft[] {
  return parseEventLogs({ abi: returnFailed, logs: receipt.logs })
    .filter((log) => isAddressEqual(log.address, escrow))
    .map(({ args }) => ({ contract: args.nftContract, tokenId: args.tokenId }))
}
