import type { OfferId } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { LRUCache } from 'lru-cache'
import type { PublicClient } from 'viem'
import { failureText } from '../log.ts'
import { sleep } from '../lib/async.ts'
import { ForkMismatchError, readHead, readHeader } from '../indexer/reads/rpcBlocks.ts'
import { type Alarm, blindAlarm, coinsAlarm, createConditions, movedAlarm } from './alarms.ts'
import {
  missingCoins,
  openLedger,
  readCoins,
  readOfferedCoins,
  withEvent,
  type CoinLedger,
  type CoinReading,
} from './coinLedger.ts'
import { createCustodyWatch } from './custodyWatch.ts'
import { createEventReader, newsOf, type Checkpoint, type EventRange } from './eventWatch.ts'
import type { WatchState, WatchStore } from './watchState.ts'

export interface WatchListener {
  /** Something happened, or began. */
  alarmed(alarm: Alarm): void
  /** A condition that was alarmed about has ended. */
  ended(alarm: Alarm): void
  /** The chain couldn't be read this time. */
  failed(reason: string): void
}

export interface WatchStatus {
  readonly openOffers: number
  /** Since the last successful look, in ms; null before the first. */
  readonly silentMs: number | null
  /** Since every open offer had been looked at, in ms; null before. */
  readonly wholePassMs: number | null
  /** Conditions that were alarmed about and last. */
  readonly lasting: readonly Alarm[]
}

/** Watches the escrows of a deployment. */
export interface Watch {
  /** Looks once. @throws if the chain can't be read, or its endpoints contradict each other. */
  look(): Promise<void>
  /** Looks at an interval, until `stop`. */
  start(): void
  stop(): Promise<void>
  status(): WatchStatus
}

export interface WatchOptions {
  readonly everyMs: number
  readonly listener: WatchListener
  /** Without one, a watch begins at the newest block. */
  readonly store?: WatchStore
  /** Failed looks for this long are an alarm. */
  readonly blindAfterMs?: number
}

/** Ranges of logs that are read in one look; the next one goes on. */
const rangesPerLook = 50
const usualBlindAfterMs = 120_000
/** Contradictions in a row after which the checkpoint itself is doubted. */
const mixedLooksToDoubt = 3
/** Blocks that are read again after a reorg. Alarms about them aren't repeated. */
const reorgBlocks = 512
const maxTold = 500

/**
 * Watches events and state.
 *
 * Events are read up to the head of the previous look, if its block is still there. State is read at the head, and two
 * looks have to agree before an alarm.
 */
export function createWatch(
  chain: PublicClient,
  escrows: readonly EscrowDeployment[],
  { everyMs, listener, store, blindAfterMs = usualBlindAfterMs }: WatchOptions,
): Watch {
  const events = createEventReader(chain, escrows)
  const custody = new Map(escrows.map(({ address }) => [address, createCustodyWatch(chain, address)]))
  const conditions = createConditions()
  const told = new LRUCache<string, true>({ max: maxTold })
  const ledgers = new Map<string, CoinLedger>()
  const stopping = new AbortController()
  let isLoaded = false
  /** The block that the first watch began at. */
  let since = 0
  let checkpoint: Checkpoint | null = null
  /** The head of the look before. */
  let pending: Checkpoint | null = null
  let mixedLooks = 0
  let lookedAtMs: number | null = null
  let following = Promise.resolve()
  const startedAtMs = performance.now()

  async function load(): Promise<void> {
    const state = (await store?.load()) ?? null
    isLoaded = true
    if (state === null) return
    since = state.since
    checkpoint = state.checkpoint
    for (const [escrow, ledger] of Object.entries(state.ledgers)) ledgers.set(escrow, ledger)
    for (const key of state.told) told.set(key, true)
  }

  const stateOf = (at: Checkpoint): WatchState => ({
    since,
    checkpoint: { number: at.number, hash: at.hash },
    ledgers: Object.fromEntries(ledgers),
    told: [...told.rkeys()],
  })

  /** The head of the look before, if the chain still has it. */
  async function settledHead(head: Checkpoint): Promise<Checkpoint | null> {
    const before = pending
    pending = head
    if (before === null || before.number > head.number) return null
    const now = before.number === head.number ? head : await readHeader(chain, before.number)
    return now?.hash === before.hash ? before : null
  }

  /** A mixture of branches passes. If the checkpoint's own block was replaced, its blocks are read again. */
  async function leaveLostBranch(): Promise<void> {
    if (checkpoint === null) return
    const now = await readHeader(chain, checkpoint.number)
    if (now?.hash === checkpoint.hash) return
    const head = await readHead(chain)
    since = Math.min(since, head.number)
    const number = Math.max(since, Math.min(checkpoint.number, head.number) - reorgBlocks)
    const header = await readHeader(chain, number)
    if (header === null) return
    checkpoint = { number, hash: header.hash }
    ledgers.clear()
  }

  async function readEvents(to: Checkpoint): Promise<void> {
    for (let count = 0; count < rangesPerLook && checkpoint !== null && checkpoint.number < to.number; count += 1) {
      const range = await events.read(checkpoint, to)
      for (const escrow of escrows) await takeRange(escrow, range)
      checkpoint = range.end
    }
  }

  async function takeRange(escrow: EscrowDeployment, { logs, isChecked }: EventRange): Promise<void> {
    const news = newsOf(escrow, logs)
    for (const alarm of news.alarms) {
      if (told.has(alarm.key)) continue
      told.set(alarm.key, true)
      listener.alarmed(alarm)
    }
    const ledger = ledgers.get(escrow.address)
    if (ledger === undefined) return
    // Logs may be missing from a long range, so the ledger begins again from what there is.
    if (!isChecked) return void ledgers.delete(escrow.address)
    const ended = news.events.flatMap((entry) =>
      entry.of === 'offer' && (entry.event.kind === 'completed' || entry.event.kind === 'cancelled')
        ? [entry.event.offerId]
        : [],
    )
    const offeredCoins = await readOfferedCoins(chain, escrow, ended)
    ledgers.set(
      escrow.address,
      news.events.reduce((sum, entry) => withEvent(sum, entry, offeredCoins), ledger),
    )
  }

  function compareCoins(escrow: EscrowDeployment, reading: CoinReading): Alarm[] {
    const ledger = ledgers.get(escrow.address)
    const found = missingCoins(ledger ?? { ...openLedger(reading), feesWei: 0n }, reading)
    if (found !== null) return [coinsAlarm(escrow.address, found)]
    // Fees of returned offers and coins that were forced in come on top.
    ledgers.set(escrow.address, openLedger(reading))
    return []
  }

  async function lookAtCoins(at: Checkpoint): Promise<Alarm[]> {
    const alarms: Alarm[] = []
    for (const escrow of escrows)
      if (at.number >= escrow.fromBlock) alarms.push(...compareCoins(escrow, await readCoins(chain, escrow, at.number)))
    return alarms
  }

  async function lookAtNfts(): Promise<{ alarms: Alarm[]; examined: ReadonlySet<OfferId> }> {
    const suspects = conditions.all().flatMap(({ offerId }) => offerId ?? [])
    const examined = new Set<OfferId>()
    const alarms: Alarm[] = []
    for (const [escrow, watch] of custody) {
      const found = await watch.look(suspects)
      for (const id of found.examined) examined.add(id)
      alarms.push(...found.moved.map(({ offerId, nft, holder }) => movedAlarm(escrow, offerId, nft, holder)))
    }
    return { alarms, examined }
  }

  function tell(seen: readonly Alarm[], wasExamined: (alarm: Alarm) => boolean): void {
    const { begun, ended } = conditions.update(seen, wasExamined)
    for (const alarm of begun) listener.alarmed(alarm)
    for (const alarm of ended) listener.ended(alarm)
  }

  async function lookAtChain(): Promise<void> {
    if (!isLoaded) await load()
    const settled = await settledHead(await readHead(chain))
    if (settled !== null) {
      if (checkpoint === null) since = settled.number
      checkpoint ??= settled
      await readEvents(settled)
      if (checkpoint.number === settled.number)
        tell(await lookAtCoins(settled), ({ alarm }) => alarm === 'coins-missing')
      await store?.save(stateOf(checkpoint))
    }
    const nfts = await lookAtNfts()
    tell(nfts.alarms, ({ offerId }) => offerId !== undefined && nfts.examined.has(offerId))
  }

  async function look(): Promise<void> {
    try {
      await lookAtChain()
      mixedLooks = 0
    } catch (error) {
      mixedLooks = error instanceof ForkMismatchError ? mixedLooks + 1 : 0
      if (mixedLooks >= mixedLooksToDoubt) await leaveLostBranch()
      throw error
    }
    lookedAtMs = performance.now()
    tell([], ({ alarm }) => alarm === 'cannot-look')
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        const reason = failureText(error)
        listener.failed(reason)
        const silentMs = performance.now() - (lookedAtMs ?? startedAtMs)
        if (silentMs >= blindAfterMs) tell([blindAlarm(silentMs, reason)], () => false)
      })
      await sleep(everyMs, stopping.signal)
    }
  }

  return {
    look,
    start() {
      following = follow()
    },
    async stop() {
      stopping.abort()
      await following
    },
    status() {
      const watches = [...custody.values()]
      const passes = watches.map((watch) => watch.wholePassAtMs())
      const oldest = passes.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)), Infinity)
      return {
        openOffers: watches.reduce((sum, watch) => sum + watch.openOffers(), 0),
        silentMs: lookedAtMs === null ? null : performance.now() - lookedAtMs,
        wholePassMs: oldest === null ? null : performance.now() - oldest,
        lasting: conditions.alarmed(),
      }
    },
  }
}
