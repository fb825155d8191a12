import { offerIdOf } from '@parley/chain'
import { type Address, type DealCoins, type Nft, nftKey, noCoins, type OfferId } from '@parley/domain'
import type { Hex } from 'viem'
import type { Random } from '../../art/random.ts'
import { sealBlock, type SimBlock } from './SimBlock.ts'
import { paidIn, paidOut } from './simCoins.ts'
import {
  cancelledLog,
  completedLog,
  createdLogs,
  feeLog,
  feesWithdrawnLog,
  owedCoinsTakenLog,
  returnLog,
  transferLog,
  type DraftLog,
} from './simLogs.ts'
import { heldBy, type SimGenesis, type SimOffer, type SimState } from './SimState.ts'

export interface SimChain {
  readonly genesis: SimGenesis
  blocks(): readonly SimBlock[]
  head(): SimBlock
  /** Adds a block in which people did something, or nothing. */
  mine(timeS: number): SimBlock
  /** Adds an empty block. */
  mineEmpty(timeS: number): SimBlock
  /** The same chain, but its last blocks are others. */
  forked(depth: number, salt: number): readonly SimBlock[]
}

/**
 * A chain in memory with an escrow, collections and random trades. It answers as the contracts do. Two chains of one
 * seed are identical to the last hash.
 */
export function createSimChain(genesis: SimGenesis, random: Random): SimChain {
  const owners = new Map(genesis.nfts.map((nft, index) => [nftKey(nft), personAt(genesis, index)] as const))
  const empty = { balanceWei: 0n, lockedWei: 0n, feesWei: 0n, owed: new Map() }
  const first: SimState = { owners, offers: new Map(), custody: new Map(), feeWei: 10n ** 16n, ...empty }
  const blocks = [sealBlock(undefined, { timeS: genesis.timeS, transactions: [], state: first, salt: 0 })]
  const head = (): SimBlock => {
    const last = blocks.at(-1)
    if (!last) throw new RangeError('a chain has a first block')
    return last
  }
  let offerCount = 0
  const nextOfferId = (): OfferId => offerIdOf(genesis.escrow, (offerCount += 1))

  return {
    genesis,
    blocks: () => blocks,
    head,
    mine(timeS) {
      let { state } = head()
      const transactions: DraftLog[][] = []
      for (let left = Math.floor(random.between(0, 3.5)); left > 0; left -= 1) {
        const done = act({ genesis, state, random, timeS, nextOfferId })
        if (!done) continue
        state = done.state
        transactions.push(done.logs)
      }
      const block = sealBlock(head(), { timeS, transactions, state, salt: 0 })
      blocks.push(block)
      return block
    },
    mineEmpty(timeS) {
      const block = sealBlock(head(), { timeS, transactions: [], state: head().state, salt: 0 })
      blocks.push(block)
      return block
    },
    forked(depth, salt) {
      const kept = blocks.slice(0, Math.max(1, blocks.length - depth))
      let top = kept.at(-1)
      for (const { timeS } of blocks.slice(kept.length)) {
        if (!top) break
        top = sealBlock(top, { timeS, transactions: [], state: top.state, salt })
        kept.push(top)
      }
      return kept
    },
  }
}

function personAt({ people }: SimGenesis, index: number): Address {
  const person = people[index % people.length]
  if (!person) throw new RangeError('somebody must own the NFTs')
  return person
}

interface Moment {
  readonly genesis: SimGenesis
  readonly state: SimState
  readonly random: Random
  readonly timeS: number
  readonly nextOfferId: () => OfferId
}

interface Done {
  readonly state: SimState
  readonly logs: DraftLog[]
}

/** A random transaction; null if none is possible. */
function act(moment: Moment): Done | null {
  const { random } = moment
  const dice = random()
  if (dice < 0.4) return create(moment)
  if (dice < 0.55) return accept(moment)
  if (dice < 0.72) return cancel(moment)
  if (dice < 0.77) return claim(moment)
  if (dice < 0.81) return takeOwed(moment)
  if (dice < 0.96) return give(moment)
  return dice < 0.98 ? setFee(moment) : withdrawFees(moment)
}

const durationsS = [30, 300, 3600] as const
const dealKinds = ['NFTs', 'NFTs', 'NFTs and coins', 'coins for NFTs', 'NFTs for coins'] as const

/** Sums that no page would make, too: a single wei, and more than a double can count. */
function coinsOf(kind: (typeof dealKinds)[number], random: Random): DealCoins {
  const sum = (): bigint => random.pick([1n, 10n ** 17n, 123_456_789_012_345_678_901n])
  switch (kind) {
    case 'NFTs':
      return noCoins
    case 'coins for NFTs':
      return { offeredWei: sum(), requestedWei: 0n }
    case 'NFTs for coins':
      return { offeredWei: random.chance(0.3) ? sum() : 0n, requestedWei: sum() }
    case 'NFTs and coins':
      return random.chance(0.5) ? { offeredWei: sum(), requestedWei: 0n } : { offeredWei: 0n, requestedWei: sum() }
  }
}

function create({ genesis, state, random, timeS, nextOfferId }: Moment): Done | null {
  const creator = oneOf(genesis.people, random)
  const recipient = oneOf(genesis.people, random)
  if (!creator || !recipient || creator === recipient) return null
  const kind = random.pick(dealKinds)
  const offered = kind === 'coins for NFTs' ? [] : some(heldBy(state, genesis.nfts, creator), random)
  const requested = kind === 'NFTs for coins' ? [] : some(heldBy(state, genesis.nfts, recipient), random)
  if (offered.length === 0 && kind !== 'coins for NFTs') return null
  if (requested.length === 0 && kind !== 'NFTs for coins') return null
  const coins = coinsOf(kind, random)
  const expiresAtS = timeS + random.pick(durationsS)
  const sides = { offered, requested, coins }
  const offer: SimOffer = { id: nextOfferId(), creator, recipient, ...sides, expiresAtS, status: 'open' }
  const moved = move(paidIn(state, state.feeWei, coins.offeredWei), offered, genesis.escrow)
  const custody = new Map(state.custody)
  for (const nft of offered) custody.set(nftKey(nft), offer.id)
  return {
    state: { ...withOffer(moved.state, offer), custody },
    logs: [...moved.logs, ...createdLogs(genesis.escrow, offer)],
  }
}

function accept({ genesis, state, random, timeS }: Moment): Done | null {
  const acceptable = [...state.offers.values()].filter(
    (offer) =>
      offer.status === 'open' &&
      offer.expiresAtS >= timeS &&
      heldBy(state, offer.requested, offer.recipient).length === offer.requested.length,
  )
  const offer = oneOf(acceptable, random)
  if (!offer) return null
  const { creator, recipient, coins } = offer
  const there = move(paidIn(state, state.feeWei, coins.requestedWei), offer.offered, recipient)
  const back = move(there.state, offer.requested, creator)
  const settled = withOffer(back.state, { ...offer, status: 'completed' })
  const pay = { genesis, random, escrow: genesis.escrow, offer }
  const sold = paidOut(settled, { ...pay, to: creator, wei: coins.requestedWei })
  const bought = paidOut(sold.state, { ...pay, to: recipient, wei: coins.offeredWei })
  return {
    state: { ...bought.state, custody: without(state.custody, offer.offered) },
    logs: [completedLog(genesis.escrow, offer), ...there.logs, ...back.logs, ...sold.logs, ...bought.logs],
  }
}

/** By the creator until it expires, then by either party with the fee, and much later by anyone. */
function cancel({ genesis, state, random, timeS }: Moment): Done | null {
  const open = [...state.offers.values()].filter(({ status }) => status === 'open')
  const offer = oneOf(open, random)
  if (!offer) return null
  const isExpired = offer.expiresAtS < timeS
  const isAbandoned = offer.expiresAtS + genesis.abandonedAfterS <= timeS
  const anyone = isAbandoned ? (oneOf(genesis.people, random) ?? offer.creator) : null
  const by = anyone ?? (isExpired && random.chance(0.5) ? offer.recipient : offer.creator)
  const feeWei = isExpired && !isAbandoned ? state.feeWei : 0n
  const stuck = offer.offered.filter(({ contract }) => genesis.stubborn.includes(contract) && random.chance(0.5))
  const returned = offer.offered.filter((nft) => !stuck.includes(nft))
  const moved = move(paidIn(state, feeWei, 0n), returned, offer.creator)
  const settled = withOffer(moved.state, { ...offer, status: 'cancelled' })
  const wei = offer.coins.offeredWei
  const paid = paidOut(settled, { genesis, random, escrow: genesis.escrow, offer, to: offer.creator, wei })
  return {
    state: { ...paid.state, custody: without(state.custody, returned) },
    logs: [
      ...moved.logs,
      ...stuck.map((nft) => returnLog(genesis.escrow, 'ReturnFailed', offer, nft)),
      cancelledLog(genesis.escrow, offer, by),
      ...paid.logs,
    ],
  }
}

function claim({ genesis, state, random }: Moment): Done | null {
  const stuck = [...state.offers.values()].filter(
    (offer) => offer.status === 'cancelled' && offer.offered.some((nft) => state.custody.get(nftKey(nft)) === offer.id),
  )
  const offer = oneOf(stuck, random)
  if (!offer) return null
  const held = offer.offered.filter((nft) => state.custody.get(nftKey(nft)) === offer.id)
  const moved = move(state, held, offer.creator)
  return {
    state: { ...moved.state, custody: without(state.custody, held) },
    logs: [...moved.logs, ...held.map((nft) => returnLog(genesis.escrow, 'ReturnClaimed', offer, nft))],
  }
}

/** To any address that the wallet chooses. */
function takeOwed({ genesis, state, random }: Moment): Done | null {
  const account = oneOf([...state.owed.keys()], random)
  const to = oneOf(genesis.people, random)
  const wei = account && state.owed.get(account)
  if (!account || !to || !wei) return null
  const owed = new Map(state.owed)
  owed.delete(account)
  return {
    state: { ...state, owed, balanceWei: state.balanceWei - wei, lockedWei: state.lockedWei - wei },
    logs: [owedCoinsTakenLog(genesis.escrow, account, to, wei)],
  }
}

/** All that is neither locked nor owed (decision E3). */
function withdrawFees({ genesis, state, random }: Moment): Done | null {
  const to = oneOf(genesis.people, random)
  const wei = state.balanceWei - state.lockedWei
  if (!to || wei === 0n) return null
  return {
    state: { ...state, feesWei: 0n, balanceWei: state.balanceWei - wei },
    logs: [feesWithdrawnLog(genesis.escrow, to, wei)],
  }
}

function give({ genesis, state, random }: Moment): Done | null {
  const [from, to] = [oneOf(genesis.people, random), oneOf(genesis.people, random)]
  if (!from || !to || from === to) return null
  const nft = oneOf(heldBy(state, genesis.nfts, from), random)
  return nft ? move(state, [nft], to) : null
}

function setFee({ genesis, state, random }: Moment): Done {
  const feeWei = 10n ** 16n * BigInt(Math.floor(random.between(1, 6)))
  return { state: { ...state, feeWei }, logs: [feeLog(genesis.escrow, state.feeWei, feeWei)] }
}

function move(state: SimState, nfts: readonly Nft[], to: Address): Done {
  const owners = new Map(state.owners)
  const logs = nfts.map((nft) => {
    const from = owners.get(nftKey(nft)) ?? to
    owners.set(nftKey(nft), to)
    return transferLog(nft, from, to)
  })
  return { state: { ...state, owners }, logs }
}

function withOffer(state: SimState, offer: SimOffer): SimState {
  return { ...state, offers: new Map(state.offers).set(offer.id, offer) }
}

function without(custody: SimState['custody'], nfts: readonly Nft[]): Map<string, Hex> {
  const left = new Map(custody)
  for (const nft of nfts) left.delete(nftKey(nft))
  return left
}

function oneOf<T>(choices: readonly T[], random: Random): T | undefined {
  return choices[Math.floor(random() * choices.length)]
}

/** One to three of them. */
function some(nfts: readonly Nft[], random: Random): Nft[] {
  const from = Math.floor(random() * nfts.length)
  return nfts.slice(from, from + 1 + Math.floor(random() * 3))
}
