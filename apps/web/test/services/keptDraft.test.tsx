import type { Collection } from '@parley/domain'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDraft, tradableNft, typeCoins } from '../../src/services/keptDraft.ts'
import {
  addTo,
  createDrafts,
  commitRecipient,
  removeDeal,
  type DraftStore,
  type HeldNft,
} from '../../src/services/drafts.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const dokyo: Collection = {
  key: 'dokyo',
  name: 'Dokyo',
  address: '0x54C800d2331E10467143911aabCa092d68bF4166',
  discovery: { kind: 'enumerable' },
}
const tradable = { own: [dokyo], friend: [dokyo] }

function nft(text: string): HeldNft {
  const read = tradableNft(text, [dokyo])
  if (!read) throw new Error(`${text} can’t be traded`)
  return read
}

const idsOf = (store: DraftStore) =>
  [store.getState().own, store.getState().friend].map((side) => side.map(({ tokenId }) => tokenId))

/** A page with an empty draft, as after a reload. */
function openPage(account: typeof alice | typeof bob = alice, portal = 'general'): DraftStore {
  const store = createDrafts().of(portal)
  keepDraft(store, portal, account, tradable)
  return store
}

const textsOf = (store: DraftStore) => [store.getState().ownCoins.text, store.getState().friendCoins.text]

beforeEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

describe('given amounts that were typed', () => {
  it('have their value, or none where they cannot be read', () => {
    const store = openPage()
    typeCoins(store, 'own', '0.5')
    typeCoins(store, 'friend', 'half')
    expect(store.getState()).toMatchObject({
      ownCoins: { text: '0.5', wei: 5n * 10n ** 17n },
      friendCoins: { text: 'half', wei: null },
    })
  })

  it('are back after a reload, for the same account and in the same portal', () => {
    const store = openPage()
    typeCoins(store, 'own', '0.5')
    typeCoins(store, 'friend', '2')
    expect(textsOf(openPage())).toEqual(['0.5', '2'])
    expect(openPage().getState().ownCoins.wei).toBe(5n * 10n ** 17n)
    expect(textsOf(openPage(alice, 'aso'))).toEqual(['', ''])
    expect(textsOf(openPage(bob))).toEqual(['', ''])
  })

  it('of another account are not taken for those of the one before', () => {
    const store = openPage(alice)
    keepDraft(store, 'general', bob, tradable)
    typeCoins(store, 'own', '3')
    expect(textsOf(openPage(alice))).toEqual(['', ''])
    expect(textsOf(openPage(bob))).toEqual(['3', ''])
  })

  it('come back for the friend they were asked of, and for no other', () => {
    const store = openPage()
    store.setState({ recipientText: bob })
    commitRecipient(store)
    typeCoins(store, 'friend', '2')
    for (const [friend, text] of [
      [bob, '2'],
      [carol, ''],
    ] as const) {
      const other = createDrafts().of('general')
      other.setState({ recipientText: friend })
      keepDraft(other, 'general', alice, tradable)
      expect(textsOf(other)).toEqual(['', text])
    }
  })

  it('last as long as the page where storage is blocked or holds something else', () => {
    sessionStorage.setItem(`parley-draft-general-${alice}`, '[1, {')
    expect(textsOf(openPage())).toEqual(['', ''])
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied')
    })
    const store = openPage()
    typeCoins(store, 'own', '1')
    expect(textsOf(store)).toEqual(['1', ''])
  })

  it('stay for the first friend who is named, and go with a change of friend or account', () => {
    const drafts = createDrafts()
    const store = drafts.of('general')
    typeCoins(store, 'own', '1')
    typeCoins(store, 'friend', '2')
    store.setState({ recipientText: bob })
    commitRecipient(store)
    expect(textsOf(store)).toEqual(['1', '2'])
    store.setState({ recipientText: alice })
    commitRecipient(store)
    expect(textsOf(store)).toEqual(['1', ''])
    drafts.startAs(bob)
    expect(textsOf(store)).toEqual(['', ''])
  })

  it('leave the table with their deal, unless they were changed since', () => {
    const store = openPage()
    typeCoins(store, 'own', '1')
    typeCoins(store, 'friend', '3')
    removeDeal(store, { offered: [], requested: [], coins: { offeredWei: 10n ** 18n, requestedWei: 2n * 10n ** 18n } })
    expect(textsOf(store)).toEqual(['', '3'])
    expect(textsOf(openPage())).toEqual(['', '3'])
  })
})

describe('given a draft', () => {
  it('is back after a reload: both sides, the friend and the duration', () => {
    const store = openPage()
    store.setState({ recipientText: bob, minutes: 60 })
    commitRecipient(store)
    addTo(store, 'own', nft('dokyo:1'))
    addTo(store, 'own', nft('dokyo:2'))
    addTo(store, 'friend', nft('dokyo:3'))
    const again = openPage()
    expect(idsOf(again)).toEqual([[1n, 2n], [3n]])
    expect(again.getState()).toMatchObject({ recipientText: bob, debouncedText: bob, friendAddress: bob, minutes: 60 })
    // Naming the same friend again drops nothing.
    commitRecipient(again)
    expect(idsOf(again)).toEqual([[1n, 2n], [3n]])
    expect(idsOf(openPage(alice, 'aso'))).toEqual([[], []])
  })

  it('is back after a reload also where it was laid before the code that keeps it came', () => {
    const store = createDrafts().of('general')
    addTo(store, 'own', nft('dokyo:1'))
    typeCoins(store, 'friend', '2')
    keepDraft(store, 'general', alice, tradable)
    const again = openPage()
    expect(idsOf(again)).toEqual([[1n], []])
    expect(textsOf(again)).toEqual(['', '2'])
  })

  it('is each account’s own: another one starts empty, and the first one’s comes back', () => {
    const drafts = createDrafts()
    const store = drafts.of('general')
    keepDraft(store, 'general', alice, tradable)
    store.setState({ recipientText: carol })
    commitRecipient(store)
    addTo(store, 'own', nft('dokyo:1'))
    addTo(store, 'friend', nft('dokyo:2'))
    typeCoins(store, 'friend', '2')
    drafts.startAs(bob)
    keepDraft(store, 'general', bob, tradable)
    expect(idsOf(store)).toEqual([[], []])
    expect(store.getState()).toMatchObject({ recipientText: '', friendAddress: null, friendCoins: { text: '' } })
    addTo(store, 'own', nft('dokyo:9'))
    // The page may learn of the account before its connection is announced.
    keepDraft(store, 'general', alice, tradable)
    drafts.startAs(alice)
    expect(idsOf(store)).toEqual([[1n], [2n]])
    expect(store.getState()).toMatchObject({ recipientText: carol, friendAddress: carol, friendCoins: { text: '2' } })
    expect(idsOf(openPage(bob))).toEqual([[9n], []])
  })

  it.each([
    ['', bob, [3n]],
    ['0x3C44', bob, [3n]],
    ['0x3C44', carol, []],
  ])('with “%s” typed keeps the friend’s NFTs over a reload for that friend only: %s', (text, friend, ids) => {
    const store = openPage()
    store.setState({ recipientText: bob })
    commitRecipient(store)
    addTo(store, 'friend', nft('dokyo:3'))
    store.setState({ recipientText: text })
    commitRecipient(store)
    const again = openPage()
    expect(again.getState().recipientText).toBe(text)
    again.setState({ recipientText: friend })
    commitRecipient(again)
    expect(idsOf(again)).toEqual([[], ids])
  })

  it('does not replace what was chosen before it was read', () => {
    addTo(openPage(), 'own', nft('dokyo:1'))
    const store = createDrafts().of('general')
    addTo(store, 'own', nft('dokyo:9'))
    store.setState({ recipientText: bob })
    keepDraft(store, 'general', alice, tradable)
    expect(idsOf(store)).toEqual([[9n], []])
    expect(store.getState().recipientText).toBe(bob)
  })

  it.each([
    ['no list', 7],
    ['unknown contracts', [`${alice}/1`]],
    ['ids that are none', ['dokyo:-1', 'dokyo:1e3', 'dokyo:', `dokyo:${2n ** 256n}`, 'dokyo:1:2', 5, null]],
  ])('takes no NFTs from storage that holds %s', (_, own) => {
    sessionStorage.setItem(`parley-draft-general-${alice}`, JSON.stringify({ own, friend: own, minutes: 61 }))
    const store = openPage()
    expect(idsOf(store)).toEqual([[], []])
    expect(store.getState().minutes).toBe(1440)
  })

  it('takes at most a full side from storage, each NFT once, and no endless text', () => {
    const own = Array.from({ length: 50 }, (_, at) => `${dokyo.address}/${at}`)
    sessionStorage.setItem(
      `parley-draft-general-${alice}`,
      JSON.stringify({ own, friend: ['dokyo:1', 'dokyo:1'], recipient: 'x'.repeat(10_000) }),
    )
    const store = openPage()
    expect(idsOf(store).map((side) => side.length)).toEqual([20, 1])
    expect(store.getState().recipientText).toBe('')
  })
})
