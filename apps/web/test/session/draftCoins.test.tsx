import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepCoins, typeCoins } from '../../src/session/draftCoins.ts'
import { createDrafts, restText, takeOff, type DraftStore } from '../../src/session/drafts.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** A page with an empty draft, as after a reload. */
function openPage(account: typeof alice | typeof bob = alice, portal = 'general'): DraftStore {
  const store = createDrafts().of(portal)
  keepCoins(store, portal, account)
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
    expect(textsOf(openPage(bob))).toEqual(['', '2'])
  })

  it('of another account are not taken for those of the one before', () => {
    const store = openPage(alice)
    keepCoins(store, 'general', bob)
    typeCoins(store, 'own', '3')
    expect(textsOf(openPage(alice))).toEqual(['', ''])
    expect(textsOf(openPage(bob))).toEqual(['3', ''])
  })

  it('last as long as the page where storage is blocked or holds something else', () => {
    sessionStorage.setItem('parley-coins-general', '[1, {')
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
    restText(store)
    expect(textsOf(store)).toEqual(['1', '2'])
    store.setState({ recipientText: alice })
    restText(store)
    expect(textsOf(store)).toEqual(['1', ''])
    drafts.forgetOwn()
    expect(textsOf(store)).toEqual(['', ''])
  })

  it('leave the table with their deal, unless they were changed since', () => {
    const store = openPage()
    typeCoins(store, 'own', '1')
    typeCoins(store, 'friend', '3')
    takeOff(store, { offered: [], requested: [], coins: { offeredWei: 10n ** 18n, requestedWei: 2n * 10n ** 18n } })
    expect(textsOf(store)).toEqual(['', '3'])
    expect(textsOf(openPage())).toEqual(['', '3'])
  })
})
