import type { Address, OfferId } from '@parley/domain'
import { alice, bob, escrow } from '@parley/domain/test/givenOffer'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/openDatabase.ts'
import { CheckpointMovedError, moveCheckpoint, readCheckpoints } from '../../src/indexer/checkpoints.ts'
import {
  expiredOffers,
  findOffer,
  findOfferByCreation,
  findOffers,
  keepOffersOf,
  offersOf,
  offersTouchedIn,
  openOffers,
  openOffersAfter,
  removeOffers,
  saveOffers,
  swapsOf,
} from '../../src/offers/offerStore.ts'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'
import { databaseChoice } from '../../src/config/readConfig.ts'
import { engines, givenDatabases } from '../given/engines.ts'
import { hash, offerNumber } from '../given/offerNumber.ts'

describe.each(engines)('given the offers of %s', (engine) => {
  const databases = givenDatabases(engine)
  let db: Database
  beforeAll(async () => {
    const choice = databaseChoice(await databases.fresh())
    db = await openDatabase(choice, pino({ level: 'silent' }))
    const again = await openDatabase(choice, pino({ level: 'silent' }))
    await again.close()
  })
  afterAll(() => db.close())

  it('gives back every offer as it was saved, the largest token id and open or closed alike', async () => {
    const settlement = { kind: 'cancelled', by: bob, txHash: hash(5), atS: 1_800_000_000 } as const
    const saved = [
      offerNumber(1),
      offerNumber(2, { settlement, settledBlock: 9, unreturned: [{ contract: alice, tokenId: 7n }] }),
      offerNumber(3, { settlement: { kind: 'completed', by: null, txHash: null, atS: null } }),
    ]
    await db.change((tx) => saveOffers(tx, saved))
    const found = await findOffers(
      db.read,
      saved.map(({ id }) => id),
    )
    expect(found.toSorted((a, b) => a.createdBlock - b.createdBlock)).toEqual(saved)
    expect(await findOffer(db.read, hash(2))).toEqual(saved[1])
    expect(await findOfferByCreation(db.read, hash(1_001))).toEqual(saved[0])
    expect(await findOffer(db.read, hash(999))).toBeNull()
    expect(await offersTouchedIn(db.read, [escrow], { fromBlock: 9, toBlock: 9 })).toEqual([
      { id: hash(2), createdBlock: saved[1]?.createdBlock, settledBlock: 9, settlement: 'cancelled' },
    ])
    await db.change((tx) =>
      removeOffers(
        tx,
        saved.map(({ id }) => id),
      ),
    )
  })

  it('saves far more offers at once than one statement takes, and the same again to no effect', async () => {
    const creator: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const many = Array.from({ length: 1_201 }, (_, index) => offerNumber(10_000 + index, { creator }))
    await db.change((tx) => saveOffers(tx, many))
    await db.change((tx) => saveOffers(tx, many))
    const pages: number[] = []
    let after: OfferId | null = null
    for (;;) {
      const page: StoredOffer[] = await openOffersAfter(db.read, after, 500)
      if (page.length === 0) break
      pages.push(page.length)
      after = page.at(-1)?.id ?? null
    }
    expect(pages).toEqual([500, 500, 201])
    expect(await openOffers(db.read, 'creator', creator)).toHaveLength(1_201)
    const newest = await offersOf(db.read, creator, { before: null, limit: 2 })
    expect(newest.map(({ createdBlock }) => createdBlock)).toEqual([11_200, 11_199])
    await db.change((tx) =>
      removeOffers(
        tx,
        many.map(({ id }) => id),
      ),
    )
  })

  it('tells apart what a wallet sent and was sent, open and closed, before and after expiry', async () => {
    const settlement = { kind: 'completed', by: bob, txHash: hash(5), atS: 1_800_000_000 } as const
    await db.change((tx) =>
      saveOffers(tx, [
        offerNumber(21, { expiresAtS: 100 }),
        offerNumber(22, { expiresAtS: 101 }),
        offerNumber(23, { settlement, settledBlock: 30, expiresAtS: 100 }),
        offerNumber(24, { creator: bob, recipient: alice, createdBlock: 22, createdLogIndex: 5 }),
      ]),
    )
    const blocks = (offers: readonly StoredOffer[]) => offers.map(({ id }) => Number(id))
    expect(blocks(await openOffers(db.read, 'creator', alice))).toEqual([22, 21])
    expect(blocks(await openOffers(db.read, 'recipient', alice))).toEqual([24])
    expect(blocks(await expiredOffers(db.read, alice, 100))).toEqual([])
    expect(blocks(await expiredOffers(db.read, alice, 101))).toEqual([21])
    expect(blocks(await expiredOffers(db.read, alice, 102))).toEqual([22, 21])
    expect(blocks(await offersOf(db.read, alice, { before: null, limit: 10 }))).toEqual([23, 24, 22, 21])
    const before = { createdBlock: 22, createdLogIndex: 5 }
    expect(blocks(await offersOf(db.read, alice, { before, limit: 10 }))).toEqual([22, 21])
  })

  it('finds the swaps of an NFT on either side, newest first, and none that was not completed', async () => {
    const nft = { contract: bob, tokenId: 2n ** 256n - 1n }
    const completed = { kind: 'completed', by: bob, txHash: hash(5), atS: 1_800_000_000 } as const
    const first = offerNumber(51, { offered: [nft], settlement: completed, settledBlock: 70 })
    const second = offerNumber(52, { requested: [nft], settlement: completed, settledBlock: 60 })
    const undated = offerNumber(53, { offered: [nft], settlement: { ...completed, atS: null } })
    const open = offerNumber(54, { offered: [nft] })
    const cancelled = offerNumber(55, { offered: [nft], settlement: { ...completed, kind: 'cancelled' } })
    await db.change((tx) => saveOffers(tx, [first, second, undated, open, cancelled]))
    const found = async (limit = 9) => (await swapsOf(db.read, nft, limit)).map(({ id }) => Number(id))
    expect(await found()).toEqual([51, 52, 53])
    expect(await found(1)).toEqual([51])
    expect(await swapsOf(db.read, { ...nft, tokenId: 1n }, 9)).toEqual([])

    const { settlement, settledBlock } = open
    await db.change((tx) => saveOffers(tx, [{ ...first, settlement, settledBlock }]))
    await db.change((tx) => saveOffers(tx, [{ ...undated, settledBlock: 80 }]))
    expect(await found()).toEqual([53, 52])
    await db.change((tx) => removeOffers(tx, [undated.id]))
    expect(await found()).toEqual([52])
    await db.change((tx) => keepOffersOf(tx, [alice]))
    expect(await db.read.selectFrom('swapped_nfts').selectAll().execute()).toEqual([])
  })

  it('writes nothing where a transaction fails', async () => {
    const failing = db.change(async (tx) => {
      await saveOffers(tx, [offerNumber(40)])
      throw new RangeError('on purpose')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect(await findOffer(db.read, hash(40))).toBeNull()
  })

  it('moves a checkpoint only from where it was seen', async () => {
    const move = (seen: number | null, next: number) =>
      db.change((tx) =>
        moveCheckpoint(tx, 'test', {
          seen: seen === null ? undefined : { block: seen, blockHash: '' },
          next: { block: next, blockHash: hash(next) },
        }),
      )
    await move(null, 5)
    await expect(move(null, 6)).rejects.toThrow(CheckpointMovedError)
    await expect(move(4, 6)).rejects.toThrow(CheckpointMovedError)
    await move(5, 6)
    expect((await readCheckpoints(db.read)).get('test')).toEqual({ block: 6, blockHash: hash(6) })
  })
})
