import type { Address } from '@parley/domain'
import { type ApiClient, type IceAnswer, voiceNameSchema } from '@parley/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { BlockList, keepHabits, keepOpenCall, readHabits } from './remembered.ts'
import { noCall, type CallState, type Ticket, VoiceProblem, type VoiceProblemCode } from './CallState.ts'
import { createIceSource, type IceSource, serversOf, settingsOf } from './createIceSource.ts'
import { Bridging } from './Bridging.ts'
import { createPlayback, type Playback } from './createPlayback.ts'
import type { LinkPlan } from './Link.ts'
import { isPrivateRoom } from '../voiceNames.ts'
import { type Claim, mailTo, seatOf, Signalling } from './Signalling.ts'
import { listMicrophones, OwnVoice } from './OwnVoice.ts'
import { People } from './People.ts'
import { paced, takeTabLock, type TabLock, whileOpen } from './whileOpen.ts'

const signedOut: ReadonlySet<VoiceProblemCode> = new Set(['sign-in-needed', 'other-wallet'])

/** The one call of this page: its state, and all that one can do in it. It outlives the screens that show it. */
export class Call {
  readonly store: StoreApi<CallState> = createStore(() => noCall)
  private readonly ice: IceSource
  private readonly playback: Playback = createPlayback((playbackBlocked) => this.set({ playbackBlocked }))
  private readonly voice = new OwnVoice()
  private readonly people: People
  private readonly bridging: Bridging
  private readonly blocked = new BlockList()
  private currentTicket: Ticket | null = null
  /** The signed-in wallet as which one sits here; null for a name that was typed. */
  private wallet: Address | null = null
  private signalling: Signalling | null = null
  private lock: TabLock | null = null
  private settings: RTCConfiguration = {}
  /** Counts attempts to sit down: an answer to an earlier one is of no use. */
  private attempt = 0
  private endOpen: (() => void) | null = null

  constructor(api: ApiClient) {
    this.ice = createIceSource(api)
    this.people = new People({
      playback: this.playback,
      plan: (peerId) => this.planFor(peerId),
      isBlocked: (key) => this.blocked.has(key),
      onChange: paced(() => {
        const people = this.people.list()
        this.set({ people })
        return people.length
      }),
    })
    this.bridging = new Bridging({
      people: this.people,
      say: (event, ...payload) => this.signalling?.say(event, ...payload),
      plan: () => (this.voice.sent ? { settings: this.settings, track: this.voice.sent } : null),
      onChange: (bridge) => this.set({ bridge }),
    })
    this.set({ blocked: this.blocked.list() })
  }

  private get state(): CallState {
    return this.store.getState()
  }

  get ticket(): Ticket | null {
    return this.currentTicket
  }

  get inCall(): boolean {
    return this.currentTicket !== null
  }

  /** Joins a room, leaving the one before. What goes wrong stands in the state. */
  async join(ticket: Ticket, how: 'if-free' | 'take-over' = 'if-free'): Promise<void> {
    if (this.inCall && this.state.wanted === ticket.roomId) return
    if (this.inCall) this.leave()
    this.currentTicket = ticket
    this.wallet = ticket.as ?? null
    this.set({ phase: 'asking', wanted: ticket.roomId, roomId: null, problem: null, relay: null })
    this.setMuted(ticket.muted ?? false)
    try {
      this.lock = await takeTabLock(how, () => this.end('taken-over'))
      await this.signIn(ticket)
      if (this.currentTicket !== ticket) return
      // The line to the server opens while the browser asks for the microphone.
      this.signalling = this.openSignalling()
      await this.prepare()
      if (this.currentTicket !== ticket) return
      this.set({ phase: 'joining' })
      if (this.signalling.isUp) await this.sit()
    } catch (error) {
      if (this.currentTicket === ticket) this.end(VoiceProblem.from(error).code)
    }
  }

  leave(): void {
    this.signalling?.say('leave-room', {})
    this.end(null)
  }

  /** Opens the microphone to be tried before joining. */
  async check(): Promise<void> {
    if (this.inCall || this.state.phase === 'checking') return
    this.set({ phase: 'checking', problem: null })
    try {
      await this.openVoice(readHabits().microphoneId)
      if (this.state.phase === 'off') this.voice.close()
    } catch (error) {
      this.set({ phase: 'off', problem: VoiceProblem.from(error).code })
    }
  }

  endCheck(): void {
    if (this.state.phase === 'checking') this.end(null)
  }

  setMuted(muted: boolean): void {
    this.set({ muted })
    this.voice.setAudible(!muted || this.state.holding)
    this.remember()
  }

  /** Push to talk: while Space is held, a muted user is heard. */
  hold(holding: boolean): void {
    this.set({ holding })
    this.voice.setAudible(!this.state.muted || holding)
  }

  async chooseMicrophone(id: string): Promise<void> {
    keepHabits({ microphoneId: id })
    if (!this.voice.isOpen) return
    try {
      const track = await this.openVoice(id)
      // The user left while the browser was asking: close the microphone.
      if (!this.inCall && this.state.phase !== 'checking') return this.end(null)
      await Promise.all([this.people.replaceTrack(track), this.bridging.replaceTrack(track)])
    } catch (error) {
      this.set({ problem: VoiceProblem.from(error).code })
    }
  }

  /** Turns relay-only mode on or off. Reconnects every peer. */
  async setHidden(hidden: boolean): Promise<void> {
    keepHabits({ hidden })
    this.set({ hidden })
    if (!this.inCall) return
    this.useIce(await this.ice.fresh())
    await this.sitAgain()
  }

  /** Is seen by one's address in open rooms, as the wallet that is signed in, or by a name again. */
  async setByAddress(byAddress: boolean, signIn: Ticket['signIn']): Promise<void> {
    keepHabits({ byAddress })
    this.set({ problem: null })
    if (!this.inCall) return
    try {
      if (byAddress && signIn) this.wallet = await signIn()
      this.clear()
      // The server knows a session by the cookie that the line began with.
      this.signalling?.reopen()
    } catch (error) {
      keepHabits({ byAddress: false })
      this.set({ problem: VoiceProblem.from(error).code })
    }
  }

  /** Reconnects every peer, as the offering side. */
  async sitAgain(): Promise<void> {
    this.clear()
    await this.sit()
  }

  setTaste(key: string, taste: Parameters<People['setTaste']>[1]): void {
    this.people.setTaste(key, taste)
  }

  /** Blocks a person, in this browser only. */
  block(key: string, name: string | null): void {
    this.blocked.add(key, name)
    this.people.dropKey(key)
    this.set({ blocked: this.blocked.list() })
  }

  unblock(key: string): void {
    this.blocked.remove(key)
    this.set({ blocked: this.blocked.list() })
  }

  /** After a click, wherever it was: plays and measures what the browser held back. */
  async hear(): Promise<void> {
    await Promise.all([this.playback.unblock(), this.voice.resume()])
  }

  private async prepare(): Promise<void> {
    const [ice, certificate] = await Promise.all([
      this.ice.fresh(),
      makeCertificate(),
      this.voice.isOpen ? null : this.openVoice(readHabits().microphoneId),
    ])
    this.settings = { certificates: [certificate] }
    this.useIce(ice)
    // The user left while the browser was asking: close the microphone.
    if (!this.inCall) this.voice.close()
    else this.begin()
  }

  /** Where the room opens only to its parties, or one wants to be seen by one's address. @throws {VoiceProblem} */
  private async signIn({ signIn }: Ticket): Promise<void> {
    if (!signIn || !this.isByAddress) return
    if (!window.isSecureContext) throw new VoiceProblem('insecure')
    this.set({ phase: 'signing' })
    this.wallet = await signIn()
    if (this.state.phase === 'signing') this.set({ phase: 'asking' })
  }

  private get isByAddress(): boolean {
    return isPrivateRoom(this.state.wanted ?? '') || readHabits().byAddress
  }

  private get claim(): Claim {
    if (this.wallet && this.isByAddress) return { as: this.wallet }
    const name = voiceNameSchema.safeParse(readHabits().name)
    return name.success ? { name: name.data } : {}
  }

  private async openVoice(deviceId: string | null): Promise<MediaStreamTrack> {
    const track = await this.voice.open(deviceId, () => this.end('microphone-gone'))
    this.begin()
    this.set({ microphoneId: this.voice.deviceId })
    // Runs in the background: joining doesn't wait for the list.
    void this.showMicrophones()
    return track
  }

  private async showMicrophones(): Promise<void> {
    this.set({ microphones: await listMicrophones() })
  }

  private useIce(ice: IceAnswer): void {
    const { settings, hidden } = settingsOf(this.settings, {
      ice,
      roomId: this.state.wanted ?? '',
      hidden: readHabits().hidden,
    })
    this.settings = settings
    this.set({ hidden, relay: ice.relay ? 'there' : 'none' })
  }

  private planFor(peerId: string): Omit<LinkPlan, 'offers' | 'onChange' | 'onTrack'> {
    const track = this.voice.sent
    if (!track) throw new VoiceProblem('microphone-gone')
    return {
      settings: this.settings,
      track,
      mail: mailTo(peerId, () => this.signalling),
      freshServers: async () => serversOf((await this.ice.fresh()).iceServers),
      onRelayRefused: () => this.set({ relay: 'refused' }),
    }
  }

  private openSignalling(): Signalling {
    return new Signalling({
      onUp: () => void this.sit(),
      onDown: (final) => {
        // The server drops connections without a seat after a while, for example during a permission prompt.
        if (this.state.phase === 'asking') return final ? this.signalling?.open() : undefined
        if (final) return this.end('taken-over')
        this.set({ phase: 'reconnecting' })
        this.people.lost(performance.now())
        this.bridging.lost()
      },
      onFailed: () => this.set({ problem: 'unreachable' }),
      onNotice: (notice) => this.bridging.take(notice),
    })
  }

  private async sit(): Promise<void> {
    const { signalling, currentTicket } = this
    if (!signalling || !currentTicket || this.state.phase === 'asking') return
    const attempt = (this.attempt += 1)
    const wanted = (): boolean => this.attempt === attempt && this.currentTicket === currentTicket
    try {
      const seat = await seatOf(signalling, {
        roomId: this.state.roomId ?? currentTicket.roomId,
        claim: this.claim,
        wanted,
      })
      if (!seat || !wanted()) return
      this.set({ phase: 'connected', roomId: seat.roomId, problem: null })
      this.remember()
    } catch (error) {
      // A question that was never answered: the line is down, and `sit` comes again with it.
      if (!wanted() || !(error instanceof VoiceProblem)) return
      // Signed out since: in an open room the user stays, under their name.
      if (this.wallet && signedOut.has(error.code) && !isPrivateRoom(currentTicket.roomId)) {
        this.wallet = null
        await this.sit()
      } else this.end(error.code)
    }
  }

  private begin(): void {
    this.endOpen ??= whileOpen({
      look: () => this.look(),
      measure: () => void this.people.measure(),
      devices: () => void this.showMicrophones(),
      // Others hear at once that this page goes; it comes again by what the tab remembers.
      goodbye: () => this.clear(),
      toggleMute: () => this.inCall && this.setMuted(!this.state.muted),
      hold: (on) => this.inCall && this.hold(on),
      clicked: () => void this.hear(),
    })
  }

  private look(): void {
    const nowMs = performance.now()
    this.bridging.look(nowMs)
    this.people.look(nowMs)
    const change = this.voice.look(nowMs)
    if (change) this.set(change)
  }

  private end(problem: VoiceProblemCode | null): void {
    this.attempt += 1
    this.currentTicket = null
    this.endOpen?.()
    this.endOpen = null
    this.clear()
    this.playback.close()
    this.signalling?.close()
    this.signalling = null
    this.voice.close()
    this.lock?.release()
    this.lock = null
    keepOpenCall(null)
    const { microphones, microphoneId } = this.state
    this.set({ ...noCall, blocked: this.blocked.list(), microphones, microphoneId, wanted: this.state.wanted, problem })
  }

  private clear(): void {
    this.bridging.close()
    this.people.clear()
  }

  private remember(): void {
    const { currentTicket: ticket } = this
    const { phase, muted, wanted } = this.state
    if (!ticket || phase !== 'connected') return
    keepOpenCall({ roomId: wanted ?? ticket.roomId, path: ticket.path, muted, as: this.wallet })
  }

  private set(change: Partial<CallState>): void {
    this.store.setState(change)
  }
}

/** One certificate for all connections of a call, so that others recognise us after a reconnect. */
function makeCertificate(): Promise<RTCCertificate> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return RTCPeerConnection.generateCertificate(curve)
}
