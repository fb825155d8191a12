import { parseVoiceRoom } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { findPortal, portalRoutesOf, portalRoutes, generalPortal } from '../../src/portals/portalRoutes.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { portal as aso } from '../../src/portals/places/ASOverse/portal.ts'
import { generalMessages } from '../../src/text/catalogue.ts'
import { portal as dokyo } from '../third-portal/portal.ts'

describe('given the folders of places/', () => {
  it('opens ASOverse at both of its paths, and nowhere else', () => {
    expect(portalRoutes.map(({ name, path, paths }) => ({ name, path, paths }))).toEqual([
      { name: 'ASOverse', path: '/ASOverse', paths: ['/ASOverse', '/asoverse'] },
    ])
    expect(findPortal('/ASOVERSE')).toBeUndefined()
    expect(findPortal('/ASOverse/')).toBeUndefined()
  })

  it('loads a portal’s texts when it is opened', async () => {
    const data = await findPortal('/asoverse')?.load()
    expect(data?.voiceRoom).toBe('asoverse-trading')
    expect(data?.durations).toEqual([5, 60, 1440, 10080])
    expect(data?.heading.title).toBe('ASOVERSE TRADING PORTAL')
    expect(data?.collections).toEqual({
      offered: [{ key: 'aso', lastId: 10_000 }],
      requested: [{ key: 'aso', lastId: 10_000 }],
    })
  })

  it('takes a folder more without being told', async () => {
    const doors = portalRoutesOf({ './places/Dokyo/portal.ts': () => Promise.resolve(dokyo) })
    expect(doors.map(({ key, path, paths }) => ({ key, path, paths }))).toEqual([
      { key: 'Dokyo', path: '/Dokyo', paths: ['/Dokyo', '/dokyo'] },
    ])
    expect(await doors[0]?.load()).toBe(dokyo)
  })

  it('leaves a file that is no portal alone', () => {
    expect(portalRoutesOf({ './places/Dokyo/messages.ts': () => Promise.resolve(dokyo) })).toEqual([])
  })
})

describe('given the voice rooms of portals', () => {
  it.each([generalPortal, aso, dokyo])('$voiceRoom is one that the server opens', ({ voiceRoom }) => {
    expect(parseVoiceRoom(voiceRoom)).toMatchObject({ kind: 'open', name: voiceRoom, number: 1 })
  })

  it.each(['trading', '-trading', 'a b-trading', 'Dokyo-trading', 'dokyo-tradings', 'dokyo-trading-1'])(
    '%s is none',
    (room) => {
      expect(parseVoiceRoom(room)).toBeNull()
    },
  )
})

describe('given a portal that is opened', () => {
  const portal = openPortal({ key: 'Dokyo', path: '/Dokyo' }, dokyo)

  it('says its own words, and the general ones where it has none', () => {
    expect(portal.messages.create).toBe('CREATE DOKYO SWAP OFFER')
    expect(portal.messages.sentEmpty).toBe(generalMessages.sentEmpty)
    expect(Object.keys(portal.messages)).toEqual(Object.keys(generalMessages))
  })
})
