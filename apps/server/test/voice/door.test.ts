import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clientAddress } from '../../src/voice/clientAddress.ts'
import { createAllowance } from '../../src/voice/createAllowance.ts'

function request(headers: Record<string, string>, remoteAddress = '192.0.2.1'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('given a connection behind proxies', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2' }
  it.each([
    [0, '192.0.2.1'],
    [1, '10.0.0.2'],
    [2, '198.51.100.7'],
    [9, '203.0.113.9'],
  ])('believes %i of them', (trusted, address) => {
    expect(clientAddress(request(forwarded), trusted)).toBe(address)
  })

  it('takes the first 64 bits of an IPv6 address for the whole, and a mapped one for what it is', () => {
    const one = clientAddress(request({}, '2001:db8:1:2:3:4:5:6'), 0)
    expect(clientAddress(request({}, '2001:db8:1:2:ffff::1'), 0)).toBe(one)
    expect(clientAddress(request({}, '2001:db8:1:3::1'), 0)).not.toBe(one)
    expect(clientAddress(request({}, '::ffff:192.0.2.7'), 0)).toBe('192.0.2.7')
  })
})

describe('given an allowance of three, one more each second', () => {
  it('is used up, fills with time, and never above its brim', () => {
    let nowMs = 0
    const allowance = createAllowance({ most: 3, perSecond: 1 }, () => nowMs)
    expect([1, 2, 3, 4].map(() => allowance.take('a'))).toEqual([true, true, true, false])
    expect(allowance.take('b')).toBe(true)
    nowMs = 1_500
    expect([1, 2].map(() => allowance.take('a'))).toEqual([true, false])
    nowMs = 60_000
    expect(allowance.take('a', 3)).toBe(true)
    expect(allowance.take('a')).toBe(false)
    allowance.drain('b')
    expect(allowance.take('b')).toBe(false)
  })

  it('forgets those who were silent longest, so that strangers cannot fill the memory', () => {
    const allowance = createAllowance({ most: 1, perSecond: 1 }, () => 0)
    for (let key = 0; key < 60_000; key += 1) allowance.take(String(key))
    expect(allowance.size).toBe(50_000)
    expect(allowance.take('59999')).toBe(false)
    expect(allowance.take('0')).toBe(true)
  })
})
