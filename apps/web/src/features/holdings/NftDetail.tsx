import { readOwner } from '@parley/chain'
import { nftKey, sameAddress } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nftWords as words } from '../../messages/nftWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { idOf, shownName } from '../../session/nftNames.ts'
import { queryKeys } from '../../session/queryKeys.ts'
import { useSession } from '../../session/Session.ts'
import { useAccount } from '../../session/useConnection.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Seal } from '../../ui/Seal.tsx'
import './NftDetail.css'

interface NftDetailProps {
  readonly nft: HeldNft
  readonly onClose: () => void
}

/** One NFT with all that is known of it. Its name and traits are the collection's own text (decision A5). */
export default function NftDetail({ nft, onClose }: NftDetailProps): ReactNode {
  const { explorerUrl } = useSession().config
  const messages = useMessages()
  const { contract, tokenId, collectionName, verified } = nft
  return (
    <Dialog open title={`${shownName(nft)} ${idOf(nft)}`} onClose={onClose} closeLabel={screenWords.frame.close}>
      <div className="nft-detail">
        <Picture
          src={verified ? imageUrl(nft, '1024') : ''}
          alt={`${collectionName} ${idOf(nft)}`}
          missingLabel={messages.noImage.text}
          eager
        />
        <dl className="num">
          <dt>{words.collection}</dt>
          <dd>
            <Seal verified={verified} label={verified ? screenWords.grid.verified : screenWords.grid.unverified} />{' '}
            {collectionName}
          </dd>
          <dt>{words.contract}</dt>
          <dd>{contract}</dd>
          <dt>{words.id}</dt>
          <dd>{String(tokenId)}</dd>
          <dt>{words.owner}</dt>
          <dd>
            <Owner nft={nft} />
          </dd>
          <dt>{words.traits}</dt>
          <dd>
            <Traits nft={nft} />
          </dd>
        </dl>
        {explorerUrl === null ? null : (
          <a href={`${explorerUrl}/token/${contract}?a=${tokenId}`} target="_blank" rel="noreferrer">
            {words.explorer}
          </a>
        )}
      </div>
    </Dialog>
  )
}

/** The owner as the chain says now. */
function Owner({ nft }: { nft: HeldNft }): ReactNode {
  const { chain } = useSession()
  const account = useAccount()
  const { data, isError } = useQuery({
    queryKey: queryKeys.owner(nftKey(nft)),
    queryFn: () => readOwner(chain, nft),
    staleTime: 0,
  })
  if (isError) return words.ownerUnread
  if (!data) return words.ownerReading
  return account && sameAddress(account, data) ? `${words.ownerYou}, ${data}` : data
}

function Traits({ nft }: { nft: HeldNft }): ReactNode {
  const { api } = useSession()
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.nft(nftKey(nft)), 'traits'],
    enabled: nft.verified,
    queryFn: async ({ signal }) => {
      const params = { contract: nft.contract, tokenId: String(nft.tokenId) }
      return (await api.request('nft', { params, signal })).attributes
    },
  })
  if (isError) return words.traitsUnread
  if (!data || data.length === 0) return data || !nft.verified ? words.traitsNone : '…'
  return (
    <ul>
      {data.map(({ trait, value }, at) => (
        <li key={`${at} ${trait}`}>
          <span className="muted">{trait}</span> {value}
        </li>
      ))}
    </ul>
  )
}
