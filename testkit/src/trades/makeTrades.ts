import { swapEscrowAbi } from '@parley/chain'
import { nftKey, type Address, type Nft } from '@parley/domain'
import { random as randomOf, type Random } from '../art/random.ts'
import type { Chain } from '../chain/startChain.ts'
import { TradeBook, type OpenOffer } from './TradeBook.ts'
import { creationData, settlementData } from './tradeCalls.ts'
import { openMarket, type TradeMarket } from './TradeMarket.ts'
import { tradeMoments } from './tradeMoments.ts'

export interface TradesPlan {
  /** The same seed makes the same trades. */
  readonly seed: number
  /** Offers created. */
  readonly count: number
  readonly days: number
  /** Time of the last block, unix seconds; the chain's first has to be before `days` days earlier. */
  readonly endS: number
  /** Share of offers that involve a contract which calls the escrow, so that no explorer lists the call. */
  readonly byContract: number
}

export interface TradeStage {
  readonly chain: Pick<Chain, 'client'>
  readonly escrow: Address
}

const durationsS = [300, 3600, 86_400, 7 * 86_400, 30 * 86_400] as const

/** What one block is made from. */
interface Block {
  readonly escrow: Address
  readonly market: TradeMarket
  readonly book: TradeBook
  readonly random: Random
  readonly nowS: number
  readonly feeWei: bigint
  /** NFTs that something in this block moves already. */
  readonly busy: Set<string>
}

/**
 * Makes random trades over simulated days, on a chain with one block per transaction. Offers are created, accepted,
 * cancelled, returned, and left to expire; some calls are refused. Several share a block.
 */
export async function makeTrades({ chain, escrow }: TradeStage, plan: TradesPlan, given?: TradeMarket): Promise<void> {
  const { client } = chain
  const market = given ?? (await openMarket(chain, escrow))
  const book = new TradeBook(market.holdings)
  const random = randomOf(plan.seed)
  const moments = tradeMoments(plan, random)
  const feeWei = await client.readContract({ address: escrow, abi: swapEscrowAbi, functionName: 'fee' })
  await client.setAutomine(false)
  for (const [index, nowS] of moments.entries()) {
    const block: Block = { escrow, market, book, random, nowS, feeWei, busy: new Set() }
    for (const offer of [...book.open.values()].filter(() => random.chance(0.15))) await settle(block, offer)
    const due = Math.ceil((plan.count * (index + 1)) / moments.length) - book.created
    for (let count = 0; count < due; count++) await create(block, plan.byContract)
    await client.setNextBlockTimestamp({ timestamp: BigInt(nowS) })
    await client.mine({ blocks: 1 })
    const mined = await client.getBlockNumber({ cacheTime: 0 })
    book.read(await client.getLogs({ address: escrow, fromBlock: mined, toBlock: mined }))
  }
  await client.setAutomine(true)
}

async function settle({ escrow, market, random, nowS, feeWei, busy }: Block, offer: OpenOffer): Promise<void> {
  const nfts = [...offer.offered, ...offer.requested].map(nftKey)
  if (nfts.some((key) => busy.has(key))) return
  for (const key of nfts) busy.add(key)
  const trader = (address: Address) => market.traders.find((each) => each.address === address)
  const [creator, recipient] = [trader(offer.creator), trader(offer.recipient)]
  const stranger = market.traders.find((each) => each !== creator && each !== recipient && !each.isContract)
  if (!creator || !recipient || !stranger) return
  const send = (from: typeof creator, name: Parameters<typeof settlementData>[0], valueWei: bigint) =>
    market.send({ from, to: escrow, data: settlementData(name, offer.id), valueWei })
  // Refused, and so no trade, whatever an explorer's list has of it.
  if (random.chance(0.1)) return send(stranger, 'acceptSwapOffer', feeWei)
  if (nowS > offer.expiresAtS) {
    if (random.chance(0.4)) return
    return send(random.pick([creator, recipient]), 'cancelExpiredOffer', feeWei)
  }
  if (random.chance(0.25)) return send(creator, 'cancelSwapOffer', 0n)
  return send(recipient, 'acceptSwapOffer', feeWei)
}

async function create(block: Block, byContract: number): Promise<void> {
  const { escrow, market, random, feeWei } = block
  const wallets = market.traders.filter((trader) => !trader.isContract)
  const contract = market.traders.find((trader) => trader.isContract)
  const first = Math.floor(random() * wallets.length)
  const pair = [wallets[first], wallets[(first + 1 + Math.floor(random() * (wallets.length - 1))) % wallets.length]]
  if (random.chance(byContract)) pair[random.chance(0.5) ? 0 : 1] = contract
  const [from, to] = pair
  if (!from || !to) return
  const offered = draw(block, from.address)
  const requested = draw(block, to.address)
  const data = creationData(offered, requested, random.pick(durationsS))
  await market.send({ from, to: escrow, data, valueWei: feeWei })
}

/** One NFT of a trader most of the time, up to three, none of them used otherwise in this block. */
function draw({ market, random, busy }: Block, holder: Address): readonly Nft[] {
  const free = (market.holdings.get(holder) ?? []).filter((nft) => !busy.has(nftKey(nft)))
  const wanted = random.chance(0.7) ? 1 : random.pick([2, 3])
  const drawn: Nft[] = []
  while (drawn.length < wanted && free.length > 0) {
    const [nft] = free.splice(Math.floor(random() * free.length), 1)
    if (nft) drawn.push(nft)
  }
  for (const nft of drawn) busy.add(nftKey(nft))
  return drawn
}
