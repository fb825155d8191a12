import {
  mayAccept,
  mayCancel,
  mayRecover,
  mayReturn,
  maySendHome,
  sendHomeAfterS,
  nftKey,
  type Address,
  type Nft,
  type OfferId,
} from '@parley/domain'
import { CollectionModel, type TransferRefusal } from './CollectionModel.ts'
import { EscrowAccounts, type AccountOptions } from './EscrowAccounts.ts'
import type { Caller, EscrowCall, EscrowEvent, HeldOffer } from './escrowState.ts'
import { moveOne, moveSide, returnSide, type Mover } from './moves.ts'
import { requireCoins, requireRecipient, requireShape } from './newOfferRules.ts'
import { Refusal, unpayable } from './Refusal.ts'

export interface EscrowModelOptions extends AccountOptions {
  /** The id of the n-th offer, from 1. The ids' values are up to the contract; they only have to differ. */
  idOf(number: number): OfferId
  reasonOf(refusal: TransferRefusal): `0x${string}`
}

/** The abilities that screens use disagree with the escrow's rules about a call. */
export class AbilitiesDisagree extends Error {
  readonly code = 'abilities-disagree'
}

/** A bit for each place. */
function bitsOf(places: Iterable<number>): bigint {
  return [...places].reduce((bits, place) => bits | (1n << BigInt(place)), 0n)
}

/**
 * The escrow's rules (decisions K1 to K9) as one plain state machine over wallets, NFTs, offers and coins. It isn't
 * optimised: it defines the outcome, and the contracts run the same calls beside it.
 */
export class EscrowModel extends EscrowAccounts implements Mover {
  readonly #options: EscrowModelOptions
  readonly collections = new Map<Address, CollectionModel>()
  readonly offers = new Map<OfferId, HeldOffer>()
  /** The last offer that took an NFT; valid only while that offer holds it. */
  readonly #takenBy = new Map<string, OfferId>()

  constructor(options: EscrowModelOptions) {
    super(options)
    this.#options = options
  }

  /** An address without a collection has no code. */
  collection(address: Address): CollectionModel {
    const known = this.collections.get(address)
    if (known) return known
    const none = new CollectionModel(address)
    none.hasCode = false
    return none
  }

  reasonOf(refusal: TransferRefusal): `0x${string}` {
    return this.#options.reasonOf(refusal)
  }

  /**
   * Runs one call. Either it takes full effect and its events are returned, or nothing changes.
   * @throws {Refusal} with the name and arguments of the contract's error
   */
  call(caller: Caller, call: EscrowCall): readonly EscrowEvent[] {
    this.events = []
    try {
      this.#dispatch(caller, call)
    } catch (error) {
      this.journal.takeBack()
      throw error
    }
    this.journal.keep()
    return this.events
  }

  /** The offer that holds this NFT: an open one, or a cancelled one that could not return it. */
  custodyOf(nft: Nft): OfferId | undefined {
    const offer = this.#offerOf(this.#takenBy.get(nftKey(nft)))
    if (offer === undefined) return undefined
    if (offer.settlement === null) return offer.id
    const place = offer.offered.findIndex((held) => nftKey(held) === nftKey(nft))
    return offer.unreturned.has(place) ? offer.id : undefined
  }

  #offerOf(id: OfferId | undefined): HeldOffer | undefined {
    return id === undefined ? undefined : this.offers.get(id)
  }

  #dispatch(caller: Caller, call: EscrowCall): void {
    if (call.kind === 'create') return this.#create(caller, call)
    if (call.kind === 'accept') return this.#accept(caller, call.id)
    if (call.kind === 'cancelExpired') return this.#cancelExpired(caller, call.id)
    if (caller.valueWei !== 0n) throw new Refusal(unpayable)
    if (call.kind === 'cancel') return this.#cancel(caller, call.id)
    if (call.kind === 'sendHome') return this.#sendHome(caller, call.id)
    if (call.kind === 'takeOwed') return this.takeOwed(caller, call.to)
    if (call.kind === 'claim') return this.#claim(call.id, call.which)
    if (call.kind === 'acceptOwnership') return this.acceptOwnership(caller)
    if (caller.address !== this.owner) throw new Refusal('NotOwner', caller.address, this.owner)
    return this.#ownerCall(caller, call)
  }

  // ── Offers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  #create(caller: Caller, call: Extract<EscrowCall, { kind: 'create' }>): void {
    const { coins } = call
    if (coins) requireCoins(coins)
    if (this.creationPaused) throw new Refusal('CreationPaused')
    const offeredWei = coins?.offeredWei ?? 0n
    this.payDue(caller, this.feeWei + offeredWei)
    this.lock(offeredWei)
    const sides = requireShape(call)
    const recipient = requireRecipient(sides, caller.address, this, coins)
    const id = this.#options.idOf(this.offers.size + 1)
    const expiresAtS = caller.nowS + Number(call.durationS)
    const offer: HeldOffer = {
      id,
      creator: caller.address,
      recipient,
      ...sides,
      offeredWei,
      requestedWei: coins?.requestedWei ?? 0n,
      expiresAtS,
      settlement: null,
      unreturned: new Set(),
    }
    for (const nft of sides.offered) {
      const holder = this.custodyOf(nft)
      if (holder !== undefined) throw new Refusal('HeldByOffer', nft.contract, nft.tokenId, holder)
      this.journal.set(this.#takenBy, nftKey(nft), id)
    }
    this.journal.set(this.offers, id, offer)
    this.events.push({ kind: 'created', offer, by: coins ? 'coins' : call.by })
    moveSide(this, sides.offered, caller.address, this.escrow, 'granted')
  }

  #accept(caller: Caller, id: OfferId): void {
    const offer = this.#openOffer(id)
    this.payDue(caller, this.feeWei + offer.requestedWei)
    const allowed = mayAccept(offer, caller.address, caller.nowS)
    if (caller.address !== offer.recipient)
      throw this.#refused(allowed, 'NotRecipient', id, caller.address, offer.recipient)
    if (caller.nowS > offer.expiresAtS)
      throw this.#refused(allowed, 'OfferExpired', id, BigInt(offer.expiresAtS), BigInt(caller.nowS))
    this.#requireAllowed(allowed)
    this.#settle(offer, 'completed', caller)
    this.events.push({ kind: 'completed', id, by: caller.address })
    moveSide(this, offer.requested, offer.recipient, offer.creator)
    moveSide(this, offer.offered, this.escrow, offer.recipient)
    this.lock(-offer.offeredWei)
    this.payCoins(offer, offer.creator, offer.requestedWei)
    this.payCoins(offer, offer.recipient, offer.offeredWei)
  }

  #cancel(caller: Caller, id: OfferId): void {
    const offer = this.#openOffer(id)
    const allowed = mayCancel(offer, caller.address, caller.nowS)
    if (caller.address !== offer.creator) throw this.#refused(allowed, 'NotCreator', id, caller.address, offer.creator)
    if (caller.nowS > offer.expiresAtS)
      throw this.#refused(allowed, 'OfferExpired', id, BigInt(offer.expiresAtS), BigInt(caller.nowS))
    this.#requireAllowed(allowed)
    this.#giveBack(offer, caller)
  }

  #cancelExpired(caller: Caller, id: OfferId): void {
    this.payDue(caller, this.feeWei)
    const offer = this.#openOffer(id)
    const allowed = mayRecover(offer, caller.address, caller.nowS) || mayReturn(offer, caller.address, caller.nowS)
    if (caller.address !== offer.creator && caller.address !== offer.recipient)
      throw this.#refused(allowed, 'NotParty', id, caller.address)
    if (caller.nowS <= offer.expiresAtS)
      throw this.#refused(allowed, 'OfferNotExpired', id, BigInt(offer.expiresAtS), BigInt(caller.nowS))
    this.#requireAllowed(allowed)
    this.#giveBack(offer, caller)
  }

  #giveBack(offer: HeldOffer, caller: Caller): void {
    this.#settle(offer, 'cancelled', caller)
    this.events.push({ kind: 'cancelled', id: offer.id, by: caller.address })
    const kept = returnSide(this, offer.offered, offer.creator, offer.offered.keys(), 'granted')
    this.#keepUnreturned(offer, kept)
    this.#tellPlaces('returnFailed', offer, (place) => kept.has(place))
    this.lock(-offer.offeredWei)
    this.payCoins(offer, offer.creator, offer.offeredWei)
  }

  #sendHome(caller: Caller, id: OfferId): void {
    const offer = this.#openOffer(id)
    const allowed = maySendHome(offer, caller.nowS)
    const openFromS = offer.expiresAtS + sendHomeAfterS
    if (caller.nowS < openFromS)
      throw this.#refused(allowed, 'TooEarlyToSendHome', id, BigInt(openFromS), BigInt(caller.nowS))
    this.#requireAllowed(allowed)
    this.#giveBack(offer, caller)
  }

  #claim(id: OfferId, which: bigint | undefined): void {
    const offer = this.offers.get(id)
    if (offer === undefined) throw new Refusal('UnknownOffer', id)
    const waiting = offer.unreturned
    if (waiting.size === 0) throw new Refusal('NothingToClaim', id)
    const isWanted = (place: number) => which === undefined || (which >> BigInt(place)) % 2n === 1n
    const wanted = new Set([...waiting].filter(isWanted))
    if (wanted.size === 0) throw new Refusal('NotWaiting', id, which ?? 0n, bitsOf(waiting))
    const kept = returnSide(this, offer.offered, offer.creator, wanted, 'plenty')
    if (kept.size === wanted.size) throw new Refusal('NothingReturned', id)
    const left = new Set([...wanted].filter((place) => !kept.has(place)))
    this.#keepUnreturned(offer, new Set([...waiting].filter((place) => !left.has(place))))
    this.#tellPlaces('returnClaimed', offer, (place) => left.has(place))
  }

  #openOffer(id: OfferId): HeldOffer {
    const offer = this.offers.get(id)
    if (offer === undefined) throw new Refusal('UnknownOffer', id)
    if (offer.settlement) throw new Refusal('OfferClosed', id, offer.settlement.kind === 'completed' ? 2n : 3n)
    return offer
  }

  #settle(offer: HeldOffer, kind: 'completed' | 'cancelled', caller: Caller): void {
    const settlement = { kind, by: caller.address, txHash: '0x', atS: caller.nowS } as const
    this.journal.change(
      () => (offer.settlement = settlement),
      () => (offer.settlement = null),
    )
  }

  #keepUnreturned(offer: HeldOffer, kept: ReadonlySet<number>): void {
    const before = offer.unreturned
    this.journal.change(
      () => (offer.unreturned = kept),
      () => (offer.unreturned = before),
    )
  }

  #tellPlaces(kind: 'returnFailed' | 'returnClaimed', offer: HeldOffer, told: (place: number) => boolean): void {
    for (const [place, nft] of offer.offered.entries()) {
      if (told(place)) this.events.push({ kind, id: offer.id, nft })
    }
  }

  #refused(allowed: boolean, code: string, ...parameters: ConstructorParameters<typeof Refusal>[1][]): Error {
    return allowed
      ? new AbilitiesDisagree(`The screens would allow what ${code} refuses`)
      : new Refusal(code, ...parameters)
  }

  #requireAllowed(allowed: boolean): void {
    if (!allowed) throw new AbilitiesDisagree('The screens would hide what the rules allow')
  }

  #ownerCall(caller: Caller, call: EscrowCall): void {
    if (call.kind === 'updateFee') {
      if (call.feeWei > this.maxFeeWei) throw new Refusal('FeeAboveMax', call.feeWei, this.maxFeeWei)
      this.setFee(call.feeWei)
    } else if (call.kind === 'withdrawFees') {
      if (this.fees() === 0n) throw new Refusal('NoFees')
      this.payOut(caller.address)
    } else if (call.kind === 'emergencyWithdraw') {
      const holder = this.custodyOf(call.nft)
      if (holder !== undefined) throw new Refusal('HeldByOffer', call.nft.contract, call.nft.tokenId, holder)
      this.events.push({ kind: 'emergencyWithdrawn', nft: call.nft, to: caller.address })
      moveOne(this, call.nft, this.escrow, caller.address)
    } else if (call.kind === 'setCreationPaused') {
      this.setPaused(call.paused)
    } else if (call.kind === 'transferOwnership') {
      this.setOwners(this.owner, call.to)
      this.events.push({ kind: 'transferStarted', from: caller.address, to: call.to })
    } else if (call.kind === 'renounceOwnership') {
      this.renounce(caller)
    }
  }
}
