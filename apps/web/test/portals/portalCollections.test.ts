import { avalancheCollections, findCollection, type Collection, type Nft } from '@parley/domain'
import { describe, expect, it } from 'vitest'
import { generalPortal } from '../../src/portals/portalRoutes.ts'
import { portal as aso } from '../../src/portals/places/ASOverse/portal.ts'
import { type PortalData, isOfferInPortal, collectionsIn, collectionsOn } from '../../src/services/Portal.ts'

const all = avalancheCollections
const row = (key: string): Collection => {
  const found = all.find((one) => one.key === key)
  if (!found) throw new Error(`no collection ${key}`)
  return found
}
const nft = (key: string): Nft => ({ contract: row(key).address, tokenId: 1n })

describe('given a portal that trades everything', () => {
  it('has every collection on both sides, and every offer', () => {
    expect(collectionsOn(generalPortal, 'offered', all)).toBe(all)
    expect(collectionsIn(generalPortal, all)).toEqual(all)
    const stranger: Nft = { contract: '0x000000000000000000000000000000000000dEaD', tokenId: 1n }
    expect(isOfferInPortal(generalPortal, { offered: [nft('aso')], requested: [stranger] }, all)).toBe(true)
  })
})

describe('given a portal of one collection', () => {
  it('has that one on both sides', () => {
    expect(collectionsIn(aso, all)).toEqual([row('aso')])
  })

  it.each([
    ['both sides are its own', ['aso', 'aso'], ['aso'], true],
    ['one side holds something else too', ['aso', 'dokyo'], ['aso'], false],
    ['the other side is another', ['aso'], ['hoppers'], false],
    ['neither side is its own', ['dokyo'], ['hoppers'], false],
  ])('when %s', (_, offered, requested, belongs) => {
    expect(isOfferInPortal(aso, { offered: offered.map(nft), requested: requested.map(nft) }, all)).toBe(belongs)
  })

  it('knows its contract whatever the case of its letters', () => {
    const shouted: Nft = { contract: `0x${row('aso').address.slice(2).toUpperCase()}`, tokenId: 1n }
    expect(isOfferInPortal(aso, { offered: [shouted], requested: [shouted] }, all)).toBe(true)
  })
})

describe('given a portal with other collections on either side, looking further than the registry', () => {
  const place: Pick<PortalData, 'collections'> = {
    collections: { offered: [{ key: 'furks', lastId: 10_000 }], requested: [{ key: 'party-animals', lastId: 5 }] },
  }

  it('tries as many ids as the portal says, where ids are tried at all', () => {
    expect(findCollection(collectionsIn(place, all), row('furks').address)?.discovery).toEqual({
      kind: 'scan',
      lastId: 10_000,
    })
    expect(collectionsOn(place, 'requested', all)).toEqual([row('party-animals')])
  })

  it('holds offers in this direction only', () => {
    expect(isOfferInPortal(place, { offered: [nft('furks')], requested: [nft('party-animals')] }, all)).toBe(true)
    expect(isOfferInPortal(place, { offered: [nft('party-animals')], requested: [nft('furks')] }, all)).toBe(false)
  })

  it('does without a collection that this network does not have', () => {
    expect(collectionsIn(place, [row('dokyo'), row('furks')]).map(({ key }) => key)).toEqual(['furks'])
  })
})
