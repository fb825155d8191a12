import { type Address, type Nft, noCoins, type OfferId, sameAddress } from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/contractCall.ts'
import { offerIdOf } from './offerId.ts'
import type { OfferOnChain } from './readOffer.ts'

/** An account's offer with something in escrow. It is open, or closed with NFTs that failed to return. */
export interface EscrowedOffer extends OfferOnChain {
  /** Of a closed offer: the NFTs that the escrow still holds (decision K7). */
  readonly unreturned: readonly Nft[]
}

/** Everything that one escrow holds for an account. */
export interface Escrowed {
  /** Newest first. */
  readonly offers: readonly EscrowedOffer[]
  /** Coins that the account's wallet once refused (decision E2). */
  readonly owedWei: bigint
  /** The block of the oldest answer. */
  readonly block: bigint
  /** How many of the escrow's oldest offers were left out: it has too many. */
  readonly unread: number
}

export interface EscrowedQuestion {
  readonly escrow: Address
  readonly account: Address
  readonly multicall3: Address
  /** The second edition's escrow. The first has no coins. */
  readonly hasCoins: boolean
  /** Offers to look at in any case, such as those that this browser remembers. Unknown ids do no harm. */
  readonly also?: readonly OfferId[]
  /** How many of the escrow's newest offers are looked at. */
  readonly newest?: number
}

/** About 6,000 gas and half a kilobyte each way for an offer. */
const statesAtOnce = 500
/** Details carry up to 40 NFTs. */
const detailsAtOnce = 20
const custodiesAtOnce = 200
const callsAtOnce = 3
const newestOffers = 10_000

/**
 * Reads from the chain alone what an escrow holds for an account. No log is needed: the escrow's nonce tells how many offers it
 * has made, and their ids follow from their numbers (decision B2).
 *
 * @throws ChainFailureError
 */
export async function readEscrowed(chain: Client, question: EscrowedQuestion): Promise<Escrowed> {
  try {
    return await readAll(chain, question)
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

async function readAll(chain: Client, question: EscrowedQuestion): Promise<Escrowed> {
  const { escrow, account, hasCoins, also = [], newest = newestOffers } = question
  const made = (await getTransactionCount(chain, { address: escrow })) - 1
  const looked = Math.min(Math.max(made, 0), newest)
  const numbered = Array.from({ length: looked }, (_, at) => offerIdOf(escrow, made - at))
  const ids = [...new Set([...numbered, ...also.map(lowerCase)])]
  const ask = multicall(chain, question)
  const states = await ask(statesAtOnce, ids, (id) => escrowCall({ functionName: 'swapOffers', args: [id] }))
  const mine = ids.filter((_, at) => isMineAndOpenOrCancelled(answerOf(states, at), account))
  const details = await ask(detailsAtOnce, mine, (id) => escrowCall({ functionName: 'getOfferDetails', args: [id] }))
  const coins = hasCoins
    ? await ask(statesAtOnce, mine, (id) => escrowCall({ functionName: 'coinsOf', args: [id] }))
    : null
  const offers = mine.map((id, at) => termsOf(escrow, id, answerOf(details, at), coins && answerOf(coins, at)))
  const doubtful = offers
    .filter(({ isActive }) => !isActive)
    .flatMap(({ id, offered }) => offered.map((nft) => ({ id, nft })))
  const custodies = await ask(custodiesAtOnce, doubtful, ({ nft }) =>
    escrowCall({ functionName: 'custodyOf', args: [nft.contract, nft.tokenId] }),
  )
  const owed = hasCoins
    ? await ask(1, [account], (one) => escrowCall({ functionName: 'coinsOwed', args: [one] }))
    : null
  const held = doubtful.filter(({ id }, at) => answerOf(custodies, at).toLowerCase() === id)
  const block = least([states, details, coins, custodies, owed].flatMap((read) => read?.block ?? []))
  return {
    offers: offers
      .map((offer) => ({
        ...offer,
        block,
        unreturned: held.filter(({ id }) => id === offer.id).map(({ nft }) => nft),
      }))
      .filter(({ isActive, unreturned }) => isActive || unreturned.length > 0),
    owedWei: owed
      ? decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'coinsOwed', data: answerOf(owed, 0) })
      : 0n,
    block,
    unread: Math.max(0, made - looked),
  }
}

const open = 1
const cancelled = 3

function isMineAndOpenOrCancelled(data: Hex, account: Address): boolean {
  const [creator, , , status] = decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'swapOffers', data })
  return sameAddress(creator, account) && (status === open || status === cancelled)
}

type Terms = Omit<OfferOnChain, 'block'>

function termsOf(escrow: Address, id: OfferId, data: Hex, sums: Hex | null): Terms {
  const details = decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'getOfferDetails', data })
  const [creator, recipient, offeredContracts, offeredIds, requestedContracts, requestedIds, expiresAt, isActive] =
    details
  const [offeredWei, requestedWei] = sums
    ? decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'coinsOf', data: sums })
    : [noCoins.offeredWei, noCoins.requestedWei]
  const side = (contracts: readonly Address[], tokenIds: readonly bigint[]): Nft[] =>
    contracts.map((contract, at) => ({ contract, tokenId: tokenIds[at] ?? 0n }))
  return {
    id,
    escrow,
    creator,
    recipient,
    offered: side(offeredContracts, offeredIds),
    requested: side(requestedContracts, requestedIds),
    coins: { offeredWei, requestedWei },
    expiresAtS: Number(expiresAt),
    isActive,
  }
}

type Question =
  | { readonly functionName: 'swapOffers' | 'getOfferDetails' | 'coinsOf'; readonly args: readonly [OfferId] }
  | { readonly functionName: 'custodyOf'; readonly args: readonly [Address, bigint] }
  | { readonly functionName: 'coinsOwed'; readonly args: readonly [Address] }

function escrowCall(question: Question): Hex {
  return encodeFunctionData({ abi: swapEscrowAbi, ...question })
}

// Spelled out: a parser would come into the page with it.
const blockNumberAbi = [
  { type: 'function', name: 'getBlockNumber', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
] as const

interface Read {
  /** Null where a call reverted. */
  readonly answers: readonly (Hex | null)[]
  /** Null where nothing was asked. */
  readonly block: bigint | null
}

/** A failure is never an answer: what could not be read must not look like nothing. */
function answerOf({ answers }: Read, at: number): Hex {
  const answer = answers[at]
  if (!answer) throw new Error('the escrow did not answer a read')
  return answer
}

/** Asks the escrow many things in few calls, each with the block that it was answered in. */
function multicall(chain: Client, { escrow, multicall3 }: Pick<EscrowedQuestion, 'escrow' | 'multicall3'>) {
  async function once(calls: readonly Hex[]): Promise<{ block: bigint; answers: readonly (Hex | null)[] }> {
    const asked = [
      { target: multicall3, allowFailure: false, callData: encodeFunctionData({ abi: blockNumberAbi }) },
      ...calls.map((callData) => ({ target: escrow, allowFailure: true, callData })),
    ]
    const question = { abi: multicall3Abi, functionName: 'aggregate3', args: [asked] } as const
    const data = await ethCall(chain, { to: multicall3, data: encodeFunctionData(question) })
    const [number, ...rest] = decodeFunctionResult({ ...question, data })
    return {
      block: decodeFunctionResult({ abi: blockNumberAbi, data: number?.returnData ?? '0x' }),
      answers: rest.map(({ success, returnData }) => (success ? returnData : null)),
    }
  }

  return async <T>(atOnce: number, things: readonly T[], encode: (thing: T) => Hex): Promise<Read> => {
    const parts = Array.from({ length: Math.ceil(things.length / atOnce) }, (_, at) =>
      things.slice(at * atOnce, (at + 1) * atOnce),
    )
    const answers: (Hex | null)[] = []
    let block: bigint | null = null
    for (let at = 0; at < parts.length; at += callsAtOnce) {
      const read = await Promise.all(parts.slice(at, at + callsAtOnce).map((part) => once(part.map(encode))))
      answers.push(...read.flatMap((one) => one.answers))
      block = least(block === null ? read.map((one) => one.block) : [block, ...read.map((one) => one.block)])
    }
    return { answers, block }
  }
}

function least(blocks: readonly bigint[]): bigint {
  return blocks.reduce((one, other) => (other < one ? other : one), blocks[0] ?? 0n)
}

function lowerCase(id: OfferId): OfferId {
  return `0x${id.slice(2).toLowerCase()}`
}
