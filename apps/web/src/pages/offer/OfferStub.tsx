import { outcomeOf } from '@parley/domain'
import type { ReactNode } from 'react'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import { type Wallet, useWalletList } from '../../features/wallet/useWallet.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { offerText } from '../../text/offer.lazy.ts'
import { usePortal, useMessages } from '../../services/Portal.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/Address.tsx'
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

function ActStub({ facts, actions, onAccept, act }: OfferStubProps & { act: NonNullable<Standing['act']> }): ReactNode {
  const messages = useMessages()
  const { offer } = facts
  if (act === 'accept') return <AcceptStep facts={facts} label={offerText.accept} onAccept={onAccept} />
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
    </>
  )
}
