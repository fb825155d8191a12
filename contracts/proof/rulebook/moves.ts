import type { Address, Nft } from '@parley/domain'
import { zeroAddress } from 'viem'
import type { AnswerGas, CollectionModel, TransferRefusal } from './CollectionModel.ts'
import type { Journal } from './Journal.ts'
import { Refusal } from './Refusal.ts'

/** What moving NFTs needs from the escrow. */
export interface Mover {
  readonly escrow: Address
  readonly journal: Journal
  collection(address: Address): CollectionModel
  /** The bytes of a collection's refusal, cut off after 256. */
  reasonOf(refusal: TransferRefusal): `0x${string}`
}

interface Run {
  readonly collection: CollectionModel
  /** Adjacent NFTs of one collection, with their positions in the side. */
  readonly items: readonly { readonly place: number; readonly tokenId: bigint }[]
  /** The length of the run, wanted or not. */
  readonly length: number
}

function runsOf(mover: Mover, side: readonly Nft[], places: Iterable<number>): Run[] {
  const runs: { collection: CollectionModel; items: { place: number; tokenId: bigint }[]; length: number }[] = []
  let previous: Address | undefined
  const wanted = new Set(places)
  for (const [place, nft] of side.entries()) {
    if (nft.contract !== previous) runs.push({ collection: mover.collection(nft.contract), items: [], length: 0 })
    previous = nft.contract
    const run = runs.at(-1)
    if (run) run.length += 1
    if (wanted.has(place)) run?.items.push({ place, tokenId: nft.tokenId })
  }
  return runs.filter((run) => run.items.length > 0)
}

function transferOrRefuse(
  mover: Mover,
  collection: CollectionModel,
  from: Address,
  to: Address,
  tokenId: bigint,
): void {
  const refusal = collection.transferFrom(mover.journal, mover.escrow, from, to, tokenId)
  if (refusal) throw new Refusal('TransferFailed', collection.address, tokenId, mover.reasonOf(refusal))
}

/** Gas granted to a return for an answer. Collections that need more are refused on creation. */
const grantedAnswerGas = 100_000n

/** Moves one NFT and checks its owner afterwards. */
export function moveOne(mover: Mover, nft: Nft, from: Address, to: Address, gas: AnswerGas = 'plenty'): void {
  const collection = mover.collection(nft.contract)
  transferOrRefuse(mover, collection, from, to, nft.tokenId)
  if (collection.ownerOf(nft.tokenId, gas) === to) return
  if (collection.ownerOf(nft.tokenId) === to)
    throw new Refusal('AnswerTooExpensive', nft.contract, nft.tokenId, grantedAnswerGas)
  throw new Refusal('NotReceived', nft.contract, nft.tokenId, to)
}

/** Moves a whole side or refuses. Checks the balance for a run of one collection, the owner for a single NFT. */
export function moveSide(
  mover: Mover,
  side: readonly Nft[],
  from: Address,
  to: Address,
  gas: AnswerGas = 'plenty',
): void {
  for (const { collection, items } of runsOf(mover, side, side.keys())) {
    const [first] = items
    if (first === undefined) continue
    if (items.length === 1) {
      moveOne(mover, { contract: collection.address, tokenId: first.tokenId }, from, to, gas)
      continue
    }
    const before = collection.balanceOf(to, gas)
    for (const { tokenId } of items) transferOrRefuse(mover, collection, from, to, tokenId)
    const afterwards = collection.balanceOf(to, gas)
    const arrived = before !== undefined && afterwards !== undefined && afterwards - before === BigInt(items.length)
    if (!arrived && afterwards === undefined && collection.balanceOf(to) !== undefined)
      throw new Refusal('AnswerTooExpensive', collection.address, first.tokenId, grantedAnswerGas)
    if (!arrived) throw new Refusal('NotReceived', collection.address, first.tokenId, to)
  }
}

/**
 * Returns NFTs one by one and never refuses (decision K7).
 * @returns the positions that stayed: an NFT counts as returned once it has left
 */
export function returnSide(
  mover: Mover,
  side: readonly Nft[],
  to: Address,
  places: Iterable<number>,
  gas: AnswerGas,
): Set<number> {
  const kept = new Set<number>()
  for (const { collection, items, length } of runsOf(mover, side, places)) {
    // For a whole run, the balance may prove that all have left; otherwise each owner is queried.
    const whole = length > 1 && items.length === length
    const before = whole ? collection.balanceOf(mover.escrow, gas) : undefined
    for (const { tokenId } of items) collection.transferFrom(mover.journal, mover.escrow, mover.escrow, to, tokenId)
    const afterwards = whole ? collection.balanceOf(mover.escrow, gas) : undefined
    if (before !== undefined && afterwards !== undefined && before - afterwards === BigInt(items.length)) continue
    for (const { place, tokenId } of items) {
      const holder = collection.ownerOf(tokenId, gas)
      // The zero address as owner doesn't prove that the NFT has left.
      if (holder === undefined || holder === zeroAddress || holder === mover.escrow) kept.add(place)
    }
  }
  return kept
}
