import { findCollection, nftKey, type Nft } from '@parley/domain'
import { imageUrl, versionIn } from '@parley/protocol'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DocumentOffer } from '../../services/documentData.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { nextTask } from '../../services/browser.ts'
import { queryKeys } from '../../services/queries.ts'
import { describedNft } from '../../services/nftView.ts'
import { useSession } from '../../services/Session.ts'

/** An NFT, possibly with the picture that a wallet's holdings name. */
type Shown = Nft & { readonly image?: string }

/**
 * NFTs with what a print shows of them. The name and the picture's version come from the metadata later, or never: until then
 * it is '{collection} #{id}'. One of an unknown contract gets none of its own text and no picture (decision A5).
 *
 * @param carried the offer that the page's document carries.
 */
export function useDescribed(nfts: readonly Shown[], carried?: DocumentOffer | null): readonly HeldNft[] {
  const { api, config } = useSession()
  const told = useQueries({
    queries: nfts.map((nft) => ({
      queryKey: queryKeys.nft(nftKey(nft)),
      enabled: findCollection(config.collections, nft.contract) !== undefined,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        await nextTask()
        const answer = await api.request('nft', {
          params: { contract: nft.contract, tokenId: String(nft.tokenId) },
          signal,
        })
        return { name: answer.name, image: answer.image }
      },
      placeholderData: carried && {
        name: carried.names[nftKey(nft)],
        image: imageUrl(nft, '512', carried.pictures[nftKey(nft)]),
      },
    })),
    combine: (answers) => answers.map((answer) => answer.data),
  })
  return useMemo(
    () =>
      nfts.map((nft, at) => {
        const { name, image = nft.image } = told[at] ?? {}
        return describedNft(nft, config.collections, { name, image: imageUrl(nft, '512', versionIn(image)) })
      }),
    [nfts, told, config],
  )
}
