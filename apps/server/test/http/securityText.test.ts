import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, type RawAnswer } from '../given/testServer.ts'

const path = '/.well-known/security.txt'
const databases = givenDatabases('sqlite')
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

async function ask(env: Readonly<Record<string, string>>): Promise<RawAnswer> {
  const server = await startTestServer(market, await databases.fresh(), env)
  try {
    return await server.raw(path)
  } finally {
    await server.stop()
  }
}

describe('given a visitor who has found a vulnerability', () => {
  it('tells where to report it, in the form of RFC 9116', async () => {
    const { status, headers, body } = await ask({
      PUBLIC_ORIGIN: 'https://swap.example',
      SECURITY_CONTACT: 'mailto:security@swap.example, https://swap.example/security',
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = String(body['text']).trimEnd().split('\n')
    const expires = lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length) ?? ''
    expect(lines).toEqual([
      'Contact: mailto:security@swap.example',
      'Contact: https://swap.example/security',
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      'Canonical: https://swap.example/.well-known/security.txt',
    ])
    const daysLeft = (Date.parse(expires) - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(30)
    expect(daysLeft).toBeLessThan(365)
  })

  it('has no such file where the operator names no contact', async () => {
    expect((await ask({})).status).toBe(404)
  })
})
