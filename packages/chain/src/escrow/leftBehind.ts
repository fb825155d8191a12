import { nftKey, type Address, type Nft, type Offer } from '@parley/domain'
import { isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

type Logs = Pick<TransactionReceipt, 'logs'>

/** The NFTs that a transaction should have returned but whose collection refused (decision K7). */
export function leftBehind(receipt: Logs, escrow: Address): readonly Nft[] {
  return nftsOf('ReturnFailed', receipt, escrow)
}

/** The NFTs that a claim left behind. A claim's events only list those it returned. */
export function leftAfterClaim(receipt: Logs, offer: Pick<Offer, 'escrow' | 'unreturned'>): readonly Nft[] {
  const claimed = new Set(nftsOf('ReturnClaimed', receipt, offer.escrow).map(nftKey))
  return offer.unreturned.filter((nft) => !claimed.has(nftKey(nft)))
}

function nftsOf(eventName: 'ReturnFailed' | 'ReturnClaimed', { logs }: Logs, escrow: Address): readonly Nft[] {
  return parseEventLogs({ abi: swapEscrowAbi, eventName, logs })
    .filter((log) => isAddressEqual(log.address, escrow))
    .map(({ args }) => ({ contract: args.nftContract, tokenId: args.tokenId }))
}
