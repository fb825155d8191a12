import { coinText, nftKey, type Address, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { useStore } from 'zustand'
import type { ReactNode } from 'react'
import { stepWords } from '../../features/offers/ActionSteps.tsx'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useMessages, usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { useWho } from '../../services/useWho.ts'
import type { Formatter } from '../../text/format.ts'
import { shortDate, timeLeft } from '../../text/format.ts'
import { escrowText as words } from '../../text/escrow.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Ticket } from '../../ui/Ticket.tsx'
import { shorten } from '../../ui/Address.tsx'
import type { CoinTarget } from './CoinTarget.lazy.tsx'
import { isTracked } from './homeQueue.ts'
import type { Holding } from './holdings.ts'
import { type BringHome, loadBringHome } from './useBringHome.ts'
import type { HomeCost } from '../../services/wayHome.ts'

/** Below this, the time is a warning, as in lists of offers. */
const soonS = 60 * 60

// Few people have coins that their wallet refused.
const CoinTargetField = lazyOnIdle(() => import('./CoinTarget.lazy.tsx'))

interface EscrowRowsProps {
  readonly holdings: readonly Holding[]
  readonly costs: ReadonlyMap<string, HomeCost | undefined>
  readonly home: BringHome
  readonly account: Address
  /** Chain time, unix seconds. */
  readonly nowS: number
  readonly coinTarget: CoinTarget
  readonly onCoinTarget: (target: CoinTarget) => void
}

/** Each thing that is held, with its way home and what that costs. */
export function EscrowRows(props: EscrowRowsProps): ReactNode {
  return (
    <section className="escrow-rows" aria-label={words.rows}>
      <div className="offer-list-head">
        <h2>{words.rows}</h2>
        {props.holdings.some(({ offer }) => offer) ? (
          <div className="escrow-axis" aria-hidden="true">
            <span>{words.give}</span>
            <span>{words.get}</span>
          </div>
        ) : null}
      </div>
      {props.holdings.map((holding) =>
        holding.offer ? (
          <OfferRow key={holding.key} {...props} holding={holding} offer={holding.offer} />
        ) : (
          <OwedRow key={holding.key} {...props} holding={holding} />
        ),
      )}
    </section>
  )
}

/** What a thing is called in a list. */
export function titleOf({ nfts, wei }: Holding, formatter: Formatter): string {
  const [first, ...more] = nfts
  const names = [
    ...(first ? [formatter.nft(first.contract, first.tokenId) + (more.length > 0 ? ` +${more.length}` : '')] : []),
    ...(wei > 0n ? [coinText(wei)] : []),
  ]
  return names.join(', ')
}

type RowProps = EscrowRowsProps & { readonly holding: Holding }

function OfferRow(props: RowProps & { readonly offer: NonNullable<Holding['offer']> }): ReactNode {
  const { holding, offer, nowS } = props
  const actions = useOfferActions()
  const { formatter } = useSession()
  const mark = useDealMark(offer)
  const who = useWho(offer.recipient)
  const { title, text } = rowWords(holding, offer.expiresAtS, nowS, { formatter, who })
  const isUrgent = holding.state !== 'offered'
  const run = {
    cancel: () => actions.cancel(offer),
    recover: () => actions.recover(offer),
    sendHome: () => actions.sendHome(offer),
    claim: () => actions.claimReturned(offer),
    take: async () => false,
  }[holding.way]
  return (
    <Ticket
      label={`${title}, ${shorten(offer.id)}`}
      wide
      mark={<DealMark path={mark} upright />}
      stub={<RowAct {...props} working={actions.busyWith(offer.id) !== null} run={run} />}
    >
      <div className="escrow-row">
        <span className={isUrgent ? 'escrow-kind escrow-kind-warn' : 'escrow-kind'}>
          <Icon name={holding.state === 'expired' ? 'lock' : holding.state === 'refused' ? 'warning' : 'clock'} />
        </span>
        <div>
          <h3 title={offer.recipient}>{title}</h3>
          <p className="muted num">
            {who === shorten(offer.recipient) || holding.state !== 'offered' ? null : `${shorten(offer.recipient)}. `}
            {text}{' '}
            <Link href={`/p2p/${offer.id}`}>
              {words.details}
              <span className="unseen"> {shorten(offer.id)}</span>
            </Link>
          </p>
        </div>
        <div className="escrow-sides">
          <Things label={words.give} nfts={holding.nfts} wei={holding.wei} />
          <Icon name="swap" large />
          <Things label={words.get} nfts={offer.requested} wei={offer.coins.requestedWei} />
        </div>
      </div>
    </Ticket>
  )
}

function rowWords(
  { state, way, nfts, freeFromS }: Holding,
  expiresAtS: number,
  nowS: number,
  { formatter, who }: { readonly formatter: Formatter; readonly who: string },
): { readonly title: string; readonly text: ReactNode } {
  if (state === 'refused') {
    const names = nfts.map(({ contract, tokenId }) => formatter.nft(contract, tokenId)).join(', ')
    return { title: words.refusedTitle, text: words.refusedText(names) }
  }
  if (state === 'expired') {
    const when = shortDate(expiresAtS)
    if (way === 'sendHome') return { title: words.freeTitle, text: words.freeText(when) }
    const free = freeFromS === null ? null : shortDate(freeFromS)
    return { title: words.expiredTitle, text: words.expiredText(when, free) }
  }
  const leftS = expiresAtS - nowS
  return {
    title: words.offeredTo(who),
    text: (
      <>
        {words.openFor} <span className={leftS < soonS ? 'soon' : undefined}>{timeLeft(leftS)}</span>.{' '}
        {words.cancelling}
      </>
    ),
  }
}

/** Lists show this many, then '+N' (decision S4). */
const shown = 4

function Things({ label, nfts, wei }: { label: string; nfts: readonly Nft[]; wei: bigint }): ReactNode {
  const messages = useMessages()
  const { formatter } = useSession()
  const left = nfts.length - shown
  return (
    <div>
      <p className="escrow-label muted" aria-hidden>
        {label}
      </p>
      <ul className="thumbs" aria-label={label}>
        {nfts.slice(0, shown).map((nft) => (
          <li key={nftKey(nft)}>
            <Picture
              src={imageUrl(nft)}
              alt={formatter.nft(nft.contract, nft.tokenId)}
              missingLabel={messages.noImage}
            />
          </li>
        ))}
        {left > 0 ? <li className="thumbs-more num">{messages.overflow({ count: left })}</li> : null}
        {wei > 0n ? <li className="thumbs-coins num">{coinText(wei)}</li> : null}
        {nfts.length === 0 && wei === 0n ? <li className="muted">{words.nothingGiven}</li> : null}
      </ul>
    </div>
  )
}

function OwedRow(props: RowProps): ReactNode {
  const session = useSession()
  const portal = usePortal()
  const { running } = useStore(session.actions)
  const { holding, account, coinTarget, onCoinTarget } = props
  const { address } = coinTarget
  return (
    <Ticket
      label={words.owedTitle}
      wide
      stub={
        <RowAct
          {...props}
          working={running?.kind === 'bringHome' && props.home.state === 'idle'}
          blocked={address === null}
          run={async () =>
            address !== null && (await loadBringHome()).takeCoins({ session, portal, account, to: address }, holding)
          }
        />
      }
    >
      <div className="escrow-row escrow-row-owed">
        <span className="escrow-kind escrow-kind-warn">
          <Icon name="wallet" />
        </span>
        <div>
          <h3>{words.owedTitle}</h3>
          <p className="muted num">{words.owedText(coinText(holding.wei))}</p>
          <CoinTargetField account={account} target={coinTarget} onTarget={onCoinTarget} />
        </div>
      </div>
    </Ticket>
  )
}

interface RowActProps extends RowProps {
  readonly working: boolean
  readonly blocked?: boolean
  readonly run: () => Promise<boolean>
}

/** The way home as a button, with its cost, or why it is closed. */
function RowAct({ holding, costs, home, account, working, blocked = false, run }: RowActProps): ReactNode {
  const session = useSession()
  const messages = useMessages()
  const { running } = useStore(session.actions)
  useStore(session.transactions.of(account))
  const cost = costs.get(holding.key)
  const busy = running !== null || home.state !== 'idle' || isTracked(session, account, holding.key)
  const step = working ? running?.steps.find(({ state }) => state === 'running') : undefined
  return (
    <>
      <Button
        look={holding.state === 'expired' ? 'primary' : 'outline'}
        sentence
        working={working}
        disabled={(busy && !working) || blocked || cost?.kind === 'refused'}
        onClick={() => void run()}
      >
        {words.ways[holding.way]}
      </Button>
      <small className="muted num" role={step ? 'status' : undefined}>
        {step ? stepWords(messages, step.key) : costWords(cost, session.formatter.coin)}
      </small>
    </>
  )
}

function costWords(cost: HomeCost | undefined, coin: (wei: bigint) => string): string {
  if (!cost) return words.estimating
  if (cost.kind === 'refused') return words.refusedNow(cost.reason)
  return words.about(coin(cost.feeWei + cost.networkWei))
}
