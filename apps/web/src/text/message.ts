/** Where a message appears: a modal alert, or a toast. `unseen`: only where a portal or a page gives it another channel. */
export type Channel = 'alert' | 'toast' | 'unseen'

/** Success is announced politely, failure at once. */
export type Tone = 'success' | 'failure' | 'warning' | 'plain'

/** A message with all its words, ready to be shown in its channel. */
export interface Message {
  /** The template's key in the catalogue: tells messages apart whose words may change. */
  readonly key: string
  readonly channel: Channel
  readonly tone: Tone
  readonly title?: string
  readonly text: string
  /** A second, quieter line: what went wrong underneath, or what to do next. */
  readonly detail?: string
  /** Where to go from here. */
  readonly link?: { readonly href: string; readonly label: string }
  /** The transaction that it is about, on the explorer. */
  readonly transactionUrl?: string
}

/** A text shown in place: a constant, or a function of its parameters. */
export type Text = string | ((parameters: never) => string)

/** A message before its parameters are known. */
export interface MessageTemplate<T extends Text = Text> {
  readonly channel: Channel
  /** A heading above the text, where the message has one. */
  readonly title?: string
  readonly text: T
}

/** The app's own alert dialog, answered before anything goes on (decision S1). */
export function alert<T extends Text>(text: T): MessageTemplate<T> {
  return { channel: 'alert', text }
}

/** A toast: one at once, gone after five seconds. */
export function toast<T extends Text>(title: string, text: T): MessageTemplate<T> {
  return { channel: 'toast', title, text }
}

/** A message that isn't shown, unless a portal or a page says where. */
export function unseen<T extends Text>(text: T): MessageTemplate<T> {
  return { channel: 'unseen', text }
}

/** What a text or a template has to be given: nothing, or its parameters. */
export type ParametersOf<T> = T extends (parameters: infer P) => string
  ? [parameters: P]
  : T extends MessageTemplate<infer W>
    ? W extends (parameters: infer P) => string
      ? [parameters: P]
      : []
    : []

type Templates<C> = { readonly [K in keyof C]: C[K] extends MessageTemplate ? K : never }[keyof C] & string

/** Fills a template of a catalogue with its parameters. */
export function renderMessage<C, K extends Templates<C>>(
  catalogue: C & Readonly<Record<K, MessageTemplate>>,
  key: K,
  ...[parameters]: ParametersOf<C[K]>
): Message {
  const template: MessageTemplate = catalogue[key]
  const { text, ...shown } = template
  // The key's type ties the parameters to the template; the union of all templates has lost that tie.
  const filled = typeof text === 'string' ? text : String(Reflect.apply(text, undefined, [parameters]))
  return { key, tone: 'plain', ...shown, text: filled }
}
