import { type Address, product, sameAddress } from '@parley/domain'
import { ApiError, type TableHead } from '@parley/protocol'
import { getConnection } from 'wagmi/actions'
import { browserStorage, createSharedStore, fieldsOf, parseStored } from '../../services/browser.ts'
import type { Session } from '../../services/Session.ts'
import { signedInKey } from '../../services/signedInKey.ts'
import { heedSignedOut, memberApi, signedInWallet } from '../../services/signIn.ts'
import { blocksText } from '../../text/blocks.lazy.ts'
import { shorten } from '../../ui/Address.tsx'

/** A block, or the end of one, that the server doesn't know yet. */
interface Untold {
  /** The wallet that was connected; null for none. */
  readonly by: Address | null
  readonly other: Address
}

const maxUntold = 500
const untold = createSharedStore<readonly Untold[]>(browserStorage, `${product.slug}-untold-blocks`, {
  parse(text) {
    const kept = parseStored(text)
    return Array.isArray(kept) ? kept.flatMap(parseUntold) : []
  },
  print: (list) => JSON.stringify(list),
})

function parseUntold(value: unknown): readonly Untold[] {
  const fields = fieldsOf(value)
  const [by, other] = [fields.get('by'), fields.get('other')]
  return isAddress(other) && (by === null || isAddress(by)) ? [{ by, other }] : []
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}

const keyOf = ({ by, other }: Untold) => `${by} ${other.toLowerCase()}`
const isSame = (one: Untold, two: Untold) => keyOf(one) === keyOf(two)

/** Blocks that a wallet has yet to tell the server, such as those from before it signed in. */
export function untoldBlocks(wallet: Address): readonly Untold[] {
  return untold.store.getState().filter(({ by }) => by === null || sameAddress(by, wallet))
}

/** Whom this browser blocks: the last press counts, wherever it was. */
type BlockedHere = () => readonly Address[]

/** Requests wait for each other: whatever was pressed last has to win. */
let last: Promise<void> = Promise.resolve()

/** This browser's own list of blocked wallets. */
interface Here {
  readonly blocked: BlockedHere
  keep(creator: Address, isBlocked: boolean): void
}

/** Blocks that this page asks about, so it doesn't tell them yet. A page that is left before the answer leaves them to the next. */
const asking = new Set<string>()

/**
 * Tells the server of a block that this browser keeps. Asks first where that ends a table that the two have open (decision N7);
 * a no takes the block back. The block is of the wallet that pressed, whichever is connected when the question is answered.
 */
export async function askToBlock(page: Session, other: Address, here: Here): Promise<void> {
  const own = { by: connected(page), other }
  remember(own)
  asking.add(keyOf(own))
  const isAsked = await haveOpenTable(page, other)
  // It may have been unblocked in the meantime.
  if (!isAsked || !here.blocked().some((one) => sameAddress(one, other))) {
    asking.delete(keyOf(own))
    return tellBlocks(page, here.blocked)
  }
  page.notices.openDialog({
    kind: 'block',
    other,
    onAnswer: (isBlocked) => {
      asking.delete(keyOf(own))
      here.keep(other, isBlocked)
      if (!isBlocked) return forget(own)
      remember(own)
      void tellBlocks(page, here.blocked)
    },
  })
}

/** Whether the server says so. Where it doesn't answer, the block comes first. */
async function haveOpenTable(page: Session, other: Address): Promise<boolean> {
  if (!(Number(browserStorage.read(signedInKey)) > 0)) return false
  try {
    const as = await signedInWallet(page)
    if (!as) return false
    let cursor: string | undefined
    do {
      const { tables, nextCursor } = await memberApi.request('tables', { query: { as, with: other, cursor } })
      if (tables.some(isOpen)) return true
      cursor = nextCursor ?? undefined
    } while (cursor)
  } catch {
    // No answer is none to ask about.
  }
  return false
}

const isOpen = ({ state, lock }: TableHead) => state !== 'closed' && state !== 'lapsed' && lock?.status !== 'completed'

const connected = (page: Session): Address | null => getConnection(page.wagmi).address ?? null

/** Tells the server of a block, or its end, once the connected wallet is signed in (decision N7). */
export function tellBlock(page: Session, other: Address, blockedHere: BlockedHere): Promise<void> {
  const own = { by: connected(page), other }
  remember(own)
  asking.delete(keyOf(own))
  return tellBlocks(page, blockedHere)
}

/** Tells the server of all blocks that it has yet to hear of, if the connected wallet is signed in. */
export function tellBlocks(page: Session, blockedHere: BlockedHere): Promise<void> {
  last = last.then(() => tellAll(page, blockedHere))
  return last
}

async function tellAll(page: Session, blockedHere: BlockedHere): Promise<void> {
  const { address } = getConnection(page.wagmi)
  const isBlocked = (other: Address) => blockedHere().some((creator) => sameAddress(creator, other))
  // The newest is the one that was just pressed.
  let next = address && toTell(address).at(-1)
  if (!next) return
  try {
    const as = await signedInWallet(page)
    if (!as) return
    for (next of toTell(as)) {
      const { by, other } = next
      const isOn = isBlocked(other)
      const body = isOn ? { block: other } : { unblock: other }
      page.queries.setQueryData(['inbound', as], await memberApi.request('changeInbound', { query: { as }, body }))
      // It may have been pressed again.
      if (isBlocked(other) === isOn) forget({ by, other })
    }
  } catch (error) {
    heedSignedOut(page.queries, error)
    const isFull = error instanceof ApiError && error.status === 409
    if (isFull) forget(next)
    const who = shorten(next.other)
    const text = !isBlocked(next.other)
      ? blocksText.notUnblocked(who)
      : isFull
        ? blocksText.listFull(who)
        : blocksText.notBlocked(who)
    page.notices.announce({ key: 'block', channel: 'alert', tone: 'failure', text })
  }
}

function toTell(wallet: Address): readonly Untold[] {
  return untoldBlocks(wallet).filter((one) => !asking.has(keyOf(one)))
}

function remember(own: Untold): void {
  untold.update((list) => [...list.filter((one) => !isSame(one, own)), own].slice(-maxUntold))
}

function forget(told: Untold): void {
  untold.update((list) => list.filter((one) => !isSame(one, told)))
}
