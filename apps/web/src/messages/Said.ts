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
}
