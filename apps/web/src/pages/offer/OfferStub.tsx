import { outcomeOf } from '@parley/domain'
import type { ReactNode } from 'react'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import type { Wallet } from '../../features/wallet/useWallet.ts'
import { useWalletList } from '../../features/wallet/useWalletList.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { offerWords } from '../../messages/offerWords.ts'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazyOnIdle.ts'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/shorten.ts'
import type { OfferFacts } from './offerChecks.ts'
import type { Standing } from './standingOf.ts'

const AcceptStep = lazyOnIdle(
  async () => ({ default: (await import('./lateParts.ts')).AcceptStep }),
  () => <span className="skeleton accept-coming" />,
)

export interface OfferStubProps {
  readonly facts: OfferFacts
  readonly actions: OfferActions
  readonly wallet: Wallet
  readonly onAccept: () => Promise<boolean>
}

/** The user's action on this offer (decision S7): one button, or the reason why there is none. */
export function OfferStub(props: OfferStubProps): ReactNode {
  const { facts, wallet } = props
  const { offer, standing } = facts
  const messages = useMessages()
  const { path } = usePortal()
  if (standing.role === 'visitor' && !offer.settlement) return <ConnectStub wallet={wallet} />
  if (standing.act && wallet.problem) return <WalletProblemAct problem={wallet.problem} />
  const outcome = outcomeOf(offer)
  if (outcome && standing.act !== 'claim') {
    return (
      <>
        <p className="stub-words" role="status">
          {messages.detailInactive.text({ outcome })}
        </p>
        <Link className={buttonClass('stamp', true)} href={path}>
          {messages.detailOthers.text}
        </Link>
      </>
    )
  }
  if (standing.act === 'accept' && standing.ownsAll === false)
    return <p className="stub-words">{messages.detailNotOwner.text}</p>
  if (standing.act) return <ActStub {...props} act={standing.act} />
  return (
    <p className="stub-words">
      {standing.ownsAny
        ? messages.detailForOther.text({ recipient: shorten(offer.recipient) })
        : messages.detailNotOwner.text}
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
        {connecting ? messages.connecting.text : messages.connectWallet.text}
      </Button>
      <p className="slip-fine">{offerWords.connectFine}</p>
    </>
  )
}

function ActStub({ facts, actions, onAccept, act }: OfferStubProps & { act: NonNullable<Standing['act']> }): ReactNode {
  const messages = useMessages()
  const { offer } = facts
  if (act === 'accept') return <AcceptStep facts={facts} label={messages.detailAccept.text} onAccept={onAccept} />
  const working = actions.busyWith(offer.id) === act
  const { label, fine, run } = {
    cancel: { label: messages.detailCancel.text, fine: offerWords.cancelFine, run: () => actions.cancel(offer) },
    recover: { label: messages.recoverNfts.text, fine: offerWords.recoverFine, run: () => actions.recover(offer) },
    return: {
      label: messages.returnExpired.text,
      fine: offerWords.returnFine,
      run: () => actions.returnExpired(offer),
    },
    sendHome: { label: messages.sendHome.text, fine: offerWords.sendHomeFine, run: () => actions.sendHome(offer) },
    claim: { label: messages.claimReturned.text, fine: offerWords.claimFine, run: () => actions.claimReturned(offer) },
  }[act]
  return (
    <>
      <Button look="stamp" sentence working={working} disabled={actions.busy && !working} onClick={() => void run()}>
        {working ? messages.accepting.text : label}
      </Button>
      <p className="slip-fine">{fine}</p>
    </>
  )
}
