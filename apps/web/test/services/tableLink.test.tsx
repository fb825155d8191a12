import type { Collection } from '@parley/domain'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import DraftKeeper from '../../src/pages/swap/DraftKeeper.lazy.tsx'
import { addTo, createDrafts, commitRecipient, setRecipient } from '../../src/services/drafts.ts'
import { keepDraft, typeCoins } from '../../src/services/keptDraft.ts'
import { layAsked, layLink, readTableLink } from '../../src/services/tableLink.ts'
import { alice, openRoom } from '../text/room.tsx'

const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const contract = '0x54C800d2331E10467143911aabCa092d68bF4166'
const dokyo: Collection = { key: 'dokyo', name: 'Dokyo', address: contract, discovery: { kind: 'enumerable' } }
const tradable = { own: [dokyo], friend: [dokyo] }

const read = (search: string) => readTableLink(search, tradable)

function linkOf(search: string) {
  const reading = read(search)
  if (!('link' in reading) || !reading.link) throw new Error(`${search} is no link`)
  return reading.link
}

describe('given a link to a table', () => {
  it('names the friend and both sides, by collection or by contract', () => {
    const { to, give, want } = linkOf(
      `?to=${bob.toLowerCase()}&give=dokyo:1,${contract.toLowerCase()}:2&give=dokyo:1&want=dokyo:3`,
    )
    expect(to).toBe(bob)
    expect(give.map(({ tokenId }) => tokenId)).toEqual([1n, 2n])
    expect(want).toMatchObject([{ contract, tokenId: 3n, collectionName: 'Dokyo', verified: true }])
  })

  it('says nothing of a table without its parameters', () => {
    expect(read('')).toEqual({ link: null })
    expect(read('?utm_source=mail')).toEqual({ link: null })
  })

  it.each([
    ['?to=bob.eth', 'address'],
    [`?to=${bob.replace('C44C', 'c44C')}`, 'address'],
    [`?to=${bob}&give=${carol}:1`, 'noValidOwn'],
    [`?to=${bob}&give=dokyo:1,${carol}:1`, 'nft'],
    ['?want=dokyo:-1', 'noValidFriends'],
    [`?want=${'9'.repeat(500)}`, 'noValidFriends'],
    [`?give=${Array.from({ length: 21 }, (_, at) => `dokyo:${at}`)}`, 'tooMany'],
  ])('is refused as a whole: %s', (search, problem) => {
    expect(read(search)).toEqual({ problem })
  })

  it('is laid on an empty table, and the friend’s NFTs stay when the address rests', () => {
    const store = createDrafts().of('general')
    expect(layLink(store, linkOf(`?to=${bob}&want=dokyo:3`))).toBeNull()
    expect(store.getState()).toMatchObject({ recipientText: bob, debouncedText: bob, friendAddress: bob, own: [] })
    expect(store.getState().friend).toHaveLength(1)
  })

  it('leaves a table alone that has a deal or another friend on it', () => {
    const store = createDrafts().of('general')
    for (const nft of linkOf('?give=dokyo:7').give) addTo(store, 'own', nft)
    const before = store.getState()
    expect(layLink(store, linkOf(`?to=${bob}&want=dokyo:3`))).toBe('occupied')
    expect(store.getState()).toBe(before)
    const named = createDrafts().of('general')
    named.setState({ recipientText: carol })
    expect(layLink(named, linkOf(`?to=${bob}`))).toBe('occupied')
    expect(named.getState().recipientText).toBe(carol)
  })

  it.each(['own', 'friend'] as const)('does not join coins that were typed: %s', (side) => {
    const store = createDrafts().of('general')
    typeCoins(store, side, '5')
    const before = store.getState()
    expect(layLink(store, linkOf(`?to=${bob}&want=dokyo:3`))).toBe('occupied')
    expect(layLink(store, linkOf('?want=dokyo:3'))).toBe('occupied')
    expect(store.getState()).toBe(before)
  })

  it('keeps what a link wants when the friend is named afterwards, until another one is', () => {
    const store = createDrafts().of('general')
    layLink(store, linkOf('?want=dokyo:3'))
    for (const [text, count] of [
      [bob, 1],
      [carol, 0],
    ] as const) {
      store.setState({ recipientText: text })
      commitRecipient(store)
      expect(store.getState().friend).toHaveLength(count)
    }
  })
})

describe('given a friend to trade with again', () => {
  it('is named on an empty table', () => {
    const store = createDrafts().of('general')
    setRecipient(store, bob)
    expect(layAsked(store)).toBeNull()
    expect(store.getState()).toMatchObject({ recipientText: bob, friendAddress: bob, asked: null, linked: false })
  })

  it('does not redirect a deal with another friend', () => {
    const store = createDrafts().of('general')
    layLink(store, linkOf(`?to=${carol}&give=dokyo:1`))
    setRecipient(store, bob)
    expect(layAsked(store)).toBe('occupied')
    expect(store.getState()).toMatchObject({ recipientText: carol, friendAddress: carol })
    expect(layAsked(store)).toBeNull()
  })
})

describe('given a table that a link laid', () => {
  afterEach(() => window.history.replaceState(null, '', '/p2p'))

  /** Alice opens the page by a link. */
  async function open(search: string) {
    sessionStorage.clear()
    window.history.replaceState(null, '', `/p2p${search}`)
    const room = openRoom('general')
    room.show(<DraftKeeper address={alice} />)
    return room.session.drafts.of('general')
  }

  it('says so until the table is cleared', async () => {
    const store = await open(`?to=${bob}&want=dokyo:3`)
    expect(screen.getByRole('alert').textContent).toContain('This deal comes from a link. Check the recipient')
    fireEvent.click(screen.getByRole('button', { name: 'Clear the table' }))
    expect(store.getState()).toMatchObject({ account: alice, recipientText: '', friend: [], linked: false })
    expect(screen.queryByText(/comes from a link/)).toBeNull()
  })

  it('says so after a reload too', async () => {
    await open(`?to=${bob}&want=dokyo:3`)
    const store = createDrafts().of('general')
    keepDraft(store, 'general', alice, tradable)
    expect(store.getState()).toMatchObject({ linked: true, recipientText: bob })
  })

  it.each([
    ['?give=steady:1', 'No valid NFTs selected for your side of the trade'],
    ['?want=steady:1', "No valid NFTs selected for your friend's side of the trade"],
  ])('is refused if no NFT of a side can be traded there: %s', async (search, text) => {
    await open(search)
    expect((await screen.findByRole('alertdialog')).textContent).toContain(text)
  })

  it('repeats nothing of a link that is refused', async () => {
    await open('?to=%E2%80%9D.%20Wallet%20locked!%20Restore%20at%20parley-help.com%20%E2%80%9C')
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain('isn’t a wallet address')
    expect(alert.textContent).not.toContain('parley-help')
  })
})
