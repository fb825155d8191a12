import { type DeclineReason, mayAccept, mayCancel, type Offer } from '@parley/domain'
import type { WireDecline } from '@parley/protocol'
import { type ReactNode, useState } from 'react'
import { useChainTimeS } from '../../services/chainTime.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useSignIn } from '../../services/signIn.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { declineText as words, declineWords } from '../../text/agreement.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import { declineOffer, useDecline } from './useDeclines.ts'
import './Agreement.css'

// Most people who see its button never press it.
const DeclineForm = lazyOnIdle(() => import('./DeclineForm.lazy.tsx'))

/** Counter and Decline for an open offer's recipient, Change it for its creator. */
export function OfferReplies({ offer, isBrief }: { offer: Offer; isBrief: boolean }): ReactNode {
  const { key } = usePortal()
  const account = useAccount()
  const nowS = useChainTimeS()
  const decline = useDecline(offer)
  const [isDeclining, setDeclining] = useState(false)
  if (!account) return null
  const className = isBrief ? 'offer-replies offer-replies-brief' : 'offer-replies'
  const look = isBrief ? 'quiet' : 'outline'
  const counter = `/table/new?counters=${offer.id}${key === 'general' ? '' : `&portal=${key}`}`
  if (mayCancel(offer, account, nowS)) {
    return (
      <div className={className}>
        {decline && isBrief ? (
          <p className="decline-brief" role="status">
            {words.declinedBrief(reasonWords(decline))}
          </p>
        ) : null}
        <Link className={buttonClass(look, true)} href={counter}>
          {words.change}
          <span className="unseen"> {shorten(offer.id)}</span>
        </Link>
      </div>
    )
  }
  if (!mayAccept(offer, account, nowS)) return null
  return (
    <div className={className}>
      <Link className={buttonClass(look, true)} href={counter} title={words.counterFine}>
        {words.counter}
        <span className="unseen"> {shorten(offer.id)}</span>
      </Link>
      {decline ? (
        <span className="rubber-stamp rubber-stamp-plain">{words.declined}</span>
      ) : (
        <Button look={look} sentence onClick={() => setDeclining(true)}>
          {words.decline}
          <span className="unseen"> {shorten(offer.id)}</span>
        </Button>
      )}
      {isDeclining ? <DeclineDialog offer={offer} as={account} onClose={() => setDeclining(false)} /> : null}
    </div>
  )
}

interface DeclineDialogProps {
  readonly offer: Offer
  readonly as: Offer['recipient']
  readonly onClose: () => void
}

/** Asks for a reason, signs in where it is needed, and tells the creator. */
function DeclineDialog({ offer, as, onClose }: DeclineDialogProps): ReactNode {
  const session = useSession()
  const { status, problem, signIn } = useSignIn()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Awaited<ReturnType<typeof declineOffer>>>(null)
  const send = async (reason: DeclineReason, text: string): Promise<void> => {
    setSending(true)
    setFailure(null)
    const isIn = status === 'signed-in' || (await signIn())
    const refusal = isIn ? await declineOffer(session, as, offer.id, { reason, text }) : null
    setSending(false)
    setFailure(refusal)
    if (isIn && refusal === null) onClose()
  }
  return (
    <Dialog open title={words.title} onClose={onClose} closeLabel={frameText.close}>
      <p>{words.lead}</p>
      <DeclineForm
        hint={words.wordsHint}
        isSending={isSending}
        onDecline={(reason, text) => void send(reason, text)}
        onKeep={onClose}
      >
        {status === 'signed-in' ? null : <Note tone="plain">{words.signInFirst}</Note>}
        {problem ? <Note tone="warn">{signInText.problems[problem]}</Note> : null}
        {failure ? <Note tone="bad">{failureWords(failure)}</Note> : null}
      </DeclineForm>
    </Dialog>
  )
}

function failureWords(failure: NonNullable<Awaited<ReturnType<typeof declineOffer>>>): string {
  if (failure === 'signed-out') return words.signInFirst
  return failure === 'failed' ? words.failed : words.refusals[failure]
}

/** The reason, with the recipient's own words as far as the viewer may read them. */
export function reasonWords({ hasText, ...decline }: WireDecline): string {
  const why = declineWords(decline)
  return hasText && decline.text === '' ? words.unread(why) : why
}
