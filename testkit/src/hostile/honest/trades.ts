import { swapEscrowAbi } from '@parley/chain'
import type { Address, OfferId } from '@parley/domain'
import type { LiveEvent, OfferHint } from '@parley/protocol'
import { erc721Abi } from 'viem'
import { transact } from '../../contracts/transact.ts'
import { createOffer } from '../../story/createOffer.ts'
import { wallets } from '../../wallets.ts'
import { mintTokens, type Arena } from '../arena.ts'

/** An event on chain, and the live event that should follow. */
export interface Deed {
  readonly minedMs: number
  readonly block: number
  readonly isTold: (event: LiveEvent) => boolean
  /** The offer it created, as a page records it. */
  readonly created: OfferHint | null
}

type Person = 'alice' | 'bob'

export const addressOf = (person: Person): Address => wallets[person].account.address

const cardsEach = 12
const offerDurationS = 20 * 86_400

/**
 * Two honest people who keep trading cards: transfer one, transfer it back, offer one, cancel. Knows the right
 * answer to every question about them.
 */
export class HonestTrades {
  /** A permanent offer: Alice's first card for Bob's first. */
  readonly standing: OfferId
  private readonly arena: Arena
  private readonly owners: Map<number, Person>
  private readonly held = new Map<number, OfferId>()
  private passing: number | undefined
  private temporary: { readonly id: OfferId; readonly card: number } | undefined
  private turn = 0

  private constructor(arena: Arena, standing: OfferId, owners: Map<number, Person>) {
    this.arena = arena
    this.standing = standing
    this.owners = owners
    this.held.set(1, standing)
  }

  static async open(arena: Arena): Promise<HonestTrades> {
    const owners = new Map<number, Person>()
    for (const [at, person] of (['alice', 'bob'] as const).entries()) {
      const [first, last] = [at * cardsEach + 1, (at + 1) * cardsEach]
      await mintTokens(arena, arena.cards, { owner: addressOf(person), first, last })
      for (let id = first; id <= last; id += 1) owners.set(id, person)
      await transact(arena.chain.client, {
        from: wallets[person],
        to: arena.cards,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [arena.escrow.address, true],
      })
    }
    return new HonestTrades(arena, await offerFor(arena, 1, cardsEach + 1), owners)
  }

  /** A wallet's tokens, each with the offer that holds it in escrow, if any. */
  holdings(person: Person): ReadonlyMap<string, OfferId | null> {
    const own = [...this.owners].filter(([, owner]) => owner === person)
    return new Map(own.map(([id]) => [String(id), this.held.get(id) ?? null]))
  }

  /** Alice's open offers. */
  offers(): readonly OfferId[] {
    return [this.standing, ...(this.temporary ? [this.temporary.id] : [])]
  }

  /** Performs the next event; resolves once it is mined. */
  async next(): Promise<Deed> {
    this.turn += 1
    if (this.temporary) return this.takeBack(this.temporary)
    if (this.passing !== undefined) return this.pass('bob', 'alice', this.passing)
    const card = 2 + (this.turn % (cardsEach - 2))
    return this.turn % 2 === 0 ? this.pass('alice', 'bob', card) : this.offer(card)
  }

  private async pass(from: Person, to: Person, card: number): Promise<Deed> {
    const { blockNumber } = await transact(this.arena.chain.client, {
      from: wallets[from],
      to: this.arena.cards,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [addressOf(from), addressOf(to), BigInt(card)],
    })
    this.owners.set(card, to)
    this.passing = to === 'bob' ? card : undefined
    return { minedMs: performance.now(), block: Number(blockNumber), isTold: movedBoth, created: null }
  }

  private async offer(card: number): Promise<Deed> {
    const wanted = cardsEach + card
    const id = await offerFor(this.arena, card, wanted)
    const minedMs = performance.now()
    const { timestamp, number } = await this.arena.chain.client.getBlock()
    this.temporary = { id, card }
    this.held.set(card, id)
    const created = hintOf(this.arena.cards, { id, card, wanted, expiresAtS: Number(timestamp) + offerDurationS })
    return { minedMs, block: Number(number), isTold: speaksOf(id), created }
  }

  private async takeBack({ id, card }: { readonly id: OfferId; readonly card: number }): Promise<Deed> {
    const { blockNumber } = await transact(this.arena.chain.client, {
      from: wallets.alice,
      to: this.arena.escrow.address,
      abi: swapEscrowAbi,
      functionName: 'cancelSwapOffer',
      args: [id],
    })
    this.temporary = undefined
    this.held.delete(card)
    return { minedMs: performance.now(), block: Number(blockNumber), isTold: speaksOf(id), created: null }
  }
}

function offerFor(arena: Arena, card: number, wanted: number): Promise<OfferId> {
  return createOffer(
    { chain: arena.chain, escrow: arena.escrow.address },
    {
      from: wallets.alice,
      offered: [{ contract: arena.cards, tokenId: BigInt(card) }],
      requested: [{ contract: arena.cards, tokenId: BigInt(wanted) }],
      durationS: offerDurationS,
    },
  )
}

function movedBoth(event: LiveEvent): boolean {
  return (
    event.type === 'holdings' && [addressOf('alice'), addressOf('bob')].every((one) => event.addresses.includes(one))
  )
}

function speaksOf(id: OfferId): (event: LiveEvent) => boolean {
  return (event) => event.type === 'offer' && event.offerId === id
}

interface NewOffer {
  readonly id: OfferId
  readonly card: number
  readonly wanted: number
  readonly expiresAtS: number
}

function hintOf(cards: Address, { id, card, wanted, expiresAtS }: NewOffer): OfferHint {
  return {
    offerId: id,
    creator: addressOf('alice'),
    recipient: addressOf('bob'),
    nftContractOffered: cards,
    tokenIdOffered: String(card),
    nftContractRequested: cards,
    tokenIdRequested: String(wanted),
    nftContractsOffered: [cards],
    tokenIdsOffered: [String(card)],
    nftContractsRequested: [cards],
    tokenIdsRequested: [String(wanted)],
    isActive: true,
    tokenIdA: card,
    tokenIdB: wanted,
    expiresAt: String(expiresAtS),
    myNftCount: 1,
    friendNftCount: 1,
  }
}
