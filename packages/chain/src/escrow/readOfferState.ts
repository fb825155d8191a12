import type { Address, OfferId } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/simulate.ts'

export type OfferState = 'unknown' | 'open' | 'completed' | 'cancelled'

const states: Readonly<Record<number, OfferState>> = { 0: 'unknown', 1: 'open', 2: 'completed', 3: 'cancelled' }

/** The state that an escrow's number stands for; undefined for a number that no escrow gives. */
export function offerStateOf(status: number): OfferState | undefined {
  return states[status]
}

/**
 * An offer's state as the escrow reports it. The terms only say that it is closed, not how.
 *
 * @throws ChainFailureError if the escrow can't be read.
 */
export async function readOfferState(chain: Client, escrow: Address, id: OfferId): Promise<OfferState> {
  try {
    const question = { abi: swapEscrowAbi, functionName: 'swapOffers', args: [id] } as const
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const status = decodeFunctionResult({ ...question, data })[3]
    const state = offerStateOf(status)
    if (state === undefined) throw new UnknownOfferStateError(id, status)
    return state
  } catch (error) {
    throw ChainFailureError.from(error)
  }
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
