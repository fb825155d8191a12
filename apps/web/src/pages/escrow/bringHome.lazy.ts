import { type Address, nftKey, sameAddress } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import type { ActionFailure } from '../../actions/action.ts'
import { bringHomeTogether, takeOwedCoins } from '../../actions/bringHome.ts'
import { runClose } from '../../features/offers/runSettlement.ts'
import { withTabLock } from '../../services/browser.ts'
import { chainTimeS } from '../../services/chainTime.ts'
import type { Portal } from '../../services/Portal.ts'
import { queryKeys, readAgain } from '../../services/queries.ts'
import { runAction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'
import { escrowText } from '../../text/escrow.lazy.ts'
import type { Message } from '../../text/message.ts'
import { type Holding, holdingsOf, readEscrows } from './holdings.ts'
import { callHome, paysFee } from '../../services/wayHome.ts'
import { isTracked, lockOf, noteRows, paused, queueOf, type QueueRow } from './homeQueue.ts'

const words = escrowText.queue

export interface QueueRun {
  readonly session: Session
  readonly portal: Portal
  readonly account: Address
  readonly to: Address
  /** Things that the wallet signs under one signature; each alone where it signs one call at a time. */
  readonly together: ((waiting: readonly Holding[]) => readonly (readonly Holding[])[]) | null
  /** Checked between transactions. */
  readonly isStopped: () => boolean
}

/**
 * Works through the rows that wait, one transaction after the other, and stops at the first no. Only one page of a browser does
 * so at a time, and what is left is read from the chain each time, so nothing is sent twice.
 */
export async function runQueue(run: QueueRun): Promise<void> {
  const { session, account } = run
  const { store, update } = queueOf(session, account)
  await withTabLock(lockOf(account), async () => {
    update((queue) => ({ ...queue, running: true }))
    try {
      const tried = new Set<string>()
      for (;;) {
        const row = store.getState().rows.find(({ key, state }) => state === 'waiting' && !tried.has(key))
        if (!row || run.isStopped()) return
        tried.add(row.key)
        if (!(await bringOne(run, row))) return
      }
    } finally {
      update(paused)
      // What the chain said of the rows is not in the page's list: each step reads only them.
      void readAgain(session.queries, { queryKey: queryKeys.offers })
    }
  })
}

/** @returns whether to go on. */
async function bringOne(run: QueueRun, row: QueueRow): Promise<boolean> {
  const { session, account, together } = run
  const note = (state: QueueRow['state'], text: string | null): boolean => {
    noteRows(run, [row.key], { state, text })
    return state === 'done'
  }
  const { address } = getConnection(session.wagmi)
  // Nothing was tried yet, so it goes on from here.
  if (!address || !sameAddress(address, account)) return note('waiting', words.otherWallet)
  // One that was sent earlier is followed by the tracker; the next look at the chain tells.
  if (isTracked(session, account, row.key)) {
    note('waiting', words.underWay)
    return true
  }
  note('running', null)
  const read = await readHoldings(run).catch(() => null)
  if (!read) return note('waiting', escrowText.failed)
  const { holdings, isWhole } = read
  const holding = holdings.find(({ key }) => key === row.key)
  if (!holding && isWhole) return note('done', words.gone)
  if (!holding) {
    note('waiting', escrowText.failed)
    return true
  }
  if (holding.way !== row.way) {
    note('failed', paysFee(holding) ? words.nowCosts : words.changed)
    return true
  }
  const group = together?.(stillWaiting(run, holdings)).find((one) => one.some(({ key }) => key === row.key))
  return group && group.length > 1 ? bringTogether(run, group) : bringAlone(run, holding)
}

function openRows({ session, account }: Pick<QueueRun, 'session' | 'account'>): readonly QueueRow[] {
  const { rows } = queueOf(session, account).store.getState()
  return rows.filter(({ state }) => state === 'waiting' || state === 'running')
}

function stillWaiting(run: QueueRun, holdings: readonly Holding[]): readonly Holding[] {
  const { session, account } = run
  return openRows(run)
    .flatMap((row) => holdings.find(({ key, way }) => key === row.key && way === row.way) ?? [])
    .filter(({ key }) => !isTracked(session, account, key))
}

interface Read {
  readonly holdings: readonly Holding[]
  /** Every escrow could be read: what isn't there is home. */
  readonly isWhole: boolean
}

/** Reads what the queue still has to bring, however many other offers the escrows have. */
async function readHoldings(run: Pick<QueueRun, 'session' | 'account'>): Promise<Read> {
  const { session, account } = run
  const answer = await readEscrows(session, account, { only: openRows(run).map(({ key }) => key) })
  const holdings = holdingsOf(session, answer, chainTimeS(session.live, session.clock.now()))
  return { holdings, isWhole: answer.unreadable === 0 }
}

async function bringAlone(run: QueueRun, holding: Holding): Promise<boolean> {
  const { session, portal } = run
  const report = reporter(run, [holding.key])
  const { offer, way } = holding
  const done =
    offer && way !== 'take'
      ? await runClose(session, portal, { kind: way, offer }, report)
      : await takeCoins(run, holding, report)
  return report.goesOn(done)
}

/** Sends owed coins to an address. Without `report`, says so like every action. */
export function takeCoins(
  { session, portal, account, to }: Pick<QueueRun, 'session' | 'portal' | 'account' | 'to'>,
  { escrow, key }: Holding,
  report?: Pick<Reporter, 'onDone' | 'onFailed'>,
): Promise<boolean> {
  const said: Message = { key: 'coinsTaken', channel: 'alert', tone: 'success', text: words.taken }
  return runAction(session, portal, {
    kind: 'bringHome',
    subject: null,
    items: [key],
    escrow,
    ...(report && { onFailed: report.onFailed }),
    run: async (tools) => {
      await takeOwedCoins(tools, { escrow, owner: account, to })
      if (report) report.onDone(said)
      else session.notices.announce(said)
    },
  })
}

async function bringTogether(run: QueueRun, group: readonly Holding[]): Promise<boolean> {
  const { session, portal, account, to } = run
  const [first] = group
  if (!first) return true
  const keys = group.map(({ key }) => key)
  noteRows(run, keys, { state: 'running', text: null })
  const report = reporter(run, keys)
  const things = group.map((holding) => ({
    offer: holding.offer,
    paysFee: paysFee(holding),
    call: (feeWei: bigint) => callHome(holding, feeWei, to),
  }))
  const done = await runAction(session, portal, {
    kind: 'bringHome',
    subject: null,
    items: keys,
    escrow: first.escrow,
    onFailed: report.onFailed,
    run: async (tools) => {
      const left = new Set((await bringHomeTogether(tools, first.escrow, { account, things })).map(nftKey))
      const stuck = group.filter(({ nfts }) => nfts.some((nft) => left.has(nftKey(nft))))
      report.onDone({ key: 'broughtHome', channel: 'alert', tone: 'success', text: words.together }, stuck)
    },
  })
  const goesOn = report.goesOn(done)
  // One of them fails where the others are: each alone, since the next bundle would fail as well.
  return done || !goesOn ? goesOn : bringEachAlone(run, group)
}

async function bringEachAlone(run: QueueRun, group: readonly Holding[]): Promise<boolean> {
  const keys = group.map(({ key }) => key)
  noteRows(run, keys, { state: 'waiting', text: null })
  for (const row of queueOf(run.session, run.account).store.getState().rows) {
    if (!keys.includes(row.key)) continue
    if (run.isStopped() || !(await bringOne({ ...run, together: null }, row))) return false
  }
  return true
}

interface Reporter {
  /** `stuck`: those of a bundle that aren't home though its transaction went through. */
  readonly onDone: (said: Message, stuck?: readonly Holding[]) => void
  readonly onFailed: (said: readonly Message[], failure: ActionFailure | null) => void
  /** Writes the outcome beside the rows. @returns whether the next one may be sent. */
  readonly goesOn: (done: boolean) => boolean
}

function reporter(run: QueueRun, keys: readonly string[]): Reporter {
  let text: string = words.notSaid
  let failure: ActionFailure | null = null
  const stuckKeys = new Set<string>()
  return {
    onDone: ({ text: said, tone }, stuck) => {
      text = said
      // It went through, but something is still in the escrow, or may be.
      if (tone !== 'success') for (const key of keys) stuckKeys.add(key)
      for (const { key } of stuck ?? []) stuckKeys.add(key)
    },
    onFailed: ([said], cause) => {
      if (said) text = [said.text, said.detail].filter(Boolean).join(' ')
      failure = cause
    },
    goesOn: (done) => {
      const [home, stuck] = [keys.filter((key) => !stuckKeys.has(key)), [...stuckKeys]]
      noteRows(run, home, { state: done ? 'done' : 'failed', text })
      noteRows(run, stuck, { state: 'failed', text: home.length > 0 ? words.stuck : text })
      return done || (failure !== null && concernsItAlone(failure))
    },
  }
}

/** The contract or a collection refused this one thing; the others are not touched by that. */
function concernsItAlone(failure: ActionFailure): boolean {
  if (failure.kind === 'chain') return failure.failure.kind === 'reverted'
  return failure.kind === 'reverted-on-chain' || failure.kind === 'chain-differs' || failure.kind === 'offer-unknown'
}
