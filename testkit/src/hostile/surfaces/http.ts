import { setTimeout as delay } from 'node:timers/promises'
import { liveEventsPath } from '@parley/protocol'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import type { Line } from '../crowd.ts'
import { siteHost, sourceHeaders, strangerSource } from '../network.ts'
import { upgradeBytes, voicePath } from '../webSocketLine.ts'
import { bytesOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** Bytes that are almost HTTP, and HTTP that never ends. */
export const http: Surface = {
  name: 'http',
  plan: (dice) => dice.pick([requestLines, headers, lengths, pipelines, slowly, upgrades, hangUps])(dice),
}

/** The server gives up on slow requests after ten seconds; a machine may be slow as well. */
const answerTimeoutMs = 60_000
const beatMs = 20

async function connect(scene: Scene, dice: Random): Promise<{ line: Line; head: string }> {
  const source = strangerSource(scene.crowd.door, dice)
  const named = Object.entries(sourceHeaders(source, dice.chance(0.3) ? '10.0.0.1, ::1' : undefined))
  return {
    line: await scene.crowd.connect(source),
    head: named.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
  }
}

/** Whatever was sent, the answer is never the server's own failure. It may come long after the step. */
function watch(scene: Scene, line: Line, what: string): void {
  scene.crowd.linger(
    line.status(answerTimeoutMs).then((status) => {
      if (status === 500) throw new Breach('fault', `${what}: status 500`)
    }),
  )
}

const lines = [
  'GET',
  'GET /',
  'GET / HTTP/9.9',
  'GET / HTTP/1.0',
  'get / http/1.1',
  'GET  /  HTTP/1.1',
  'GET /%00%0d%0a HTTP/1.1',
  'GET /\u0000 HTTP/1.1',
  'GET http://169.254.169.254/latest HTTP/1.1',
  'GET //evil.example/%2e%2e HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT 127.0.0.1:22 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PRI * HTTP/2.0',
  'QUERY /api/config HTTP/1.1',
  'M-SEARCH * HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  `${'G'.repeat(9_000)} / HTTP/1.1`,
  'GET /api/config?\u00ff\u00fe HTTP/1.1',
] as const

function requestLines(dice: Random): Attack {
  const first = dice.chance(0.2) ? bytesOf(dice, 60).toString('latin1') : dice.pick(lines)
  const end = dice.pick(['\r\n', '\n', '\r', '\n\n'])
  return {
    what: `request line ${JSON.stringify(first.slice(0, 60))}`,
    async run(scene) {
      const { line, head } = await connect(scene, dice)
      line.write(Buffer.from(`${first}${end}${head}\r\n`, 'latin1'))
      watch(scene, line, first)
      await delay(beatMs)
    },
  }
}

/** Headers too many, too long, doubled, or with bytes that no header has. */
function headers(dice: Random): Attack {
  const kind = dice.pick(['many', 'long', 'doubled', 'odd', 'folded'])
  const list = {
    many: Array.from({ length: 3_000 }, (_, at) => `x-${at}: ${at}`),
    long: [`cookie: ${'c'.repeat(dice.pick([8_000, 15_000, 100_000]))}`],
    doubled: [`host: evil.example`, 'x-forwarded-for: 1.2.3.4', 'x-forwarded-for: 5.6.7.8', 'if-none-match: "a"'],
    odd: [
      '__proto__: x',
      'constructor: y',
      `x-${dice.pick(['\u0000', '\u007f', 'ü', ' '])}: 1`,
      'accept-encoding: ,,;q=2,*',
    ],
    folded: ['x-folded: a', ' b', '\tc'],
  }[kind]
  const path = dice.pick(['/', '/api/config', liveEventsPath, '/health', '/assets/app-4f2a9c1b.js'])
  return {
    what: `headers (${kind}) at ${path}`,
    async run(scene) {
      const { line, head } = await connect(scene, dice)
      line.write(Buffer.from(`GET ${path} HTTP/1.1\r\n${head}${list.join('\r\n')}\r\n\r\n`, 'latin1'))
      watch(scene, line, `headers (${kind})`)
      await delay(beatMs)
    },
  }
}

/** Bodies whose length is contradicted, wrong or without end. */
function lengths(dice: Random): Attack {
  const said = dice.pick([
    'content-length: -1',
    'content-length: 18446744073709551616',
    'content-length: 5\r\ncontent-length: 6',
    'content-length: 5\r\ntransfer-encoding: chunked',
    'transfer-encoding: chunked, identity',
    'transfer-encoding: gzip',
    'transfer-encoding: chunked',
    'content-length: 1073741824',
    'content-encoding: gzip\r\ncontent-length: 5',
    'expect: 100-continue\r\ncontent-length: 5',
    'expect: the-unexpected\r\ncontent-length: 5',
  ])
  const body = dice.pick([
    '{}',
    'ffffffffffffffffff\r\nx',
    '-1\r\nx\r\n0\r\n\r\n',
    '5;a="\r\n{"a":\r\n0\r\n\r\n',
    '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    '',
  ])
  const method = dice.pick(['POST', 'PATCH', 'GET', 'PUT', 'DELETE'])
  return {
    what: `${method} with ${JSON.stringify(said)} and ${JSON.stringify(body)}`,
    async run(scene) {
      const { line, head } = await connect(scene, dice)
      line.write(
        `${method} /api/swap-offers HTTP/1.1\r\n${head}content-type: application/json\r\n${said}\r\n\r\n${body}`,
      )
      watch(scene, line, `${method} with ${said}`)
      await delay(beatMs)
    },
  }
}

/** Many requests in one write, without waiting for answers. */
function pipelines(dice: Random): Attack {
  const count = dice.pick([10, 50, 150])
  const paths = [
    '/',
    '/health',
    '/api/config',
    '/api/stats',
    '/api/openapi.json',
    '/no/such/page',
    liveEventsPath,
    '/metrics',
  ]
  const list = Array.from({ length: count }, () => paths[whole(dice, 0, paths.length - 1)])
  return {
    what: `${count} requests in one write`,
    async run(scene) {
      const { line, head } = await connect(scene, dice)
      line.write(list.map((path) => `GET ${path} HTTP/1.1\r\n${head}\r\n`).join(''))
      watch(scene, line, `${count} requests in one write`)
      await delay(beatMs)
      if (dice.chance(0.5)) line.close()
    },
  }
}

/** Connections that begin something and go on with it a byte at a time, or not at all. */
function slowly(dice: Random): Attack {
  const count = dice.pick([1, 10, 40])
  const begun = dice.pick([
    'POST /api/swap-offers HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 50000\r\n',
    'GET /api/config HTTP/1.1\r\nx-slow: ',
    '',
  ])
  return {
    what: `${count} slow connections that sent ${JSON.stringify(begun.slice(0, 30))}`,
    async run(scene) {
      for (let at = 0; at < count; at += 1) {
        const { line, head } = await connect(scene, dice)
        line.write(begun.endsWith('\n') ? `${begun}${head}\r\n{` : begun)
        const timer = setInterval(() => line.write('a'), 500)
        line.socket.once('close', () => clearInterval(timer))
      }
    },
  }
}

/** Upgrades at paths and with headers that lead nowhere. */
function upgrades(dice: Random): Attack {
  const path = dice.pick([
    '/',
    '/api/events',
    '/socket.io',
    '/socket.io/?EIO=3&transport=websocket',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAA',
    '/socket.io/?EIO=4&transport=__proto__',
    '/socket.io/../socket.io/?EIO=4&transport=websocket',
    '/socket.io/?EIO=4&transport=websocket&EIO=3&b64=1&j=1',
    '//socket.io/?%',
    voicePath,
  ])
  const headers = dice.pick([
    {},
    { upgrade: 'h2c' },
    { upgrade: 'websocket, websocket' },
    { 'sec-websocket-version': '12' },
    { 'sec-websocket-key': 'short' },
    { 'sec-websocket-extensions': 'permessage-deflate; server_max_window_bits=99' },
    { 'sec-websocket-protocol': ',,,' },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `https://${'a'.repeat(5_000)}.example` },
    { origin: 'https://%' },
    { host: '' },
    { host: `${siteHost}:99999` },
    { 'content-length': '10' },
  ])
  return {
    what: `an upgrade at ${path} with ${JSON.stringify(headers).slice(0, 80)}`,
    async run(scene) {
      const source = strangerSource(scene.crowd.door, dice)
      const line = await scene.crowd.connect(source)
      line.write(upgradeBytes(source, { path, headers }) + (dice.chance(0.3) ? 'early bytes' : ''))
      watch(scene, line, `an upgrade at ${path}`)
      await delay(beatMs)
    },
  }
}

/** Connections that are gone before, while or just after they are answered. */
function hangUps(dice: Random): Attack {
  const count = dice.pick([5, 30])
  const paths = ['/', '/api/events', '/api/stats', '/api/config', '/socket.io/?EIO=4&transport=polling']
  const path = paths[whole(dice, 0, paths.length - 1)]
  const afterMs = dice.pick([0, 0, 2, 10])
  return {
    what: `${count} connections that ask ${path} and are reset after ${afterMs} ms`,
    async run(scene) {
      for (let at = 0; at < count; at += 1) {
        const { line, head } = await connect(scene, dice)
        line.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
        if (afterMs > 0) await delay(afterMs)
        line.socket.resetAndDestroy()
      }
    },
  }
}
