import { openRooms, voiceNamespace } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { frame, RawClient, upgradeRequest } from '../given/rawClient.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'

/** socket.io's packets inside engine.io's messages. */
const enter = `40${voiceNamespace},`
const exit = `41${voiceNamespace},`
const event = (...data: unknown[]): string => `42${voiceNamespace},${JSON.stringify(data)}`

let market: Market
let server: ServerProcess
let url: string
const clients: RawClient[] = []
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  await start()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.leave()
  // One fault fails one test.
  if (server.complaints() !== '') await start()
})
afterAll(async () => {
  await server.kill()
  await market.stop()
})

async function start(): Promise<void> {
  // Production limits.
  const limits = { TRUSTED_PROXIES: '1', VOICE_SOCKETS_PER_ADDRESS: '40', VOICE_JOINS_PER_MINUTE: '60' }
  server = startServerProcess(market, { ...(await databases.fresh()), ...limits })
  url = await server.url()
}

/** Each guest has its own network unless one is given. */
let lastNetwork = 0
function nextNetwork(): string {
  lastNetwork += 1
  return `198.51.${lastNetwork >> 8}.${lastNetwork & 255}`
}

async function websocket(network = nextNetwork()): Promise<RawClient> {
  const client = await RawClient.websocket(url, { 'x-forwarded-for': network })
  clients.push(client)
  return client
}

/** A websocket that sits in a room. */
async function seated(roomId: string, network = nextNetwork()): Promise<RawClient> {
  const client = await websocket(network)
  client.send(frame(enter))
  await client.hears(`40${voiceNamespace},{"sid"`)
  client.send(frame(`42${voiceNamespace},1${JSON.stringify(['join-room', { roomId }])}`))
  await client.hears(`43${voiceNamespace},1[{"ok":true`)
  return client
}

/** The process lives, and an honest visitor can join a room. */
async function expectAlive(): Promise<void> {
  expect((await fetch(new URL('/health', url))).status).toBeLessThan(600)
  const honest = await VoiceGuest.arrive(url, { 'x-forwarded-for': nextNetwork() })
  expect(await honest.join(`${openRooms.aso}-50`)).toMatchObject({ ok: true })
  honest.leave()
  expect(server.complaints()).toBe('')
}

describe('given a client that leaves the namespace and enters it again on one websocket', () => {
  it('ends that connection, and the process lives', async () => {
    const client = await websocket()
    client.send(frame(enter))
    await client.hears(`40${voiceNamespace},{"sid"`)
    client.send(frame(exit))
    // A ping is answered once everything before it was handled, unless that ended the connection.
    client.send(frame('left', 'ping'))
    await until(async () => client.closed || client.received.includes('left'))
    client.send(frame(enter))
    await client.gone()
    await expectAlive()
  })

  it('survives it in one segment, and with every order of entering and leaving', async () => {
    for (const order of [
      [enter, exit, enter],
      [exit, enter],
      [enter, enter, exit, exit, enter],
      [enter, enter],
    ]) {
      const client = await websocket()
      client.send(Buffer.concat(order.map((text) => frame(text))))
      await client.gone()
    }
    await expectAlive()
  })
})

describe('given a request to upgrade what is no websocket', () => {
  it.each(['/elsewhere', '/', '/api/config', '/health', '/socket.iox/', '/socket.io/?EIO=4&transport=polling'])(
    'survives that it is reset at %s',
    async (path) => {
      const client = await RawClient.connect(url)
      client.send(upgradeRequest(path, {}, url))
      // Another connection's answer: by then the server has read the request.
      await fetch(new URL('/health', url))
      await client.reset()
      await expectAlive()
    },
  )

  it('answers a plain request whose headers offer another protocol', async () => {
    const client = await RawClient.connect(url)
    clients.push(client)
    client.send(upgradeRequest('/api/config', { upgrade: 'h2c' }, url))
    await client.hears('HTTP/1.1 200 OK')
  })

  it('opens no second websocket for a session that has one', async () => {
    const client = await websocket()
    const sid = /"sid":"([^"]+)"/.exec(client.received)?.[1]
    const second = await RawClient.connect(url)
    clients.push(second)
    const path = `/socket.io/?EIO=4&transport=websocket&sid=${sid}`
    second.send(upgradeRequest(path, { origin: new URL(url).origin, 'x-forwarded-for': nextNetwork() }, url))
    await second.gone()
    expect(second.received).not.toContain('101 Switching Protocols')
  })
})

describe('given frames that no browser of ours sends', () => {
  it.each<[string, readonly Buffer[]]>([
    ['an empty frame', [frame('')]],
    ['an unknown engine.io packet', [frame('9')]],
    ['a ping, which only the server may send', [frame('2')]],
    ['an unknown socket.io packet', [frame('49')]],
    ['namespaces that do not exist', [frame('40/elsewhere,'), frame('40/__proto__,'), frame('40,')]],
    ['an event without data', [frame(enter), frame(`42${voiceNamespace},`)]],
    ['an event without data that asks for an answer', [frame(enter), frame(`42${voiceNamespace},7`)]],
    ['an answer number without end', [frame(enter), frame(`42${voiceNamespace},${'9'.repeat(400)}["join-room",{}]`)]],
    [
      'answers that were not asked for',
      [frame(enter), frame(`43${voiceNamespace},0[]`), frame(`43${voiceNamespace},`)],
    ],
    ['a number as event', [frame(enter), frame(event(5))]],
    ['reserved events', [frame(enter), frame(event('disconnect')), frame(enter)]],
    [
      'inherited keys as events',
      [frame(enter), ...['__proto__', 'constructor', 'toString'].map((name) => frame(event(name, {})))],
    ],
    ['an inherited key that asks for an answer', [frame(enter), frame(`42${voiceNamespace},1["constructor",{}]`)]],
    [
      'a binary event that is not finished',
      [frame(enter), frame(`451-${voiceNamespace},["offer",{"_placeholder":true,"num":0}]`), frame(enter)],
    ],
    [
      'a binary event with a wrong place',
      [frame(enter), frame(`451-${voiceNamespace},["offer",{"_placeholder":true,"num":9}]`), frame('x', 'binary')],
    ],
    [
      'a binary join',
      [frame(enter), frame(`451-${voiceNamespace},1["join-room",{"_placeholder":true,"num":0}]`), frame('x', 'binary')],
    ],
    [
      'nesting as deep as a frame holds',
      [frame(enter), frame(`42${voiceNamespace},["offer",${'['.repeat(8_000)}${']'.repeat(8_000)}]`)],
    ],
    [
      'a nested binary event',
      [
        frame(enter),
        frame(`451-${voiceNamespace},["offer",${'['.repeat(8_000)}${']'.repeat(8_000)}]`),
        frame('x', 'binary'),
      ],
    ],
    ['broken JSON', [frame(enter), frame(`42${voiceNamespace},["offer"`)]],
    ['an unmasked frame', [Buffer.from([0x81, 0x01, 0x32])]],
    ['a continuation of nothing', [frame('x', 'continuation')]],
    ['a closing frame, and more', [frame('', 'close'), frame(enter)]],
  ])('survives %s', async (_, frames) => {
    const client = await websocket()
    client.send(Buffer.concat(frames))
    const after = await websocket()
    after.send(frame(enter))
    await after.hears(`40${voiceNamespace},{"sid"`)
    await expectAlive()
  })
})

describe('given an attacker who leaves and comes again', () => {
  it('carries no more of its messages than its network may send, over however many connections', async () => {
    const victim = await VoiceGuest.arrive(url, { 'x-forwarded-for': nextNetwork() })
    await victim.join(openRooms.general)
    const attacker = nextNetwork()
    const offer = frame(event('offer', { to: victim.id, sdp: 'v=0' }))
    const startMs = performance.now()
    let sent = 0
    for (let round = 0; round < 25; round += 1) {
      const client = await seated(openRooms.general, attacker).catch(() => null)
      if (client === null) continue
      client.send(Buffer.concat(Array.from({ length: 250 }, () => offer)))
      sent += 250
      // The answer to a join says that everything before it was dealt with.
      client.send(frame(`42${voiceNamespace},2${JSON.stringify(['join-room', {}])}`))
      await client.hears(`43${voiceNamespace},2`).catch(() => undefined)
      client.leave()
    }
    const elapsedS = (performance.now() - startMs) / 1000
    await victim.settled()
    const carried = victim.said('offer').length
    expect(sent).toBeGreaterThan(3_000)
    expect(carried).toBeGreaterThan(0)
    expect(carried).toBeLessThan(1_200 + 120 * elapsedS)
    victim.leave()
    await expectAlive()
  })
})

describe('given a flood of frames', () => {
  it.each<[string, Buffer, number]>([
    ['pings', frame('', 'ping'), 3_000],
    ['answers to pings', frame('3'), 3_000],
    ['answers to nothing', frame('43/voice,1[]'), 3_000],
    ['namespaces that do not exist', frame('40/elsewhere,'), 3_000],
    // Part of an endless message: only its bytes can be counted.
    ['empty pieces of a message', frame('', 'continuation', false), 400_000],
  ])('ends a connection that floods us with %s', async (what, flood, count) => {
    // Once more where both ended for their silence: a slow machine took thirty seconds.
    await until(async () => {
      // As silent as the other, and ended for that no earlier than the other would be.
      const witness = await websocket()
      const client = await seated(openRooms.general)
      if (what.startsWith('empty')) client.send(frame('', 'text', false))
      const startMs = performance.now()
      for (let round = 1; !client.closed; round += 1) {
        client.send(Buffer.alloc(count * flood.length, flood))
        client.send(frame(`end of ${round}`, 'ping'))
        await until(async () => client.closed || client.received.includes(`end of ${round}`))
        // One round is too much, unless it took so long that the allowance refilled.
        if (!client.closed) expect(performance.now() - startMs).toBeGreaterThan(9_000 * round)
      }
      return !witness.closed
    })
    await expectAlive()
  })
})

describe('given a guest who does not read what is sent to it', () => {
  it('ends it before what waits for it fills the memory', async () => {
    const roomId = `${openRooms.aso}-40`
    const deaf = await seated(roomId)
    const peerId = /"peerId":"([^"]+)"/.exec(deaf.received)?.[1]
    deaf.stopReading()
    deaf.answerPingsBlindly()
    const others = await Promise.all(
      Array.from({ length: 7 }, () => VoiceGuest.arrive(url, { 'x-forwarded-for': nextNetwork() })),
    )
    for (const other of others) await other.join(roomId)
    const big = { to: peerId, sdp: 'é'.repeat(7_000) }
    for (const other of others) for (let count = 0; count < 55; count += 1) other.socket.emit('offer', big)
    const [first] = others
    await first?.hears('peer-left')
    for (const other of others) other.leave()
    await expectAlive()
  })
})
