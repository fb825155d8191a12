import { offerIdOf } from '@parley/chain'
import { nftKey, type Address, type Nft, type OfferId } from '@parley/domain'
import type { Hex } from 'viem'
import type { Random } from '../../art/random.ts'
import { sealBlock, type SimBlock } from './SimBlock.ts'
import { cancelledLog, completedLog, createdLogs, feeLog, returnLog, transferLog, type DraftLog } from './simLogs.ts'
import { heldBy, type SimOffer, type SimState } from './SimState.ts'

/** The simulated chain's contents at its first block. */
export interface SimGenesis {
  readonly escrow: Address
  readonly people: readonly Address[]
  readonly nfts: readonly Nft[]
  /** Collections that now and then refuse to give an NFT back. */
  readonly stubborn: readonly Address[]
  readonly timeS: number
}

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
  const first: SimState = { owners, offers: new Map(), custody: new Map(), feeWei: 10n ** 16n }
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
  if (dice < 0.75) return cancel(moment)
  if (dice < 0.8) return claim(moment)
  if (dice < 0.97) return give(moment)
  return setFee(moment)
}

const durationsS = [30, 300, 3600] as const

function create({ genesis, state, random, timeS, nextOfferId }: Moment): Done | null {
  const creator = oneOf(genesis.people, random)
  const recipient = oneOf(genesis.people, random)
  if (!creator || !recipient || creator === recipient) return null
  const offered = some(heldBy(state, genesis.nfts, creator), random)
  const requested = some(heldBy(state, genesis.nfts, recipient), random)
  if (offered.length === 0 || requested.length === 0) return null
  const expiresAtS = timeS + random.pick(durationsS)
  const offer: SimOffer = { id: nextOfferId(), creator, recipient, offered, requested, expiresAtS, status: 'open' }
  const moved = move(state, offered, genesis.escrow)
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
  const there = move(state, offer.offered, offer.recipient)
  const back = move(there.state, offer.requested, offer.creator)
  const settled = withOffer(back.state, { ...offer, status: 'completed' })
  return {
    state: { ...settled, custody: without(state.custody, offer.offered) },
    logs: [...there.logs, ...back.logs, completedLog(genesis.escrow, offer)],
  }
}

/** By the creator while it is open to be accepted, by either afterwards. */
function cancel({ genesis, state, random, timeS }: Moment): Done | null {
  const open = [...state.offers.values()].filter(({ status }) => status === 'open')
  const offer = oneOf(open, random)
  if (!offer) return null
  const by = offer.expiresAtS < timeS && random.chance(0.5) ? offer.recipient : offer.creator
  const stuck = offer.offered.filter(({ contract }) => genesis.stubborn.includes(contract) && random.chance(0.5))
  const returned = offer.offered.filter((nft) => !stuck.includes(nft))
  const moved = move(state, returned, offer.creator)
  const settled = withOffer(moved.state, { ...offer, status: 'cancelled' })
  return {
    state: { ...settled, custody: without(state.custody, returned) },
    logs: [
      ...moved.logs,
      ...stuck.map((nft) => returnLog(genesis.escrow, 'ReturnFailed', offer, nft)),
      cancelledLog(genesis.escrow, offer, by),
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
