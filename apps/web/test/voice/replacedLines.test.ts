import { describe, expect, it } from 'vitest'
import { isReplaced } from '../../src/features/voice/call/People.ts'

type Connected = Parameters<typeof isReplaced>[0]

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const connection = (own: Partial<Connected> & { certificate?: string | null }): Connected => ({
  lineId: '1',
  peerId: 'a',
  name: null,
  lostAtMs: null,
  line: { fingerprint: own.certificate ?? null },
  ...own,
})

describe('an old connection, once a new one is up', () => {
  const old = connection({ certificate: 'sha-256 AA', lostAtMs: 1_000 })
  const next = { lineId: '2', peerId: 'b' }

  it('goes where its person is seen by their address from now on', () => {
    expect(isReplaced(old, connection({ ...next, certificate: 'sha-256 AA', name: address }))).toBe(true)
  })

  it('goes where its person came back, with a new certificate under the same address', () => {
    const lost = connection({ certificate: 'sha-256 AA', name: address, lostAtMs: 1_000 })
    expect(isReplaced(lost, connection({ ...next, certificate: 'sha-256 BB', name: address }))).toBe(true)
  })

  it('goes where the server has not yet noticed that they left', () => {
    const unnoticed = connection({ certificate: 'sha-256 AA' })
    const by = connection({ ...next, certificate: 'sha-256 AA' })
    expect(isReplaced(unnoticed, by)).toBe(true)
    expect(isReplaced(by, unnoticed)).toBe(false)
  })

  it('stays where the new one is someone else’s, or nothing is known of either certificate', () => {
    expect(isReplaced(old, connection({ ...next, certificate: 'sha-256 BB' }))).toBe(false)
    expect(isReplaced(connection({ lostAtMs: 1_000 }), connection(next))).toBe(false)
    expect(isReplaced(old, old)).toBe(false)
  })
})
