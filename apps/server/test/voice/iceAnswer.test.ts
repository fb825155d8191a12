import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { iceAnswer } from '../../src/voice/iceAnswer.ts'

const stunUrls = ['stun:stun.example:3478']
const turn = { urls: ['turn:turn.example:3478?transport=udp'], secret: 'a secret of some length', ttlS: 600 }

describe('given a relay', () => {
  it('gives credentials that coturn takes until they run out', () => {
    const answer = iceAnswer({ stunUrls, turn }, 1_700_000_000_500)
    const [stun, relay] = answer.iceServers
    expect(answer).toMatchObject({ relay: true, ttlS: 600 })
    expect(stun).toEqual({ urls: stunUrls })
    expect(relay?.urls).toEqual(turn.urls)
    expect(relay?.username).toMatch(/^1700000600:[\w-]{12}$/)
    // Written out here once more: base64(HMAC-SHA1(secret, username)).
    expect(relay?.credential).toBe(createHmac('sha1', turn.secret).update(String(relay?.username)).digest('base64'))
  })

  it('gives each who asks others', () => {
    const names = Array.from({ length: 20 }, () => iceAnswer({ stunUrls, turn }).iceServers[1]?.username)
    expect(new Set(names).size).toBe(20)
  })
})

describe('given no relay', () => {
  it('says so, and gives what there is', () => {
    expect(iceAnswer({ stunUrls, turn: null })).toEqual({
      success: true,
      iceServers: [{ urls: stunUrls }],
      relay: false,
      ttlS: 3_600,
    })
    expect(iceAnswer({ stunUrls: [], turn: null }).iceServers).toEqual([])
  })
})
