import { swapEscrowAbi } from '@parley/chain'
import { nftKey, type Address, type Nft, type OfferId } from '@parley/domain'
import { createOffer, transact, wallets, type Chain } from '@parley/testkit'
import { erc721Abi, type Abi } from 'viem'

/** Numbers that look random and are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const people = [wallets.alice, wallets.bob, wallets.carol, wallets.crowd] as const
type Person = (typeof people)[number]

interface OpenOffer {
  readonly id: OfferId
  readonly creator: Person
  readonly recipient: Person
  readonly offered: Nft
  readonly requested: Nft
}

export interface Stage {
  readonly chain: Chain
  readonly escrow: Address
  readonly collections: readonly Address[]
  readonly abi: Abi
  /**
   * Ids stay below this. Ids beyond the scanned range are known only from transfers, so minting them starts once the
   * index listens.
   */
  readonly idsBelow: () => number
}

/** Mints, transfers, burns, offers, acceptances and cancellations, and what must be true after them. */
export function createRandomTrades(stage: Stage, random: () => number) {
  const { client } = stage.chain
  const owners = new Map<string, { nft: Nft; owner: Person }>()
  const offers: OpenOffer[] = []
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const send = (from: Person, to: Address, abi: Abi, functionName: string, args: readonly unknown[], valueWei = 0n) =>
    transact(client, { from, to, abi, functionName, args, valueWei })

  async function mint(): Promise<void> {
    const contract = pick(stage.collections)
    const owner = pick(people)
    if (!contract || !owner) return
    const nft = { contract, tokenId: BigInt(Math.floor(random() * stage.idsBelow())) }
    const inEscrow = offers.some(({ offered }) => nftKey(offered) === nftKey(nft))
    if (owners.has(nftKey(nft)) || inEscrow) return
    await send(owner, contract, stage.abi, 'mint', [owner.account.address, nft.tokenId])
    owners.set(nftKey(nft), { nft, owner })
  }

  async function transfer(): Promise<void> {
    const token = pick([...owners.values()])
    const to = pick(people)
    if (!token || !to) return
    const args = [token.owner.account.address, to.account.address, token.nft.tokenId]
    await send(token.owner, token.nft.contract, erc721Abi, 'transferFrom', args)
    owners.set(nftKey(token.nft), { nft: token.nft, owner: to })
  }

  async function burn(): Promise<void> {
    const token = pick([...owners.values()])
    if (!token) return
    await send(token.owner, token.nft.contract, stage.abi, 'burn', [token.nft.tokenId])
    owners.delete(nftKey(token.nft))
  }

  async function offer(): Promise<void> {
    const mine = pick([...owners.values()])
    const theirs = pick([...owners.values()].filter(({ owner }) => owner !== mine?.owner))
    if (!mine || !theirs) return
    const [offered, requested] = [mine.nft, theirs.nft]
    const id = await createOffer(
      { chain: stage.chain, escrow: stage.escrow },
      { from: mine.owner, offered: [offered], requested: [requested], durationS: 86_400 },
    )
    owners.delete(nftKey(offered))
    offers.push({ id, creator: mine.owner, recipient: theirs.owner, offered, requested })
  }

  async function settle(): Promise<void> {
    const open = pick(offers)
    if (!open) return
    const { creator, recipient, offered, requested } = open
    const acceptable = owners.get(nftKey(requested))?.owner === recipient && random() < 0.7
    if (acceptable) {
      const fee = await client.readContract({ address: stage.escrow, abi: swapEscrowAbi, functionName: 'fee' })
      await send(recipient, stage.escrow, swapEscrowAbi, 'acceptSwapOffer', [open.id], fee)
      owners.set(nftKey(requested), { nft: requested, owner: creator })
    } else await send(creator, stage.escrow, swapEscrowAbi, 'cancelSwapOffer', [open.id])
    owners.set(nftKey(offered), { nft: offered, owner: acceptable ? recipient : creator })
    offers.splice(offers.indexOf(open), 1)
  }

  return {
    async approveAll(): Promise<void> {
      for (const person of people)
        for (const contract of stage.collections)
          await send(person, contract, erc721Abi, 'setApprovalForAll', [stage.escrow, true])
    },
    async step(): Promise<void> {
      const dice = random()
      if (dice < 0.35) await mint()
      else if (dice < 0.65) await transfer()
      else if (dice < 0.72) await burn()
      else if (dice < 0.87) await offer()
      else await settle()
    },
    /** What a wallet has: in it (null), and in escrow for it (the offer's id). */
    expected(person: Person): Map<string, OfferId | null> {
      const held = [...owners.values()].filter(({ owner }) => owner === person)
      return new Map([
        ...held.map(({ nft }) => [nftKey(nft), null] as const),
        ...offers.filter(({ creator }) => creator === person).map(({ offered, id }) => [nftKey(offered), id] as const),
      ])
    },
  }
}
