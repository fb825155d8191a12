import type { Address, OfferId } from '@parley/domain'
import type { PublicClient } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** Offers asked for in one `eth_call`: about 5,000 gas each. */
const offersAtOnce = 200

export type OfferState = 'unknown' | 'open' | 'completed' | 'cancelled'

const stateOf: Readonly<Record<number, OfferState>> = { 0: 'unknown', 1: 'open', 2: 'completed', 3: 'cancelled' }

/**
 * What an escrow itself holds of some offers at the head of the chain. `open` stays true after expiry.
 *
 * @throws where the escrow cannot be asked: a failure is never an answer.
 */
export async function readOfferStates(
  chain: PublicClient,
  escrow: Address,
  ids: readonly OfferId[],
): Promise<ReadonlyMap<OfferId, OfferState>> {
  const states = new Map<OfferId, OfferState>()
  for (let at = 0; at < ids.length; at += offersAtOnce) {
    const part = ids.slice(at, at + offersAtOnce)
    const answers = await chain.multicall({
      allowFailure: false,
      batchSize: 0,
      contracts: part.map(
        (id) => ({ address: escrow, abi: swapEscrowAbi, functionName: 'swapOffers', args: [id] }) as const,
      ),
    })
    part.forEach((id, index) => {
      const status = answers[index]?.[3]
      const state = status === undefined ? undefined : stateOf[status]
      if (state === undefined) throw new UnknownOfferStateError(id, status)
      states.set(id, state)
    })
  }
  return states
}

/** The contract at the escrow's address answers something that an escrow does not. */
export class UnknownOfferStateError extends Error {
  override readonly name = 'UnknownOfferStateError'
  readonly id: OfferId
  readonly status: number | undefined

  constructor(id: OfferId, status: number | undefined) {
    super(`offer ${id} has the state ${status}`)
    this.id = id
    this.status = status
  }
}
