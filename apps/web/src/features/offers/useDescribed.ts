import { findCollection, nftKey, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { nextTask } from '../../services/browser.ts'
import { queryKeys } from '../../services/queries.ts'
import { describedNft } from '../../services/nftView.ts'
import { useSession } from '../../services/Session.ts'

/**
 * NFTs with what a print shows of them. The name of the metadata comes later, or never: until then '{collection} #{id}'.
 * One of an unknown contract gets none of its own text and no picture (decision A5).
 */
export function useDescribed(nfts: readonly Nft[], carried?: Readonly<Record<string, string>>): readonly HeldNft[] {
  const { api, config } = useSession()
  const names = useQueries({
    queries: nfts.map((nft) => ({
      queryKey: queryKeys.nft(nftKey(nft)),
      enabled: findCollection(config.collections, nft.contract) !== undefined,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        await nextTask()
        const answer = await api.request('nft', {
          params: { contract: nft.contract, tokenId: String(nft.tokenId) },
          signal,
        })
        return answer.name
      },
      placeholderData: carried?.[nftKey(nft)],
    })),
    combine: (answers) => answers.map((answer) => answer.data),
  })
  return useMemo(
    () =>
      nfts.map((nft, at) => describedNft(nft, config.collections, { name: names[at], image: imageUrl(nft, '512') })),
    [nfts, names, config],
  )
}
