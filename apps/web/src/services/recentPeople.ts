import { parseAddress, product, sameAddress, type Address } from '@parley/domain'
import { browserStorage, fieldsOf, parseStored, createSharedStore } from './browser.ts'

/** Someone whom an account has made an offer to, or accepted one from. */
interface Met {
  readonly account: Address
  readonly person: Address
}

const maxPerAccount = 5
const maxMet = 100

const people = createSharedStore<readonly Met[]>(browserStorage, `${product.slug}-people`, {
  parse: (text) => metIn(parseStored(text)).slice(0, maxMet),
  print: (met) => JSON.stringify(met),
})

/**
 * Counterparties of this browser's accounts, newest first. Only by what the user signed: a received offer adds none, so
 * that a stranger can't place an address on the list.
 */
export const recentPeople = people.store

/** Remembers a counterparty, as the newest. */
export function meet(account: Address | undefined, person: Address | null): void {
  if (!account || !person) return
  people.update((met) =>
    [{ account, person }, ...met.filter((one) => !(isOf(one, account) && sameAddress(one.person, person)))].slice(
      0,
      maxMet,
    ),
  )
}

/** An account's counterparties, newest first. */
export function peopleOf(met: readonly Met[], account: Address): readonly Address[] {
  return met
    .filter((one) => isOf(one, account))
    .slice(0, maxPerAccount)
    .map(({ person }) => person)
}

function isOf(met: Met, account: Address): boolean {
  return sameAddress(met.account, account)
}

/** The stored list may be another version's or foreign: only pairs of valid addresses count. */
function metIn(stored: unknown): readonly Met[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const fields = fieldsOf(one)
    const account = addressOf(fields.get('account'))
    const person = addressOf(fields.get('person'))
    return account && person ? [{ account, person }] : []
  })
}

function addressOf(value: unknown): Address | null {
  const parsed = parseAddress(typeof value === 'string' ? value : '')
  return 'address' in parsed ? parsed.address : null
}
