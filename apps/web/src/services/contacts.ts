import {
  cleanNickname,
  locale,
  nicknameProblem,
  parseAddress,
  product,
  sameAddress,
  type Address,
} from '@parley/domain'
import { browserStorage, createSharedStore, fieldsOf, parseStored } from './browser.ts'

/** A private name for an address. Kept in this browser, and sent nowhere (decision I5). */
export interface Contact {
  readonly address: Address
  readonly name: string
  /** The user compared it in full with one that looks alike. */
  readonly compared?: true
}

export const maxContacts = 500

// Before the list, which is read at once. Made when there are names to compare, since that takes some milliseconds.
let byName: Intl.Collator | undefined

const contacts = createSharedStore<readonly Contact[]>(browserStorage, `${product.slug}-contacts`, {
  parse: (text) => contactsIn(parseStored(text)),
  print: (list) => JSON.stringify(list),
})

/** All contacts, by name. */
export const contactList = contacts.store

/** Adds or renames a contact. A new one beyond the limit is not added. */
export function saveContact(address: Address, text: string): void {
  const name = cleanNickname(text)
  if (nicknameProblem(name)) return
  contacts.update((list) => {
    const before = list.find((one) => sameAddress(one.address, address))
    return inOrder([{ ...before, address, name }, ...without(list, address)])
  })
}

/** The user compared these addresses in full. Changes contacts alone. */
export function noteCompared(addresses: readonly Address[]): void {
  contacts.update((list) => {
    const isMeant = (one: Contact) => !one.compared && addresses.some((address) => sameAddress(address, one.address))
    return list.some(isMeant) ? list.map((one) => (isMeant(one) ? { ...one, compared: true as const } : one)) : list
  })
}

export function removeContact(address: Address): void {
  contacts.update((list) => {
    const left = without(list, address)
    return left.length === list.length ? list : left
  })
}

/** Adds contacts of a file; those with a known address are renamed. */
export function addContacts(fresh: readonly Contact[]): void {
  contacts.update((list) => inOrder([...fresh, ...fresh.reduce((left, { address }) => without(left, address), list)]))
}

function without(list: readonly Contact[], address: Address): readonly Contact[] {
  return list.filter((one) => !sameAddress(one.address, address))
}

function inOrder(list: readonly Contact[]): readonly Contact[] {
  return list.slice(0, maxContacts).toSorted(compareNames)
}

function compareNames(one: Contact, other: Contact): number {
  byName ??= new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  return byName.compare(one.name, other.name)
}

/** Parses one untrusted contact: from storage, another version or a file. */
export function contactIn(value: unknown): Contact | null {
  const fields = fieldsOf(value)
  const address = fields.get('address')
  const name = fields.get('name')
  if (typeof address !== 'string' || typeof name !== 'string' || nicknameProblem(name)) return null
  const parsed = parseAddress(address)
  return 'address' in parsed ? { address: parsed.address, name: cleanNickname(name) } : null
}

function contactsIn(stored: unknown): readonly Contact[] {
  if (!Array.isArray(stored)) return []
  const found = stored.slice(0, maxContacts).flatMap((one: unknown): readonly Contact[] => {
    const contact = contactIn(one)
    if (!contact) return []
    return [fieldsOf(one).get('compared') === true ? { ...contact, compared: true } : contact]
  })
  return inOrder([...new Map(found.map((one) => [one.address, one])).values()])
}
