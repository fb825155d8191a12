import { describe, expect, it } from 'vitest'
import {
  addTo,
  createDrafts,
  removeFrom,
  commitRecipient,
  readRecipient,
  type HeldNft,
} from '../../src/services/drafts.ts'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const escrow = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'

function held(tokenId: bigint): HeldNft {
  return {
    contract: dokyo,
    tokenId,
    name: `Dokyo #${tokenId}`,
    collectionName: 'Dokyo',
    image: '',
    verified: true,
    escrowedBy: null,
  }
}

function draftFor(text: string) {
  const store = createDrafts().of('general')
  store.setState({ recipientText: text })
  commitRecipient(store)
  addTo(store, 'own', held(1n))
  addTo(store, 'friend', held(2n))
  return store
}

describe('given a draft', () => {
  it('holds an NFT once, and lets it go', () => {
    const store = draftFor(bob)
    addTo(store, 'own', held(1n))
    expect(store.getState().own).toHaveLength(1)
    removeFrom(store, 'own', { contract: dokyo, tokenId: 1n })
    expect(store.getState().own).toEqual([])
  })

  it('drops what was asked of a friend when the friend becomes another', () => {
    const store = draftFor(bob)
    store.setState({ recipientText: alice })
    commitRecipient(store)
    expect(store.getState().friend).toEqual([])
    expect(store.getState().own).toHaveLength(1)
  })

  it('keeps it while the same friend is only written differently', () => {
    const store = draftFor(bob)
    store.setState({ recipientText: ` ${bob.toLowerCase()} ` })
    commitRecipient(store)
    expect(store.getState().friend).toHaveLength(1)
  })

  it('is another one in another portal', () => {
    const drafts = createDrafts()
    addTo(drafts.of('general'), 'own', held(1n))
    expect(drafts.of('aso').getState().own).toEqual([])
    expect(drafts.of('general').getState().own).toHaveLength(1)
  })

  it('is emptied in every portal when the account changes', () => {
    const drafts = createDrafts()
    for (const key of ['general', 'aso']) addTo(drafts.of(key), 'own', held(1n))
    drafts.startAs(bob)
    for (const key of ['general', 'aso']) expect(drafts.of(key).getState().own).toEqual([])
  })
})

describe("given a friend's address", () => {
  const config = {
    escrows: [{ address: escrow, codeHash: `0x${'00'.repeat(32)}`, fromBlock: 1 }],
    collections: [{ key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } }],
  } as const
  const read = (text: string) =>
    readRecipient(text, alice, { escrows: [...config.escrows], collections: [...config.collections] })

  it.each([
    ['', 'empty'],
    ['0x12', 'length'],
    ['bob.eth', 'characters'],
    [bob.replace('C44C', 'c44C'), 'checksum'],
    [`0x${'0'.repeat(40)}`, 'zero'],
    [alice.toLowerCase(), 'own'],
    [escrow, 'escrow'],
    [dokyo, 'collection'],
  ])('"%s" is refused: %s', (text, problem) => {
    expect(read(text)).toEqual({ problem })
  })

  it("takes a friend's, in any case", () => {
    expect(read(bob.toLowerCase())).toEqual({ address: bob })
  })
})
