import type { Address, OfferId } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, multicall3Abi, parseAbi, type PublicClient } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { offerStateOf, UnknownOfferStateError, type OfferState } from './readOfferState.ts'

/** Offers asked for in one `eth_call`: about 5,000 gas each. */
const offersAtOnce = 200

/** The states of some offers, all as of one block or a later one. */
export interface OfferStates {
  readonly states: ReadonlyMap<OfferId, OfferState>
  readonly block: number
}

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256)'])

/**
 * What an escrow itself holds of some offers at the head of the chain. `open` stays true after expiry. The block comes from
 * the same call, so that an endpoint that lags is found out.
 *
 * @throws where the escrow cannot be asked: a failure is never an answer.
 */
export async function readOfferStates(
  chain: PublicClient,
  escrow: Address,
  ids: readonly OfferId[],
): Promise<OfferStates> {
  const states = new Map<OfferId, OfferState>()
  let block = Number.MAX_SAFE_INTEGER
  for (let at = 0; at < ids.length; at += offersAtOnce) {
    const part = ids.slice(at, at + offersAtOnce)
    const answer = await readPart(chain, escrow, part)
    block = Math.min(block, answer.block)
    part.forEach((id, index) => {
      const status = answer.statuses[index]
      const state = status === undefined ? undefined : offerStateOf(status)
      if (state === undefined) throw new UnknownOfferStateError(id, status)
      states.set(id, state)
    })
  }
  return { states, block }
}

async function readPart(
  chain: PublicClient,
  escrow: Address,
  ids: readonly OfferId[],
): Promise<{ block: number; statuses: number[] }> {
  const multicall3 = chain.chain?.contracts?.['multicall3']
  if (!multicall3 || !('address' in multicall3)) throw new RangeError('the chain is configured without Multicall3')
  const call = (target: Address, callData: `0x${string}`) => ({ target, callData, allowFailure: false })
  const [block, ...offers] = await chain.readContract({
    address: multicall3.address,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      [
        call(multicall3.address, encodeFunctionData({ abi: blockNumberAbi })),
        ...ids.map((id) =>
          call(escrow, encodeFunctionData({ abi: swapEscrowAbi, functionName: 'swapOffers', args: [id] })),
        ),
      ],
    ],
  })
  return {
    block: Number(decodeFunctionResult({ abi: blockNumberAbi, data: block?.returnData ?? '0x' })),
    statuses: offers.map(
      ({ returnData }) => decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'swapOffers', data: returnData })[3],
    ),
  }
}
