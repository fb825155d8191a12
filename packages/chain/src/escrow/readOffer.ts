import {
  type Address,
  type DealCoins,
  type Nft,
  nftKey,
  noCoins,
  type Offer,
  type OfferId,
  sameAddress,
  sameCoins,
} from '@parley/domain'
import {
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  hexToBigInt,
  multicall3Abi,
  type PublicClient,
} from 'viem'
import { getBlockNumber } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/contractCall.ts'

/** What the escrow itself says of an offer (decision C6). */
export interface OfferOnChain extends Pick<
  Offer,
  'id' | 'escrow' | 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'expiresAtS'
> {
  /** Unsettled, also after expiry. */
  readonly isActive: boolean
  /** The block of this answer, or a later one. */
  readonly block: bigint
}

/**
 * Reads an offer through the given connection.
 *
 * @throws ChainFailureError, `reverted` for an id that the escrow does not know.
 */
export async function readOfferTerms(chain: Client, escrow: Address, id: OfferId): Promise<OfferOnChain> {
  try {
    const block = await getBlockNumber(chain, { cacheTime: 0 })
    const question = { abi: swapEscrowAbi, functionName: 'getOfferDetails', args: [id] } as const
    const [data, coins] = await Promise.all([
      ethCall(chain, { to: escrow, data: encodeFunctionData(question) }),
      readCoins(chain, escrow, id),
    ])
    const details = decodeFunctionResult({ ...question, data })
    const [creator, recipient, tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, expiresAt, isActive] = details
    return {
      id,
      escrow,
      creator,
      recipient,
      offered: zip(tokenAContracts, tokenAIds),
      requested: zip(tokenBContracts, tokenBIds),
      coins,
      expiresAtS: Number(expiresAt),
      isActive,
      block,
    }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** An escrow of the first edition has no such function, and no coins: it reverts. */
async function readCoins(chain: Client, escrow: Address, id: OfferId): Promise<DealCoins> {
  const question = { abi: swapEscrowAbi, functionName: 'coinsOf', args: [id] } as const
  try {
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const [offeredWei, requestedWei] = decodeFunctionResult({ ...question, data })
    return { offeredWei, requestedWei }
  } catch (error) {
    const failure = ChainFailureError.from(error)
    if (failure.failure.kind === 'reverted') return noCoins
    throw failure
  }
}

function zip(contracts: readonly Address[], tokenIds: readonly bigint[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: tokenIds[index] ?? 0n }))
}

/** A cancelled offer's NFTs that the escrow still holds, at the chain's head (decision K7). */
export async function readUnreturned(
  chain: PublicClient,
  offer: Pick<Offer, 'id' | 'escrow' | 'offered'>,
): Promise<Nft[]> {
  const holders = await chain.multicall({
    allowFailure: false,
    batchSize: 0,
    contracts: offer.offered.map(
      ({ contract, tokenId }) =>
        ({ address: offer.escrow, abi: swapEscrowAbi, functionName: 'custodyOf', args: [contract, tokenId] }) as const,
    ),
  })
  return offer.offered.filter((_, index) => holders[index]?.toLowerCase() === offer.id.toLowerCase())
}

type OfferState = 'unknown' | 'open' | 'completed' | 'cancelled'

const states: Readonly<Record<number, OfferState>> = { 0: 'unknown', 1: 'open', 2: 'completed', 3: 'cancelled' }

/** The state that an escrow's number stands for; undefined for a number that no escrow gives. */
function offerStateOf(status: number): OfferState | undefined {
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
class UnknownOfferStateError extends Error {
  override readonly name = 'UnknownOfferStateError'
  readonly id: OfferId
  readonly status: number | undefined

  constructor(id: OfferId, status: number | undefined) {
    super(`offer ${id} has the state ${status}`)
    this.id = id
    this.status = status
  }
}

/** Offers asked for in one `eth_call`: about 5,000 gas each. */
const offersAtOnce = 200

/** The states of some offers, all as of one block or a later one. */
export interface OfferStates {
  readonly states: ReadonlyMap<OfferId, OfferState>
  readonly block: number
}

// Spelled out: a parser would come into the page with it.
const blockNumberAbi = [
  { type: 'function', name: 'getBlockNumber', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
] as const

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

/** Whether the offer on the screen is the offer on the chain: parties, both sides with their coins, expiry. */
export function hasSameTerms(shown: Offer, onChain: OfferOnChain): boolean {
  return (
    sameAddress(shown.creator, onChain.creator) &&
    sameAddress(shown.recipient, onChain.recipient) &&
    shown.expiresAtS === onChain.expiresAtS &&
    sameSide(shown.offered, onChain.offered) &&
    sameSide(shown.requested, onChain.requested) &&
    sameCoins(shown.coins, onChain.coins)
  )
}

function sameSide(one: readonly Nft[], other: readonly Nft[]): boolean {
  return one.length === other.length && one.map(nftKey).join() === other.map(nftKey).join()
}

/** The offer that holds an NFT: an open one, or a cancelled one that could not return it. Null if none. @throws ChainFailureError */
export async function readCustody(chain: Client, escrow: Address, { contract, tokenId }: Nft): Promise<OfferId | null> {
  const question = { abi: swapEscrowAbi, functionName: 'custodyOf', args: [contract, tokenId] } as const
  try {
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const offerId = decodeFunctionResult({ ...question, data })
    return hexToBigInt(offerId) === 0n ? null : offerId
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
