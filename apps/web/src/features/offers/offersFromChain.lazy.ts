import { ChainFailureError, findCreations, readOfferTerms, type Creation, type OfferOnChain } from '@parley/chain'
import { sameAddress, type Address, type Offer, type OfferId } from '@parley/domain'
import type { Session } from '../../services/Session.ts'

interface Question {
  readonly role: 'creator' | 'recipient'
  readonly address: Address
  /** Offers that this browser remembers. */
  readonly known: readonly Offer[]
}

/** An account's open offers read from the chain: known ones plus the last 2000 blocks (decision C8). */
export async function offersFromChain(session: Session, { role, address, known }: Question): Promise<readonly Offer[]> {
  const { chain, config, live } = session
  const recent = (
    await Promise.all(config.escrows.map((escrow) => findCreations(chain, escrow.address, { [role]: address })))
  ).flat()
  const served = new Set(config.escrows.map((escrow) => escrow.address))
  const seen = known.filter((offer) => sameAddress(offer[role], address) && served.has(offer.escrow))
  const ids = new Map<OfferId, Seed>([
    ...seen.map((offer) => [offer.id, offer] as const),
    ...recent.map((creation) => [creation.offerId, seedOf(creation)] as const),
  ])
  const [read] = await Promise.all([
    Promise.all([...ids.values()].map((seed) => readAgain(session, seed))),
    live.readTime(chain),
  ])
  return read.filter((offer) => offer !== null)
}

type Seed = Pick<Offer, 'id' | 'escrow' | 'createdAtS' | 'createdTxHash' | 'unreturned'>

function seedOf({ offerId, escrow, createdAtS, txHash }: Creation): Seed {
  return { id: offerId, escrow, createdAtS, createdTxHash: txHash, unreturned: [] }
}

/** Null if settled or not on this chain. */
async function readAgain(session: Session, seed: Seed): Promise<Offer | null> {
  const terms = await termsOf(session, seed)
  if (!terms?.isActive) return null
  const { creator, recipient, offered, requested, coins, expiresAtS } = terms
  return { ...seed, creator, recipient, offered, requested, coins, expiresAtS, settlement: null }
}

/** Remembered offers may belong to a chain that was reset; a missing one must not hide the others. */
async function termsOf({ chain }: Session, { escrow, id }: Seed): Promise<OfferOnChain | null> {
  try {
    return await readOfferTerms(chain, escrow, id)
  } catch (error) {
    if (error instanceof ChainFailureError && error.failure.kind === 'reverted') return null
    throw error
  }
}
