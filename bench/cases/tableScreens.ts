import { InjectedWallet, injectedWalletBinding, injectedWalletScript, signInAs, wallets } from '@parley/testkit'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { TableServers } from './tableServers.ts'

type World = TableServers['world']

const waitMs = 60_000
const pauseMs = 400

/** Two screens in Chromium; a click on one changes the other. */
export interface Screens {
  /** Clicks repeatedly. @returns the milliseconds until the other screen had drawn each change. */
  press(seconds: number): Promise<number[]>
}

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** Alice and Bob at their table: she adds an NFT, or removes it. */
export async function tableScreens(browser: Browser, world: World): Promise<Screens> {
  const [alice, bob] = [await signInAs(world.url, wallets.alice), await signInAs(world.url, wallets.bob)]
  const side = { nfts: [], wei: '0' }
  const { table } = await alice.client.request('openTable', {
    query: { as: wallets.alice.account.address },
    body: {
      with: wallets.bob.account.address,
      deal: { opener: side, guest: { nfts: [], wei: '1' }, durationMinutes: 1440 },
      note: '',
      isReady: false,
    },
  })
  const path = `/table/${table.tableId}`
  const hers = await seat(browser, world, { account: wallets.alice.account.address, headers: alice.headers(), path })
  const theirs = await seat(browser, world, { account: wallets.bob.account.address, headers: bob.headers(), path })
  await hers.getByRole('button', { name: 'Lay down an NFT' }).first().click()
  // Until then what she lays down is a draft.
  await hers.getByText(/ is here$/).waitFor({ timeout: waitMs })
  const tile = hers.locator('[role=option]').first()
  await tile.waitFor({ timeout: waitMs })
  let version = table.version.number
  return {
    press: (seconds) =>
      times(seconds, async () => {
        version += 1
        const drawn = whenDrawn(theirs, `Version ${version}`)
        const pressedMs = await tile.evaluate((element) => {
          const nowMs = performance.timeOrigin + performance.now()
          if (element instanceof HTMLElement) element.click()
          return nowMs
        })
        return (await drawn) - pressedMs
      }),
  }
}

/** The same two browsers, each with a page that only shows what arrives through its socket. */
export async function echoScreens(browser: Browser, url: string): Promise<Screens> {
  const [one, other] = [await echoPage(browser, url), await echoPage(browser, url)]
  let number = 0
  return {
    press: (seconds) =>
      times(seconds, async () => {
        number += 1
        const drawn = whenDrawn(other, `Version ${number}`)
        const pressedMs = await one.evaluate((text) => {
          const nowMs = performance.timeOrigin + performance.now()
          Reflect.get(window, 'socket').send(text)
          return nowMs
        }, `Version ${number}`.padEnd(500))
        return (await drawn) - pressedMs
      }),
  }
}

async function times(seconds: number, press: () => Promise<number>): Promise<number[]> {
  const endMs = performance.now() + seconds * 1_000
  const all: number[] = []
  while (performance.now() < endMs) {
    all.push(await press())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return all
}

const lostMs = 10_000

/** When the frame after the first with this text began, by the clock that both pages share. */
function whenDrawn(page: Page, text: string): Promise<number> {
  return page.evaluate(
    async ([wanted, patienceMs]) => {
      const endMs = performance.now() + patienceMs
      const isThere = (): boolean => document.body.textContent.includes(wanted)
      while (!isThere()) {
        if (performance.now() > endMs) throw new Error(`${wanted} never came`)
        await new Promise(requestAnimationFrame)
      }
      await new Promise(requestAnimationFrame)
      return performance.timeOrigin + performance.now()
    },
    [text, lostMs] as const,
  )
}

interface Visitor {
  readonly account: `0x${string}`
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
}

/** Connected, signed in, and at the table. */
async function seat(browser: Browser, world: World, { account, headers, path }: Visitor): Promise<Page> {
  const wallet = new InjectedWallet({ account, rpcUrl: world.chain.url })
  const context = await browser.newContext({ baseURL: world.url, viewport: { width: 1280, height: 900 } })
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=')
  await context.addCookies([{ name, value, url: world.url }])
  await context.exposeBinding(injectedWalletBinding, (_source, request) => wallet.answer(request))
  const settings = { binding: injectedWalletBinding, name: 'Bench wallet', rdns: 'bench.wallet' }
  await context.addInitScript(injectedWalletScript, settings)
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

async function echoPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(url.replace('ws:', 'http:'))
  await page.evaluate(async (address) => {
    const socket = new WebSocket(`${address}/screens`)
    Reflect.set(window, 'socket', socket)
    socket.addEventListener('message', ({ data }) => {
      document.body.textContent = String(data)
    })
    await new Promise((resolve) => socket.addEventListener('open', resolve))
  }, url)
  return page
}
