import { type Address, endsOf, nicknameLook, product } from '@parley/domain'
import { fieldsOf } from '../../services/browser.ts'
import { type Contact, contactIn, maxContacts } from '../../services/contacts.ts'

const kind = `${product.slug}-contacts`
const version = 1

/** 500 contacts with the longest names take some 120 kB. */
export const maxFileBytes = 500_000
const maxEntries = 5_000

/** The file that Export saves. */
export function writeContactFile(contacts: readonly Contact[]): string {
  return `${JSON.stringify({ kind, version, contacts: contacts.map(({ address, name }) => ({ address, name })) }, null, 2)}\n`
}

export type FileProblem = 'size' | 'json' | 'form' | 'version' | 'many'

interface ReadFile {
  /** Each address once; the last one in the file counts. */
  readonly contacts: readonly Contact[]
  /** Entries without a valid name and address. */
  readonly unread: number
}

/** Parses a file of contacts. Its contents are untrusted. */
export function readContactFile(text: string): ReadFile | { readonly problem: FileProblem } {
  if (text.length > maxFileBytes) return { problem: 'size' }
  const json = parsed(text)
  if (json === undefined) return { problem: 'json' }
  const fields = fieldsOf(json)
  const entries = fields.get('contacts')
  if (fields.get('kind') !== kind || !Array.isArray(entries)) return { problem: 'form' }
  const written = fields.get('version')
  if (typeof written !== 'number' || !Number.isSafeInteger(written) || written < 1) return { problem: 'form' }
  if (written > version) return { problem: 'version' }
  if (entries.length > maxEntries) return { problem: 'many' }
  const read = entries.map((entry: unknown) => contactIn(entry))
  const contacts = [...new Map(read.flatMap((one) => (one ? [[one.address, one] as const] : []))).values()]
  return { contacts, unread: read.filter((one) => one === null).length }
}

function parsed(text: string): unknown {
  try {
    // Some editors put a byte order mark before it.
    return JSON.parse(text.replace(/^\u{FEFF}/u, ''))
  } catch {
    return undefined
  }
}

/** What importing would change. Nothing else. */
export interface ImportPlan {
  readonly added: readonly Contact[]
  readonly renamed: readonly { readonly before: Contact; readonly after: Contact }[]
  /** Already there, with the same name. */
  readonly same: number
  /** Look-alikes of known addresses. They are added by hand, after comparing. */
  readonly stopped: readonly Contact[]
  /** Named like another contact, who would be mistaken for them. */
  readonly taken: readonly Contact[]
  /** Beyond the limit. */
  readonly over: number
  readonly unread: number
}

/**
 * Merges by address: the file's name wins, and nothing is removed. Of two in the file that look alike, in address or name, the
 * first counts.
 *
 * @param known all addresses known to this browser.
 * @param traded further ones to compare with, as the server says: they don't count as known.
 */
export function planImport(
  file: ReadFile,
  now: readonly Contact[],
  known: readonly Address[],
  traded: readonly Address[],
): ImportPlan {
  const fresh: Contact[] = []
  const [stopped, taken]: [Contact[], Contact[]] = [[], []]
  const renamed: { before: Contact; after: Contact }[] = []
  const kept = new Map(now.map((one) => [one.address.toLowerCase(), one]))
  const here = new Set(known.map((one) => one.toLowerCase()))
  const addresses = new Holders([...known, ...traded].map((one) => [endsOf(one), one]))
  const names = new Holders(now.map((one) => [nicknameLook(one.name), one.address]))
  let same = 0
  for (const contact of file.contacts) {
    const { address, name } = contact
    const before = kept.get(address.toLowerCase())
    const look = nicknameLook(name)
    if (before?.name === name) same += 1
    else if (!before && !here.has(address.toLowerCase()) && addresses.hasOther(endsOf(address), address))
      stopped.push(contact)
    else if (names.hasOther(look, address)) taken.push(contact)
    else {
      if (before) renamed.push({ before, after: contact })
      else fresh.push(contact)
      addresses.add(endsOf(address), address)
      names.add(look, address)
    }
  }
  const added = fresh.slice(0, Math.max(0, maxContacts - now.length))
  return { added, renamed, same, stopped, taken, over: fresh.length - added.length, unread: file.unread }
}

/** Which addresses have a look. Indexed: a file may have thousands of entries. */
class Holders {
  readonly #byLook = new Map<string, Set<string>>()

  constructor(entries: readonly (readonly [look: string, address: Address])[]) {
    for (const [look, address] of entries) this.add(look, address)
  }

  add(look: string, address: Address): void {
    this.#byLook.set(look, (this.#byLook.get(look) ?? new Set()).add(address.toLowerCase()))
  }

  hasOther(look: string, address: Address): boolean {
    const holders = this.#byLook.get(look)
    return holders !== undefined && holders.size > (holders.has(address.toLowerCase()) ? 1 : 0)
  }
}
