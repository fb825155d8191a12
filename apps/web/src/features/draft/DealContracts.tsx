import type { ReactNode } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useMissingWords } from '../../services/Portal.ts'
import { tableText as words } from '../../text/swap.lazy.ts'
import { WholeAddress } from '../../ui/Address.tsx'

/** The contract of each collection in a deal, in full: the slip's lines and prints have no room for it. */
export function DealContracts({ nfts }: { readonly nfts: readonly HeldNft[] }): ReactNode {
  const messages = useMissingWords()
  const collections = [...new Map(nfts.map((nft) => [nft.contract, nft])).values()]
  if (nfts.length === 0) return null
  return (
    <dl className="deal-contracts num" aria-label={words.contracts}>
      {collections.map(({ contract, collectionName, verified }) => (
        <div key={contract}>
          <dt>{verified ? collectionName : messages.unknownCollection}</dt>
          <dd>
            <ExplorerLink to={{ address: contract }}>
              <WholeAddress address={contract} />
            </ExplorerLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
