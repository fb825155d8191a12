import type { Address, OfferId } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, type Client } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/simulate.ts'
import { offerStateOf, type OfferState } from './offerStateOf.ts'
import { UnknownOfferStateError } from './UnknownOfferStateError.ts'

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
