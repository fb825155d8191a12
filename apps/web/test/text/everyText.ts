import { messages as asoMessages } from '../../src/portals/places/ASOverse/messages.ts'
import { callText } from '../../src/text/call.lazy.ts'
import { adminMessages, adminText } from '../../src/text/admin.ts'
import { generalMessages, type Messages } from '../../src/text/catalogue.ts'
import { signingMessages } from '../../src/text/explainFailure.ts'
import type { Channel, MessageTemplate, Text } from '../../src/text/message.ts'
import { offerPaperText } from '../../src/text/offer.ts'
import { detailMessages, offerText } from '../../src/text/offer.lazy.ts'
import { pendingText, ticketText } from '../../src/text/offers.lazy.ts'
import { statsText } from '../../src/text/stats.ts'
import { voiceMessages, voiceText } from '../../src/text/voice.ts'

type Keyed<Screen extends string, T> = {
  [K in keyof T & string as T[K] extends Text ? `${Screen}${Capitalize<K>}` : never]: T[K]
}

/** A screen's own texts, by its name and theirs: `statsText.title` is `statsTitle`. */
function keyed<Screen extends string, T extends object>(screen: Screen, texts: T): Keyed<Screen, T>
function keyed(screen: string, texts: object): object {
  const own = Object.entries(texts).filter(([, text]) => typeof text !== 'object')
  return Object.fromEntries(own.map(([key, text]) => [`${screen}${key.charAt(0).toUpperCase()}${key.slice(1)}`, text]))
}

const everywhere = {
  ...signingMessages,
  ...adminMessages,
  ...voiceMessages,
  ...keyed('panel', adminText),
  ...keyed('offer', offerPaperText),
  ...keyed('offer', offerText),
  ...keyed('pending', pendingText),
  ...keyed('ticket', ticketText),
  ...keyed('stats', statsText),
  ...keyed('voice', voiceText),
  ...keyed('call', callText),
}

export type Texts = Messages & typeof everywhere
export type TextKey = keyof Texts & string

/** Texts by key, as one place words them: what a portal may word, and what is the same everywhere. */
export const textsOf = (messages: Messages): Texts => ({ ...everywhere, ...messages })

/** The three places that word things differently. */
export const texts: Readonly<Record<'general' | 'aso' | 'detail', Texts>> = {
  general: textsOf(generalMessages),
  aso: textsOf({ ...generalMessages, ...asoMessages }),
  detail: textsOf(detailMessages),
}

/** Where a text appears: in its message's channel, or in place. */
export function channelOf(text: Text | MessageTemplate): Channel | 'inline' {
  return typeof text === 'object' ? text.channel : 'inline'
}

const blank = '{}'
/** Every property and every call of it reads as blank. */
const parameters: unknown = new Proxy(() => blank, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => blank : parameters),
})

/** All that a text says, with its parameters left blank: its words, and its heading. */
export function sayings(text: Text | MessageTemplate): readonly string[] {
  if (typeof text === 'object') return [...sayings(text.text), ...(text.title === undefined ? [] : [text.title])]
  return [typeof text === 'string' ? text : String(Reflect.apply(text, undefined, [parameters]))]
}

/** Whether a text says what the specification quotes, which may have placeholders or be cut. */
export function isQuoted(said: string, { text, form }: { text: string; form: 'whole' | 'begins' | 'within' }): boolean {
  const expected = text.replaceAll(/\{\w+\}/g, blank)
  if (form === 'whole') return said === expected
  return form === 'begins' ? said.startsWith(expected) : said.includes(expected)
}
