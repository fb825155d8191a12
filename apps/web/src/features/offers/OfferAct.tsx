import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { stepWords } from './ActionSteps.tsx'
import type { OfferActionKind, OfferActions } from './useOfferActions.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'

interface OfferActProps {
  /** Opens a review first; the action follows later. */
  readonly instead?: () => void
  readonly offer: Offer
  readonly kind: Exclude<OfferActionKind, 'create'>
  readonly actions: OfferActions
  readonly look?: ButtonLook
}

const ActCost = lazyOnIdle(() => import('./ActCost.lazy.tsx'))

/** A button for one action on one offer. Shows the current step while running; other buttons are disabled. */
export function OfferAct({ offer, kind, actions, look = 'outline', instead }: OfferActProps): ReactNode {
  const messages = useMessages()
  const account = useAccount()
  const working = actions.busyWith(offer.id) === kind
  const step = working ? actions.running?.steps.find((one) => one.state === 'running') : undefined
  const act = {
    accept: { label: messages.acceptTrade, busy: messages.accepting, run: () => actions.accept(offer) },
    cancel: { label: messages.cancelOffer, busy: messages.cancelling, run: () => actions.cancel(offer) },
    recover: { label: messages.recoverNfts, busy: messages.recovering, run: () => actions.recover(offer) },
    return: {
      label: messages.returnExpired,
      busy: messages.returning,
      run: () => actions.returnExpired(offer),
    },
    sendHome: {
      label: messages.sendHome,
      busy: messages.sendingHome,
      run: () => actions.sendHome(offer),
    },
    claim: {
      label: messages.claimReturned,
      busy: messages.claiming,
      run: () => actions.claimReturned(offer),
    },
  }[kind]
  return (
    <>
      <Button
        look={look}
        sentence
        working={working}
        disabled={actions.busy && !working}
        onClick={instead ?? (() => void act.run())}
      >
        {working ? act.busy : act.label}
      </Button>
      {step ? (
        <small className="offer-act-step muted" role="status">
          {stepWords(messages, step.key)}
        </small>
      ) : kind === 'accept' || !account ? null : (
        <ActCost account={account} offer={offer} way={kind === 'return' ? 'recover' : kind} />
      )}
    </>
  )
}
