import type { Collection } from '@parley/domain'
import { describe, expect, it } from 'vitest'
import { addTo, createDrafts } from '../../src/session/drafts.ts'
import { layLink, readTableLink } from '../../src/session/tableLink.ts'

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
    ['?to=bob.eth', { kind: 'address', text: 'bob.eth' }],
    [`?to=${bob.replace('C44C', 'c44C')}`, { kind: 'address' }],
    [`?to=${bob}&give=${carol}:1`, { kind: 'nft', text: `${carol}:1` }],
    ['?want=dokyo:-1', { kind: 'nft', text: 'dokyo:-1' }],
    ['?want=%3Cscript%3E', { kind: 'nft', text: '<script>' }],
    [`?want=${'9'.repeat(500)}`, { kind: 'nft', text: `${'9'.repeat(48)}…` }],
    ['?give=a%E2%80%AEb', { kind: 'nft', text: 'ab' }],
    [`?give=${Array.from({ length: 21 }, (_, at) => `dokyo:${at}`)}`, { kind: 'too-many' }],
  ])('is refused as a whole: %s', (search, problem) => {
    expect(read(search)).toMatchObject({ problem })
  })

  it('is laid on an empty table, and the friend’s NFTs stay when the address rests', () => {
    const store = createDrafts().of('general')
    expect(layLink(store, linkOf(`?to=${bob}&want=dokyo:3`))).toBeNull()
    expect(store.getState()).toMatchObject({ recipientText: bob, restedText: bob, friendAddress: bob, own: [] })
    expect(store.getState().friend).toHaveLength(1)
  })

  it('leaves a table alone that has a deal or another friend on it', () => {
    const store = createDrafts().of('general')
    for (const nft of linkOf('?give=dokyo:7').give) addTo(store, 'own', nft)
    const before = store.getState()
    expect(layLink(store, linkOf(`?to=${bob}&want=dokyo:3`))).toEqual({ kind: 'occupied' })
    expect(store.getState()).toBe(before)
    const named = createDrafts().of('general')
    named.setState({ recipientText: carol })
    expect(layLink(named, linkOf(`?to=${bob}`))).toEqual({ kind: 'occupied' })
    expect(named.getState().recipientText).toBe(carol)
  })
})
