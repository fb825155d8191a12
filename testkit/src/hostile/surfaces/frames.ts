import { setTimeout as delay } from 'node:timers/promises'
import { openRooms } from '@parley/protocol'
import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import { strangerSource } from '../network.ts'
import { WebSocketLine, type Frame } from '../webSocketLine.ts'
import { bytesOf, valueOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** Websocket frames, and the packets of engine.io and socket.io in them. */
export const frames: Surface = {
  name: 'frames',
  plan: (dice) =>
    dice.pick([packets, packets, packets, events, attachments, oddFrames, namespaces, pings, noise])(dice),
}

/** Time for the server to act on what it was sent before the next piece. */
const beatMs = 20

async function open(scene: Scene, dice: Random): Promise<WebSocketLine | null> {
  return WebSocketLine.open(scene.crowd, strangerSource(scene.crowd.door, dice))
}

/** Leaves the line open, half open or cut, as a stranger likes. */
function leave(socket: WebSocketLine, dice: Random): void {
  const way = dice()
  if (way < 0.4) socket.close()
  else if (way < 0.6) socket.line.socket.end()
  else if (way < 0.7) socket.line.socket.resetAndDestroy()
}

const packetKinds = [
  '40/voice,',
  '40/voice,',
  '40/voice,',
  '41/voice,',
  '41/voice,',
  '41/voice,',
  '40',
  '41',
  '2',
  '3probe',
  '5',
  '6',
  `42/voice,7["join-room",{"roomId":"${openRooms.general}"}]`,
  '42/voice,["leave-room",{}]',
  '43/voice,1[]',
  '44/voice,{"message":"no"}',
  '40/voice,{"token":[[]]}',
  '42["join-room"]',
] as const

/** Packets of the protocol in an order of no protocol, on one connection. */
function packets(dice: Random): Attack {
  const list = ['40/voice,', ...Array.from({ length: whole(dice, 2, 10) }, () => dice.pick(packetKinds))]
  const pauses = list.map(() => (dice.chance(0.5) ? beatMs : 0))
  return {
    what: `packets ${list.join(' ')}`,
    async run(scene) {
      const socket = await open(scene, dice)
      if (!socket) return
      for (const [at, packet] of list.entries()) {
        socket.send(packet)
        await delay(pauses[at])
      }
      await delay(beatMs)
      leave(socket, dice)
    },
  }
}

const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'disconnect', 'disconnecting']
const knownNames = ['join-room', 'offer', 'answer', 'ice-candidate', 'leave-room', 'error', 'connect', 'newListener']

function oddValue(dice: Random): string {
  if (dice.chance(0.1)) return `${'['.repeat(3_000)}${']'.repeat(3_000)}`
  if (dice.chance(0.1)) return '{"__proto__":{"roomId":"x"},"constructor":{"prototype":{"a":1}}}'
  return valueOf(dice, fc.json({ maxDepth: 4 }))
}

/** Events of any name with anything in them, with and without acknowledgements. */
function events(dice: Random): Attack {
  const list = Array.from({ length: whole(dice, 1, 12) }, () => {
    const name = dice.chance(0.3) ? valueOf(dice, fc.string()) : dice.pick(['x', ...oddNames, ...knownNames])
    const ack = dice.chance(0.5) ? dice.pick(['0', '1', '99999999999999999999', '-1', '1.5']) : ''
    const values = Array.from({ length: whole(dice, 0, 3) }, () => `,${oddValue(dice)}`)
    return `42/voice,${ack}[${JSON.stringify(name)}${values.join('')}]`
  })
  return {
    what: `events ${list.map((text) => text.slice(0, 60)).join(' ')}`,
    async run(scene) {
      const socket = await WebSocketLine.enter(scene.crowd, strangerSource(scene.crowd.door, dice))
      for (const packet of list) socket?.send(packet)
      await delay(beatMs)
      if (socket) leave(socket, dice)
    },
  }
}

/** Binary packets whose attachments are too many, too few, or not asked for. */
function attachments(dice: Random): Attack {
  const said = dice.pick(['0', '1', '2', '9', '4096', '99999999', '-1', '1e3', ''])
  const type = dice.pick(['5', '6'])
  const holder = dice.pick([
    '{"_placeholder":true,"num":0}',
    '{"_placeholder":true,"num":-1}',
    '{"_placeholder":true,"num":1e9}',
    '{"_placeholder":true,"num":"__proto__"}',
    '{"_placeholder":true}',
  ])
  const sent = whole(dice, 0, 4)
  return {
    what: `attachments: ${sent} sent, ${said} said, ${holder}`,
    async run(scene) {
      const socket = await WebSocketLine.enter(scene.crowd, strangerSource(scene.crowd.door, dice))
      if (!socket) return
      socket.send(`4${type}${said}-/voice,1["offer",${holder},${holder}]`)
      for (let count = 0; count < sent; count += 1) socket.frame({ opcode: 2, payload: bytesOf(dice, 64) })
      socket.send('42/voice,["leave-room",{}]')
      await delay(beatMs)
      leave(socket, dice)
    },
  }
}

/** Frames that break RFC 6455 in one way or several. */
function oddFrames(dice: Random): Attack {
  const list = Array.from({ length: whole(dice, 1, 6) }, (): Frame => {
    const size = dice.pick([0, 1, 125, 126, 127, 4_000, 17_000, 70_000])
    return {
      payload: dice.chance(0.5) ? bytesOf(dice, Math.min(size, 4_000)) : '42'.padEnd(size, 'x'),
      opcode: dice.pick([0, 1, 1, 2, 3, 7, 8, 9, 10, 11, 15]),
      isLast: dice.chance(0.7),
      isMasked: dice.chance(0.8),
      reserved: dice.chance(0.8) ? 0 : whole(dice, 1, 7),
      ...(dice.chance(0.2) ? { saidLength: dice.pick([0, 125, 65_536, 2 ** 31, 2 ** 52]) } : {}),
    }
  })
  const pieces = whole(dice, 1, 3)
  return {
    what: `frames ${list.map(({ opcode, isLast, payload }) => `${opcode}${isLast ? '' : '…'}:${payload.length}`).join(' ')}`,
    async run(scene) {
      const socket = await open(scene, dice)
      if (!socket) return
      for (const frame of list) {
        socket.frame(frame)
        if (pieces > 1) await delay(beatMs / 4)
      }
      await delay(beatMs)
      leave(socket, dice)
    },
  }
}

/** Many namespaces, and names of them that no server has. */
function namespaces(dice: Random): Attack {
  const count = dice.pick([5, 50, 300])
  const name = (at: number): string =>
    dice.pick([
      `/n${at}`,
      `/voice?x=${at}`,
      `/voice/${at}`,
      '/__proto__',
      '//',
      `/${'n'.repeat(2_000)}${at}`,
      '/voice#',
    ])
  const list = Array.from({ length: count }, (_, at) => `40${name(at)},${dice.chance(0.2) ? '{"a":' : ''}`)
  return {
    what: `${count} namespaces`,
    async run(scene) {
      const socket = await open(scene, dice)
      for (const packet of list) socket?.send(packet)
      await delay(beatMs)
      if (socket) leave(socket, dice)
    },
  }
}

/** Pings of the websocket and of engine.io, many at once. */
function pings(dice: Random): Attack {
  const count = dice.pick([50, 500, 2_000])
  const isControl = dice.chance(0.5)
  return {
    what: `${count} pings of ${isControl ? 'the websocket' : 'engine.io'}`,
    async run(scene) {
      const socket = await open(scene, dice)
      for (let at = 0; at < count; at += 1) {
        if (isControl) socket?.frame({ opcode: 9, payload: 'x'.repeat(100) })
        else socket?.send('2')
      }
      await delay(beatMs)
      if (socket) leave(socket, dice)
    },
  }
}

/** Bytes that are no frames at all. */
function noise(dice: Random): Attack {
  const bytes = bytesOf(dice, whole(dice, 1, 3_000))
  return {
    what: `${bytes.length} bytes of noise on a websocket`,
    async run(scene) {
      const socket = await open(scene, dice)
      socket?.line.write(bytes)
      await delay(beatMs)
      if (socket) leave(socket, dice)
    },
  }
}
