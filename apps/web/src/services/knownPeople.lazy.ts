import { type Address, findLookAlike, nameServiceOf, parseAddress, sameAddress } from '@parley/domain'
import { contextRoutes, createClientOf } from '@parley/protocol'
import { createStore } from 'zustand/vanilla'
import { type Contact, contactList, noteCompared } from './contacts.ts'
import { people } from './people.tsx'
import { recentPeople } from './recentPeople.ts'

interface Known {
  /** Counterparties of completed swaps, as the server counts them. */
  readonly traded: readonly Address[]
  /** Addresses that were compared in full on this page. */
  readonly compared: readonly Address[]
  /** Of the wallets that were connected on this page. */
  readonly own: readonly Address[]
}

const known = createStore<Known>(() => ({ traded: [], compared: [], own: [] }))

/**
 * The addresses that this browser itself knows.
 *
 * These are its wallets' own, contacts, and people that one of its accounts has signed a deal with.
 *
 * Sending something doesn't make an address known.
 */
export function knownHere(): readonly Address[] {
  return [
    ...known.getState().own,
    ...contactList.getState().map(({ address }) => address),
    ...recentPeople.getState().map(({ person }) => person),
  ]
}

/**
 * The known address that another one could be mistaken for; null for none.
 *
 * An address that is known itself has none. The server's counterparties are compared with, but don't count as known: it may lie.
 * A contact may be older than these checks: until it was compared in full it is held against what else this browser knows.
 */
export function lookAlikeOf(address: Address): Address | null {
  const here = knownHere()
  const { traded, compared, own } = known.getState()
  const contact = contactList.getState().find((one) => sameAddress(one.address, address))
  const signed = recentPeople.getState().map(({ person }) => person)
  const sure = [...compared, ...own, ...signed]
  if (contact?.compared || sure.some((one) => sameAddress(one, address))) return null
  return findLookAlike(address, contact ? here : [...here, ...traded])
}

/** Counterparties of completed swaps, as far as the server has said. Compared with, but not known: it may lie. */
export const tradedWith = (): readonly Address[] => known.getState().traded

/** Whether a deal with an address is the first. It is no contact, and shares no signed deal or completed swap. */
export function isStranger(address: Address): boolean {
  return ![...knownHere(), ...known.getState().traded].some((one) => sameAddress(one, address))
}

/** The user has compared an address in full and chosen it. Holds while the page is open, and with a contact for good. */
export function acceptCompared(address: Address): void {
  known.setState(({ compared }) => ({ compared: [...compared, address] }))
}

/** One's own addresses have look-alikes too, made for people who copy one from a list of transactions. */
export function rememberOwn(addresses: readonly Address[]): void {
  known.setState(({ own }) => ({ own: [...new Set([...own, ...addresses])] }))
}

const api = createClientOf(contextRoutes, '')
const asked = new Map<Address, Promise<boolean>>()

/** Reads an account's counterparties, once. Resolves to whether they are known; without the server they aren't. */
export function readCounterparties(account: Address): Promise<boolean> {
  const before = asked.get(account)
  if (before) return before
  rememberOwn([account])
  const reading = api
    .request('counterparties', { params: { address: account }, signal: AbortSignal.timeout(patienceMs) })
    .then((answer) => {
      known.setState(({ traded }) => ({ traded: [...traded, ...answer.counterparties] }))
      return true
    })
    .catch(() => {
      asked.delete(account)
      return false
    })
  asked.set(account, reading)
  return reading
}

const patienceMs = 4_000

/** Contacts whose name or address has the text in it: those that begin with it first. */
export function findContacts(text: string): readonly Contact[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const rank = ({ name, address }: Contact): number => {
    const at = name.toLowerCase().indexOf(wanted)
    if (at === 0) return 0
    if (at > 0) return name.charAt(at - 1) === ' ' ? 1 : 2
    return wanted.length > 2 && address.toLowerCase().startsWith(wanted) ? 3 : 4
  }
  return contactList
    .getState()
    .map((contact) => ({ contact, at: rank(contact) }))
    .filter(({ at }) => at < 4)
    .toSorted((one, other) => one.at - other.at)
    .map(({ contact }) => contact)
}

function holds(text: string): ReturnType<ReturnType<typeof people.getState>['holds']> {
  const parsed = parseAddress(text)
  // Besides the zero address: the chain's own contracts and 0x…dEaD, where no one can accept.
  if (/^0x0{30}/.test(text.trim())) return 'invalid'
  if ('address' in parsed) return lookAlikeOf(parsed.address) ? 'stopped' : undefined
  return nameServiceOf(text) || findContacts(text).length > 0 ? 'typing' : undefined
}

function tell(): void {
  const names = new Map(contactList.getState().map(({ address, name }) => [address.toLowerCase(), name]))
  people.setState({
    nameOf: (address) => names.get(address.toLowerCase()),
    holds: (text) => holds(text),
  })
}

/** Contacts that were compared on this page stay so. */
function keepCompared(): void {
  noteCompared(known.getState().compared)
  tell()
}

tell()
contactList.subscribe(keepCompared)
recentPeople.subscribe(tell)
known.subscribe(keepCompared)
