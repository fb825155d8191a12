import { sendHomeAfterS, type Address, type Nft, type OfferId } from '@parley/domain'
import type { EscrowCall, HeldOffer } from '../rulebook/index.ts'
import { maxUint256, pad, zeroAddress } from 'viem'
import * as actors from './actors.ts'
import { Play } from './Play.ts'
import { Random } from './Random.ts'
import { anyNft, holdingsOf, randomOffer } from './randomOffer.ts'
import { randomHappening } from './randomWorld.ts'

const callsPerAudit = 400
/** Calls use recent offers: far enough back to hit closed ones, and no further. */
const recentOffers = 25

function value(play: Play, random: Random, due: bigint, caller: Address): bigint {
  const heldWei = play.model.coinWei.get(caller) ?? 0n
  const wanted = random.chance(0.95)
    ? due
    : random.of([0n, 1n, due + 1n, play.model.feeWei, play.model.feeWei + 1n, play.model.feeWei / 2n])
  return wanted > heldWei ? play.model.feeWei : wanted
}

function someNfts(random: Random, offer: HeldOffer): Nft[] {
  return [...random.some(offer.offered, 2), ...random.some(offer.requested, 1)]
}

function create(play: Play, random: Random): void {
  const made = randomOffer(play, random)
  if (made === undefined) return
  const { offeredContracts, offeredIds } = made.offer
  const around = offeredContracts.slice(0, 2).map((contract, place) => ({ contract, tokenId: offeredIds[place] ?? 0n }))
  const due = play.model.feeWei + (made.offer.coins?.offeredWei ?? 0n)
  play.call(made.creator, value(play, random, due, made.creator), made.offer, around)
}

const kindsOfEnd = { accept: 34, cancel: 20, cancelExpired: 24, sendHome: 6, claim: 20 } as const

function pickOffer(play: Play, random: Random, kind: keyof typeof kindsOfEnd): HeldOffer | undefined {
  const recent = play.offerIds.slice(-recentOffers).flatMap((id) => play.model.offers.get(id) ?? [])
  const fitting = recent.filter((offer) => {
    if (kind === 'claim') return offer.unreturned.size > 0
    if (kind === 'sendHome') return offer.settlement === null && offer.expiresAtS + sendHomeAfterS <= play.nowS
    return offer.settlement === null && offer.expiresAtS < play.nowS === (kind === 'cancelExpired')
  })
  const choice = fitting.length > 0 && random.chance(0.88) ? fitting : recent
  return choice.length > 0 ? random.of(choice) : undefined
}

function unknownId(random: Random): OfferId {
  return random.of<OfferId>([
    `0x${'00'.repeat(32)}`,
    `0x${'ab'.repeat(32)}`,
    pad(random.of(actors.collections), { dir: 'right' }),
  ])
}

/** Some or all of the unreturned NFTs' bits, or random ones. */
function randomBits(random: Random, offer: HeldOffer | undefined): bigint {
  const waiting = [...(offer?.unreturned ?? [])]
  const places = random.chance(0.8) ? random.some(waiting, 1 + random.below(3)) : [random.below(20), random.below(256)]
  return random.chance(0.05) ? maxUint256 : places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n)
}

function end(play: Play, random: Random): void {
  const kind = random.weighted(kindsOfEnd)
  const offer = pickOffer(play, random, kind)
  const requestedWei = kind === 'accept' ? (offer?.requestedWei ?? 0n) : 0n
  const due = kind === 'accept' || kind === 'cancelExpired' ? play.model.feeWei + requestedWei : 0n
  const which = kind === 'claim' && random.chance(0.5) ? { which: randomBits(random, offer) } : {}
  const anyone = random.of(actors.wallets)
  if (offer === undefined || random.chance(0.02))
    return play.call(anyone, value(play, random, due, anyone), { kind, id: unknownId(random), ...which })
  const fitting: readonly Address[] = {
    accept: [offer.recipient],
    cancel: [offer.creator],
    cancelExpired: [offer.creator, offer.recipient],
    sendHome: actors.wallets,
    claim: actors.wallets,
  }[kind]
  const caller = random.chance(0.88) ? random.of(fitting) : anyone
  return play.call(caller, value(play, random, due, caller), { kind, id: offer.id, ...which }, someNfts(random, offer))
}

function ownerCall(random: Random): EscrowCall {
  const kind = random.weighted({
    updateFee: 30,
    withdrawFees: 25,
    setCreationPaused: 20,
    transferOwnership: 18,
    acceptOwnership: 18,
    renounceOwnership: 1,
  })
  if (kind === 'updateFee')
    return { kind, feeWei: random.of([0n, 1n, actors.feeWei, actors.maxFeeWei, actors.maxFeeWei + 1n, maxUint256]) }
  if (kind === 'setCreationPaused') return { kind, paused: random.chance(0.12) }
  if (kind === 'transferOwnership') return { kind, to: random.of([...actors.wallets, zeroAddress]) }
  return { kind }
}

function manage(play: Play, random: Random): void {
  const { owner, pendingOwner } = play.model
  const call = ownerCall(random)
  const fitting = call.kind === 'acceptOwnership' ? pendingOwner : owner
  const caller = random.chance(0.8) && fitting !== zeroAddress ? fitting : random.of(actors.wallets)
  play.call(caller, random.chance(0.97) ? 0n : 1n, call)
}

function take(play: Play, random: Random): void {
  const owed = [...play.model.owedWei.keys()]
  const caller = owed.length > 0 && random.chance(0.8) ? random.of(owed) : random.of(actors.wallets)
  const to = random.of([...actors.wallets, ...owed, actors.escrow, zeroAddress])
  play.call(caller, random.chance(0.97) ? 0n : 1n, { kind: 'takeOwed', to })
}

function rescue(play: Play, random: Random): void {
  const held = holdingsOf(play, actors.escrow)
  const nft = held.length > 0 && random.chance(0.85) ? random.of(held) : anyNft(random)
  const strange = random.chance(0.04) ? { contract: random.of([actors.escrow, actors.stranger]), tokenId: 1n } : nft
  const caller = random.chance(0.9) && play.model.owner !== zeroAddress ? play.model.owner : random.of(actors.wallets)
  play.call(caller, 0n, { kind: 'emergencyWithdraw', nft: strange }, [strange])
}

const acts = { create, end, manage, rescue, take, happen: randomHappening }
const weights = { create: 30, end: 42, manage: 7, rescue: 5, take: 2, happen: 16 } as const

/** `calls` random calls to the escrow, with random events around them. The same seed gives the same play. */
export function randomPlay(seed: number, calls: number): Play {
  const random = new Random(seed)
  const play = new Play()
  let made = 0
  while (made < calls) {
    const act = random.weighted(weights)
    const before = play.steps.length
    acts[act](play, random)
    if (act === 'happen' || play.steps.length === before) continue
    made += 1
    if (made % callsPerAudit === 0) play.audit(play.offerIds.slice(-recentOffers))
  }
  play.audit(play.offerIds)
  return play
}
