import { mayCancel, type Offer, sameAddress } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { queryKeys } from '../../services/queries.ts'
import { memberApi, useSignIn } from '../../services/signIn.ts'
import { useWho } from '../../services/useWho.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { compareText, declineText as words } from '../../text/agreement.lazy.ts'
import { longDate } from '../../text/format.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Agreement } from './agreement.ts'
import { reasonWords } from './OfferReplies.tsx'
import { useAgreement } from './useAgreement.ts'
import { useDecline } from './useDeclines.ts'
import './Agreement.css'

interface TableNotesProps {
  readonly offer: Offer
  readonly mayAccept: boolean
  /** Hears what the recipient's tables say. */
  readonly onRead: (agreement: Agreement) => void
}

/** Above an offer: that it was declined, and what the recipient's tables have to do with it. */
export function TableNotes({ offer, mayAccept, onRead }: TableNotesProps): ReactNode {
  return (
    <div className="table-notes">
      <DeclineNote offer={offer} />
      {mayAccept ? <RecipientsNote offer={offer} onRead={onRead} /> : <CounterNote offer={offer} />}
    </div>
  )
}

/** Leads the creator, if signed in, to the open table that counters the offer. */
function CounterNote({ offer }: { offer: Offer }): ReactNode {
  const { status, wallet } = useSignIn()
  const isCreator = wallet !== null && sameAddress(wallet, offer.creator)
  const { data } = useQuery({
    queryKey: [...queryKeys.agreed(wallet ?? '0x', offer.recipient), 'counter', offer.id],
    enabled: isCreator && status === 'signed-in',
    queryFn: () => memberApi.request('tables', { query: { as: offer.creator, with: offer.recipient } }),
    refetchOnMount: 'always',
  })
  const table = data?.tables.find(
    ({ counters, state }) => counters === offer.id && state !== 'closed' && state !== 'lapsed',
  )
  if (!table) return null
  return (
    <Note tone="plain" action={<Link href={`/table/${table.tableId}`}>{compareText.openTable}</Link>}>
      {compareText.counteredAt}
    </Note>
  )
}

function RecipientsNote({ offer, onRead }: Omit<TableNotesProps, 'mayAccept'>): ReactNode {
  const { status, table } = useAgreement(offer)
  useEffect(() => onRead({ status, table }), [status, table, onRead])
  return <AgreementNote agreement={{ status, table }} />
}

/** Who declined an offer, when and why. Its creator can take everything back here. */
function DeclineNote({ offer }: { offer: Offer }): ReactNode {
  const account = useAccount()
  const nowS = useChainTimeS()
  const actions = useOfferActions()
  const decline = useDecline(offer)
  const { status, problem, signIn } = useSignIn()
  const who = useWho(offer.recipient)
  if (!decline || !account) return null
  const isMine = mayCancel(offer, account, nowS)
  const working = actions.busyWith(offer.id) === 'cancel'
  const isUnread = decline.hasText && decline.text === ''
  return (
    <Note
      tone={isMine ? 'warn' : 'plain'}
      action={
        isMine ? (
          <Button
            look="outline"
            sentence
            working={working}
            disabled={actions.busy && !working}
            onClick={() => void actions.cancel(offer)}
          >
            {words.takeBack}
          </Button>
        ) : null
      }
    >
      <p>{decline.by === account ? words.byYou(longDate(decline.at)) : words.byThem(who, longDate(decline.at))}</p>
      <p className="decline-reason">
        {reasonWords(decline)}{' '}
        {isUnread ? (
          <Button look="quiet" sentence working={status === 'asking'} onClick={() => void signIn()}>
            {status === 'asking' ? signInText.asking : words.signInToRead}
          </Button>
        ) : null}
      </p>
      {isUnread && problem ? <p role="status">{signInText.problems[problem]}</p> : null}
      {isMine ? <p>{words.stillHeld}</p> : null}
    </Note>
  )
}

/** Offers to compare, or leads to the table. The comparison itself takes the place of the offer's slip. */
export function AgreementNote({ agreement: { status, table } }: { agreement: Agreement }): ReactNode {
  const { status: signInStatus, problem, signIn } = useSignIn()
  if (status === 'signed-out')
    return (
      <div className="agreement-note">
        <Button look="quiet" sentence working={signInStatus === 'asking'} onClick={() => void signIn()}>
          {signInStatus === 'asking' ? signInText.asking : compareText.signIn}
        </Button>
        {problem && problem !== 'away' ? <Note tone="plain">{signInText.problems[problem]}</Note> : null}
      </div>
    )
  if (status === 'unread' || status === 'away') return <Note tone="warn">{compareText.unread}</Note>
  if (status !== 'talking' || !table) return null
  return (
    <Note tone="plain" action={<Link href={`/table/${table.tableId}`}>{compareText.openTable}</Link>}>
      {compareText.atTable}
    </Note>
  )
}
