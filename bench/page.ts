import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorld, wallets, type World } from '@parley/testkit'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { Audit } from 'lighthouse/core/audits/audit.js'
import type { Bench, BenchRow } from './Bench.ts'
import { processorBlockingMs } from './cases/blocking.ts'
import { median } from './cases/proxiedWorld.ts'
import { startRainbowPage } from './cases/rainbowPage.ts'

const runs = 5
const webDist = join(import.meta.dirname, '../apps/web/dist')
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Of a simulated phone on a slow line. */
const paintGoalMs = 1_700
/** Beyond it Lighthouse takes points. */
const blockingGoalMs = 200
/** Lighthouse's curve: 90 points of 100, and 50. */
const blockingCurve = { p10: blockingGoalMs, median: 600 } as const
/** The page compared with RainbowKit's: a visitor has arrived but not connected. */
const comparedPath = '/p2p'

export const bench: Bench = {
  about: `Lighthouse on a phone as it simulates one, the middle of ${runs} runs. rainbow: blocking of a page made with RainbowKit, in turn.`,
  opensPage: true,
  async run() {
    const world = await startWorld({ seed: 'demo', webDist })
    const rainbow = await startRainbowPage()
    const folder = await mkdtemp(join(tmpdir(), 'parley-lighthouse-'))
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
    })
    try {
      const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
      return await visitAll(world, rainbow.url, Number(port))
    } finally {
      await browser.close()
      await rainbow.stop()
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function visitAll(world: World, rainbowUrl: string, port: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [name, path] of await pathsOf(world)) {
    const [visits, reference]: [Visit[], Visit[]] = [[], []]
    for (let run = 0; run < runs; run += 1) {
      visits.push(await visit(world.url + path, port))
      if (path === comparedPath) reference.push(await visit(rainbowUrl, port))
    }
    for (const category of categories) {
      const figure = median(visits.map(({ categories: found }) => Math.round((found[category]?.score ?? 0) * 100)))
      rows.push({ case: `${name} ${category}`, figure, unit: 'points', reference: 100, against: 'goal' })
    }
    const figure = median(visits.map(largestPaintMs))
    rows.push({ case: `${name} largest paint`, figure, unit: 'ms', reference: paintGoalMs, against: 'goal' })
    const blocking = (results: readonly Visit[]) => median(results.map(blockingMs))
    const toGoal = { figure: blocking(visits), unit: 'ms', reference: blockingGoalMs, against: 'goal' }
    rows.push({ case: `${name} blocking`, ...toGoal })
    const processor = median(visits.map(({ processorMs }) => processorMs))
    rows.push({ case: `${name} blocking by processor time`, ...toGoal, figure: processor })
    const points = median(visits.map(processorPoints))
    rows.push({
      case: `${name} performance by processor time`,
      figure: points,
      unit: 'points',
      reference: 100,
      against: 'goal',
    })
    if (reference.length > 0) {
      rows.push({
        case: `${name} blocking`,
        figure: blocking(visits),
        unit: 'ms',
        reference: blocking(reference),
        against: 'rainbow',
      })
    }
  }
  return rows
}

async function pathsOf(world: World): Promise<[name: string, path: string][]> {
  // The index may still be on its way to the chain's head.
  await fetch(`${world.url}/api/swap-offers/sync`)
  const answer = await fetch(`${world.url}/api/swap-offers/creator/${wallets.alice.account.address}`)
  const { offers }: { offers: readonly { offerId: string }[] } = await answer.json()
  const [offer] = offers
  if (!offer) throw new Error('The world has no offer of Alice’s')
  return [
    ['/', '/'],
    ['/p2p', '/p2p'],
    ['/p2p/{id}', `/p2p/${offer.offerId}`],
    ['/trader/{address}', `/trader/${wallets.alice.account.address}`],
    ['/current-trades', '/current-trades'],
    ['/help', '/help'],
  ]
}

/** What Lighthouse says, and the blocking by processor time in its trace. */
interface Visit extends Pick<Result, 'audits' | 'categories'> {
  readonly processorMs: number
}

async function visit(url: string, port: number): Promise<Visit> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  const { audits, categories: scores } = result.lhr
  return { audits, categories: scores, processorMs: processorBlockingMs(result.artifacts.Trace.traceEvents) }
}

function largestPaintMs({ audits }: Visit): number {
  return audits['largest-contentful-paint']?.numericValue ?? Number.NaN
}

function blockingMs({ audits }: Visit): number {
  return audits['total-blocking-time']?.numericValue ?? Number.NaN
}

/**
 * Lighthouse's points, with {@link Visit.processorMs} for its blocking.
 *
 * That goes by the clock, on which a task lasts as long as its thread waits for a core, too: this machine's are shared with the
 * browser's other threads, Lighthouse, the server and the chain.
 */
function processorPoints({ audits, categories: { performance }, processorMs }: Visit): number {
  const audit = 'total-blocking-time'
  const weight = (performance?.auditRefs.find(({ id }) => id === audit)?.weight ?? 0) / 100
  const gained = Audit.computeLogNormalScore(blockingCurve, processorMs) - (audits[audit]?.score ?? 0)
  return Math.round(100 * ((performance?.score ?? 0) + weight * gained))
}
