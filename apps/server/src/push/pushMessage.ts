import { hash } from 'node:crypto'
import { type InboxItem, nextReminderS, type Offer } from '@parley/domain'
import type { PushMessage, PushRefusal } from '@parley/protocol'
import { HttpError } from '../http/httpError.ts'

/** The tag is the same each time. A push service keeps one push of a topic, and a browser one notification of a tag. */
export function messageOf({ id, needsYou, other, subject }: InboxItem, session: string): PushMessage {
  return {
    tag: hash('sha256', `${session} ${id}`, 'base64url').slice(0, 32),
    about: subject.kind,
    needsYou,
    other: `${other.slice(0, 6)}…${other.slice(-4)}`,
    path: subject.kind === 'offer' ? `/p2p/${subject.offerId}` : `/table/${subject.tableId}`,
    id,
  }
}

const sentences: Readonly<Record<PushRefusal, string>> = {
  'push-off': 'push is switched off here',
  'bad-endpoint': 'not a push service on the public internet, or not its keys',
}

export function refusal(code: PushRefusal): HttpError {
  return new HttpError(code === 'push-off' ? 404 : 400, sentences[code], { code })
}

/** When time alone changes the inbox. */
export function nextLookS({ offers, chainS }: { readonly offers: readonly Offer[]; readonly chainS: number }): number {
  return Math.min(...offers.map((offer) => nextReminderS(offer, chainS) ?? never), never)
}

const never = Number.MAX_SAFE_INTEGER
