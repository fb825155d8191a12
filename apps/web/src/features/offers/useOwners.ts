import { readOwner } from '@parley/chain'
import { nftKey, type Address, type Nft } from '@parley/domain'
import { useQueries } from '@tanstack/react-query'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'

/** Who holds each NFT, by the visitor's own connection, in the order given. Undefined until read, null where it cannot be. */
export function useOwners(nfts: readonly Nft[]): readonly (Address | null | undefined)[] {
  const { chain } = useSession()
  return useQueries({
    queries: nfts.map((nft) => ({
      queryKey: queryKeys.owner(nftKey(nft)),
      queryFn: () => readOwner(chain, nft),
      // Read for every look at the page: it decides what somebody may do.
      staleTime: 0,
    })),
    combine: (answers) => answers.map((answer) => (answer.isError ? null : answer.data)),
  })
}
