import { pageNames } from '../../text/frame.ts'
import { coinText, formatCoin, type Address, type Offer, outcomeOf } from '@parley/domain'
import type { ReactNode } from 'react'
import { DealItems } from '../../features/draft/DealItems.tsx'
import { offerText } from '../../text/offer.lazy.ts'
import { slipText } from '../../text/swap.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { Nickname } from '../../services/people.tsx'
import { useDealMark } from '../../services/useDealMark.ts'
import { DealMark } from '../../ui/DealMark.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Line, Lines, TotalLine } from '../../ui/Lines.tsx'
import { shorten, WholeAddress } from '../../ui/Address.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { longDate, timeParts } from '../../text/format.ts'
import { totalOf, type OfferCost, type OfferFacts } from './useOfferFacts.ts'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import type { Wallet } from '../../features/wallet/useWallet.ts'
import { useWalletList } from '../../features/wallet/useWallet.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

const OfferReplies = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).OfferReplies }))
const ActionSteps = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).ActionSteps }))

interface SlipSide {
  readonly title: string
  readonly nfts: readonly HeldNft[]
  readonly wei: bigint
}

interface OfferSlipProps extends OfferStubProps {
  /** Items on the left and on the right. */
  readonly left: SlipSide
  readonly right: SlipSide
  readonly nowS: number
}

/** The offer's slip: expiry, parties, items, cost and actions. */
export function OfferSlip(props: OfferSlipProps): ReactNode {
  const { facts, actions, nowS, left, right } = props
  const { offer, standing, cost } = facts
  const shown = actions.running ?? actions.last
  const steps =
    shown?.subject === offer.id && (actions.running || shown.steps.some((step) => step.state === 'failed'))
      ? shown
      : null
  return (
    <Slip
      title={pageNames.offer}
      note={<span title={offer.id}>{shorten(offer.id)}</span>}
      mark={<DealMark path={useDealMark(offer)} />}
      total={standing.act ? <Cost cost={cost} /> : null}
      stub={<OfferButtons {...props} />}
    >
      <Countdown offer={offer} nowS={nowS} />
      {steps ? <ActionSteps action={steps} title={slipText.steps} /> : null}
      <Lines>
        <Party name={offerText.from} address={offer.creator} isViewer={standing.role === 'creator'} />
        <Party name={offerText.to} address={offer.recipient} isViewer={standing.role === 'recipient'} />
      </Lines>
      {/* Never truncated: users must not sign below a partial list. */}
      <div role="group" aria-label={slipText.list}>
        <DealItems title={left.title} nfts={left.nfts} wei={left.wei} letter="A" nothing="" />
        <DealItems title={right.title} nfts={right.nfts} wei={right.wei} letter="B" nothing="" />
      </div>
    </Slip>
  )
}

/** A party's whole address, since users decide here whom they trade with. */
function Party({ name, address, isViewer }: { name: string; address: Address; isViewer: boolean }): ReactNode {
  return (
    <Line name={isViewer ? offerText.you(name) : name}>
      <Nickname of={address} />
      <ExplorerLink to={{ address }}>
        <WholeAddress address={address} />
      </ExplorerLink>{' '}
      <Link className="party-wallet" href={`/trader/${address}`}>
        {offerText.wallet}
        <span className="unseen"> {name}</span>
      </Link>
    </Line>
  )
}

/** The cost of signing, itemized. Stays in view together with the button. */
function Cost({ cost }: { cost: OfferCost }): ReactNode {
  return (
    <>
      <Lines>
        {cost.payWei > 0n ? (
          <Line name={slipText.youPay}>
            <span className="exact">{coinText(cost.payWei)}</span>
          </Line>
        ) : null}
        {cost.receiveWei > 0n ? (
          <Line name={slipText.youReceive}>
            <span className="exact">{coinText(cost.receiveWei)}</span>
          </Line>
        ) : null}
        <Line name={slipText.fee}>
          {cost.feeWei === 0n ? offerText.noFee : `${formatCoin(cost.feeWei)} ${cost.symbol}`}
        </Line>
        {cost.networkWei === null ? null : (
          <Line name={slipText.network}>
            {formatCoin(cost.networkWei)} {cost.symbol}
          </Line>
        )}
      </Lines>
      <TotalLine name={slipText.total} amount={formatCoin(totalOf(cost))} unit={cost.symbol} />
    </>
  )
}

function Countdown({ offer, nowS }: { offer: Offer; nowS: number }): ReactNode {
  if (offer.settlement) {
    return (
      <div className="countdown">
        <span className="muted">{offerText.endedOn}</span>
        <b>
          {offer.settlement.atS === null ? offerText.status[offer.settlement.kind] : longDate(offer.settlement.atS)}
        </b>
      </div>
    )
  }
  if (nowS > offer.expiresAtS) {
    return (
      <div className="countdown">
        <span className="muted">{offerText.expiredOn}</span>
        <b className="soon">{longDate(offer.expiresAtS)}</b>
      </div>
    )
  }
  return (
    <div className="countdown">
      <span className="muted">{offerText.openFor}</span>
      <p className="countdown-clock num" role="timer" aria-live="off">
        {timeParts(offer.expiresAtS - nowS).map(({ value, unit }) => (
          <span key={unit}>
            {value}
            <i>{unit}</i>
          </span>
        ))}
      </p>
      <span className="muted num">{offerText.until(longDate(offer.expiresAtS))}</span>
    </div>
  )
}

const AcceptStep = lazyOnIdle(
  async () => ({ default: (await import('./offerParts.lazy.ts')).AcceptStep }),
  () => <span className="skeleton accept-coming" />,
)

interface OfferStubProps {
  readonly facts: OfferFacts
  readonly actions: OfferActions
  readonly wallet: Wallet
  /** True until the recipient's tables are read. */
  readonly isComparing: boolean
  readonly onAccept: () => Promise<boolean>
}

/** The user's action on this offer (decision S7): one button, or the reason why there is none. */
function OfferButtons(props: OfferStubProps): ReactNode {
  const { facts, wallet } = props
  const { offer, standing } = facts
  const { path } = usePortal()
  if (standing.role === 'visitor' && !offer.settlement) return <ConnectStub wallet={wallet} />
  if (standing.act && wallet.problem) return <WalletProblemAct problem={wallet.problem} />
  const outcome = outcomeOf(offer)
  if (outcome && standing.act !== 'claim') {
    return (
      <>
        <p className="stub-words" role="status">
          {offerText.inactive({ outcome })}
        </p>
        <Link className={buttonClass('stamp', true)} href={path}>
          {offerText.others}
        </Link>
      </>
    )
  }
  if (standing.act === 'accept' && standing.ownsAll === false) return <p className="stub-words">{offerText.notOwner}</p>
  if (standing.act) return <ActStub {...props} act={standing.act} />
  return (
    <p className="stub-words">
      {standing.ownsAny ? offerText.forOther({ recipient: shorten(offer.recipient) }) : offerText.notOwner}
    </p>
  )
}

function ConnectStub({ wallet }: { wallet: Wallet }): ReactNode {
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <Button look="stamp" working={connecting} onClick={() => openList(true)}>
        {connecting ? messages.connecting : messages.connectWallet}
      </Button>
      <p className="slip-fine">{offerText.connectFine}</p>
    </>
  )
}

function ActStub({
  facts,
  actions,
  onAccept,
  isComparing,
  act,
}: OfferStubProps & { act: NonNullable<OfferPermissions['act']> }): ReactNode {
  const messages = useMessages()
  const { offer } = facts
  if (act === 'accept') {
    return (
      <>
        <AcceptStep
          facts={facts}
          label={offerText.accept}
          hold={isComparing ? offerText.comparing : null}
          onAccept={() => onAccept()}
        />
        <OfferReplies offer={offer} isBrief={false} />
      </>
    )
  }
  const working = actions.busyWith(offer.id) === act
  const { label, fine, run } = {
    cancel: { label: offerText.cancel, fine: offerText.cancelFine, run: () => actions.cancel(offer) },
    recover: { label: messages.recoverNfts, fine: offerText.recoverFine, run: () => actions.recover(offer) },
    return: {
      label: messages.returnExpired,
      fine: offerText.returnFine,
      run: () => actions.returnExpired(offer),
    },
    sendHome: { label: messages.sendHome, fine: offerText.sendHomeFine, run: () => actions.sendHome(offer) },
    claim: { label: messages.claimReturned, fine: offerText.claimFine, run: () => actions.claimReturned(offer) },
  }[act]
  return (
    <>
      <Button look="stamp" sentence working={working} disabled={actions.busy && !working} onClick={() => void run()}>
        {working ? messages.accepting : label}
      </Button>
      <p className="slip-fine">{fine}</p>
      {act === 'cancel' ? <OfferReplies offer={offer} isBrief={false} /> : null}
    </>
  )
}
