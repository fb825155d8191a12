import { type Address, findLookAlike, product, sameAddress } from '@parley/domain'
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
  /** Beyond the limit. */
  readonly over: number
  readonly unread: number
}

/**
 * Merges by address: the file's name wins, and nothing is removed.
 *
 * @param known all addresses known to this browser.
 */
export function planImport(file: ReadFile, now: readonly Contact[], known: readonly Address[]): ImportPlan {
  const fresh: Contact[] = []
  const stopped: Contact[] = []
  const renamed: { before: Contact; after: Contact }[] = []
  let same = 0
  for (const contact of file.contacts) {
    const before = now.find((one) => sameAddress(one.address, contact.address))
    if (before?.name === contact.name) same += 1
    else if (before) renamed.push({ before, after: contact })
    else if (isLookAlike(contact.address, known, fresh)) stopped.push(contact)
    else fresh.push(contact)
  }
  const added = fresh.slice(0, Math.max(0, maxContacts - now.length))
  return { added, renamed, same, stopped, over: fresh.length - added.length, unread: file.unread }
}

/** Two of the file may look alike as well: then the first is taken. */
function isLookAlike(address: Address, known: readonly Address[], fresh: readonly Contact[]): boolean {
  if (known.some((one) => sameAddress(one, address))) return false
  return findLookAlike(address, [...known, ...fresh.map((one) => one.address)]) !== null
}
