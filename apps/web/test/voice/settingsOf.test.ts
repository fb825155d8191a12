import { openRooms } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../src/features/voice/call/createIceSource.ts'

const iceServers = [{ urls: ['turn:turn.example'], username: 'x', credential: 'y' }]
const ice = (relay: boolean) => ({ success: true, iceServers, relay, ttlS: 60 }) as const
const open = openRooms.general
const secret = `offer-0x${'1'.repeat(64)}`

describe('given a relay', () => {
  it.each([
    [open, null, 'relay'],
    [open, true, 'relay'],
    [open, false, 'all'],
    [secret, null, 'all'],
    [secret, true, 'relay'],
  ] as const)('in %s, chosen %s, one talks by way of %s', (roomId, hidden, policy) => {
    const { settings } = settingsOf({}, { ice: ice(true), roomId, hidden })
    expect(settings.iceTransportPolicy).toBe(policy)
    expect(settings.iceServers).toEqual(iceServers)
  })
})

describe('given none', () => {
  it.each([null, true])('no one is hidden, whatever their choice (%s), and the page says so', (hidden) => {
    const found = settingsOf({}, { ice: ice(false), roomId: open, hidden })
    expect(found.hidden).toBe(false)
    expect(found.settings.iceTransportPolicy).toBe('all')
  })
})
