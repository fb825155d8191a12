import { once } from 'node:events'
import { connect } from 'node:net'
import type { Address, Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoArtifact } from '../src/contracts/contractArtifact.ts'
import { transact } from '../src/contracts/transact.ts'
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

  /** Where the site says that an NFT's picture is, once it knows its version. */
  const versionedOf = async (holder: Address, { contract, tokenId }: Nft): Promise<string> => {
    const listed = async (): Promise<string> => {
      const { nfts } = await (await ask(`/api/holdings/${holder}`)).json()
      const found = nfts.find(
        (nft: { contract: string; tokenId: string }) => nft.contract === contract && nft.tokenId === String(tokenId),
      )
      return found.image
    }
    await expect.poll(listed).toMatch(/&v=[im][0-9a-z]{9}$/)
    return listed()
  }

  it('shows a revealed NFT at once, at an address of its own, and keeps what the old one shows', async () => {
    const [nft] = world.collections.startingNfts('carol', 'roostr')
    if (!nft) throw new Error('carol has none')
    const carol = world.wallets.carol.account.address
    const before = await versionedOf(carol, nft)
    const hidden = await ask(before)
    expect([hidden.status, hidden.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    const hiddenBytes = await hidden.bytes()
    expect(isKept(await ask(before))).toBe(true)

    const { abi } = await demoArtifact('DemoCollection')
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'Revealed', image: svg }))}`
    await transact(world.chain.client, {
      from: world.wallets.deployer,
      to: nft.contract,
      abi,
      functionName: 'storeTokenUri',
      args: [nft.tokenId, uri],
    })
    // A server that runs believes metadata for ten minutes.
    await world.server.restart()
    // As the details of an NFT ask.
    await expect.poll(async () => (await ask(`/api/nft/${nft.contract}/${nft.tokenId}`)).status).toBe(200)
    const after = await versionedOf(carol, nft)
    expect(after).not.toBe(before)
    const revealed = await ask(after)
    expect([revealed.status, isKept(revealed)]).toEqual([200, false])
    const bytes = await revealed.bytes()
    expect(bytes).not.toEqual(hiddenBytes)
    const again = await ask(after)
    expect([isKept(again), again.headers.get('cache-control')]).toEqual([true, 'public, max-age=31536000, immutable'])
    expect(await again.bytes()).toEqual(bytes)
    const old = await ask(before)
    expect([isKept(old), await old.bytes()]).toEqual([true, hiddenBytes])
  })

  it('keeps nothing of versions that a visitor makes up, not even a note', async () => {
    const picture = pictureOf('alice')
    const right = await (await ask(picture)).bytes()
    const before = await varnish.objects()
    for (let at = 0; at < 50; at += 1) {
      const path = `${picture}&v=i${String(at).padStart(9, '0')}`
      for (const time of ['first', 'second']) {
        const answer = await ask(path)
        expect([time, answer.status, isKept(answer)]).toEqual([time, 200, false])
        expect(answer.headers.get('cache-control')).toBe('private, no-cache')
        expect(await answer.bytes()).toEqual(right)
      }
    }
    for (const odd of ['m', 'I000000000', 'i00000000000', 'i%30000000', 'i000000000&v=i000000001'])
      expect(isKept(await ask(`${picture}&v=${odd}`))).toBe(false)
    // Varnish counts them down beside its answers.
    await expect.poll(() => varnish.objects()).toBe(before)
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
