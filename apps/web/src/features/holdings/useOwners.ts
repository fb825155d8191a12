import { readOwner } from '@parley/chain'
import { type Address, type Nft, nftKey } from '@parley/domain'
import { useQueries } from '@tanstack/react-query'
import { nextTask } from '../../services/browser.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'

/** Each NFT's owner, read through the visitor's own connection. Undefined until read, null if unreadable. */
export function useOwners(nfts: readonly Nft[]): readonly (Address | null | undefined)[] {
  const { chain } = useSession()
  return useQueries({
    queries: nfts.map((nft) => ({
      queryKey: queryKeys.owner(nftKey(nft)),
      queryFn: async () => {
        await nextTask()
        return readOwner(chain, nft)
      },
      // Refetched on every visit, because it decides which actions are available.
      staleTime: 0,
    })),
    combine: (answers) => answers.map((answer) => (answer.isError ? null : answer.data)),
  })
}
