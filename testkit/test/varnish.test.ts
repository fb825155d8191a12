import { once } from 'node:events'
import { connect } from 'node:net'
import { imageUrl } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVarnish, type TestVarnish } from '../src/varnish.ts'
import { startWorld, type World } from '../src/world/startWorld.ts'

/** Varnish brings a C compiler, which is too much for every run. */
const isLong = process.env['CACHING_PROXY'] === 'varnish'

/** The allowance is used up faster than the slowest machine's clock fills it. */
const serverEnv = { TRUSTED_PROXIES: '1', REQUESTS_PER_MINUTE: '200' }

describe.runIf(isLong)('given Varnish in front of the site', () => {
  let world: World
  let varnish: TestVarnish
  beforeAll(async () => {
    world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null, serverEnv })
    varnish = await startVarnish(world.server)
  })
  afterAll(async () => {
    await varnish.stop()
    await world.stop()
  })

  const ask = (path: string, init?: RequestInit) => fetch(varnish.url + path, init)
  /** Two numbers where the answer was kept: this request's and the one that it was kept from. */
  const isKept = ({ headers }: Response) => (headers.get('x-varnish') ?? '').split(' ').length === 2
  const pictureOf = (holder: 'alice' | 'carol', size?: '512') => {
    const [nft] = world.collections.startingNfts(holder, 'dokyo')
    if (!nft) throw new Error(`${holder} has none`)
    return imageUrl(nft, size)
  }

  it('keeps a picture for everyone, whatever their cookies, with its size, type and ETag', async () => {
    const path = pictureOf('alice')
    const first = await ask(path, { headers: { cookie: 'parley-session=one' } })
    expect(first.status).toBe(200)
    expect(isKept(first)).toBe(false)
    const bytes = await first.bytes()
    const second = await ask(path, { headers: { cookie: 'parley-session=other' } })
    expect(isKept(second)).toBe(true)
    expect(await second.bytes()).toEqual(bytes)
    for (const name of ['content-type', 'content-security-policy', 'cross-origin-resource-policy', 'etag'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    const etag = second.headers.get('etag') ?? ''
    const known = await ask(path, { headers: { 'if-none-match': etag } })
    expect([known.status, isKept(known)]).toEqual([304, true])
    const larger = await ask(pictureOf('alice', '512'))
    expect(isKept(larger)).toBe(false)
    expect((await larger.bytes()).length).toBeGreaterThan(bytes.length)
  })

  it('keeps nothing that changes, that belongs to one visitor, or that failed', async () => {
    const picture = pictureOf('alice')
    await ask(picture)
    const { alice } = world.wallets
    const paths = [
      '/api/config',
      '/api/swap-offers',
      `/api/holdings/${alice.account.address}`,
      '/api/session',
      '/health',
      '/p2p',
      '/sw.js',
      // Other addresses of a picture, with which a visitor could fill the cache.
      `${picture}&ts=1`,
      `${picture}&retry=1`,
      `${picture}&size=original`,
      // No such NFT.
      picture.replace(/\/\d+\/image/, '/99999999/image'),
      picture.replace(/0x\w{40}/, `0x${'1'.repeat(40)}`),
    ]
    for (const path of paths) {
      await (await ask(path)).bytes()
      const again = await ask(path)
      await again.bytes()
      expect([path, isKept(again)]).toEqual([path, false])
    }
  })

  it('lets live events and calls through', async () => {
    const closing = new AbortController()
    const events = await ask('/api/events', { signal: closing.signal })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('hello')
    closing.abort()
    const { hostname, port, host } = new URL(varnish.url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${host}\r\norigin: ${world.url}\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toContain('101 Switching Protocols')
  })

  it('shows kept pictures while no server answers, and says so of all else', async () => {
    const path = pictureOf('carol')
    await (await ask(path)).bytes()
    await world.server.stop()
    const picture = await ask(path)
    expect([picture.status, isKept(picture)]).toEqual([200, true])
    expect((await ask('/api/config')).status).toBe(503)
    await world.server.start()
    await expect.poll(async () => (await ask('/api/config')).status).toBe(200)
  })

  it('lets the server count visitors by the address that Varnish saw, not by one that they name', async () => {
    for (let at = 0, status = 200; status !== 429; at += 1) {
      const answer = await ask('/api/config', { headers: { 'x-forwarded-for': `203.0.113.${at % 250}` } })
      await answer.bytes()
      ;({ status } = answer)
    }
  })
})
