import { describe, expect, it } from 'vitest'
import { artists, drawToken, isCollectionKey } from '../src/art/drawToken.ts'
import { demoCollections } from '../src/collections/demoCollections.ts'

const keys = Object.keys(artists).filter(isCollectionKey)

describe('given the artists of the eighteen collections', () => {
  it('has one for every collection, each drawing something else for the same token', () => {
    expect(demoCollections.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    expect(keys).toHaveLength(18)
    expect(new Set(keys.map((key) => artists[key](1204))).size).toBe(18)
  })

  describe.each(keys)('when %s draws', (key) => {
    it('gives the same token the same picture, and others another', () => {
      expect(drawToken(key, 611)).toBe(drawToken(key, 611))
      const pictures = new Set(Array.from({ length: 40 }, (_, tokenId) => drawToken(key, tokenId + 1)))
      expect(pictures.size).toBeGreaterThan(25)
    })

    it('draws sound SVG with nothing that reaches outside', () => {
      for (const tokenId of [0, 1, 2153, 11_999]) {
        const svg = drawToken(key, tokenId)
        expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script|<image|<style/)
        expect(svg.match(/<g[ >]/g)?.length ?? 0).toBe(svg.match(/<\/g>/g)?.length ?? 0)
        expect(svg.length).toBeLessThan(40_000)
      }
    })
  })
})
