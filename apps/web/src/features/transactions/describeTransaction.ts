import {
  isUnderWay,
  type TrackedTransaction,
  type TransactionState,
} from '../../flows/transactions/TrackedTransaction.ts'
import type { Speaker } from '../../messages/Speaker.ts'
import { transactionWords as words } from '../../messages/transactionWords.ts'
import type { RunningAction } from '../../session/actions.ts'
import type { TransactionView } from './TransactionView.ts'

/** Puts a transaction into words. `running`: what this very page is doing, since only that waits for an answer here. */
export function describeTransaction(
  tracked: TrackedTransaction,
  speaker: Speaker,
  running: RunningAction | null,
): TransactionView {
  const { id, kind, state, subject } = tracked
  const isHere = running?.kind === kind && running.subject === subject && isUnderWay(tracked)
  return {
    id,
    title: words.names[kind]({ subject: subjectOf(tracked, speaker) }),
    text: textOf(state, speaker, isHere),
    standing: isUnderWay(tracked) ? 'open' : wentThrough.has(state.at) ? 'done' : 'failed',
    startedAtS: Math.floor(tracked.startedAtMs / 1000),
    offerId: offerOf(tracked),
    txHash: 'byHash' in state ? state.byHash : 'txHash' in state ? state.txHash : null,
    forgettable: state.at === 'asking' && !isHere,
  }
}

const wentThrough: ReadonlySet<TransactionState['at']> = new Set(['confirmed', 'indexed', 'proved'])
const aboutCollections: ReadonlySet<TrackedTransaction['kind']> = new Set(['approve', 'revoke', 'own'])

function subjectOf({ kind, subject }: TrackedTransaction, speaker: Speaker): string {
  if (subject === null) return ''
  return aboutCollections.has(kind) ? speaker.collection(subject) : speaker.short(subject)
}

function offerOf({ kind, subject, state }: TrackedTransaction): TransactionView['offerId'] {
  if ('offerId' in state && state.offerId) return state.offerId
  return aboutCollections.has(kind) ? null : subject
}

function textOf(state: TransactionState, { coin }: Speaker, isHere: boolean): string {
  switch (state.at) {
    case 'asking':
      if (state.doubtedAtMs !== null) return words.doubted
      return isHere ? words.asking(coin(state.totalWei)) : words.askingElsewhere
    case 'confirmed':
      return `${words.confirmed(state)} ${words.listsFollow}`
    case 'indexed':
      return words.confirmed(state)
    case 'reverted':
      return words.reverted(state.reason)
    default:
      return words[state.at]
  }
}
