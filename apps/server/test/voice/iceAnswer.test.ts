import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { iceAnswer } from '../../src/voice/createVoice.ts'

const stunUrls = ['stun:stun.example:3478']
const turn = { urls: ['turn:turn.example:3478?transport=udp'], secret: 'a secret of some length', ttlS: 600 }

const network = '203.0.113.1'
/** Ten minutes into an hour. */
const hourS = 472_222 * 3_600
const nowMs = (hourS + 600) * 1000

const relayFor = (network: string, nowMs: number) => iceAnswer({ stunUrls, turn }, network, nowMs).iceServers[1]

describe('given a relay', () => {
  it('gives credentials that coturn takes, for at least as long as it says', () => {
    const answer = iceAnswer({ stunUrls, turn }, network, nowMs)
    const [stun, relay] = answer.iceServers
    expect(answer).toMatchObject({ relay: true, ttlS: 600 })
    expect(stun).toEqual({ urls: stunUrls })
    expect(relay?.urls).toEqual(turn.urls)
    expect(relay?.username).toMatch(new RegExp(`^${hourS + 3_600 + 600}:[\\w-]{16}$`))
    // Written out here once more: base64(HMAC-SHA1(secret, username)).
    expect(relay?.credential).toBe(createHmac('sha1', turn.secret).update(String(relay?.username)).digest('base64'))
  })

  it('gives a network one name an hour, and each network another', () => {
    const names = Array.from({ length: 50 }, (_, minute) => relayFor(network, nowMs + minute * 60_000 - 1)?.username)
    expect(new Set(names).size).toBe(1)
    expect(relayFor('203.0.113.2', nowMs)?.username).not.toBe(names[0])
    expect(relayFor(network, nowMs + 3_000_000)?.username?.split(':')[1]).not.toBe(names[0]?.split(':')[1])
  })
})

describe('given no relay', () => {
  it('says so, and gives what there is', () => {
    expect(iceAnswer({ stunUrls, turn: null }, network)).toEqual({
      success: true,
      iceServers: [{ urls: stunUrls }],
      relay: false,
      ttlS: 3_600,
    })
    expect(iceAnswer({ stunUrls: [], turn: null }, network).iceServers).toEqual([])
  })
})
