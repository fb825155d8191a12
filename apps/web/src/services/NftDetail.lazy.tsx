import { readOwner } from '@parley/chain'
import { nftKey, sameAddress } from '@parley/domain'
import { contextRoutes, createClientOf, imageUrl, unixSeconds, versionIn } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { nftText as words } from '../text/deal.lazy.ts'
import { longDate } from '../text/format.ts'
import { frameText } from '../text/frame.ts'
import { gridText } from '../text/swap.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Seal } from '../ui/Seal.tsx'
import type { HeldNft } from './drafts.ts'
import { ExplorerLink } from './ExplorerLink.tsx'
import { idOf, shownName } from './nftView.ts'
import { Nickname } from './people.tsx'
import { useMessages } from './Portal.ts'
import { traitsQuery } from './traitsQuery.ts'
import { queryKeys } from './queries.ts'
import { useSession } from './Session.ts'
import { useAccount } from './walletConnection.ts'
import './NftDetail.css'

interface NftDetailProps {
  readonly nft: HeldNft
  readonly onClose: () => void
}

/** One NFT with all that is known of it. Its name and traits are the collection's own text (decision A5). */
export default function NftDetail({ nft, onClose }: NftDetailProps): ReactNode {
  const messages = useMessages()
  // The press shows at once, on the dialog with its name and picture. What else is known follows in a later frame.
  const isShown = useDeferredValue(true, false)
  return (
    <Dialog open title={`${shownName(nft)} ${idOf(nft)}`} onClose={onClose} closeLabel={frameText.close}>
      <div className="nft-detail">
        <LargePicture nft={nft} missingLabel={messages.noImage} />
        {isShown ? <Facts nft={nft} /> : null}
      </div>
    </Dialog>
  )
}

function Facts({ nft }: { nft: HeldNft }): ReactNode {
  const { explorerUrl } = useSession().config
  const { contract, tokenId, collectionName, verified } = nft
  return (
    <>
      <dl className="num">
        <dt>{words.collection}</dt>
        <dd>
          <Seal verified={verified} label={verified ? gridText.verified : gridText.unverified} /> {collectionName}
        </dd>
        <dt>{words.contract}</dt>
        <dd>
          <ExplorerLink to={{ address: contract }}>{contract}</ExplorerLink>
        </dd>
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
        <dt>{words.swaps}</dt>
        <dd>
          <Swaps nft={nft} />
        </dd>
      </dl>
      {explorerUrl === null ? null : (
        <a href={`${explorerUrl}/token/${contract}?a=${tokenId}`} target="_blank" rel="noreferrer">
          {frameText.viewOnExplorer}
        </a>
      )}
    </>
  )
}

/** Leads to the original, which fills a screen, can be zoomed, and moves where the collection's does. */
function LargePicture({ nft, missingLabel }: { nft: HeldNft; missingLabel: string }): ReactNode {
  const [isLoaded, setIsLoaded] = useState(false)
  const name = `${nft.collectionName} ${idOf(nft)}`
  const version = versionIn(nft.image)
  return (
    <figure className="nft-picture" onLoadCapture={() => setIsLoaded(true)}>
      <Picture src={nft.verified ? imageUrl(nft, '1024', version) : ''} alt={name} missingLabel={missingLabel} eager />
      {isLoaded ? (
        <a
          href={imageUrl(nft, 'original', version)}
          target="_blank"
          rel="noreferrer"
          aria-label={`${words.fullSize}: ${name}`}
        >
          {words.fullSize}
          <Icon name="out" />
        </a>
      ) : null}
    </figure>
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
  const isYou = account && sameAddress(account, data)
  return <ExplorerLink to={{ address: data }}>{isYou ? `${words.ownerYou}, ${data}` : data}</ExplorerLink>
}

function Traits({ nft }: { nft: HeldNft }): ReactNode {
  const { api } = useSession()
  const { data, isError } = useQuery({ ...traitsQuery(api, nft), enabled: nft.verified })
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

const contextApi = createClientOf(contextRoutes, '')

/** The completed swaps in which it changed hands. */
function Swaps({ nft }: { nft: HeldNft }): ReactNode {
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.nft(nftKey(nft)), 'swaps'],
    queryFn: ({ signal }) => {
      const params = { contract: nft.contract, tokenId: String(nft.tokenId) }
      return contextApi.request('nftSwaps', { params, signal })
    },
    staleTime: 0,
  })
  if (!data) return isError ? words.swapsUnread : '…'
  if (data.swaps.length === 0) return words.swapsNone
  return (
    <>
      <ul>
        {data.swaps.map(({ offerId, from, to, at }) => (
          <li key={offerId}>
            <Link href={`/p2p/${offerId}`}>{at === null ? words.swapUndated : longDate(unixSeconds(at))}</Link>{' '}
            <span className="nft-swap-parties">
              <span className="muted">{words.from}</span> <Nickname of={from} />
              <ExplorerLink to={{ address: from }} /> <span className="muted">{words.to}</span> <Nickname of={to} />
              <ExplorerLink to={{ address: to }} />
            </span>
          </li>
        ))}
      </ul>
      {data.hasMore ? <p className="muted">{words.swapsMore}</p> : null}
    </>
  )
}
