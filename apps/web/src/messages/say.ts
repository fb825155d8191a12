import type { MessageKey, Messages } from './generalMessages.ts'
import type { Said, Tone } from './entry.ts'

/** What an entry has to be given: nothing, or its parameters. */
export type ParametersOf<K extends MessageKey> = Messages[K]['text'] extends (parameters: infer P) => string
  ? [parameters: P]
  : []

interface Extras {
  readonly tone?: Tone
  readonly detail?: string
  readonly link?: { readonly href: string; readonly label: string }
}

/** Fills an entry with its parameters. `extras` adds a second line, a link, a tone. */
export function say<K extends MessageKey>(messages: Messages, key: K, ...[parameters]: ParametersOf<K>): Said {
  const { channel, title, text } = messages[key]
  return { key, channel, tone: 'plain', text: wordsOf(text, parameters), ...(title === undefined ? {} : { title }) }
}

/** The same message with something added. */
export function withExtras(said: Said, extras: Extras): Said {
  return { ...said, ...extras }
}

function wordsOf(text: string | ((parameters: never) => string), parameters: unknown): string {
  // The key's type ties the parameters to the entry; the union of all entries has lost that tie.
  return typeof text === 'string' ? text : String(Reflect.apply(text, undefined, [parameters]))
}
