import { collectionName, findCollection, sameAddress, type Address, type Nft } from '@parley/domain'
import { imageUrl, unixSeconds, type WireTrader } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useChainTimeS } from '../../services/chainTime.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useMissingWords } from '../../services/Portal.ts'
import { useDeployment } from '../../services/Session.ts'
import { dayAndYear, grouped, longDate, timeLeft } from '../../text/format.ts'
import { gridText } from '../../text/swap.ts'
import { traderText as words } from '../../text/trader.lazy.ts'
import { Empty } from '../../ui/Note.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Seal } from '../../ui/Seal.tsx'

interface TraderFactsProps {
  readonly trader: WireTrader
  /** What changed hands last, newest first, for pictures. */
  readonly moved: readonly Nft[]
  /** Trades completed with the viewer; null without a wallet, and on the viewer's own page. */
  readonly withYou: number | null
  readonly isOwn: boolean
}

/** What the events say of a trader: collections, counts and times. */
export function TraderFacts({ trader, moved, withYou, isOwn }: TraderFactsProps): ReactNode {
  const { completedTrades, firstSeen, lastSeen, collections, collectionCount } = trader
  const wasHere = completedTrades > 0 || firstSeen !== null
  const more = collectionCount - collections.length
  return (
    <div className="side trader-facts-side">
      <div>
        <div className="side-head">
          <h2>{words.collections}</h2>
          <span className="num">{words.collectionCount(collectionCount)}</span>
        </div>
        {collections.length > 0 ? (
          <ul className="prints trader-collections">
            {collections.map((row) => (
              <TradedCollection key={row.contract} {...row} moved={moved} />
            ))}
          </ul>
        ) : wasHere ? (
          <Empty title={words.noneYet} />
        ) : (
          <Empty title={isOwn ? words.ownNewHere : words.newHere}>
            {isOwn ? words.ownNewHereText : words.newHereText}
          </Empty>
        )}
        {more > 0 ? <p className="trader-counted">{words.moreCollections(more)}</p> : null}
      </div>
      <div className="trader-facts-foot">
        <dl className="trader-facts num">
          <div>
            <dt>{words.completed}</dt>
            <dd>{grouped(completedTrades)}</dd>
          </div>
          {withYou === null ? null : (
            <div>
              <dt>{words.withYou}</dt>
              <dd>{grouped(withYou)}</dd>
            </div>
          )}
          <div>
            <dt>{words.firstSeen}</dt>
            <dd>{firstSeen === null ? words.never : <Day iso={firstSeen} />}</dd>
          </div>
          <div>
            <dt>{words.lastSeen}</dt>
            <dd>{lastSeen === null ? words.never : <Ago iso={lastSeen} />}</dd>
          </div>
        </dl>
        <p className="trader-counted">{words.counted}</p>
      </div>
    </div>
  )
}

interface TradedCollectionProps {
  readonly contract: Address
  readonly trades: number
  readonly moved: readonly Nft[]
}

/** Of an unknown contract only its address is shown (decision A5). */
function TradedCollection({ contract, trades, moved }: TradedCollectionProps): ReactNode {
  const collections = useDeployment()?.collections ?? []
  const messages = useMissingWords()
  const known = findCollection(collections, contract)
  const traded = moved.find((nft) => sameAddress(nft.contract, contract))
  const tokenId = traded?.tokenId ?? known?.pictureTokenId
  return (
    <li className="print">
      <Picture
        src={known && tokenId !== undefined ? imageUrl({ contract, tokenId: BigInt(tokenId) }) : ''}
        alt=""
        missingLabel={messages.noImage}
      />
      <div className="print-words">
        <b>{collectionName(collections, contract)}</b>
        {known ? null : (
          <span className="print-origin num">
            <ExplorerLink to={{ address: contract }} />
          </span>
        )}
        <span className="print-series num">
          <Seal verified={known !== undefined} label={known ? gridText.verified : gridText.unverified} />
          <em>{words.trades(trades)}</em>
        </span>
      </div>
    </li>
  )
}

function Day({ iso }: { readonly iso: string }): ReactNode {
  const atS = unixSeconds(iso)
  const [day, year] = dayAndYear(atS)
  return (
    <time dateTime={iso} title={longDate(atS)} suppressHydrationWarning>
      {day} <small suppressHydrationWarning>{year}</small>
    </time>
  )
}

const minuteS = 60
/** Older than this, the day says more. */
const monthS = 30 * 86_400

function Ago({ iso }: { readonly iso: string }): ReactNode {
  const atS = unixSeconds(iso)
  const sinceS = useChainTimeS() - atS
  if (sinceS >= monthS) return <Day iso={iso} />
  const [value, unit] = timeLeft(sinceS).split(' ')
  return (
    <time dateTime={iso} title={longDate(atS)}>
      {sinceS < minuteS ? (
        words.justNow
      ) : (
        <>
          {value} {unit} <small>{words.ago}</small>
        </>
      )}
    </time>
  )
}

/** The head of one of a trader's lists. `count`: of all, loaded or not. */
export function ListHead({ title, count }: { readonly title: string; readonly count: number | null }): ReactNode {
  return (
    <div className="offer-list-head">
      <h2>{title}</h2>
      {count === null ? null : <span className="muted num">{grouped(count)}</span>}
    </div>
  )
}
