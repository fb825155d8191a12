import type { OfferId } from '@parley/domain'
import { joinAnswerSchema, offerVoiceRoom, voiceNamespace } from '@parley/protocol'
import { io, type Socket } from 'socket.io-client'
import { openBrowser, signInAs } from '../../signIn.ts'
import { wallets } from '../../wallets.ts'
import { Breach } from '../breach.ts'
import { siteOrigin, sourceHeaders, type Door, type Source } from '../network.ts'

interface Heard {
  readonly event: string
  readonly payload: { readonly from?: string; readonly sdp?: string }
}

/** Alice and Bob in their offer's private room: each hears the other, and nothing else. */
export class VoicePair {
  private readonly alice: Socket
  private readonly bob: Socket
  private readonly surprises: string[] = []
  private said = 0
  private readonly isExpected = new Set<string>()
  private tell: (() => void) | undefined
  private end: (() => void) | undefined
  /** Why the first of the two connections closed. */
  endedBecause: string | undefined

  private constructor(alice: Socket, bob: Socket) {
    this.alice = alice
    this.bob = bob
    for (const [listener, other] of [
      [alice, bob],
      [bob, alice],
    ] as const)
      listener
        .onAny((event: string, payload: Heard['payload']) => this.hear({ event, payload }, other))
        .on('disconnect', (reason) => {
          this.endedBecause ??= reason
          this.end?.()
        })
  }

  static async open(door: Door, sources: readonly [Source, Source], offer: OfferId, timeoutMs: number) {
    const roomId = offerVoiceRoom(offer)
    const [alice, bob] = await Promise.all([
      enter(door, { person: 'alice', source: sources[0], timeoutMs }),
      enter(door, { person: 'bob', source: sources[1], timeoutMs }),
    ])
    const pair = new VoicePair(alice, bob)
    try {
      await seat(alice, { roomId, as: wallets.alice.account.address }, timeoutMs)
      await seat(bob, { roomId, as: wallets.bob.account.address }, timeoutMs)
      return pair
    } catch (error) {
      pair.close()
      throw error
    }
  }

  /** What a stranger needs to target them: neither rooms nor peer ids are secret. */
  get peerIds(): readonly string[] {
    return [this.alice.id ?? '', this.bob.id ?? '']
  }

  /** Sends a message from Bob to Alice. @returns its latency. */
  async relay(timeoutMs: number): Promise<number> {
    this.said += 1
    const sdp = `v=0 honest ${this.said}`
    this.isExpected.add(sdp)
    const startedMs = performance.now()
    const arrived = new Promise<void>((resolve, reject) => {
      const fail = (why: string): void => {
        clearTimeout(timer)
        reject(new Breach('wrong', `voice: ${why}`))
      }
      const timer = setTimeout(() => fail(`nothing came within ${timeoutMs} ms`), timeoutMs)
      this.tell = () => {
        clearTimeout(timer)
        resolve()
      }
      this.end = () => fail(`a connection ended (${this.endedBecause})`)
      if (this.endedBecause !== undefined) this.end()
    })
    this.bob.emit('offer', { to: this.alice.id, sdp })
    await arrived
    const tookMs = performance.now() - startedMs
    this.requireUndisturbed()
    return tookMs
  }

  requireUndisturbed(): void {
    const [surprise] = this.surprises
    if (surprise !== undefined) throw new Breach('wrong', `voice: ${surprise}`)
  }

  close(): void {
    for (const socket of [this.alice, this.bob]) {
      socket.offAny().off('disconnect')
      socket.disconnect()
    }
  }

  private hear({ event, payload }: Heard, other: Socket): void {
    const isFromOther = payload.from === other.id
    if (event === 'connect-peer') return
    if (event === 'offer' && isFromOther && this.isExpected.delete(payload.sdp ?? '')) this.tell?.()
    else
      this.surprises.push(`heard ${event} ${JSON.stringify(payload)} (${isFromOther ? 'from the other' : 'unasked'})`)
  }
}

interface Visitor {
  readonly person: 'alice' | 'bob'
  readonly source: Source
  readonly timeoutMs: number
}

/** Signs in, and opens a websocket with the session's cookie. */
async function enter(door: Door, { person, source, timeoutMs }: Visitor): Promise<Socket> {
  const url = `http://127.0.0.1:${door.port}`
  const browser = await signInAs(
    url,
    wallets[person],
    openBrowser(url, { ...sourceHeaders(source), origin: siteOrigin }),
  )
  // engine.io passes the address to its websocket, but its types omit that.
  const options = {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: timeoutMs,
    localAddress: source.localAddress,
    extraHeaders: browser.headers(),
  }
  const socket = io(url + voiceNamespace, options)
  const late = setTimeout(() => socket.disconnect(), timeoutMs)
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (why: Error | string): void =>
        reject(new Breach('wrong', `voice: no connection (${why instanceof Error ? why.message : why})`))
      socket.once('connect', resolve).once('connect_error', refuse).once('disconnect', refuse)
    })
    return socket
  } catch (error) {
    socket.disconnect()
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function seat(socket: Socket, payload: object, timeoutMs: number): Promise<void> {
  const answer = joinAnswerSchema.parse(await socket.timeout(timeoutMs).emitWithAck('join-room', payload))
  if (!answer.ok) throw new Breach('wrong', `voice: not let into the private room: ${answer.refusal}`)
}
