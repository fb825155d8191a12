import { coinText, formatCoin, outcomeOf } from '@parley/domain'
import type { ReactNode } from 'react'
import { offerText } from '../../text/offer.lazy.ts'
import { slipText } from '../../text/swap.ts'
import { Nickname } from '../../services/people.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { AmountLine, Lines, TotalLine } from '../../ui/Lines.tsx'
import { shorten } from '../../ui/Address.tsx'
import { totalOf, type OfferCost, type OfferFacts } from './useOfferFacts.ts'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import type { Wallet } from '../../features/wallet/useWallet.ts'
import { useWalletList } from '../../features/wallet/useWallet.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { ConnectStub, OfferPaper, type OfferPaperProps, SettledStub } from './OfferPaper.tsx'
import type { OfferPermissions } from './offerPermissions.ts'

const OfferReplies = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).OfferReplies }))
const ActionSteps = lazyOnIdle(async () => ({ default: (await import('./offerParts.lazy.ts')).ActionSteps }))
// Not in OfferPaper: its preview has no session to read names by.
const DomainName = lazyOnIdle(() => import('../../features/contacts/DomainName.lazy.tsx'))

interface OfferSlipProps extends OfferStubProps, Pick<OfferPaperProps, 'left' | 'right' | 'nowS'> {}

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
    <OfferPaper
      ref={markIfTall}
      offer={offer}
      role={standing.role}
      nowS={nowS}
      left={left}
      right={right}
      total={standing.act ? <Cost cost={cost} /> : null}
      steps={steps ? <ActionSteps action={steps} title={slipText.steps} /> : null}
      stub={<OfferButtons {...props} />}
      nicknameOf={(address) => (
        <>
          <Nickname of={address} />
          <DomainName address={address} />
        </>
      )}
    />
  )
}

/** Marks a slip taller than the window: sticking to its edge, it would hide its own first lines. */
function markIfTall(slip: HTMLElement | null): (() => void) | undefined {
  if (!slip) return
  const measure = () => slip.toggleAttribute('data-tall', slip.offsetHeight > innerHeight)
  const observer = new ResizeObserver(measure)
  observer.observe(slip)
  window.addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
  }
}

/** The cost of signing, with its parts. Stays in view together with the button. */
function Cost({ cost }: { cost: OfferCost }): ReactNode {
  const { payWei, receiveWei, feeWei, networkWei } = cost
  return (
    <>
      {payWei + receiveWei > 0n ? (
        <Lines>
          <AmountLine name={slipText.youPay} amount={payWei > 0n ? coinText(payWei) : null} />
          <AmountLine name={slipText.youReceive} amount={receiveWei > 0n ? coinText(receiveWei) : null} />
        </Lines>
      ) : null}
      <TotalLine
        name={slipText.total}
        amount={formatCoin(totalOf(cost))}
        unit={cost.symbol}
        parts={[
          [slipText.fee, feeWei === 0n ? offerText.noFee : formatCoin(feeWei)],
          ...(networkWei === null ? [] : [[slipText.network, formatCoin(networkWei)] as const]),
        ]}
      />
    </>
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
  /** As in `AcceptStep`. */
  readonly isUncompared: boolean
  readonly onAccept: () => Promise<boolean>
}

/** The user's action on this offer (decision S7): one button, or the reason why there is none. */
function OfferButtons(props: OfferStubProps): ReactNode {
  const { facts, wallet } = props
  const { offer, standing } = facts
  if (standing.role === 'visitor' && !offer.settlement) return <ConnectToSee wallet={wallet} />
  if (standing.act && wallet.problem) return <WalletProblemAct problem={wallet.problem} />
  const outcome = outcomeOf(offer)
  if (outcome && standing.act !== 'claim') return <SettledStub offer={offer} />
  if (standing.act === 'accept' && standing.ownsAll === false) return <p className="stub-words">{offerText.notOwner}</p>
  if (standing.act) return <ActStub {...props} act={standing.act} />
  return (
    <p className="stub-words">
      {standing.ownsAny ? offerText.forOther({ recipient: shorten(offer.recipient) }) : offerText.notOwner}
    </p>
  )
}

function ConnectToSee({ wallet }: { wallet: Wallet }): ReactNode {
  const openList = useWalletList((state) => state.setOpen)
  return <ConnectStub connecting={wallet.status === 'connecting'} onConnect={() => openList(true)} />
}

function ActStub({
  facts,
  actions,
  onAccept,
  isComparing,
  isUncompared,
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
          isUncompared={isUncompared}
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
