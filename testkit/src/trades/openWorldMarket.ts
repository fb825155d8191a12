import type { Address, Nft } from '@parley/domain'
import { encodeFunctionData, erc721Abi } from 'viem'
import type { World } from '../world/startWorld.ts'
import { marketSender, type TradeMarket, type Trader } from './TradeMarket.ts'

const nftsOfEach = 12

/**
 * A world's people as traders with some of their initial NFTs, for trades of known collections with pictures. The world
 * must be empty, and mine a block per transaction.
 */
export async function openWorldMarket(world: World): Promise<TradeMarket> {
  const send = marketSender(world.chain)
  const holdings = new Map<Address, Nft[]>()
  const traders: Trader[] = []
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [world.escrow, true] })
  for (const name of ['alice', 'bob', 'carol', 'crowd'] as const) {
    const { address } = world.wallets[name].account
    const from: Trader = { address, signer: address, isContract: false }
    traders.push(from)
    holdings.set(
      address,
      world.collections.rows.flatMap((row) =>
        world.collections
          .startingNfts(name)
          .filter((nft) => nft.contract === row.address)
          .slice(0, nftsOfEach),
      ),
    )
    for (const row of world.collections.rows) await send({ from, to: row.address, data, valueWei: 0n })
  }
  return { traders, holdings, send }
}
