import { readOwner } from '@parley/chain'
import { nftKey, sameAddress } from '@parley/domain'
import { contextRoutes, createClientOf, imageUrl, unixSeconds } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { nftText as words, partialWalletText } from '../../text/deal.lazy.ts'
import { longDate } from '../../text/format.ts'
import { frameText } from '../../text/frame.ts'
import { gridText } from '../../text/swap.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Nickname } from '../../services/people.tsx'
import { queryKeys } from '../../services/queries.ts'
import { idOf, shownName } from '../../services/nftView.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { useMessages } from '../../services/Portal.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Holdings } from './useHoldings.ts'
import './NftDetails.css'

interface NftDetailsProps {
  /** The grid's list. Its tiles bear `data-position`. */
  readonly list: RefObject<HTMLElement | null>
  readonly nfts: readonly HeldNft[]
}

/** Shows an NFT of a grid in full when its tile is held or Enter is pressed on it. Says so below the grid. */
export default function NftDetails({ list, nfts }: NftDetailsProps): ReactNode {
  const [position, setPosition] = useState<number | null>(null)
  useEffect(() => (list.current ? listenForHold(list.current, setPosition) : undefined), [list])
  const nft = position === null ? undefined : nfts[position]
  return (
    <>
      <p className="tray-hint muted">{words.hold}</p>
      {nft ? <NftDetail nft={nft} onClose={() => setPosition(null)} /> : null}
    </>
  )
}

const holdMs = 500
/** A finger is never quite still. */
const stillPx = 10

/** Listens for a tile that is held, by mouse or finger, and for its key. @returns what ends it. */
function listenForHold(list: HTMLElement, onHold: (position: number) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let press: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | null = null
  let held = false
  const end = (): void => {
    if (press) clearTimeout(press.timer)
    press = null
  }
  list.addEventListener(
    'pointerdown',
    ({ button, target, clientX: x, clientY: y }) => {
      end()
      held = false
      const position = positionOf(target)
      if (button !== 0 || position === null) return
      const timer = setTimeout(() => {
        held = true
        onHold(position)
      }, holdMs)
      press = { timer, x, y }
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > stillPx) end()
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) list.addEventListener(name, end, { signal })
  // The click that ends holding chooses nothing.
  list.addEventListener('click', (event) => held && event.stopPropagation(), { signal, capture: true })
  // A phone's own menu for pictures would cover the details.
  list.addEventListener('contextmenu', (event) => press && event.preventDefault(), { signal })
  list.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.repeat) return
      // Otherwise the same press would close the details, whose button has the focus by then.
      event.preventDefault()
      const position = positionOf(document.getElementById(list.getAttribute('aria-activedescendant') ?? ''))
      if (position !== null) onHold(position)
    },
    { signal },
  )
  signal.addEventListener('abort', end)
  return () => ending.abort()
}

function positionOf(target: EventTarget | null): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  return tile ? Number(tile.dataset['position']) : null
}

interface NftDetailProps {
  readonly nft: HeldNft
  readonly onClose: () => void
}

/** One NFT with all that is known of it. Its name and traits are the collection's own text (decision A5). */
function NftDetail({ nft, onClose }: NftDetailProps): ReactNode {
  const { explorerUrl } = useSession().config
  const messages = useMessages()
  const { contract, tokenId, collectionName, verified } = nft
  return (
    <Dialog open title={`${shownName(nft)} ${idOf(nft)}`} onClose={onClose} closeLabel={frameText.close}>
      <div className="nft-detail">
        <Picture
          src={verified ? imageUrl(nft, '1024') : ''}
          alt={`${collectionName} ${idOf(nft)}`}
          missingLabel={messages.noImage}
          eager
        />
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
  const isYou = account && sameAddress(account, data)
  return <ExplorerLink to={{ address: data }}>{isYou ? `${words.ownerYou}, ${data}` : data}</ExplorerLink>
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

interface PartialWalletNoticeProps {
  readonly readUpTo: number
  readonly holdings: Holdings
}

/** Says that a wallet holds more than has been loaded. */
export function PartialWalletNotice({ readUpTo, holdings }: PartialWalletNoticeProps): ReactNode {
  return (
    <Note
      tone="plain"
      action={
        <Button sentence working={holdings.refreshing} onClick={() => void holdings.readOn()}>
          {partialWalletText.readOn}
        </Button>
      }
    >
      {partialWalletText.cut(readUpTo)}
    </Note>
  )
}
