import './CollectionList.css'
import { locale, type Collection } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { collectionText as words } from '../text/wallet.lazy.ts'
import { builtFor } from '../services/builtFor.ts'
import { LookAtWallet } from './LookAtWallet.tsx'
import type { PortalData } from '../services/Portal.ts'

interface CollectionListProps {
  /** Only its collections; without one, all. */
  readonly place?: PortalData
  /** Also say what a swap costs. */
  readonly prices?: boolean
}

/** Every collection that can be swapped: picture, name and contract. */
export default function CollectionList({ place, prices = false }: CollectionListProps): ReactNode {
  const built = builtFor()
  const section = useRef<HTMLElement>(null)
  const [inView, setInView] = useState(false)
  const supplies = useSupplies(inView)
  // Most visitors never scroll here, and every picture is work for the server.
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setInView(true))
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [])
  // It loads later, so the browser can't have scrolled to a link's anchor.
  useEffect(() => {
    if (window.location.hash === '#collections') document.getElementById('collections')?.scrollIntoView()
  }, [])
  if (!built) return null
  const collections = built.collections.filter(({ key }) => !place || isTradedIn(place, key))
  return (
    <>
      {prices ? (
        <>
          <LookAtWallet />
          <Prices />
        </>
      ) : null}
      <section className="collections" id="collections" ref={section}>
        <h2>{words.title(collections.length)}</h2>
        <p>{words.note}</p>
        <ul>
          {collections.map((collection) => (
            <li key={collection.key}>
              <CollectionCard
                collection={collection}
                supply={supplies.get(collection.address) ?? null}
                explorerUrl={built.explorerUrl}
                inView={inView}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** One in five: pictures that differ, from all over the list. */
const everyNth = 5

/** Two collections on each side of the landing page's table. A portal of few collections leaves its places empty. */
export function ExamplePrints({ place, side }: { place: PortalData; side: 'left' | 'right' }): ReactNode {
  const examples = (builtFor()?.collections ?? [])
    .filter(({ key, pictureTokenId }) => pictureTokenId !== undefined && isTradedIn(place, key))
    .filter((_, index) => index % everyNth === 0)
  return [0, 2].map((index) => {
    const example = examples.length < 4 ? undefined : examples[side === 'left' ? index : index + 1]
    return example ? (
      <span key={index} className="welcome-print" aria-hidden="true">
        <img src={pictureOf(example)} alt="" width={256} height={256} />
        <span>{example.name}</span>
      </span>
    ) : (
      <span key={index} className="welcome-place" aria-hidden="true" />
    )
  })
}

function pictureOf({ address, pictureTokenId }: Collection): string {
  return pictureTokenId === undefined ? '' : imageUrl({ contract: address, tokenId: BigInt(pictureTokenId) })
}

function Prices(): ReactNode {
  return (
    <section className="prices" aria-labelledby="prices">
      <div>
        <h2 id="prices">{words.pricesTitle}</h2>
        <p>{words.pricesNote}</p>
      </div>
      <dl>
        {words.prices.map(({ what, price }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="num">{price}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** How many tokens each collection has. Empty until the server answers. */
function useSupplies(wanted: boolean): ReadonlyMap<string, number> {
  const [supplies, setSupplies] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    if (wanted)
      void import('./supplies.lazy.ts').then(
        async ({ readSupplies }) => setSupplies(await readSupplies()),
        () => undefined, // The chunk may be gone: the list says what can be swapped without it.
      )
  }, [wanted])
  return supplies
}

function CollectionCard({
  collection,
  supply,
  explorerUrl,
  inView,
}: {
  collection: Collection
  supply: number | null
  explorerUrl: string | null
  inView: boolean
}): ReactNode {
  const { name, address } = collection
  const image = inView ? pictureOf(collection) : ''
  return (
    <>
      <span className="collection-picture" aria-hidden="true">
        {name.slice(0, 1)}
        {image === '' ? null : (
          <img src={image} alt="" onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        )}
      </span>
      <b>{name}</b>
      {/* Its place is kept: the figure comes later. */}
      <small className="num">{supply === null ? '\u00a0' : words.supply(supply.toLocaleString(locale))}</small>
      {explorerUrl === null ? (
        <small className="num" title={address}>
          {short(address)}
        </small>
      ) : (
        <a
          className="num"
          href={`${explorerUrl}/address/${address}`}
          title={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`${words.contract} ${name}: ${address}`}
        >
          {short(address)}
        </a>
      )}
    </>
  )
}

// The shared forms of these two would load what only pages with a wallet need.

function isTradedIn({ collections: { offered, requested } }: PortalData, key: string): boolean {
  return [offered, requested].some((shelf) => shelf === 'all' || shelf.some((row) => row.key === key))
}

function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
