import { createApiClient } from '@parley/protocol'
import { type Chain, type Interference, NameServices, type RpcProxy, startChain, startRpcProxy } from '@parley/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession } from '../../src/services/openSession.ts'
import { nobodysConfig } from '../given/nobodysConfig.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

let chain: Chain
let proxy: RpcProxy
let names: NameServices
let interference: Interference | undefined
beforeAll(async () => {
  chain = await startChain()
  proxy = await startRpcProxy(chain.url, { interfere: () => interference })
  names = await NameServices.open({ chain })
})
afterAll(async () => {
  await proxy.stop()
  await chain.stop()
})
beforeEach(() => (interference = undefined))

/** A page that has just been opened, with both services unless it is said otherwise. */
async function openPage(services: 'both' | 'none' = 'both', serverEndpoint = proxy.url) {
  vi.resetModules()
  const { nameOf, resolveName } = await import('../../src/services/domainNames.lazy.ts')
  const place = { rpcUrls: [proxy.url], chainId: 43114, universalResolver: NameServices.address }
  const found = services === 'both' ? { avvy: NameServices.address, ens: place } : {}
  const config = { ...nobodysConfig(), rpcUrls: [proxy.url], ...found }
  const session = createSession(config, createApiClient('http://127.0.0.1:9'), undefined, {
    rpcUrls: [serverEndpoint],
    foreign: [],
  })
  let nowMs = 0
  const here = { ...session, clock: { ...session.clock, now: () => nowMs } }
  return {
    resolve: (text: string) => resolveName(here, text),
    nameOf: (address: typeof alice | typeof bob | typeof carol) => nameOf(here, address),
    wait: (ms: number) => (nowMs += ms),
  }
}

describe('given names at both services', () => {
  beforeAll(async () => {
    await names.setAvvy('bob.avax', bob)
    await names.setAvvyName(bob, 'bob.avax')
    await names.setEns('alice.eth', alice)
    await names.setEnsName(alice, 'alice.eth')
  })

  it('finds the address of a name, however it is typed, and none of an unknown one', async () => {
    const page = await openPage()
    expect(await page.resolve(' Bob.AVAX ')).toEqual({ kind: 'found', name: 'bob.avax', address: bob, code: null })
    expect(await page.resolve('Alice.eth')).toEqual({ kind: 'found', name: 'alice.eth', address: alice, code: null })
    expect(await page.resolve('nobody.avax')).toEqual({ kind: 'none' })
    expect(await page.resolve('nobody.eth')).toEqual({ kind: 'none' })
    expect(await page.resolve('b_b.avax')).toEqual({ kind: 'bad' })
  })

  it('takes the address for this chain where ENS has one', async () => {
    await names.setEns('both.eth', alice)
    await names.setEns('both.eth', carol, 0x80000000n + 43_114n)
    expect(await (await openPage()).resolve('both.eth')).toMatchObject({ address: carol })
  })

  it('shows the name of an address only if it leads back and is written as its service writes it', async () => {
    expect(await (await openPage()).nameOf(bob)).toBe('bob.avax')
    expect(await (await openPage()).nameOf(alice)).toBe('alice.eth')
    await names.setAvvyName(carol, 'bob.avax')
    await names.setEnsName(carol, 'alice.eth')
    expect(await (await openPage()).nameOf(carol)).toBeNull()
    await names.setAvvy('carol.avax', carol)
    await names.setAvvyName(carol, 'Carol.avax')
    expect(await (await openPage()).nameOf(carol)).toBeNull()
  })

  it('says the plain form of a name with other letters, leaves it out beside addresses, and refuses look-alikes', async () => {
    await names.setEns('жук.eth', carol)
    await names.setAvvyName(carol, '')
    await names.setEnsName(carol, 'жук.eth')
    const page = await openPage()
    expect(await page.resolve('жук.eth')).toMatchObject({ kind: 'found', code: 'xn--f1ai0a.eth' })
    expect(await page.nameOf(carol)).toBeNull()
    for (const lookAlike of ['аlice.eth', 'асе.eth', 'аlice.avax'])
      expect(await page.resolve(lookAlike), lookAlike).toEqual({ kind: 'bad' })
  })

  it('shows names by the endpoints of the build, whatever the server names', async () => {
    expect(await (await openPage('both', 'http://127.0.0.1:9')).nameOf(alice)).toBe('alice.eth')
    await names.setAvvyName(bob, 'bob.avax')
    expect(await (await openPage('both', 'http://127.0.0.1:9')).nameOf(bob)).toBe('bob.avax')
  })

  it('keeps an answer for ten minutes', async () => {
    const page = await openPage()
    await page.nameOf(bob)
    await names.setAvvyName(bob, 'robert.avax')
    await names.setAvvy('robert.avax', bob)
    page.wait(9 * 60_000)
    expect(await page.nameOf(bob)).toBe('bob.avax')
    page.wait(61_000)
    expect(await page.nameOf(bob)).toBe('robert.avax')
  })

  it('asks again after an endpoint that failed', async () => {
    const page = await openPage()
    interference = { kind: 'answer', status: 500, body: '' }
    await expect(page.nameOf(alice)).rejects.toThrow()
    interference = undefined
    expect(await page.nameOf(alice)).toBe('alice.eth')
  })

  it('gives a silent endpoint ten seconds for each service, and asks again later', async () => {
    const page = await openPage()
    interference = { kind: 'hang' }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const [name, typed] = [page.nameOf(alice), page.resolve('bob.avax')]
      const outcomes = Promise.allSettled([name, typed])
      await vi.advanceTimersByTimeAsync(20_001)
      expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    } finally {
      vi.useRealTimers()
    }
    interference = undefined
    expect(await page.nameOf(alice)).toBe('alice.eth')
  })

  it('asks nothing where no service is configured', async () => {
    interference = { kind: 'hang' }
    const page = await openPage('none')
    expect(await page.resolve('bob.avax')).toEqual({ kind: 'off' })
    expect(await page.resolve('alice.eth')).toEqual({ kind: 'off' })
    expect(await page.nameOf(bob)).toBeNull()
  })
})
