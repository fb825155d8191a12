import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from '../../src/http/isOwnOrigin.ts'

function request(headers: Record<string, string>, remoteAddress = '192.0.2.1'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('given an origin', () => {
  it.each([
    [{ host: 'parley.example', origin: 'https://parley.example' }, 0, true],
    [{ host: 'parley.example:443', origin: 'https://parley.example' }, 0, true],
    [{ host: '127.0.0.1:4300', origin: 'http://127.0.0.1:4300' }, 0, true],
    [{ host: '127.0.0.1:4300', origin: 'http://127.0.0.1:4301' }, 0, false],
    [{ host: 'parley.example', origin: 'https://parley.example.evil.example' }, 0, false],
    [{ host: 'parley.example', origin: 'null' }, 0, false],
    [{ host: 'parley.example' }, 0, false],
    [{ host: 'inside:1', 'x-forwarded-host': 'parley.example', origin: 'https://parley.example' }, 1, true],
    [{ host: 'inside:1', 'x-forwarded-host': 'parley.example', origin: 'https://parley.example' }, 0, false],
  ])('%j behind %i proxies is ours: %s', (headers, proxies, ours) => {
    expect(isOwnOrigin(request({ ...headers }), proxies)).toBe(ours)
  })
})
