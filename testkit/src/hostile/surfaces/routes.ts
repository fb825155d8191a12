import { allRoutes, type Route } from '@parley/protocol'
import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import { sourceAt, sourceHeaders, strangerSource } from '../network.ts'
import { sendByHand } from './byHand.ts'
import { hexOf, valueOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** Every route: almost right, too often, or for what is none of a stranger's business. */
export const apiRoutes: Surface = {
  name: 'routes',
  plan: (dice) =>
    dice.pick([mutated, mutated, mutated, bodies, lookUps, wallets, methods, lies, secrets, relayNames])(dice),
}

const answerTimeoutMs = 60_000
const routeList: readonly Route[] = Object.values(allRoutes)
const morePaths = [
  '/api/nft/:contract/:tokenId/image',
  '/api/swap-offers/:offerId/picture.png',
  '/api/openapi.json',
  '/metrics',
  '/',
  '/p2p/:offerId',
  '/api/stats/trades.csv',
]

const oddParts = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%00',
  '%',
  '%ff%fe',
  '%c0%ae',
  '0x',
  '__proto__',
  'constructor',
  '*',
  '\u00e9',
  '%2F%2F',
  ';a=b',
  '-1',
  '1e99',
  'NaN',
  '9'.repeat(80),
]

/** A parameter's value: right, slightly changed, or something else altogether. */
function fill(name: string, dice: Random, scene: Scene): string {
  const right: Record<string, string> = {
    ':offerId': scene.offer,
    ':address': scene.people[0] ?? '',
    ':contract': scene.arena.cards,
    ':tokenId': '1',
    ':roomId': 'parley-global',
  }
  const good = right[name] ?? name
  const way = dice()
  if (way < 0.3) return good
  if (way < 0.4) return good.toUpperCase()
  if (way < 0.5) return good.slice(0, whole(dice, 0, good.length))
  if (way < 0.6) return good + hexOf(dice, 3)
  if (way < 0.7) return `0x${hexOf(dice, good.length - 2)}`
  if (way < 0.8) return encodeURIComponent(valueOf(dice, fc.string({ unit: 'binary', maxLength: 60 })).toWellFormed())
  return oddParts[whole(dice, 0, oddParts.length - 1)] ?? ''
}

const oddQueries = [
  '',
  '?',
  '?cursor=',
  '?cursor=%00',
  '?limit=1e3',
  '?limit[]=1',
  '?limit=5&limit=6',
  '?__proto__=1',
  '?fromBlock=0',
  '?size=original',
  '?size=__proto__',
  '?retry=1&ts=9',
  `?cursor=${'a'.repeat(3_000)}`,
  '?%',
  '?a[b][c]=1',
]
const oddHeaders = [
  'if-none-match: *',
  `if-none-match: ${'W/"x", '.repeat(500)}`,
  'if-none-match: "',
  'if-match: "x"',
  'range: bytes=0-0,-1,5-2',
  'range: bytes=999999999999999999999-',
  'accept-encoding: br;q=0, gzip;q=9, *',
  'accept: \u0001',
  'if-modified-since: the day after',
  'content-type: application/json; charset=utf-16',
  'x-http-method-override: DELETE',
  'origin: null',
]

function mutated(dice: Random): Attack {
  const paths = [...routeList.map(({ path }) => path), ...morePaths]
  const form = paths[whole(dice, 0, paths.length - 1)] ?? '/'
  const method = dice.chance(0.7) ? 'GET' : dice.pick(['POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
  const query = oddQueries[whole(dice, 0, oddQueries.length - 1)] ?? ''
  const headers = oddHeaders.filter(() => dice.chance(0.15))
  return {
    what: `${method} ${form}${query.slice(0, 40)}`,
    async run(scene) {
      const path = form.replaceAll(/:\w+/g, (name) => fill(name, dice, scene).replaceAll(/\s/g, '+'))
      await sendByHand(scene, strangerSource(scene.crowd.door, dice), { method, path: path + query, headers })
    },
  }
}

/** Bodies: deep, huge, of other kinds than they say, or valid but for one field. */
function bodies(dice: Random): Attack {
  const kind = dice.pick(['deep', 'wide', 'any', 'hint', 'prototype', 'text'])
  const type = dice.pick([
    'application/json',
    'application/json',
    'application/json;charset=utf-8',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ])
  const body = {
    deep: `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`,
    wide: JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`k${at}`, at]))),
    any: valueOf(dice, fc.json()),
    hint: JSON.stringify({
      offerId: `0x${hexOf(dice, 64)}`,
      isActive: true,
      myNftCount: whole(dice, -3, 30),
      tokenIdsOffered: Array(whole(dice, 0, 40)).fill('1'),
    }),
    prototype: '{"__proto__":{"status":"completed"},"constructor":{"prototype":{"isActive":false}},"isActive":false}',
    text: valueOf(dice, fc.string({ unit: 'binary' })).toWellFormed(),
  }[kind]
  const method = dice.pick(['POST', 'PATCH'])
  return {
    what: `${method} of ${body.length} characters (${kind}, ${type})`,
    async run(scene) {
      const path = method === 'POST' ? '/api/swap-offers' : `/api/swap-offers/${scene.offer}`
      await sendByHand(scene, strangerSource(scene.crowd.door, dice), {
        method,
        path,
        headers: [`content-type: ${type}`],
        body,
      })
    },
  }
}

/** One stranger requests many offers that don't exist; the server looks each up on chain. */
function lookUps(dice: Random): Attack {
  const count = dice.pick([10, 40, 100])
  const hashes = Array.from({ length: count }, () => `0x${hexOf(dice, 64)}`)
  return {
    what: `${count} unknown offers at once`,
    async run(scene) {
      const source = strangerSource(scene.crowd.door, dice)
      await Promise.all(hashes.map((hash) => sendByHand(scene, source, { path: `/api/swap-offers/${hash}` })))
    },
  }
}

/** Lists of unused wallets: all answers differ, and none is worth caching. */
function wallets(dice: Random): Attack {
  const count = dice.pick([20, 100])
  const lists = ['/api/swap-offers/user', '/api/swap-offers/creator', '/api/holdings', '/api/expired-offers/creator']
  const paths = Array.from({ length: count }, () => `${lists[whole(dice, 0, lists.length - 1)]}/0x${hexOf(dice, 40)}`)
  return {
    what: `${count} lists of wallets that nobody has`,
    async run(scene) {
      const source = strangerSource(scene.crowd.door, dice)
      const line = await scene.crowd.connect(source)
      const head = Object.entries(sourceHeaders(source)).map(([name, value]) => `${name}: ${value}\r\n`)
      line.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`).join(''))
      await line.status(answerTimeoutMs)
    },
  }
}

/** HEAD and OPTIONS of every route: each is answered, and ends. */
function methods(dice: Random): Attack {
  const method = dice.pick(['HEAD', 'OPTIONS'])
  const paths = [...routeList.map(({ path }) => path), ...morePaths, '/api/events', '/socket.io/']
  const form = paths[whole(dice, 0, paths.length - 1)] ?? '/'
  return {
    what: `${method} ${form}`,
    async run(scene) {
      const path = form
        .replace(':offerId', scene.offer)
        .replace(':address', scene.people[0] ?? '')
        .replace(':contract', scene.arena.cards)
        .replace(':tokenId', '1')
        .replace(':roomId', 'parley-global')
      await sendByHand(scene, strangerSource(scene.crowd.door, dice), { method, path })
    },
  }
}

/** Strangers' claims about the honest people's offer: that it is over, or theirs. */
function lies(dice: Random): Attack {
  const claim = dice.pick([
    { status: 'completed' },
    { isActive: false },
    { status: 'completed', completedTxHash: `0x${hexOf(dice, 64)}` },
    { status: 'completed', completedBy: `0x${hexOf(dice, 40)}`, completedAt: '2026-01-01T00:00:00.000Z' },
  ])
  return {
    what: `a lie about an offer: ${JSON.stringify(claim)}`,
    async run(scene) {
      const source = strangerSource(scene.crowd.door, dice)
      const headers = ['content-type: application/json', 'origin: https://evil.example']
      const path = `/api/swap-offers/${scene.offer}`
      const body = JSON.stringify(claim)
      // The server gives the chain seconds to bear it out.
      scene.crowd.linger(
        sendByHand(scene, source, { method: 'PATCH', path, headers, body }).then(({ status, text }) => {
          if (status === 200 && text.includes('"isActive":false'))
            throw new Breach('limit', `a lie was believed: ${text.slice(-300)}`)
        }),
      )
    },
  }
}

/** What only the operator may read, with every header that could make a stranger look like one. */
function secrets(dice: Random): Attack {
  const headers = [
    'x-forwarded-for: 127.0.0.1',
    'forwarded: for=127.0.0.1',
    'x-real-ip: 127.0.0.1',
    'authorization: Bearer ',
    'authorization: Bearer undefined',
    'host: localhost',
  ].filter(() => dice.chance(0.5))
  const path = dice.pick(['/metrics', '/metrics/', '//metrics', '/metrics?', '/%6detrics', '/METRICS'])
  return {
    what: `${path} with ${headers.join(', ')}`,
    async run(scene) {
      const { status, text } = await sendByHand(scene, strangerSource(scene.crowd.door, dice), { path, headers })
      if (status === 200 && text.includes('# HELP')) throw new Breach('limit', `${path} told a stranger the metrics`)
    },
  }
}

/** The relay counts its visitors by name, so one machine must not be given a new name at each request. */
function relayNames(dice: Random): Attack {
  const host = `127.66.77.${whole(dice, 1, 250)}`
  return {
    what: 'many credentials for the relay from one machine',
    async run(scene) {
      const source = sourceAt(scene.crowd.door, host)
      const names = new Set<string>()
      for (let at = 0; at < 12; at += 1) {
        const { text } = await sendByHand(scene, source, { path: '/api/voice/ice' })
        const [, name] = /"username":"([^"]+)"/.exec(text) ?? []
        if (name !== undefined) names.add(name)
      }
      // One of the hour that ends and one of the hour that begins.
      if (names.size > 2) throw new Breach('limit', `one machine was given ${names.size} names for the relay at once`)
    },
  }
}
