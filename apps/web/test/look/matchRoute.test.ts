import { describe, expect, it } from 'vitest'
import { matchRoute } from '../../src/app/routes.ts'
import { findPortal } from '../../src/portals/portalRoutes.ts'

const id = `0x${'ab'.repeat(32)}`

describe('given a path', () => {
  it.each([
    ['/', 'swap'],
    ['/p2p', 'swap'],
    ['/ASOverse', 'swap'],
    ['/asoverse', 'swap'],
    ['/create-swap-offer', 'create'],
    ['/pending-trades', 'pending'],
    ['/what-is-parley', 'info'],
    ['/how-it-works', 'info'],
    ['/help', 'info'],
    ['/about-the-team', 'info'],
  ])('when it is %s, then the page is %s', (path, page) => {
    expect(matchRoute(path)?.page).toBe(page)
  })

  it('tells portals apart by their path', () => {
    const keys = ['/', '/p2p', '/ASOverse', '/asoverse'].map((path) => findPortal(path)?.key)
    expect(keys).toEqual(['general', 'general', 'ASOverse', 'ASOverse'])
  })

  it('takes any text as an offer’s id', () => {
    expect(matchRoute(`/p2p/${id}`)).toEqual({ page: 'offer', idText: id })
    expect(matchRoute('/p2p/nonsense')).toEqual({ page: 'offer', idText: 'nonsense' })
  })

  it('takes any text as a wallet’s address', () => {
    expect(matchRoute('/wallet/nonsense')).toEqual({ page: 'wallet', addressText: 'nonsense' })
    expect(matchRoute('/wallet')).toBeNull()
  })

  it.each(['/nothing', '/AsoVerse', '/p2p/a/b', '/P2P', '/help/me'])(
    'knows no page for %s, so it leads to the main one',
    (path) => {
      expect(matchRoute(path)).toBeNull()
    },
  )

  it('does not fall over a malformed escape', () => {
    expect(matchRoute('/p2p/%E0%A4%A')).toEqual({ page: 'offer', idText: '%E0%A4%A' })
  })
})
