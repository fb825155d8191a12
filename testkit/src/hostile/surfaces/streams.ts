import { setTimeout as delay } from 'node:timers/promises'
import { liveEventsPath } from '@parley/protocol'
import type { Random } from '../../art/random.ts'
import { Breach } from '../breach.ts'
import type { Line } from '../crowd.ts'
import { sourceAt, sourceHeaders, type Source } from '../network.ts'
import { hexOf, whole, type Attack, type Scene, type Surface } from './surface.ts'

/** Live lines: many from one network, ones that are never read, ones that end at once. */
export const streams: Surface = {
  name: 'streams',
  plan: (dice) => dice.pick([fromOneNetwork, slowReaders, comeAndGo])(dice),
}

/** What the server lets one network hold. */
const maxPerNetwork = 50
const answerTimeoutMs = 60_000

async function open(scene: Scene, source: Source): Promise<Line> {
  const line = await scene.crowd.connect(source)
  const head = Object.entries(sourceHeaders(source)).map(([name, value]) => `${name}: ${value}\r\n`)
  line.write(`GET ${liveEventsPath} HTTP/1.1\r\n${head.join('')}accept: text/event-stream\r\n\r\n`)
  return line
}

/**
 * The machines of one network: one IPv4 address, or all that one household has of IPv6. Behind a proxy alone, since a connection of
 * this machine to itself has no choice of IPv6 addresses.
 */
function networkOf(scene: Scene, dice: Random): (at: number) => Source {
  const localAddress = `127.67.${whole(dice, 1, 250)}.${whole(dice, 1, 250)}`
  const prefix = `2001:db8:${hexOf(dice, 4)}:${hexOf(dice, 4)}`
  const isSix = scene.crowd.door.isProxied && dice.chance(0.5)
  return (at) => sourceAt(scene.crowd.door, localAddress, isSix ? `${prefix}::${(at + 1).toString(16)}` : localAddress)
}

function fromOneNetwork(dice: Random): Attack {
  const count = whole(dice, 55, 90)
  return {
    what: `${count} live lines from one network`,
    async run(scene) {
      const sourceOf = networkOf(scene, dice)
      const lines = await Promise.all(Array.from({ length: count }, (_, at) => open(scene, sourceOf(at))))
      const statuses = await Promise.all(lines.map((line) => line.status(answerTimeoutMs)))
      const accepted = statuses.filter((status) => status === 200).length
      for (const line of lines) if (dice.chance(0.8)) line.close()
      if (accepted > maxPerNetwork) throw new Breach('limit', `one network holds ${accepted} live lines`)
    },
  }
}

function slowReaders(dice: Random): Attack {
  const count = whole(dice, 5, 20)
  return {
    what: `${count} live lines that are never read`,
    async run(scene) {
      const sourceOf = networkOf(scene, dice)
      for (let at = 0; at < count; at += 1) (await open(scene, sourceOf(at))).socket.pause()
    },
  }
}

function comeAndGo(dice: Random): Attack {
  const count = whole(dice, 20, 80)
  const waits = dice.pick([0, 0, 5])
  return {
    what: `${count} live lines that end after ${waits} ms`,
    async run(scene) {
      const sourceOf = networkOf(scene, dice)
      for (let at = 0; at < count; at += 1) {
        const line = await open(scene, sourceOf(at))
        if (waits > 0) await delay(waits)
        if (dice.chance(0.5)) line.close()
        else line.socket.resetAndDestroy()
      }
    },
  }
}
