import { AxeBuilder } from '@axe-core/playwright'
import { Cast, startWorld, type PageDeployment, type World } from '@parley/testkit'
import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { builtOtherwise } from '../fixtures/builtOtherwise.ts'
import { webDist } from '../fixtures/builtPages.ts'

let world: World
/** One tab for all tests: a second load costs half as much as the first. */
let page: Page
// One worker and one world for all.
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ browser }) => {
  // Refreshes every second, so that a test needn't wait four hours for new numbers.
  world = await startWorld({ stock: 'few', webDist, serverEnv: { STATS_REFRESH_S: '1' } })
  page = await browser.newPage({ baseURL: world.url })
})
test.afterAll(async () => {
  await page.close()
  await world.stop()
})
test.afterEach(async () => {
  world.explorer.disturb(null)
  // A request still running when a test ends isn't a failure.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const openStats = () => page.goto('/current-trades')
/** What the server has counted last. */
const numbers = async () => (await fetch(`${world.url}/api/stats`)).json()

test.describe('given the demonstration world and no wallet', () => {
  test('shows the three cards, the note, and that the trades are synthetic; draws three charts, each with its numbers in a table; gives the list as a file [says statsTotal, statsInDay, statsUpdated, statsNote]', async () => {
    await openStats()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade Stats')
    const cards = page.getByRole('region', { name: 'Trade Stats' })
    await expect(cards).toContainText('Total Trades Completed4')
    await expect(cards).toContainText('Trades Last 24 Hours2')
    await expect(cards).toContainText(/Last Updated(\d+ s|\d+ min \d+ s) ago/)
    await expect(
      page.getByText('Stats update every 4 hours and may include synthetic data.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('This is the local demonstration: all of its trades are synthetic.')).toBeVisible()
    await expect(page.getByText('Counted from a block explorer, each trade checked against its receipt.')).toBeVisible()

    const charts = page.getByRole('region', { name: 'Charts of the last 30 days' })
    for (const name of ['Trades per day', 'Completed vs. cancelled and expired', 'By collection'])
      await expect(charts.getByRole('table', { name })).toBeAttached()
    const days = charts.getByRole('table', { name: 'Completed vs. cancelled and expired' }).locator('tbody tr')
    await expect(days).toHaveCount(30)
    const completed = await days.locator('td:nth-child(2)').allInnerTexts()
    expect(completed.reduce((sum, text) => sum + Number(text), 0)).toBe(4)
    await expect(charts.locator('.bar-completed:not([height="0"])').first()).toBeVisible()

    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^trades-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(15)
  })

  test('sorts the list both ways and leads to the offers', async () => {
    await openStats()
    const rows = page.getByRole('table', { name: 'Trades of the last 7 days' }).locator('tbody tr')
    await expect(rows).toHaveCount(14)
    const statuses = () => rows.locator('.rubber-stamp').allInnerTexts()
    const header = page.getByRole('columnheader', { name: 'Status' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => (await statuses())[0]).toBe('Cancelled')
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => (await statuses())[0]).toBe('Created')
    expect((await statuses()).filter((status) => status === 'Completed')).toHaveLength(3)
    await rows.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/p2p\/0x[0-9a-f]{64}$/)
  })

  test('has nothing that keeps people out, in either theme', async () => {
    await openStats()
    await expect(page.getByRole('table', { name: 'By collection' })).toBeAttached()
    await expect(page.getByRole('table', { name: 'Trades of the last 7 days' })).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })
  })

  test('fits a phone', async () => {
    await openStats()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('combobox', { name: 'SORT BY' })).toBeVisible()
    await page.getByRole('combobox', { name: 'SORT BY' }).selectOption('Oldest first')
    await expect(page.locator('.trade-table tbody tr').first()).toContainText('FURKS')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})

/** The server's answer with some fields replaced. */
async function answerWith(path: string, change: object): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const honest = await route.fetch()
    await route.fulfill({ json: { ...(await honest.json()), ...change } })
  })
}

test.describe('given a network that has an explorer', () => {
  test('leads from each trade to its transaction and its people there', async () => {
    const explored = (built: PageDeployment): PageDeployment => ({ ...built, explorerUrl: 'https://explorer.example' })
    await builtOtherwise(world, explored, async () => void (await openStats()))
    const { trades } = await (await page.request.get(`${world.url}/api/stats/trades`)).json()
    const table = page.getByRole('table', { name: 'Trades of the last 7 days' })
    const links = table.locator('a[href*="/tx/"]')
    await expect(links).toHaveCount(trades.length)
    await expect(links.first()).toHaveAttribute('href', `https://explorer.example/tx/${trades[0].txHash}`)
    await expect(links.first()).toHaveAttribute('rel', 'noreferrer')
    const people = table.getByRole('row').nth(1).locator('a[href*="/address/"]')
    await expect(people.first()).toHaveAttribute('href', `https://explorer.example/address/${trades[0].creator}`)
  })
})

test.describe('given trades that the explorer does not list', () => {
  test('says how many came from the index', async () => {
    await answerWith('/api/stats', { source: 'explorer', completedFromIndex: 3 })
    await openStats()
    await expect(
      page.getByText(
        '3 completed trades were added from our own index: made through other contracts, or too new for the explorer.',
      ),
    ).toBeVisible()
  })
})

test.describe('given an explorer that fails', () => {
  test('keeps the numbers right and says that they come from the index', async () => {
    world.explorer.disturb(() => ({ body: '<!doctype html><title>Just a moment…</title>' }))
    // A page keeps the numbers that it was opened with.
    await expect.poll(async () => (await numbers()).explorerFailure).toBe('malformed')
    await openStats()
    const words =
      'Counted from our own index of the chain. The block explorer wasn’t used: it answered in another form than it should.'
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Trade Stats' })).toContainText('Total Trades Completed4')
  })
})

test.describe('given a server that cannot say', () => {
  test('says so and offers to try again', async () => {
    await page.route('**/api/stats', (route) =>
      route.fulfill({ status: 503, json: { success: false, error: 'trades are not counted yet: ask again' } }),
    )
    await openStats()
    await expect(page.getByRole('alert').filter({ hasText: 'The trade stats couldn’t be read.' })).toBeVisible()
    await page.unroute('**/api/stats')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByRole('region', { name: 'Trade Stats' })).toContainText('Total Trades Completed4')
  })

  test('keeps old numbers and shows their age', async () => {
    const refreshFailure = { reason: 'chainUnavailable', at: new Date().toISOString() }
    await answerWith('/api/stats', { refreshFailure, lastUpdated: '2026-11-18T08:00:00.000Z' })
    await openStats()
    await expect(page.getByRole('status').filter({ hasText: 'The last update failed.' })).toContainText(
      'These are the numbers of Wed, 18 Nov 2026',
    )
  })
})

test.describe('given a trade that is made while the page is open', () => {
  test('counts it with the next update', async () => {
    const cast = new Cast(world)
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
    await cast.callEscrow(bob, 'acceptSwapOffer', [offerId], parseEther('0.01'))
    await expect.poll(async () => (await numbers()).totalCompleted).toBe(5)
    await openStats()
    await expect(page.getByRole('region', { name: 'Trade Stats' })).toContainText('Total Trades Completed5')
  })
})
