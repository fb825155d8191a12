import { formatCoin, type Seat } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { type ReactNode, useState } from 'react'
import { useChainTimeS } from '../../services/chainTime.ts'
import { lockInText as words } from '../../text/agreement.lazy.ts'
import { slipText } from '../../text/swap.ts'
import { useSession } from '../../services/Session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Line } from '../../ui/Lines.tsx'
import { HexText } from '../../ui/HexText.tsx'
import { Link } from '../../ui/Link.tsx'
import { LopsidedTick } from '../../features/context/LopsidedTick.tsx'
import ApprovalStep from '../../features/approvals/ApprovalStep.lazy.tsx'
import { ActionSteps } from '../../features/offers/ActionSteps.tsx'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { agreedDeal, type LockIn, type LockInStep, useLockIn } from './useLockIn.ts'
import './Agreement.css'

interface LockInProps {
  readonly table: TableHead
  readonly mine: Seat
}

/** What locking in costs besides the coins of the deal: a line of the slip. */
export function LockInCost({ table, mine }: LockInProps): ReactNode {
  const { offered } = agreedDeal(table, mine)
  const fee = useFee()
  const networkWei = useNetworkCost(offered.length > 1 ? 'createMulti' : 'createSingle', Math.max(1, offered.length))
  const { symbol } = useSession().config.nativeCurrency
  return (
    <Line name={words.cost} note={fee.assumed ? slipText.feeAssumed : undefined}>
      {formatCoin(fee.wei + (networkWei ?? 0n))} {symbol}
    </Line>
  )
}

/**
 * Locks an agreed table in: approvals, the button, and what it does. For the stub of the locker's slip. A counter to an
 * offer in escrow takes two transactions, and each says where the NFTs are.
 *
 * @param other what the other person is called.
 */
export function LockInStub({ table, mine, other }: LockInProps & { readonly other: string }): ReactNode {
  const flow = useLockIn(table, mine)
  const { problem } = useWallet()
  const actions = useOfferActions()
  const given = useDescribed(flow.deal.offered)
  const [isOpen, setIsOpen] = useState(false)
  const { step } = flow
  const shown = actions.running ?? actions.last
  const failed = shown?.steps.some(({ state }) => state === 'failed') ?? false
  if (step === 'accepted') {
    return (
      <>
        <p className="stub-words" role="status">
          {words.accepted}
        </p>
        <Link className={buttonClass('stamp', true)} href={`/p2p/${table.counters}`}>
          {words.seeOld}
        </Link>
      </>
    )
  }
  if (problem) return <WalletProblemAct problem={problem} />
  return (
    <>
      {table.counters === null ? null : <TwoSteps flow={flow} />}
      {shown && shown.kind !== 'approve' && (flow.working || failed) ? (
        <ActionSteps action={shown} title={slipText.steps} />
      ) : null}
      {step === 'lock' && given.length > 0 && !flow.working ? <ApprovalStep nfts={given} /> : null}
      {step === 'lock' ? (
        <LopsidedTick
          gives={flow.deal.offered}
          gets={flow.deal.requested}
          receivedWei={flow.deal.coins.requestedWei}
          onHold={setIsOpen}
        />
      ) : null}
      {step === 'unreadable' ? (
        <Button look="outline" sentence icon="refresh" onClick={() => void flow.refresh()}>
          {words.tryAgain}
        </Button>
      ) : (
        <Button
          look="stamp"
          sentence
          working={flow.working || step === 'under-way' || step === 'done' || step === 'reading'}
          disabled={(flow.busy && !flow.working) || (step === 'lock' && isOpen)}
          onClick={() => void flow.proceed()}
        >
          {buttonWords(step, flow.working)}
        </Button>
      )}
      <p className="slip-fine" role="status">
        <HexText>{fineWords(flow, other)}</HexText>
      </p>
    </>
  )
}

function buttonWords(step: LockInStep, working: boolean): string {
  if (step === 'take-back') return words.takeBack
  if (step === 'claim') return words.claim
  return working || step === 'under-way' || step === 'done' ? words.locking : words.lockIn
}

function fineWords({ step, deal }: LockIn, other: string): string {
  switch (step) {
    case 'reading':
      return words.reading
    case 'unreadable':
      return words.unreadable
    case 'under-way':
      return words.underWay
    case 'done':
      return words.done
    case 'take-back':
    case 'claim':
      return words.createLater
    default:
      return words.fine(words.goes(deal.offered.length, deal.coins.offeredWei), other)
  }
}

/** Both transactions of a counter to an offer in escrow, and where the NFTs are. */
function TwoSteps({ flow: { step, countered } }: { flow: LockIn }): ReactNode {
  const nowS = useChainTimeS()
  if (!countered) return null
  const isBack = countered.settlement !== null && step !== 'claim'
  const late = nowS > countered.expiresAtS
  const first =
    step === 'claim'
      ? { title: words.claim, text: words.claimNow }
      : {
          title: words.takeBack,
          text: isBack ? words.takeBackDone : late ? words.takeBackLate : words.takeBackNow(countered.offered.length),
        }
  return (
    <section className="lock-steps" aria-label={words.steps}>
      <h3>{words.steps}</h3>
      <ol>
        <li className={isBack ? 'lock-step lock-step-done' : 'lock-step'} aria-current={isBack ? undefined : 'step'}>
          {isBack ? <Icon name="check" /> : <span className="num">1</span>}
          <div>
            <b>{first.title}</b>
            <small>{first.text}</small>
          </div>
        </li>
        <li className="lock-step" aria-current={isBack ? 'step' : undefined}>
          <span className="num">2</span>
          <div>
            <b>{words.create}</b>
            <small>{isBack ? words.createNow : words.createLater}</small>
          </div>
        </li>
      </ol>
    </section>
  )
}
