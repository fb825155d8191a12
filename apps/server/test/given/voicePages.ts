import type { JoinAnswer } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { until } from './testServer.ts'

/** Candidates that follow a description. */
const candidates = 4

/** One of two descriptions, and what came after it. */
interface Line {
  /** Names one attempt. */
  readonly attempt: string
  readonly isCaller: boolean
  /** The other's description is here. */
  isAnswered: boolean
  received: number
}

/** An open page's part in signalling. It numbers its messages and notes faults. */
export class VoicePage {
  readonly faults: string[] = []
  readonly #name: string
  readonly #roomId: string
  readonly #lines = new Map<string, Line>()
  /** Attempts with a candidate before the offer. */
  readonly #overtaken = new Set<string>()
  #guest: VoiceGuest | null = null
  #attempts = 0
  #isSeated = false
  #isSeating = false

  constructor(name: string, roomId: string) {
    this.#name = name
    this.#roomId = roomId
  }

  get id(): string {
    return this.#guest?.id ?? ''
  }

  get isSeated(): boolean {
    return this.#isSeated
  }

  get isConnected(): boolean {
    return this.#guest?.socket.connected ?? false
  }

  /** Opens a connection, and has nothing of the one before. */
  async arrive(url: string): Promise<void> {
    this.leave()
    const guest = await VoiceGuest.arrive(url)
    this.#guest = guest
    guest.socket.onAny((event: string, payload: Record<string, unknown>) => {
      if (this.#guest === guest) this.#take(event, payload)
    })
  }

  /** Takes a seat, a new one where there was one. @returns whether there was one to be had. */
  async sit(): Promise<boolean> {
    this.#lines.clear()
    this.#isSeating = true
    const answer = await this.#guest?.join(this.#roomId)
    this.#isSeating = false
    this.#isSeated = answer?.ok ?? false
    return this.#isSeated
  }

  stand(): void {
    this.#isSeated = false
    this.#lines.clear()
    this.#guest?.socket.emit('leave-room', {})
  }

  leave(): void {
    this.#isSeated = false
    this.#lines.clear()
    this.#guest?.leave()
    this.#guest = null
  }

  /** What keeps this page from hearing exactly these, and being heard by them. */
  missing(others: readonly VoicePage[]): string[] {
    const problems = [...this.#lines.keys()]
      .filter((id) => !others.some((other) => other.id === id))
      .map(() => `${this.#name} still waits for one who is gone`)
    for (const other of others) {
      const [own, theirs] = [this.#lines.get(other.id), other.#lines.get(this.id)]
      const pair = `${this.#name} and ${other.#name}`
      if (!own || !theirs) problems.push(`${pair}: no call`)
      else if (own.isCaller === theirs.isCaller) problems.push(`${pair}: both call, or none`)
      else if (own.attempt !== theirs.attempt) problems.push(`${pair}: two attempts`)
      else if (!own.isAnswered || own.received < candidates) problems.push(`${pair}: not all has come`)
    }
    return problems
  }

  #take(event: string, payload: Record<string, unknown>): void {
    const from = String(payload['from'] ?? payload['peerId'])
    const line = this.#lines.get(from)
    switch (event) {
      case 'connect-peer':
        if (line) this.#fault('is told to call someone whom it has a line to')
        else this.#call(from)
        return
      case 'peer-left':
        this.#lines.delete(from)
        return
      case 'offer':
        // Meant for the seat of before.
        if (this.#isSeating || line?.isCaller) return
        if (line) this.#fault('is called by someone whom it has a line to')
        else this.#answer(from, String(payload['sdp']))
        return
      case 'answer':
        if (line && line.attempt === payload['sdp']) line.isAnswered = true
        return
      case 'ice-candidate':
        this.#takeCandidate(line, JSON.stringify(payload['candidate']))
    }
  }

  #call(to: string): void {
    this.#attempts += 1
    const attempt = `${this.#name} ${this.#attempts}`
    this.#lines.set(to, { attempt, isCaller: true, isAnswered: false, received: 0 })
    this.#guest?.socket.emit('offer', { to, sdp: attempt })
    this.#sendCandidates(to, attempt)
  }

  #answer(to: string, attempt: string): void {
    if (this.#overtaken.has(attempt)) this.#fault('gets a candidate before the offer')
    this.#lines.set(to, { attempt, isCaller: false, isAnswered: true, received: 0 })
    this.#guest?.socket.emit('answer', { to, sdp: attempt })
    this.#sendCandidates(to, attempt)
  }

  #sendCandidates(to: string, attempt: string): void {
    for (let number = 0; number < candidates; number += 1)
      this.#guest?.socket.emit('ice-candidate', { to, candidate: { candidate: `${attempt} ${number}` } })
  }

  #takeCandidate(line: Line | undefined, text: string): void {
    const [, attempt, number] = /"([^"]+) (\d+)"/.exec(text) ?? []
    if (attempt === undefined) return
    if (line?.attempt !== attempt) return void this.#overtaken.add(attempt)
    if (line.isCaller && !line.isAnswered) this.#fault('gets a candidate before the answer')
    if (Number(number) !== line.received) this.#fault('gets candidates in another order')
    line.received += 1
  }

  #fault(what: string): void {
    this.faults.push(`${this.#name} ${what}`)
  }
}

const passing: ReadonlySet<string> = new Set(['too-fast', 'unavailable'])

/** Asks for a seat as a page does: again where another server did not answer in time. */
export function sit(one: VoiceGuest, ...wish: Parameters<VoiceGuest['join']>): Promise<JoinAnswer> {
  return until(async () => {
    const answer = await one.join(...wish)
    return (answer.ok || !passing.has(answer.refusal)) && answer
  })
}
