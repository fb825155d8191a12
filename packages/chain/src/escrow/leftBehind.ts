import type { Address, Nft } from '@parley/domain'
import { isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** The NFTs that a transaction should have returned and that their collection did not let go (decision K7). */
export function leftBehind(receipt: Pick<TransactionReceipt, 'logs'>, escrow: Address): readonly Nft[] {
  return parseEventLogs({ abi: swapEscrowAbi, eventName: 'ReturnFailed', logs: receipt.logs })
    .filter((log) => isAddressEqual(log.address, escrow))
    .map(({ args }) => ({ contract: args.nftContract, tokenId: args.tokenId }))
}
