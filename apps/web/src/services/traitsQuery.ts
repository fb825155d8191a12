import { type Nft, nftKey } from '@parley/domain'
import type { ApiClient } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './queries.ts'

/** An NFT's traits by its metadata. Fails where that can't be read: it may name some. */
export function traitsQuery(api: ApiClient, nft: Nft) {
  return queryOptions({
    queryKey: [...queryKeys.nft(nftKey(nft)), 'traits'],
    queryFn: async ({ signal }) => {
      const params = { contract: nft.contract, tokenId: String(nft.tokenId) }
      const { attributes, metadata } = await api.request('nft', { params, signal })
      if (metadata === 'unread') throw new Error('the metadata cannot be read')
      return attributes
    },
  })
}
