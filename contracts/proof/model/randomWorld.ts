import { sendHomeAfterS } from '@parley/domain'
import { maxUint256, zeroAddress } from 'viem'
import { thief, type TransferManner } from '../rulebook/index.ts'
import * as actors from './actors.ts'
import type { Play } from './Play.ts'
import type { Random } from './Random.ts'
import { anyNft, holdingsOf } from './randomOffer.ts'

const badManners: readonly TransferManner[] = [
  'silent',
  'refuses',
  'refusesAtLength',
  'burnsGas',
  'answersAtLength',
  'reenters',
  'steals',
]

/** To an offer's last second, the second after, or further. */
function passTime(play: Play, random: Random): void {
  const open = [...play.model.offers.values()].filter(
    (offer) => offer.settlement === null && offer.expiresAtS >= play.nowS,
  )
  if (open.length === 0 || random.chance(0.5)) return play.passTo(play.nowS + 1 + random.below(1200))
  const nearest = Math.min(...open.map((offer) => offer.expiresAtS))
  return play.passTo(nearest + random.of([0, 0, 1]))
}

function misbehave(play: Play, random: Random): void {
  const collection = random.of(actors.collections)
  const what = random.weighted({ transfers: 50, owners: 12, balances: 12, erc721: 6, blocked: 12, code: 8 })
  if (what === 'transfers') play.setTransfers(collection, random.of(badManners))
  if (what === 'owners') {
    play.setOwners(
      collection,
      random.of([
        'silent',
        'dear',
        ...[...actors.creators, actors.escrow, collection, thief, zeroAddress].map((always) => ({ always })),
      ] as const),
    )
  }
  if (what === 'balances')
    play.setBalances(
      collection,
      random.of(['silent', 'dear', { always: 0n }, { always: 1n }, { always: maxUint256 }] as const),
    )
  if (what === 'erc721') play.setErc721(collection, false)
  if (what === 'blocked') play.setBlocked(collection, random.of([...actors.creators, actors.escrow]), true)
  if (what === 'code') play.setCode(collection, false)
}

/** To just before or after anyone may send an expired offer home. */
function passMonth(play: Play, random: Random): void {
  const expired = [...play.model.offers.values()].filter(
    (offer) => offer.settlement === null && offer.expiresAtS + sendHomeAfterS > play.nowS,
  )
  if (expired.length === 0) return
  const { expiresAtS } = random.of(expired)
  play.passTo(Math.max(play.nowS, expiresAtS + sendHomeAfterS - random.of([0, 0, 1])))
}

/** Ends a collection's misbehaviour. */
function recover(play: Play, random: Random): void {
  for (const address of random.some(actors.collections, 2)) {
    const collection = play.model.collection(address)
    if (!collection.hasCode) play.setCode(address, true)
    if (collection.transfers !== 'moves') play.setTransfers(address, 'moves')
    if (collection.owners !== 'true') play.setOwners(address, 'true')
    if (collection.balances !== 'true') play.setBalances(address, 'true')
    if (!collection.erc721) play.setErc721(address, true)
    for (const wallet of collection.blocked) play.setBlocked(address, wallet, false)
  }
}

/** A collection seizes an NFT: from the escrow, into it, to a collection, or back to a trading wallet. */
function seize(play: Play, random: Random): void {
  const escrowed = holdingsOf(play, actors.escrow).filter((nft) => play.model.collection(nft.contract).hasCode)
  const nft = escrowed.length > 0 && random.chance(0.6) ? random.of(escrowed) : anyNft(random)
  if (!play.model.collection(nft.contract).hasCode) return
  play.seize(
    nft,
    random.chance(0.7) ? random.of(actors.creators) : random.of([actors.escrow, nft.contract, ...actors.wallets]),
  )
}

/** Returns stolen, donated or withdrawn NFTs to trade, or the play would run dry. */
function restock(play: Play, random: Random): void {
  const traders = new Set([...actors.creators, actors.escrow])
  for (const contract of random.some(actors.collections, 2)) {
    const collection = play.model.collection(contract)
    if (!collection.hasCode) continue
    for (const [tokenId, holder] of collection.holders) {
      if (!traders.has(holder)) play.seize({ contract, tokenId }, random.of(actors.creators))
    }
  }
}

function approve(play: Play, random: Random): void {
  const collection = random.of(actors.collections)
  if (!play.model.collection(collection).hasCode) return
  const wallet = random.of(actors.creators)
  play.setApproval(collection, wallet, !play.model.collection(collection).approvals.has(`${wallet}/${actors.escrow}`))
}

function coin(play: Play, random: Random): void {
  const held = play.model.coinWei.get(actors.escrow) ?? 0n
  play.setCoin(actors.escrow, random.chance(0.5) ? held + BigInt(random.below(1_000_000)) : held)
}

/** Makes a contract wallet take coins, revert, or burn all gas. */
function changeWallet(play: Play, random: Random): void {
  play.setRefusal(actors.contractWallet, random.of(['', actors.revertingWalletCode, actors.contractWalletCode]))
}

const happenings = { passTime, passMonth, misbehave, recover, seize, restock, approve, coin, changeWallet }
const weights = {
  passTime: 34,
  passMonth: 2,
  misbehave: 16,
  recover: 22,
  seize: 8,
  restock: 6,
  approve: 6,
  coin: 2,
  changeWallet: 3,
}

/** A random event outside the escrow. */
export function randomHappening(play: Play, random: Random): void {
  happenings[random.weighted(weights)](play, random)
}
