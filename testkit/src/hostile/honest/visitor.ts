import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { failureSchema, holdingsSchema, nftSchema, wireOfferSchema, z, type OfferHint } from '@parley/protocol'
import { pageMark, type Arena } from '../arena.ts'
import { Breach } from '../breach.ts'
import { HttpClient, siteOrigin, sourceAt, type Answer, type Door, type Request, type Source } from '../network.ts'
import { cardName, colourError } from './cards.ts'
import { LivePage } from './livePage.ts'
import { TablePair } from './tablePair.ts'
import { addressOf, type Deed, type HonestTrades } from './trades.ts'
import { VoicePair } from './voicePair.ts'

/** An honest visitor's time-out. Long, for busy machines. */
const patienceMs = 120_000
/** The server's ping interval for voice; it drops clients that don't answer. */
const heartbeatNs = 10_000_000_000
const gatewayTimedOut = 504
const againMs = 1_000
/** After this many rounds the visitor changes identity and address. */
const roundsEach = 25
/** WebP shifts a colour by a few of 255 steps. */
const colourTolerance = 12

const offerAnswer = z.object({ offer: wireOfferSchema })
const offersAnswer = z.object({ offers: z.array(wireOfferSchema) })

/** Called with each answer's duration. */
export type OnAnswer = (question: string, tookMs: number) => void

/** An honest visitor who uses the site as intended and knows the right answers. */
export class Visitor {
  private readonly door: Door
  private readonly arena: Arena
  private readonly trades: HonestTrades
  private readonly onAnswer: OnAnswer
  private rounds = 0
  private http: HttpClient
  private live: LivePage | undefined
  private voice: VoicePair | undefined
  private table: TablePair | undefined
  private readonly standstills = monitorEventLoopDelay({ resolution: 1_000 })

  constructor(door: Door, { arena, trades }: { arena: Arena; trades: HonestTrades }, onAnswer: OnAnswer) {
    this.door = door
    this.arena = arena
    this.trades = trades
    this.onAnswer = onAnswer
    this.http = new HttpClient(door, this.source(0))
  }

  get peerIds(): readonly string[] {
    return this.voice?.peerIds ?? []
  }

  get tableId(): string {
    return this.table?.tableId ?? ''
  }

  /** Opens the page: its event stream, a table and the voice room, with a new address now and then. */
  async arrive(): Promise<void> {
    if (this.rounds % roundsEach === 0) {
      this.close()
      this.http = new HttpClient(this.door, this.source(0))
      this.live = await LivePage.open(this.door, this.source(0), patienceMs)
      this.voice = await this.openVoice()
      this.table = await TablePair.open(this.door, [this.source(0), this.source(1)], patienceMs)
    }
    this.rounds += 1
  }

  /** Makes every request whose answer doesn't change. `fresh` is a card whose picture is not cached yet. */
  async askSteady(fresh: number): Promise<void> {
    await Promise.all([
      this.page(),
      this.standingOffer(),
      this.picture(fresh),
      this.name(),
      this.unknown(),
      this.talk(),
      this.settle(),
    ])
  }

  /** The minimum check that the site is up and right. */
  async glance(): Promise<void> {
    await Promise.all([this.standingOffer(), this.talk(), this.settle()])
  }

  /** Requests that cost the server little. */
  async askQuick(): Promise<void> {
    await Promise.all([this.page(), this.standingOffer(), this.name(), this.talk()])
  }

  /** Performs an event on chain; a live event must follow, and every answer must then agree. */
  async follow(deed: Promise<Deed>): Promise<void> {
    const { live } = this
    if (!live) throw new Error('a visitor has to arrive first')
    const since = live.mark
    const { isTold, block, created, minedMs } = await deed
    const toldMs = await live.hears(isTold, since, patienceMs)
    // Names read recently are announced by the same event, so the block counts too.
    const reachedMs = await live.hears((event) => event.type === 'head' && event.block >= block, since, patienceMs)
    this.onAnswer('live event', Math.max(0, toldMs - minedMs, reachedMs - minedMs))
    await Promise.all([this.holdings('alice'), this.holdings('bob'), this.offers(), created && this.record(created)])
  }

  async checkHealth(): Promise<void> {
    await this.get('health', '/health')
  }

  close(): void {
    this.standstills.disable()
    this.http.close()
    this.live?.close()
    this.voice?.close()
    this.table?.close()
  }

  private async page(): Promise<void> {
    const { body } = await this.get('page', '/')
    if (!body.includes(pageMark)) throw new Breach('wrong', 'page: another document')
  }

  private async standingOffer(): Promise<void> {
    const { standing } = this.trades
    const answer = await this.get('offer', `/api/swap-offers/${standing}`)
    const { offer } = read('offer', offerAnswer, answer)
    if (offer.offerId !== standing || offer.status !== 'active' || !offer.isActive)
      throw new Breach('wrong', `offer: ${JSON.stringify(offer)}`)
  }

  private async picture(card: number): Promise<void> {
    const answer = await this.patiently('picture', `/api/nft/${this.arena.cards}/${card}/image?size=256`)
    const differs = await colourError(answer.body, card)
    if (answer.headers['content-type'] !== 'image/webp' || differs > colourTolerance)
      throw new Breach('wrong', `picture: not that of card ${card} (${differs.toFixed(0)} off)`)
  }

  private async name(): Promise<void> {
    const { name } = read('name', nftSchema, await this.get('name', `/api/nft/${this.arena.cards}/1`))
    if (name !== cardName(1)) throw new Breach('wrong', `name: ${name}`)
  }

  /** A mistyped link: the server asks the chain, and answers that there is no such offer. */
  private async unknown(): Promise<void> {
    const hash = `0x${randomBytes(32).toString('hex')}`
    read('unknown offer', failureSchema, await this.get('unknown offer', `/api/swap-offers/${hash}`, 404))
  }

  /** Reconnects after the server dropped the connection because this process had stalled. */
  private async talk(): Promise<void> {
    if (!this.voice) return
    if (this.voice.endedBecause !== undefined && this.standstills.max > heartbeatNs) {
      this.voice.close()
      this.voice = await this.openVoice()
    }
    this.onAnswer('voice', await this.voice.relay(patienceMs))
  }

  /** What Bob lays down is at Alice's page. */
  private async settle(): Promise<void> {
    if (this.table) this.onAnswer('table', await this.table.relay(patienceMs))
  }

  private openVoice(): Promise<VoicePair> {
    this.standstills.enable()
    this.standstills.reset()
    return VoicePair.open(this.door, [this.source(0), this.source(1)], this.trades.standing, patienceMs)
  }

  private async holdings(person: 'alice' | 'bob'): Promise<void> {
    const wanted = this.trades.holdings(person)
    const { nfts } = read('holdings', holdingsSchema, await this.get('holdings', `/api/holdings/${addressOf(person)}`))
    const differs = nfts.find(({ tokenId, escrowedBy }) => wanted.get(tokenId) !== escrowedBy)
    if (differs || nfts.length !== wanted.size)
      throw new Breach('wrong', `holdings: ${nfts.length} for ${wanted.size} of ${person}, ${JSON.stringify(differs)}`)
  }

  private async offers(): Promise<void> {
    const wanted = this.trades.offers()
    const answer = await this.get('offers', `/api/swap-offers/creator/${addressOf('alice')}`)
    const { offers } = read('offers', offersAnswer, answer)
    const same = offers.length === wanted.length && offers.every(({ offerId }) => wanted.includes(offerId))
    if (!same) throw new Breach('wrong', `offers: ${offers.map(({ offerId }) => offerId).join()}, not ${wanted.join()}`)
  }

  private async record(hint: OfferHint): Promise<void> {
    const request = {
      path: '/api/swap-offers',
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: siteOrigin },
      body: JSON.stringify(hint),
    }
    const { offer } = read('recorded offer', offerAnswer, await this.ask('recorded offer', request, [200, 201]))
    if (offer.offerId !== hint.offerId) throw new Breach('wrong', `recorded offer: ${offer.offerId}`)
  }

  private get(question: string, path: string, status = 200): Promise<Answer> {
    return this.ask(question, { path }, [status])
  }

  /** Retries, as the page does, if the server timed out on a busy machine. */
  private async patiently(question: string, path: string): Promise<Answer> {
    const startedMs = performance.now()
    for (;;) {
      const answer = await this.send(question, { path })
      const tookMs = performance.now() - startedMs
      if (answer.status === gatewayTimedOut && tookMs < patienceMs) {
        await delay(againMs)
        continue
      }
      return this.accept(question, { ...answer, tookMs }, [200])
    }
  }

  private async ask(question: string, request: Request, statuses: readonly number[]): Promise<Answer> {
    return this.accept(question, await this.send(question, request), statuses)
  }

  private send(question: string, request: Request): Promise<Answer> {
    return this.http.ask(request, patienceMs).catch((error: unknown) => {
      throw new Breach('wrong', `${question}: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  private accept(question: string, answer: Answer, statuses: readonly number[]): Answer {
    if (!statuses.includes(answer.status))
      throw new Breach('wrong', `${question}: status ${answer.status}, ${answer.body.toString().slice(0, 200)}`)
    this.onAnswer(question, answer.tookMs)
    return answer
  }

  private source(person: 0 | 1): Source {
    const era = Math.floor(this.rounds / roundsEach)
    return sourceAt(this.door, `127.${10 + person}.${1 + (era >> 7)}.${1 + (era & 127)}`)
  }
}

function read<S extends z.ZodMiniType>(question: string, schema: S, { body }: Answer): z.output<S> {
  const text = body.toString()
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Breach('wrong', `${question}: ${text.slice(0, 1_500)}`)
  return parsed.data
}
