import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetchAsset, isPublicAddress } from '../../src/images/net/fetchAsset.ts'
import { startOrigin, type Origin } from './startOrigin.ts'

/** Fifty megabytes compressed to fifty kilobytes. */
const bomb = gzipSync(Buffer.alloc(50_000_000))
const limits = { timeoutMs: 200_000, maxBytes: 100_000 }
const impatient = { ...limits, timeoutMs: 500 }

/** Every notation of a private address. */
const privateHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '000000',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::7f00:1]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '[fd00:ec2::254]',
  '[::ffff:169.254.169.254]',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST',
  'ⓛocalhost',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
]

let canary: Origin
/** A trusted server that redirects to wherever its path says. */
let redirector: Origin

beforeAll(async () => {
  canary = await startOrigin((_, response) => response.end('you should not be here'))
  redirector = await startOrigin((request, response) => {
    const target = decodeURIComponent((request.url ?? '').slice(1))
    response.writeHead(302, { location: target.replaceAll(/[^ -~]/gu, encodeURIComponent) }).end()
  })
})
afterAll(async () => {
  await canary.stop()
  await redirector.stop()
})

const everyPort = () => true

describe('given an address that is not public', () => {
  it.each(privateHosts)('%s is refused without a connection', async (host) => {
    const fetchAsset = createFetchAsset({ trustedOrigins: [], isServedPort: everyPort })
    const before = canary.connections()
    await expect(fetchAsset(new URL(`http://${host}:${canary.port}/`), limits)).rejects.toMatchObject({
      problem: 'refused',
    })
    expect(canary.connections()).toBe(before)
  })

  it.each(privateHosts)('a redirect to %s is refused without a connection', async (host) => {
    const fetchAsset = createFetchAsset({ trustedOrigins: [redirector.url], isServedPort: everyPort })
    const target = encodeURIComponent(`http://${host}:${canary.port}/`)
    const before = canary.connections()
    await expect(fetchAsset(new URL(`${redirector.url}/${target}`), limits)).rejects.toMatchObject({
      problem: 'refused',
    })
    expect(canary.connections()).toBe(before)
  })
})

describe('given a name', () => {
  const asked = (addresses: readonly string[][]) => {
    let questions = 0
    const resolve = async () => {
      const answer = addresses[Math.min(questions, addresses.length - 1)] ?? []
      questions += 1
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    const fetchAsset = createFetchAsset({ trustedOrigins: [], resolve, isServedPort: everyPort })
    return {
      fetch: (name: string) => fetchAsset(new URL(`http://${name}:${canary.port}/`), limits),
      questions: () => questions,
    }
  }

  it.each([
    ['private', [['127.0.0.1']]],
    ['public and private', [['93.184.216.34', '127.0.0.1']]],
    ['private and public', [['10.0.0.1', '93.184.216.34']]],
    ['private in the other family', [['93.184.216.34', '::1']]],
    ['mapped', [['::ffff:127.0.0.1']]],
    ['of a metadata service', [['169.254.169.254']]],
    ['not there', [[]]],
  ])('whose addresses are %s: refused without a connection', async (_, addresses) => {
    const before = canary.connections()
    await expect(asked(addresses).fetch('metadata.google.internal')).rejects.toMatchObject({ problem: 'refused' })
    expect(canary.connections()).toBe(before)
  })

  it('that is public when first resolved and private later: resolved once, and refused without a connection', async () => {
    const rebinding = asked([['192.88.98.1'], ['127.0.0.1']])
    const before = canary.connections()
    await expect(rebinding.fetch('rebind.example')).rejects.toMatchObject({ problem: 'unreachable' })
    expect(rebinding.questions()).toBe(1)
    expect(canary.connections()).toBe(before)
  })
})

describe('given an address with more to it', () => {
  it.each([
    'http://user@example.org/',
    'http://user:word@example.org/',
    'http://example.org@127.0.0.1/',
    'http://example.org:8080/',
    'https://example.org:22/',
    'http://example.org:6379/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'data:text/plain,x',
  ])('%s is refused', async (url) => {
    const fetchAsset = createFetchAsset({ trustedOrigins: ['http://example.org:9'] })
    await expect(fetchAsset(new URL(url), limits)).rejects.toMatchObject({ problem: 'refused' })
  })

  it('is public only where it is known to be', () => {
    expect(
      ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '172.15.0.1', '172.32.0.1', '100.128.0.1'].filter(isPublicAddress),
    ).toHaveLength(6)
    expect(['', 'example.org', '1.2.3', '::ffff:8.8.8.8', '4000::1'].filter(isPublicAddress)).toEqual([])
  })
})

describe('given a trusted origin', () => {
  const answers = {
    '/plain': (response: Response) => response.end('hello'),
    '/gzip': (response: Response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    '/bomb': (response: Response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    '/large': (response: Response) => response.end(Buffer.alloc(200_000)),
    '/announced': (response: Response) => response.writeHead(200, { 'content-length': 1_000_000_000 }).flushHeaders(),
    '/endless': (response: Response) => pour(response),
    '/hang': () => undefined,
    '/drip': (response: Response) => drip(response),
    '/cut': (response: Response) =>
      void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()),
    '/missing': (response: Response) => response.writeHead(404).end(),
    '/loop': (response: Response) => response.writeHead(302, { location: '/loop' }).end(),
    '/hop': (response: Response) => response.writeHead(301, { location: '/plain' }).end(),
    '/nowhere': (response: Response) => response.writeHead(302, { location: 'http://' }).end(),
    '/brotli-of-nothing': (response: Response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end('not brotli'),
  }
  type Response = Parameters<Parameters<typeof startOrigin>[0]>[1]
  let origin: Origin
  beforeAll(async () => {
    origin = await startOrigin((request, response) => {
      const answer = Object.entries(answers).find(([path]) => path === request.url)?.[1]
      answer?.(response)
    })
  })
  afterAll(() => origin.stop())

  const get = (path: string, { trusted = origin.url, within = limits } = {}) =>
    createFetchAsset({ trustedOrigins: [trusted] })(new URL(origin.url + path), within)

  it.each(['/plain', '/gzip', '/hop'])('%s is read', async (path) => {
    expect(new TextDecoder().decode(await get(path))).toBe('hello')
  })

  it.each([
    ['/bomb', 'tooLarge'],
    ['/large', 'tooLarge'],
    ['/announced', 'tooLarge'],
    ['/endless', 'tooLarge'],
    ['/cut', 'unreachable'],
    ['/missing', 'badStatus'],
    ['/loop', 'badStatus'],
    ['/nowhere', 'badStatus'],
    ['/brotli-of-nothing', 'unreachable'],
  ])('%s ends as %s', async (path, problem) => {
    await expect(get(path)).rejects.toMatchObject({ problem })
  })

  it.each(['/hang', '/drip'])('%s ends when its time is over', async (path) => {
    await expect(get(path, { within: impatient })).rejects.toMatchObject({ problem: 'unreachable' })
  })

  it('is exactly that one: another port of the same host is refused', async () => {
    await expect(get('/plain', { trusted: `http://127.0.0.1:${origin.port + 1}` })).rejects.toMatchObject({
      problem: 'refused',
    })
  })

  function pour(response: Response): void {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    }
    response.on('drain', more)
    more()
  }

  function drip(response: Response): void {
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('x')), 20)
  }
})
