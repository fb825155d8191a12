import { swapEscrowAbi } from '@parley/chain'
import type { Nft, OfferId } from '@parley/domain'
import { erc721Abi } from 'viem'
import type { CollectionBook } from '../collections/collectionBook.ts'
import { transact } from '../contracts/transact.ts'
import { wallets } from '../wallets.ts'
import { createOffer, type EscrowOnChain } from './createOffer.ts'
import type { Lot, Party, ToldOffer } from './demoStory.ts'

export interface Stage extends EscrowOnChain {
  readonly collections: CollectionBook
}

interface Deed {
  readonly agoS: number
  readonly run: () => Promise<void>
}

/**
 * Performs a story on chain with real transactions at their times, relative to `openingS` (unix seconds). The chain's
 * clock must be earlier.
 */
export async function tellStory(stage: Stage, story: readonly ToldOffer[], openingS: number): Promise<void> {
  const { client } = stage.chain
  await approveAll(stage, story)
  const take = takeFrom(stage.collections)
  const deeds = story.flatMap((told) => deedsOf(stage, told, take)).toSorted((one, other) => other.agoS - one.agoS)
  for (const deed of deeds) {
    await client.setNextBlockTimestamp({ timestamp: BigInt(openingS - deed.agoS) })
    await deed.run()
  }
}

/** Hands out each starting NFT once. */
function takeFrom(collections: CollectionBook): (holder: Party, lots: readonly Lot[]) => Nft[] {
  const taken = new Map<string, number>()
  return (holder, lots) =>
    lots.flatMap(([key, count]) => {
      const shelf = `${holder}/${key}`
      const from = taken.get(shelf) ?? 0
      taken.set(shelf, from + count)
      const nfts = collections.startingNfts(holder, key).slice(from, from + count)
      if (nfts.length < count) throw new Error(`${holder} has no ${from + count} of ${key}`)
      return nfts
    })
}

async function approveAll({ chain, escrow, collections }: Stage, story: readonly ToldOffer[]): Promise<void> {
  const needed = new Set(
    story.flatMap(({ creator, recipient, offered, requested, settled }) => [
      ...offered.map(([key]) => `${creator} ${collections.addressOf(key)}`),
      ...(settled?.how === 'accepted' ? requested.map(([key]) => `${recipient} ${collections.addressOf(key)}`) : []),
    ]),
  )
  for (const party of ['alice', 'bob', 'carol'] as const) {
    for (const { address } of collections.rows.filter((row) => needed.has(`${party} ${row.address}`))) {
      await transact(chain.client, {
        from: wallets[party],
        to: address,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [escrow, true],
      })
    }
  }
}

function deedsOf(stage: Stage, told: ToldOffer, take: ReturnType<typeof takeFrom>): Deed[] {
  const [offered, requested] = [take(told.creator, told.offered), take(told.recipient, told.requested)]
  let offerId: OfferId | undefined
  const send: Deed = {
    agoS: told.sentAgoS,
    run: async () => {
      offerId = await createOffer(stage, { from: wallets[told.creator], offered, requested, durationS: told.durationS })
    },
  }
  const { settled } = told
  if (!settled) return [send]
  const settle = async (): Promise<void> => {
    if (!offerId) throw new Error('An offer of the story ends before it is sent')
    await settleOffer(stage, told, offerId)
  }
  return [send, { agoS: settled.agoS, run: settle }]
}

async function settleOffer({ chain, escrow }: Stage, told: ToldOffer, offerId: OfferId): Promise<void> {
  const { client } = chain
  const fee = await client.readContract({ address: escrow, abi: swapEscrowAbi, functionName: 'fee' })
  const ways = {
    accepted: { from: told.recipient, functionName: 'acceptSwapOffer', valueWei: fee },
    cancelled: { from: told.creator, functionName: 'cancelSwapOffer', valueWei: 0n },
    returned: { from: told.recipient, functionName: 'cancelExpiredOffer', valueWei: fee },
  } as const
  const { from, functionName, valueWei } = ways[told.settled?.how ?? 'cancelled']
  await transact(client, {
    from: wallets[from],
    to: escrow,
    abi: swapEscrowAbi,
    functionName,
    args: [offerId],
    valueWei,
  })
}
