import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { networkOf, networkOfAddress, siteOfNetwork } from '../../src/limits/occupancy.ts'

function request(headers: Record<string, string>, remoteAddress = '192.0.2.1'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('given a request behind proxies', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2' }
  it.each([
    [0, '192.0.2.1'],
    [1, '10.0.0.2'],
    [2, '198.51.100.7'],
    [9, '203.0.113.9'],
  ])('believes %i of them', (trusted, network) => {
    expect(networkOf(request(forwarded), trusted)).toBe(network)
  })
})

describe('given an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['somebody', 'unknown'],
    ['x'.repeat(16_000), 'unknown'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOfAddress(address)).toBe(network)
  })

  it('knows the /48 around an IPv6 network, and none around IPv4', () => {
    expect(siteOfNetwork('2001:db8:1:2')).toBe('2001:db8:1')
    expect(siteOfNetwork('192.0.2.7')).toBeNull()
    expect(siteOfNetwork('unknown')).toBeNull()
  })
})
