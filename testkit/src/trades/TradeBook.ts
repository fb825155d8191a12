import { swapEscrowAbi } from '@parley/chain'
import { nftKey, type Address, type Nft, type OfferId } from '@parley/domain'
import { parseEventLogs, type Log } from 'viem'
import type { TradeMarket } from './TradeMarket.ts'

export interface OpenOffer {
  readonly id: OfferId
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly expiresAtS: number
}

/** What the market looks like, by the events of the blocks so far. */
export class TradeBook {
  readonly open = new Map<OfferId, OpenOffer>()
  created = 0
  private readonly holdings: TradeMarket['holdings']

  constructor(holdings: TradeMarket['holdings']) {
    this.holdings = holdings
  }

  /** Takes note of a block. */
  read(logs: readonly Log[]): void {
    for (const event of parseEventLogs({ abi: swapEscrowAbi, logs: [...logs] })) {
      switch (event.eventName) {
        case 'SwapOfferCreated': {
          const { tokenA, tokenIdA, tokenB, tokenIdB, ...rest } = event.args
          this.add(rest, [{ contract: tokenA, tokenId: tokenIdA }], [{ contract: tokenB, tokenId: tokenIdB }])
          break
        }
        case 'MultiSwapOfferCreated': {
          const { tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, ...rest } = event.args
          this.add(rest, zip(tokenAContracts, tokenAIds), zip(tokenBContracts, tokenBIds))
          break
        }
        case 'SwapCompleted':
          this.close(event.args.offerId, 'completed')
          break
        case 'SwapCancelled':
          this.close(event.args.offerId, 'cancelled')
          break
        default:
      }
    }
  }

  private add(
    created: { offerId: OfferId; creator: Address; recipient: Address; expiresAt: bigint },
    offered: readonly Nft[],
    requested: readonly Nft[],
  ): void {
    const { offerId: id, creator, recipient, expiresAt } = created
    this.open.set(id, { id, creator, recipient, offered, requested, expiresAtS: Number(expiresAt) })
    this.created += 1
    this.move(offered, creator, null)
  }

  private close(id: OfferId, how: 'completed' | 'cancelled'): void {
    const offer = this.open.get(id)
    if (!offer) return
    this.open.delete(id)
    const { creator, recipient, offered, requested } = offer
    this.move(offered, null, how === 'completed' ? recipient : creator)
    if (how === 'completed') this.move(requested, recipient, creator)
  }

  private move(nfts: readonly Nft[], from: Address | null, to: Address | null): void {
    const moved = new Set(nfts.map(nftKey))
    if (from)
      this.holdings.set(
        from,
        (this.holdings.get(from) ?? []).filter((nft) => !moved.has(nftKey(nft))),
      )
    if (to) this.holdings.get(to)?.push(...nfts)
  }
}

function zip(contracts: readonly Address[], tokenIds: readonly bigint[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: tokenIds[index] ?? 0n }))
}
