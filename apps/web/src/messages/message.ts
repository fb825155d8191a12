/** Where a message appears: a dialog that has to be answered, a toast, a dialog of its own design, or a place on the screen. */
export type Channel = 'alert' | 'toast' | 'dialog' | 'inline'

/** An entry of the catalogue whose words are always the same. */
export interface Plain {
  readonly channel: Channel
  /** A heading above the words, where the message has one. */
  readonly title?: string
  readonly text: string
}

/** An entry whose words carry something that is known only when it is said. */
export interface Worded<P> {
  readonly channel: Channel
  readonly title?: string
  readonly text: (parameters: P) => string
}

/** A message with all its words, ready to be shown in its channel. */
export interface Said {
  /** The entry's key in the catalogue: tells messages apart whose words may change. */
  readonly key: string
  readonly channel: Channel
  readonly title?: string
  readonly text: string
  /** A second, quieter line: what went wrong underneath, or what to do next. */
  readonly detail?: string
  /** Where to go from here. */
  readonly link?: { readonly href: string; readonly label: string }
  /** Success is announced politely, failure at once. */
  readonly tone?: 'success' | 'failure' | 'warning' | 'plain'
}
