import { setTimeout } from 'node:timers/promises'
import { sameDeal, type TableDeal } from '@parley/domain'
import { dealFromWire, type WireTable } from '@parley/protocol'
import { seatOf } from '../../../apps/web/src/services/tableLine.ts'
import { checkLog, isSame, type KnownOffer } from './checkLog.ts'
import type { FaultyTab } from './faultyTab.ts'
import { knownOffers, personOf, type Play, settleTimeoutMs, truthOf } from './play.ts'

const lookAgainMs = 200

/** Repairs all lines, waits for pending requests, and notes the differences. */
export async function settle(play: Play): Promise<void> {
  const { world, tabs, sent, trace, pending, problems } = play
  trace.push('settle')
  for (const tab of tabs) tab.mend()
  // Some of these wait for a restart themselves, which waits for undisturbed work.
  while (pending.size > 0) await Promise.all(pending)
  return world.undisturbed(async () => {
    const { truth, offers } = await settledTruth(play)
    await whenAllShow(tabs, truth)
    problems.push(
      ...tabs
        .filter((tab) => !shows(tab, truth))
        .map((tab) => `tab ${tabs.indexOf(tab)} shows ${shownBy(tab)}, not ${summary(truth)}`),
      ...checkLog(truth, sent, offers),
      ...tabs.flatMap((tab) => lostDrafts(tab, truth)),
    )
    if (play.end && truth.state !== 'closed') problems.push(`it is ${truth.state}, and was ${play.end.how}`)
    // The answer may have been lost.
    const { closedBy } = truth
    if (closedBy !== null) play.end ??= { by: personOf(play.pair, truth[closedBy]), how: 'left' }
  })
}

/** Offers reach the table a little later, by the index. Another lane may let them expire in the meantime. */
async function settledTruth(play: Play): Promise<{ truth: WireTable; offers: readonly KnownOffer[] }> {
  for (let tries = 0; ; tries += 1) {
    const offers = await knownOffers(play)
    const truth = await truthOf(play)
    // Without offers there is nothing to wait for.
    const isSettled = offers.length === 0 || checkLog(truth, play.sent, offers).length === 0
    if (isSettled || tries * lookAgainMs > settleTimeoutMs) return { truth, offers }
    await setTimeout(lookAgainMs)
  }
}

/** Drafts that are gone, and were not laid down by their person. */
function lostDrafts({ gone, wallet }: FaultyTab, truth: WireTable): string[] {
  const seat = seatOf(truth, wallet.address)
  const isLaid = (draft: TableDeal) =>
    truth.log.some((line) => line.kind === 'version' && line.by === seat && sameDeal(dealFromWire(line.deal), draft))
  return gone.filter((draft) => !isLaid(draft)).map(() => `a draft of ${seat} was lost`)
}

/**
 * At one moment: who moves to another server is gone for an instant. Seconds are counted, not the clock: after a machine has
 * stood still all leases have ended, and it takes some seconds to renew them.
 */
function whenAllShow(tabs: readonly FaultyTab[], truth: WireTable): Promise<void> {
  return new Promise((resolve) => {
    let seconds = 0
    const look = (): void => {
      if (seconds * 1000 < settleTimeoutMs && !tabs.every((tab) => shows(tab, truth))) return
      clearInterval(timer)
      for (const forget of forgets) forget()
      resolve()
    }
    const timer = setInterval(() => {
      seconds += 1
      look()
    }, 1_000)
    const forgets = tabs.map((tab) => tab.table.store.subscribe(look))
    look()
  })
}

function shows(tab: FaultyTab, truth: WireTable): boolean {
  const { table, link, here } = tab.table.store.getState()
  // No one sits at a table that has ended.
  const isOpen = truth.state !== 'closed'
  if (!table || link !== 'live' || here.opener !== isOpen || here.guest !== isOpen) return false
  if (table.entries !== truth.entries) return false
  const { seen: _, ...own } = table
  const { seen: _seen, ...wanted } = truth
  return isSame(own, wanted)
}

function shownBy(tab: FaultyTab): string {
  const { table, link, here } = tab.table.store.getState()
  return `${summary(table)}, ${link}, here ${JSON.stringify(here)}`
}

function summary(table: WireTable | null): string {
  if (!table) return 'nothing'
  const { version, ready, state, entries, log } = table
  return `version ${version.number} ${state} ${JSON.stringify(ready)} with ${log.length} of ${entries} lines`
}
