import { nftKey, type Address, type Nft, type Offer } from '@parley/domain'
import { decodeAbiParameters, isAddressEqual, type TransactionReceipt } from 'viem'
import { returnClaimedTopic, returnFailedTopic } from './eventTopics.ts'

type Logs = Pick<TransactionReceipt, 'logs'>

/** The NFTs that a transaction should have returned but whose collection refused (decision K7). */
export function leftBehind(receipt: Logs, escrow: Address): readonly Nft[] {
  return nftsOf(returnFailedTopic, receipt, escrow)
}

/** The NFTs that a claim left behind. A claim's events only list those it returned. */
export function leftAfterClaim(receipt: Logs, offer: Pick<Offer, 'escrow' | 'unreturned'>): readonly Nft[] {
  const claimed = new Set(nftsOf(returnClaimedTopic, receipt, offer.escrow).map(nftKey))
  return offer.unreturned.filter((nft) => !claimed.has(nftKey(nft)))
}

const nftParameters = [{ type: 'address' }, { type: 'uint256' }] as const

function nftsOf(topic: string, { logs }: Logs, escrow: Address): readonly Nft[] {
  return logs
    .filter(({ address, topics: [first] }) => first === topic && isAddressEqual(address, escrow))
    .map(({ data }) => {
      const [contract, tokenId] = decodeAbiParameters(nftParameters, data)
      return { contract, tokenId }
    })
}
