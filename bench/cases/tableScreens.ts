import type { Nft } from '@parley/domain'
import { InjectedWallet, injectedWalletBinding, injectedWalletScript, signInAs } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import { useBareLine } from './bareLine.ts'
import type { TableServers } from './tableServers.ts'

type World = TableServers['world']

const waitMs = 60_000
/** With several tables in turn, each rests for longer than a change is marked by a flash. */
const pauseMs = 100

type Account = Parameters<typeof signInAs>[1]['account']

/** Two people at a table of their own. */
export interface ScreenPair {
  readonly one: Account
  readonly other: Account
  /** What the other gives. The first one holds more. */
  readonly given: Nft
}

/** Pairs of screens in Chromium; a click on one changes the other. */
export interface Screens {
  /** Clicks at one table after the other, in turn. @returns the milliseconds until the other screen had drawn each change. */
  press(seconds: number): Promise<number[]>
}

export async function tableScreens(
  browser: Browser,
  world: World,
  { pairs, echoUrl }: { pairs: readonly ScreenPair[]; echoUrl?: string },
): Promise<Screens> {
  const all: (() => Promise<number>)[] = []
  for (const pair of pairs) all.push(await seatPair(browser, world, { ...pair, ...(echoUrl && { echoUrl }) }))
  let turn = 0
  return {
    async press(seconds) {
      const endMs = performance.now() + seconds * 1_000
      const times: number[] = []
      while (performance.now() < endMs) {
        const press = all[turn++ % all.length]
        if (press) times.push(await press())
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      return times
    },
  }
}

/**
 * Two people at their table: the first adds an NFT, or removes it. With `echoUrl`, what they do reaches the other page
 * through the bare echo instead of the server; everything on the two screens is the same.
 */
async function seatPair(
  browser: Browser,
  world: World,
  { one, other, given, echoUrl }: ScreenPair & { echoUrl?: string },
): Promise<() => Promise<number>> {
  const people = [await signInAs(world.url, { account: one }), await signInAs(world.url, { account: other })] as const
  const nfts = [{ contract: given.contract, tokenId: String(given.tokenId) }]
  const { table } = await people[0].client.request('openTable', {
    query: { as: one.address },
    body: {
      with: other.address,
      deal: { opener: { nfts: [], wei: '0' }, guest: { nfts, wei: '0' }, durationMinutes: 1440 },
      note: '',
      isReady: false,
    },
  })
  const at = {
    path: `/table/${table.tableId}`,
    line: echoUrl === undefined ? null : { socketUrl: `${echoUrl}/${table.tableId}`, tableId: table.tableId },
  }
  const hers = await seat(browser, world, { ...at, account: one.address, headers: people[0].headers() })
  const theirs = await seat(browser, world, { ...at, account: other.address, headers: people[1].headers() })
  await hers.getByRole('button', { name: 'Lay down an NFT' }).first().click()
  // Until then what she lays down is a draft.
  await hers.getByText(/ is here$/).waitFor({ timeout: waitMs })
  const tile = hers.locator('[role=option]').first()
  await tile.waitFor({ timeout: waitMs })
  let version = table.version.number
  return async () => {
    version += 1
    const drawn = whenDrawn(theirs, `Version ${version}`)
    const pressedMs = await tile.evaluate((element) => {
      const nowMs = performance.timeOrigin + performance.now()
      if (element instanceof HTMLElement) element.click()
      return nowMs
    })
    return (await drawn) - pressedMs
  }
}

const lostMs = 10_000

/** When the frame with this version on its slip was drawn, by the clock that both pages share. */
function whenDrawn(page: Page, title: string): Promise<number> {
  return page.evaluate(
    async ([wanted, patienceMs]) => {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${wanted} never came`)), patienceMs)
        const observer = new MutationObserver(() => look())
        const look = (): void => {
          if (!document.querySelector(`section[aria-label="${wanted}"]`)) return
          observer.disconnect()
          clearTimeout(timer)
          resolve()
        }
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-label'] })
        look()
      })
      await new Promise(requestAnimationFrame)
      // A message comes after the frame that the callback above was for.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve, { once: true })
        port1.start()
        port2.postMessage(null)
      })
      return performance.timeOrigin + performance.now()
    },
    [title, lostMs] as const,
  )
}

interface Visitor {
  readonly account: `0x${string}`
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly line: Parameters<typeof useBareLine>[0] | null
}

/** Connected, signed in, and at the table. */
async function seat(browser: Browser, world: World, { account, headers, path, line }: Visitor): Promise<Page> {
  const wallet = new InjectedWallet({ account, rpcUrl: world.chain.url })
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: 1280, height: 900 },
    // The page's own policy allows no socket to another port.
    bypassCSP: line !== null,
  })
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=')
  await context.addCookies([{ name, value, url: world.url }])
  await context.exposeBinding(injectedWalletBinding, (_source, request) => wallet.answer(request))
  const settings = { binding: injectedWalletBinding, name: 'Bench wallet', rdns: 'bench.wallet' }
  await context.addInitScript(injectedWalletScript, settings)
  if (line) await context.addInitScript(useBareLine, line)
  const page = await context.newPage()
  await page.goto(path)
  await page
    .getByRole('button', { name: /connect wallet/i })
    .first()
    .click()
  await page.getByRole('button', { name: settings.name }).click()
  await page.getByText('Version 1', { exact: true }).first().waitFor({ timeout: waitMs })
  return page
}
