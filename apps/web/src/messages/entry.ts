/** Where a message appears: a modal alert, a toast, a dialog of its own, or in place. */
export type Channel = 'alert' | 'toast' | 'dialog' | 'inline'

/** Success is announced politely, failure at once. */
export type Tone = 'success' | 'failure' | 'warning' | 'plain'

/** A message with all its words, ready to be shown in its channel. */
export interface Said {
  /** The entry's key in the catalogue: tells messages apart whose words may change. */
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

/** An entry's text: a constant, or a function of its parameters. */
export type Words = string | ((parameters: never) => string)

/** An entry of the catalogue: its words and where they appear. */
export interface Entry<W extends Words = Words> {
  readonly channel: Channel
  /** A heading above the words, where the message has one. */
  readonly title?: string
  readonly text: W
}

/** Rendered in place: labels, states, hints. */
export function inline<W extends Words>(text: W): Entry<W> {
  return { channel: 'inline', text }
}

/** The app's own alert dialog, answered before anything goes on (decision S1). */
export function alert<W extends Words>(text: W): Entry<W> {
  return { channel: 'alert', text }
}

/** A toast: one at once, gone after five seconds. */
export function toast<W extends Words>(title: string, text: W): Entry<W> {
  return { channel: 'toast', title, text }
}

/** Part of a dialog with a design of its own. */
export function dialog<W extends Words>(text: W): Entry<W> {
  return { channel: 'dialog', text }
}
