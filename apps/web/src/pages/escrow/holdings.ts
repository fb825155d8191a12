import { type Escrowed, type EscrowedOffer, type EscrowedQuestion, readEscrowed } from '@parley/chain'
import { type Address, maySendHome, type Nft, type Offer, type OfferId, sendHomeAfterS, statusOf } from '@parley/domain'
import { editionOf } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { offerOf } from '../../features/offers/useOffer.ts'
import { knownOffers } from '../../features/offers/offersQuery.ts'
import { builtChain } from '../../services/builtChain.ts'
import { queryKeys } from '../../services/queries.ts'
import type { Session } from '../../services/Session.ts'
import type { WayHome } from '../../services/wayHome.ts'

/** What all escrows of the page hold for an account, by the chain. */
export interface EscrowAnswer {
  readonly escrows: readonly (Escrowed & { readonly escrow: Address })[]
  /** Escrows that could not be read, while others could. */
  readonly unreadable: number
  /** The block of the oldest answer. */
  readonly block: bigint
  /** The escrows' oldest offers that were not looked at. */
  readonly unread: number
  /** The endpoints of the page's build didn't answer, so those that the server names were asked. */
  readonly isByServer: boolean
}

/** How many of an escrow's offers are looked at, and how many more with each press. */
export const offersAtOnce = 10_000

/** What the page's escrows hold, read through the visitor's own connection (decision I3). */
export function escrowedQuery(session: Session, account: Address, newest = offersAtOnce) {
  return queryOptions({
    // An action, and an event of an offer of this account, makes it stale like any list of offers.
    queryKey: [...queryKeys.offers, 'escrowed', account, ...(newest > offersAtOnce ? [newest] : [])] as const,
    // While more are looked at, what was found stays.
    placeholderData: (found: EscrowAnswer | undefined) => found,
    queryFn: () => readEscrows(session, account, { newest }),
    staleTime: 0,
  })
}

interface LookedAt {
  /** How many of an escrow's newest offers. */
  readonly newest?: number
  /** These alone. Keys of owed coins among them name no offer. */
  readonly only?: readonly string[]
}

/** Reads every escrow that the page was built for. @throws if none can be read */
export async function readEscrows(
  session: Session,
  account: Address,
  { newest = offersAtOnce, only }: LookedAt,
): Promise<EscrowAnswer> {
  const { escrows } = session.config
  // At the endpoints of the page's build: a server must not be able to hide anything.
  const built = builtChain(session)
  const asked = { account, ...(only ? { newest: 0, only: only.filter(isOfferId) } : { newest }) }
  // With the chain's own time: whether an offer has expired is decided here, too.
  const [read] = await Promise.all([
    Promise.allSettled(escrows.map(({ address }) => readOne(session, built, { ...asked, escrow: address }))),
    session.live.readTime(built),
  ])
  const found = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = found
  const [failed] = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (!first) throw failed
  return {
    escrows: found,
    unreadable: escrows.length - found.length,
    block: found.reduce((least, { block }) => (block < least ? block : least), first.block),
    unread: found.reduce((sum, { unread }) => sum + unread, 0),
    isByServer: found.some(({ isByServer }) => isByServer),
  }
}

/** Coins that are owed have another key. */
function isOfferId(key: string): key is OfferId {
  return key.startsWith('0x')
}

type Asked = Required<Pick<EscrowedQuestion, 'escrow' | 'account' | 'newest'>> & {
  readonly only?: readonly OfferId[]
}

async function readOne(session: Session, built: Session['chain'], asked: Asked) {
  try {
    return { ...(await readAt(built, session, asked)), isByServer: false }
  } catch (error) {
    if (built === session.chain) throw error
    return { ...(await readAt(session.chain, session, asked)), isByServer: true }
  }
}

async function readAt(chain: Session['chain'], session: Session, { only, ...asked }: Asked) {
  const { config, storage } = session
  const { escrow, account } = asked
  const question = {
    ...asked,
    multicall3: config.multicall3,
    hasCoins: editionOf(config, escrow) === 2,
    also: only ?? knownOffers(storage).flatMap((offer) => (offer.escrow === escrow ? [offer.id] : [])),
  }
  const read = await readEscrowed(chain, question)
  if (read.unread === 0 || only) return { ...read, escrow }
  // The server may know of older offers. Each is read from the chain like the rest.
  const found = new Set(read.offers.map(({ id }) => id.toLowerCase()))
  const also = (await toldOffers(session, escrow, account)).filter((id) => !found.has(id.toLowerCase()))
  if (also.length === 0) return { ...read, escrow }
  const older = await readEscrowed(chain, { ...question, newest: 0, also })
  const block = older.block < read.block ? older.block : read.block
  return { ...read, block, offers: [...read.offers, ...older.offers], escrow }
}

async function toldOffers({ api }: Session, escrow: Address, address: Address): Promise<readonly Offer['id'][]> {
  const [open, all] = await Promise.all([
    api.request('offersByCreator', { params: { address } }).catch(() => ({ offers: [] })),
    api.request('offersByUser', { params: { address }, query: {} }).catch(() => ({ unreturned: [] })),
  ])
  return [...open.offers, ...all.unreturned].flatMap((offer) => (offer.escrow === escrow ? [offer.offerId] : []))
}

/** One thing that an escrow holds for the account. Either an offer's NFTs and coins, or coins that are owed. */
export interface Holding {
  /** Stays the same while it is held. */
  readonly key: string
  readonly state: 'offered' | 'expired' | 'refused' | 'owed'
  readonly way: WayHome
  readonly escrow: Address
  /** Null for coins that are owed. */
  readonly offer: Offer | null
  readonly nfts: readonly Nft[]
  readonly wei: bigint
  /** Unix seconds from which anyone may send it home, free; null where that is so already, or never. */
  readonly freeFromS: number | null
}

const order: readonly Holding['state'][] = ['expired', 'refused', 'owed', 'offered']

/** The held things with their ways home at chain time `nowS`. Open offers come last, by their end. */
export function holdingsOf(session: Pick<Session, 'config'>, answer: EscrowAnswer, nowS: number): readonly Holding[] {
  const held = answer.escrows.flatMap(({ escrow, offers, owedWei }) => {
    const isSecond = editionOf(session.config, escrow) === 2
    return [...offers.map((offer) => offerHolding(offer, nowS, isSecond)), ...owedHolding(escrow, owedWei)]
  })
  return held.toSorted(
    (one, other) =>
      order.indexOf(one.state) - order.indexOf(other.state) ||
      (one.offer?.expiresAtS ?? 0) - (other.offer?.expiresAtS ?? 0),
  )
}

function owedHolding(escrow: Address, wei: bigint): Holding[] {
  if (wei === 0n) return []
  return [{ key: `owed ${escrow}`, state: 'owed', way: 'take', escrow, offer: null, nfts: [], wei, freeFromS: null }]
}

function offerHolding({ unreturned, ...terms }: EscrowedOffer, nowS: number, isSecond: boolean): Holding {
  const settlement = terms.isActive ? null : ({ kind: 'cancelled', by: null, txHash: null, atS: null } as const)
  const offer = { ...offerOf(terms, settlement), unreturned }
  const common = { key: offer.id, escrow: offer.escrow, offer, freeFromS: null }
  if (settlement) return { ...common, state: 'refused', way: 'claim', nfts: offer.unreturned, wei: 0n }
  const held = { ...common, nfts: offer.offered, wei: offer.coins.offeredWei }
  if (statusOf(offer, nowS) === 'active') return { ...held, state: 'offered', way: 'cancel' }
  if (isSecond && maySendHome(offer, nowS)) return { ...held, state: 'expired', way: 'sendHome' }
  return {
    ...held,
    state: 'expired',
    way: 'recover',
    freeFromS: isSecond ? offer.expiresAtS + sendHomeAfterS : null,
  }
}
