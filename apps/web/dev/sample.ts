import { avalancheCollections, type Address, type Offer } from '@parley/domain'
import { demoCollections } from '../../../testkit/src/collections/demoCollections.ts'
import { tokenTitle } from '../../../testkit/src/collections/tokenTitle.ts'
import type { HeldNft } from '../src/session/HeldNft.ts'
import { scenario } from './scenario.ts'

export const alice: Address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const bob: Address = '0x9F3C7a0B5E2d84C61fA9e3D07b48cE5592A321bE'
export const escrow: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const startS = Math.floor(Date.now() / 1000)

const byKey = new Map(avalancheCollections.map((row) => [row.key, row]))

export function nft(key: string, id: number, more: Partial<HeldNft> = {}): HeldNft {
  const row = byKey.get(key)
  const demo = demoCollections.find((one) => one.key === key)
  if (!row || !demo) throw new Error(`no collection ${key}`)
  return {
    contract: row.address,
    tokenId: BigInt(id),
    name: `${tokenTitle(demo, id)} #${id}`,
    collectionName: row.name,
    image: `/api/nft/${row.address}/${id}/image?size=256`,
    verified: true,
    escrowedBy: null,
    ...more,
  }
}

const keys = avalancheCollections.map((row) => row.key)

function wallet(count: number, seed: number): HeldNft[] {
  return Array.from({ length: count }, (_, at) =>
    nft(keys[(at * 7 + seed) % keys.length] ?? 'dokyo', ((at * 131 + seed * 57) % 1900) + 14),
  )
}

const size = scenario.has('vast') ? 10_000 : scenario.has('huge') ? 2000 : scenario.has('few') ? 3 : 40
const aliceFirst = [
  nft('dokyo', 1204),
  nft('farmland', 88),
  nft('the-face-1966', 2153),
  nft('the-salvors', 771),
  nft('madskullz', 4410),
]
export const aliceNfts: HeldNft[] = scenario.has('nothing')
  ? []
  : [
      ...aliceFirst,
      nft('chikn', 13),
      nft('hoppers', 5128, { escrowedBy: `0x${'ab'.repeat(32)}` }),
      ...wallet(size, 3),
    ].slice(0, size)
export const bobNfts: HeldNft[] = scenario.has('nothing')
  ? []
  : [
      nft('the-face-1966', 407),
      nft('hoppers', 9001),
      nft('ferdy-frens', 2480),
      nft('madskullz', 129),
      nft('nochillio', 903),
      nft('steady', 611),
      nft('dokyo', 2777, { verified: false, collectionName: 'Unknown Collection' }),
      ...wallet(size, 11),
    ].slice(0, size)

function id(head: string): `0x${string}` {
  return `0x${head}${'0123456789abcdef'.repeat(4)}`.slice(0, 66) as `0x${string}`
}

function offer(head: string, more: Partial<Offer>): Offer {
  return {
    id: id(head),
    escrow,
    creator: alice,
    recipient: bob,
    offered: [nft('dokyo', 3051), nft('steady', 1902)],
    requested: [nft('steady', 77), nft('the-salvors', 1460), nft('ferdy-frens', 12)],
    createdTxHash: id('77'),
    createdAtS: startS - 9_000,
    expiresAtS: startS + 76_440,
    settlement: null,
    unreturned: [],
    ...more,
  }
}

export const sent: Offer[] = [
  offer('8f3a21c4', {}),
  offer('27d0aa01', {
    offered: [nft('madskullz', 4410)],
    requested: [nft('madskullz', 129)],
    expiresAtS: startS + 250,
  }),
]
/** How many NFTs lie on the two sides of the first received offer: `?s=5x7`. */
const sides = [...scenario].flatMap((word) => /^(\d+)x(\d+)$/.exec(word)?.slice(1).map(Number) ?? [])
export const received: Offer[] = [
  offer('c41b07f5', {
    creator: bob,
    recipient: alice,
    offered: sides[1] ? wallet(sides[1], 23) : [nft('nochillio', 47), nft('ferdy-frens', 312)],
    requested: sides[0]
      ? wallet(sides[0], 5)
      : [
          nft('dokyo', 1204),
          nft('the-face-1966', 2153),
          nft('farmland', 88),
          nft('madskullz', 4410),
          nft('chikn', 40),
          nft('chikn', 41),
        ],
    expiresAtS: startS + 529_000,
  }),
  offer('5e92b3d6', {
    creator: bob,
    recipient: alice,
    offered: [nft('the-face-1966', 407)],
    requested: [nft('chikn', 13)],
    expiresAtS: startS - 30_000,
  }),
]
export const expired: Offer[] = [
  offer('1a6cf29e', {
    offered: [nft('farmland', 2316), nft('the-salvors', 18)],
    requested: [nft('nochillio', 903)],
    expiresAtS: startS - 70_000,
  }),
  offer('e2f04a77', {
    offered: [nft('smol-joes-season-2', 41), nft('roostr', 77)],
    requested: [nft('avax-apes', 93)],
    expiresAtS: startS - 170_000,
    settlement: { kind: 'cancelled', by: alice, txHash: id('99'), atS: startS - 160_000 },
    unreturned: [nft('smol-joes-season-2', 41)],
  }),
]
