import { findCreations, readOfferTerms, type Creation } from '@parley/chain'
import { sameAddress, type Address, type Offer, type OfferId } from '@parley/domain'
import type { Session } from '../../session/Session.ts'
import { knownOffers } from './knownOffers.ts'
import type { Role } from './offersQuery.ts'

/** Unsettled offers of an account as the chain shows them: those seen before, and those of the last 2000 blocks (decision C8). */
export async function offersFromChain(session: Session, role: Role, address: Address): Promise<readonly Offer[]> {
  const { chain, config, storage } = session
  const recent = (
    await Promise.all(config.escrows.map((escrow) => findCreations(chain, escrow.address, { [role]: address })))
  ).flat()
  const seen = knownOffers(storage).filter((offer) => sameAddress(offer[role], address))
  const ids = new Map<OfferId, Seed>([
    ...seen.map((offer) => [offer.id, offer] as const),
    ...recent.map((creation) => [creation.offerId, seedOf(creation)] as const),
  ])
  const read = await Promise.all([...ids.values()].map((seed) => readAgain(session, seed)))
  return read.filter((offer) => offer !== null)
}

type Seed = Pick<Offer, 'id' | 'escrow' | 'createdAtS' | 'createdTxHash' | 'unreturned'>

function seedOf({ offerId, escrow, createdAtS, txHash }: Creation): Seed {
  return { id: offerId, escrow, createdAtS, createdTxHash: txHash, unreturned: [] }
}

/** Null for an offer that is settled by now. */
async function readAgain({ chain }: Session, seed: Seed): Promise<Offer | null> {
  const { creator, recipient, offered, requested, expiresAtS, isActive } = await readOfferTerms(
    chain,
    seed.escrow,
    seed.id,
  )
  return isActive ? { ...seed, creator, recipient, offered, requested, expiresAtS, settlement: null } : null
}
