import type { Channel } from './Said.ts'

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
