import { setTimeout as delay } from 'node:timers/promises'
import { offerVoiceRoom, openRooms } from '@parley/protocol'
import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import { proofOf, provenTo } from '../../voice/proofOf.ts'
import { Breach } from '../breach.ts'
import { siteHost, siteOrigin, sourceAt, strangerSource } from '../network.ts'
import { WebSocketLine } from '../webSocketLine.ts'
import { valueOf, whole, type Attack, type Surface } from './surface.ts'

/** Attacks on voice rooms: messages out of order, sent into other rooms, or with another person's proof. */
export const signalling: Surface = {
  name: 'signalling',
  plan: (dice) => dice.pick([anyOrder, anyOrder, foreignProofs, floods, crowds])(dice),
}

const beatMs = 20

/** Several strangers join, leave, and send messages to each other and to people in other rooms. */
function anyOrder(dice: Random): Attack {
  const people = whole(dice, 2, 4)
  const deeds = Array.from({ length: whole(dice, 5, 30) }, () => ({
    who: whole(dice, 0, people - 1),
    what: dice.pick(['join', 'join', 'leave', 'offer', 'answer', 'ice-candidate', 'impostor', 'again']),
    room: dice.pick([openRooms.general, openRooms.aso, `${openRooms.aso}-7`, 'private', 'offer-0x00', '']),
    to: dice.pick(['friend', 'honest', 'nobody', 'room']),
    text: valueOf(dice, fc.string({ maxLength: 40 })),
  }))
  return {
    what: `${people} strangers: ${deeds.map(({ what, to }) => `${what}>${to}`).join(' ')}`,
    async run(scene) {
      const sockets = await Promise.all(
        Array.from({ length: people }, () => WebSocketLine.enter(scene.crowd, strangerSource(scene.crowd.door, dice))),
      )
      const ids = sockets.map((socket) => socket?.peerId ?? '')
      for (const { who, what, room, to, text } of deeds) {
        const socket = sockets[who]
        const roomId = room === 'private' ? offerVoiceRoom(scene.offer) : room
        const [honest = ''] = scene.peerIds()
        const target = { friend: ids[(who + 1) % people] ?? '', honest, nobody: 'A'.repeat(20), room: roomId }[to]
        if (what === 'join') socket?.emit('join-room', { roomId, name: text })
        else if (what === 'leave') socket?.emit('leave-room', {})
        else if (what === 'again') socket?.send(dice.pick(['41/voice,', '40/voice,']))
        else if (what === 'ice-candidate') socket?.emit(what, { to: target, candidate: { candidate: text } })
        else if (what === 'impostor') socket?.emit('offer', { to: target, sdp: text, from: honest })
        else socket?.emit(what, { to: target, sdp: text })
      }
      await delay(beatMs)
      for (const socket of sockets) if (dice.chance(0.5)) socket?.close()
    },
  }
}

/** Replays proofs that Alice made for another site, room or connection. */
function foreignProofs(dice: Random): Attack {
  const evil = 'https://evil.example'
  const kind = dice.pick(['site', 'site', 'room', 'chain', 'stranger', 'expired', 'connection'])
  const isKeyedHere = dice.chance(0.7)
  const headers = dice.pick([
    {},
    { origin: evil },
    { origin: evil, host: 'evil.example' },
    { origin: evil, 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ])
  return {
    what: `a proof of another ${kind} with ${JSON.stringify(headers)}`,
    async run(scene) {
      const roomId = offerVoiceRoom(scene.offer)
      const grant = await proofOf(kind === 'stranger' ? 'carol' : 'alice', {
        roomId: kind === 'room' ? offerVoiceRoom(`0x${'77'.repeat(32)}`) : roomId,
        url: kind === 'site' ? evil : siteOrigin,
        ...(kind === 'chain' ? { chainId: 1 } : {}),
        ...(kind === 'expired' ? { expiresAt: 1_700_000_000 } : {}),
      })
      const socket = await WebSocketLine.enter(scene.crowd, strangerSource(scene.crowd.door, dice), { headers })
      if (!socket) return
      // The key is the stranger's own, except on a connection that was overheard.
      const peerId = kind === 'connection' ? (scene.peerIds()[0] ?? '') : socket.peerId
      const proof = await provenTo(grant, { host: isKeyedHere ? siteHost : 'evil.example', peerId })
      const answer = await socket.ask('join-room', { roomId, proof })
      socket.close()
      if (answer?.includes('"ok":true'))
        throw new Breach('limit', `a private room opened for a proof of another ${kind}`)
    },
  }
}

/** What a connection may send in one go, and a second; the rest is slack for the clock. */
const burst = 300
const perSecond = 30
const slack = 60

/** One connection says as much as it can to another that sits in the same room, by leaving and coming again too. */
function floods(dice: Random): Attack {
  const rounds = whole(dice, 2, 6)
  const each = whole(dice, 100, 250)
  const returns = dice.chance(0.7)
  const room = `${openRooms.aso}-${whole(dice, 10, 40)}`
  return {
    what: `a flood of ${rounds} × ${each} messages${returns ? ', leaving and coming again' : ''}`,
    async run(scene) {
      const [flooder, victim] = await Promise.all(
        [1, 2].map((host) =>
          WebSocketLine.enter(scene.crowd, sourceAt(scene.crowd.door, `127.68.${whole(dice, 1, 250)}.${host}`)),
        ),
      )
      const seat = await victim?.ask('join-room', { roomId: room })
      const [, to] = /"peerId":"([^"]+)"/.exec(seat ?? '') ?? []
      if (!flooder || !victim || to === undefined) return
      const startedMs = performance.now()
      for (let round = 0; round < rounds; round += 1) {
        if (returns && round > 0) {
          flooder.send('41/voice,')
          flooder.send('40/voice,')
        }
        flooder.emit('join-room', { roomId: room })
        await delay(beatMs)
        for (let at = 0; at < each; at += 1) flooder.emit('answer', { to, sdp: 'v=0' })
      }
      await flooder.line.until(() => !flooder.isOpen, 200)
      await delay(beatMs)
      const heard = victim.said.filter((text) => text.includes('"answer"')).length
      const allowed = burst + (perSecond * (performance.now() - startedMs)) / 1_000 + slack
      flooder.close()
      victim.close()
      if (heard > allowed)
        throw new Breach('limit', `one connection sent ${heard} messages where ${Math.round(allowed)} are allowed`)
    },
  }
}

/** One machine opens as many connections as it is let, and sits down everywhere. */
function crowds(dice: Random): Attack {
  const count = whole(dice, 20, 60)
  const host = `127.69.${whole(dice, 1, 250)}.1`
  return {
    what: `${count} connections of one machine that sit down everywhere`,
    async run(scene) {
      const source = sourceAt(scene.crowd.door, host)
      const sockets = await Promise.all(Array.from({ length: count }, () => WebSocketLine.enter(scene.crowd, source)))
      for (const [at, socket] of sockets.entries())
        socket?.emit('join-room', { roomId: `${openRooms.general}-${2 + (at % 49)}` })
      const held = sockets.filter((socket) => socket?.isOpen).length
      await delay(beatMs)
      for (const socket of sockets) if (dice.chance(0.7)) socket?.close()
      if (held > maxPerAddress) throw new Breach('limit', `one machine holds ${held} voice connections`)
    },
  }
}

const maxPerAddress = 40
