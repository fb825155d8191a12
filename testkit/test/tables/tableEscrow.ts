import { swapEscrowAbi } from '@parley/chain'
import { type Address, isComplete, type Nft, type OfferId, otherSeat, type Seat, type TableDeal } from '@parley/domain'
import { createOffer, transact } from '@parley/testkit'
import { erc721Abi } from 'viem'
import type { Market } from '../../../apps/server/test/given/market.ts'

/** An offer that one of two people at a table made. */
export interface MadeOffer {
  readonly id: OfferId
  readonly creator: Seat
  readonly deal: TableDeal
  /** Of the agreement that its maker saw then. */
  readonly agreed: { readonly number: number; readonly at: number }
}

/** What the chain says of an offer. */
export interface OfferOnChain {
  readonly status: 'active' | 'completed' | 'cancelled'
  readonly expiresAtS: number
  /** It can be accepted. */
  readonly isOpen: boolean
}

/** The real escrow, for the offers of random tables. */
export interface TableEscrow {
  /** Approves all NFTs of a wallet, which the local node signs for. */
  admit(wallet: Address): Promise<void>
  create(terms: { readonly people: Readonly<Record<Seat, Address>>; creator: Seat; deal: TableDeal }): Promise<OfferId>
  read(id: OfferId): Promise<OfferOnChain>
  accept(id: OfferId, by: Address): Promise<void>
  /** Takes everything back, expired or not. */
  takeBack(id: OfferId, by: Address): Promise<void>
  /** Every offer of five minutes expires, at all tables. */
  wait(): Promise<void>
  /** Gives NFTs that were swapped back to this wallet. */
  giveBack(nfts: readonly Nft[], to: Address): Promise<void>
}

const statuses = { 1: 'active', 2: 'completed', 3: 'cancelled' } as const
const isStatus = (status: number): status is keyof typeof statuses => status in statuses
const fiveMinutesS = 301

export function openTableEscrow({ chain, escrow: { address: to }, collection, wait }: Market): TableEscrow {
  const { client } = chain
  const readFee = () => client.readContract({ address: to, abi: swapEscrowAbi, functionName: 'fee' })
  const call = (by: Address, functionName: string, id: OfferId, valueWei = 0n) =>
    transact(client, { from: { account: { address: by } }, to, abi: swapEscrowAbi, functionName, args: [id], valueWei })

  async function readOffer(id: OfferId): Promise<OfferOnChain> {
    const [, , expiresAt, status] = await client.readContract({
      address: to,
      abi: swapEscrowAbi,
      functionName: 'swapOffers',
      args: [id],
    })
    if (!isStatus(status)) throw new Error(`${id} has the state ${status}`)
    const { timestamp } = await client.getBlock()
    return {
      status: statuses[status],
      expiresAtS: Number(expiresAt),
      isOpen: status === 1 && timestamp <= expiresAt,
    }
  }

  let last: Promise<void> = Promise.resolve()
  /** One after the other: an offer that expires between a look and its transaction would refuse that. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  return {
    async admit(address) {
      await client.impersonateAccount({ address })
      const args = [to, true]
      const from = { account: { address } }
      await transact(client, { from, to: collection, abi: erc721Abi, functionName: 'setApprovalForAll', args })
    },
    async create({ people, creator, deal }) {
      if (!isComplete(deal)) throw new Error('nothing to lock in')
      const [own, theirs] = [deal[creator], deal[otherSeat(creator)]]
      const hasCoins = own.wei > 0n || theirs.wei > 0n
      return createOffer(
        { chain, escrow: to },
        {
          from: { account: { address: people[creator] } },
          offered: own.nfts,
          requested: theirs.nfts,
          durationS: deal.durationMinutes * 60,
          ...(hasCoins && {
            coins: { offeredWei: own.wei, requestedWei: theirs.wei },
            recipient: people[otherSeat(creator)],
          }),
        },
      )
    },
    read: readOffer,
    async accept(id, by) {
      const [, requestedWei] = await client.readContract({
        address: to,
        abi: swapEscrowAbi,
        functionName: 'coinsOf',
        args: [id],
      })
      await call(by, 'acceptSwapOffer', id, (await readFee()) + requestedWei)
    },
    takeBack: (id, by) =>
      inTurn(async () => {
        const { isOpen } = await readOffer(id)
        if (isOpen) await call(by, 'cancelSwapOffer', id)
        else await call(by, 'cancelExpiredOffer', id, await readFee())
      }),
    wait: () => inTurn(() => wait(fiveMinutesS)),
    async giveBack(nfts, receiver) {
      for (const { contract, tokenId } of nfts) {
        const question = { address: contract, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] } as const
        const owner = await client.readContract(question)
        if (owner === receiver) continue
        const args = [owner, receiver, tokenId]
        const from = { account: { address: owner } }
        await transact(client, { from, to: contract, abi: erc721Abi, functionName: 'transferFrom', args })
      }
    },
  }
}
