import { offerIdOf, readOfferStates, swapEscrowAbi } from '@parley/chain'
import { sameAddress, type Address, type Nft, type OfferId } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import { BaseError, decodeFunctionResult, encodeFunctionData, erc721Abi, type Hex, type PublicClient } from 'viem'
import { smallerMayHelp } from '../indexer/checkpoints.ts'
import { aggregate, type Answer, type Question } from './coinLedger.ts'

/** An NFT of an open offer that the escrow doesn't hold. */
export interface MovedNft {
  readonly offerId: OfferId
  readonly nft: Nft
  /** Null if its collection names no one, or doesn't answer. */
  readonly holder: Address | null
}

/** What one look found. */
export interface CustodyLook {
  readonly examined: ReadonlySet<OfferId>
  readonly moved: readonly MovedNft[]
}

/** Verifies that an escrow holds the NFTs of its open offers, a part of them at each look. */
export interface CustodyWatch {
  /** @param first examined at once, before it's their turn. */
  look(first: readonly OfferId[]): Promise<CustodyLook>
  openOffers(): number
  /** When every open offer had been looked at for the last time; null before. */
  wholePassAtMs(): number | null
}

const offersAtOnce = 200
/** Offers that are found in one look. The rest follow in the next ones. */
const newOffersPerLook = 10_000
const nftsPerLook = 400
const nftsPerCall = 40
const termsPerCall = 20
const maxKnownTerms = 20_000

/** Offers are found by their numbers, which have no gaps, so no missing log hides one. */
export function createCustodyWatch(chain: PublicClient, escrow: Address): CustodyWatch {
  let nextNumber = 1
  let wholePassAtMs: number | null = null
  let restOfPass = 0
  /** In the order in which it's their turn. */
  const open = new Map<OfferId, number>()
  const terms = new LRUCache<OfferId, readonly Nft[]>({ max: maxKnownTerms })

  async function findNewOffers(): Promise<void> {
    for (let found = 0; found < newOffersPerLook; found += offersAtOnce) {
      const ids = Array.from({ length: offersAtOnce }, (_, index) => offerIdOf(escrow, nextNumber + index))
      const { states } = await readOfferStates(chain, escrow, ids)
      for (const id of ids) {
        const state = states.get(id)
        if (state === undefined || state === 'unknown') return
        if (state === 'open') open.set(id, nextNumber)
        nextNumber += 1
      }
    }
  }

  /** Its block was replaced, so its number is given again. */
  function forget(id: OfferId): void {
    nextNumber = Math.min(nextNumber, open.get(id) ?? nextNumber)
    open.delete(id)
    terms.delete(id)
  }

  async function learnTerms(ids: readonly OfferId[]): Promise<void> {
    const unknown = ids.filter((id) => !terms.has(id))
    for (let at = 0; at < unknown.length; at += termsPerCall) {
      const part = unknown.slice(at, at + termsPerCall)
      const answers = await aggregate(
        chain,
        part.map((id) => asks(escrow, detailsOf(id))),
      )
      for (const [index, id] of part.entries()) {
        const answer = answers[index]
        if (answer?.success) terms.set(id, offeredIn(answer.returnData))
        else forget(id)
      }
    }
  }

  function nextTurn(first: readonly OfferId[]): OfferId[] {
    const ids = new Set(first.filter((id) => open.has(id)))
    for (const id of open.keys()) {
      if (ids.size >= nftsPerLook) break
      ids.add(id)
    }
    return [...ids]
  }

  function toTheBack(id: OfferId): void {
    const number = open.get(id)
    open.delete(id)
    if (number !== undefined) open.set(id, number)
  }

  async function examine(items: readonly Held[]): Promise<MovedNft[]> {
    const suspects = await findSuspects(chain, escrow, items)
    const moved: MovedNft[] = []
    for (const { offerId, nft } of suspects) {
      const { state, holder } = await askAlone(chain, escrow, offerId, nft)
      if (state === 'unknown') forget(offerId)
      else if (state === 'closed') open.delete(offerId)
      else if (holder === null || !sameAddress(holder, escrow)) moved.push({ offerId, nft, holder })
    }
    return moved
  }

  return {
    async look(first) {
      await findNewOffers()
      const turn = nextTurn(first)
      const examined = new Set<OfferId>()
      const moved: MovedNft[] = []
      let batch: Held[] = []
      let count = 0
      const flush = async () => {
        moved.push(...(await examine(batch)))
        batch = []
      }
      for (let at = 0; at < turn.length && count < nftsPerLook; at += termsPerCall) {
        const part = turn.slice(at, at + termsPerCall)
        await learnTerms(part)
        for (const offerId of part) {
          const nfts = terms.get(offerId) ?? []
          batch.push(...nfts.map((nft) => ({ offerId, nft })))
          count += nfts.length
          examined.add(offerId)
          if (batch.length >= nftsPerCall) await flush()
        }
      }
      await flush()
      for (const id of examined) toTheBack(id)
      restOfPass -= [...examined].filter((id) => !first.includes(id)).length
      if (restOfPass <= 0 || examined.size >= open.size) {
        wholePassAtMs = performance.now()
        restOfPass = open.size
      }
      return { examined, moved }
    },
    openOffers: () => open.size,
    wholePassAtMs: () => wholePassAtMs,
  }
}

interface Held {
  readonly offerId: OfferId
  readonly nft: Nft
}

const asks = (target: Address, callData: Hex): Question => ({ target, callData })
const detailsOf = (id: OfferId) =>
  encodeFunctionData({ abi: swapEscrowAbi, functionName: 'getOfferDetails', args: [id] })
const stateOf = (id: OfferId) => encodeFunctionData({ abi: swapEscrowAbi, functionName: 'swapOffers', args: [id] })
const ownerOf = ({ tokenId }: Nft) => encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })

function offeredIn(data: Hex): Nft[] {
  const [, , contracts, ids] = decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'getOfferDetails', data })
  return contracts.map((contract, index) => ({ contract, tokenId: ids[index] ?? 0n }))
}

/** NFTs to ask about alone. One that burns gas spoils the answers about all others of its call. */
async function findSuspects(chain: PublicClient, escrow: Address, items: readonly Held[]): Promise<readonly Held[]> {
  try {
    const answers = await aggregate(
      chain,
      items.map(({ nft }) => asks(nft.contract, ownerOf(nft))),
    )
    return items.filter((_, index) => {
      const holder = holderIn(answers[index])
      return holder === null || !sameAddress(holder, escrow)
    })
  } catch (error) {
    if (smallerMayHelp(error)) return items
    throw error
  }
}

/** Reads state and holder at the same block, so an offer that ends in between is no alarm. */
async function askAlone(
  chain: PublicClient,
  escrow: Address,
  offerId: OfferId,
  nft: Nft,
): Promise<{ state: 'open' | 'closed' | 'unknown'; holder: Address | null }> {
  const offer = asks(escrow, stateOf(offerId))
  try {
    const [state, holder] = await aggregate(chain, [offer, asks(nft.contract, ownerOf(nft))])
    return { state: stateIn(state), holder: holderIn(holder) }
  } catch (error) {
    if (!smallerMayHelp(error)) throw error
  }
  const [state] = await aggregate(chain, [offer])
  return { state: stateIn(state), holder: null }
}

function stateIn(answer: Answer | undefined): 'open' | 'closed' | 'unknown' {
  if (!answer?.success) throw new RangeError('the escrow does not tell an offer’s state')
  const decoded = decodeFunctionResult({ abi: swapEscrowAbi, functionName: 'swapOffers', data: answer.returnData })
  if (decoded[3] === 0) return 'unknown'
  return decoded[3] === 1 ? 'open' : 'closed'
}

function holderIn(answer: Answer | undefined): Address | null {
  if (!answer?.success) return null
  try {
    return decodeFunctionResult({ abi: erc721Abi, functionName: 'ownerOf', data: answer.returnData })
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
