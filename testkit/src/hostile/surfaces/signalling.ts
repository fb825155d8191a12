import { setTimeout as delay } from 'node:timers/promises'
import { offerVoiceRoom, openRooms } from '@parley/protocol'
import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import { openBrowser, signedIn } from '../../signIn.ts'
import { wallets } from '../../wallets.ts'
import { Breach } from '../breach.ts'
import { siteOrigin, sourceAt, sourceHeaders, strangerSource } from '../network.ts'
import { WebSocketLine } from '../webSocketLine.ts'
import { valueOf, whole, type Attack, type Surface } from './surface.ts'

/** Attacks on sign-in and voice: messages out of order, into other rooms, or as another person. */
export const signalling: Surface = {
  name: 'signalling',
  plan: (dice) => dice.pick([anyOrder, anyOrder, foreignSessions, floods, crowds])(dice),
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

const falsehoods = ['site', 'chain', 'past', 'future', 'signer', 'nonce', 'spent nonce', 'wallet', 'cookie'] as const

/** Signs in with a text for another site, chain or time, or asks for Alice's seat with another session. */
function foreignSessions(dice: Random): Attack {
  const evil = 'https://evil.example'
  const kind = dice.pick(falsehoods)
  const made = valueOf(dice, fc.stringMatching(/^[\w-]{43}$/))
  const headers = dice.pick([
    {},
    { origin: evil },
    { origin: evil, host: 'evil.example' },
    { origin: evil, 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ])
  const change = {
    ...(kind === 'site' ? { origin: evil } : {}),
    ...(kind === 'chain' ? { chainId: 1 } : {}),
    ...(kind === 'past' ? { nowS: 1_700_000_000 } : {}),
    ...(kind === 'future' ? { nowS: 4_000_000_000 } : {}),
    ...(kind === 'nonce' ? { nonce: made.replaceAll(/[^a-zA-Z0-9]/g, 'a') } : {}),
  }
  return {
    what: `a session with another ${kind} and ${JSON.stringify(headers)}`,
    async run(scene) {
      const { alice, carol } = wallets
      const source = strangerSource(scene.crowd.door, dice)
      const url = `http://127.0.0.1:${scene.crowd.door.port}`
      const browser = openBrowser(url, { ...sourceHeaders(source), origin: siteOrigin, ...headers })
      const enters = async (): Promise<void> => {
        const mine = kind === 'wallet' || kind === 'spent nonce' ? carol : alice
        const { signMessage } = kind === 'signer' ? carol.account : mine.account
        const body = await signedIn(browser, { address: mine.account.address, signMessage }, change)
        await browser.client.request('signIn', { body })
        if (mine === alice) throw new Breach('limit', `a stranger signed in as Alice with another ${kind}`)
        if (kind !== 'spent nonce') return
        await browser.client.request('signOut', { body: { everywhere: true } })
        await browser.client.request('signIn', { body })
        throw new Breach('limit', 'a nonce was taken twice')
      }
      // A server under load refuses others too.
      if (kind !== 'cookie')
        await enters().catch((error: unknown) => {
          if (error instanceof Breach) throw error
        })
      const cookie = kind === 'cookie' ? { cookie: `__Host-parley-session=${made}` } : browser.headers()
      const socket = await WebSocketLine.enter(scene.crowd, source, { headers: { ...cookie, ...headers } })
      if (!socket) return
      const roomId = offerVoiceRoom(scene.offer)
      const answer = await socket.ask('join-room', { roomId, as: alice.account.address })
      socket.close()
      if (answer?.includes('"ok":true')) throw new Breach('limit', `a private room opened to another ${kind}`)
    },
  }
}

/** What a connection may send in one go, and a second; the rest is slack for the clock. */
const burst = 300
const perSecond = 30
const slack = 60

/** One connection says as much as it can to another of its room, by leaving and coming again too. */
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
