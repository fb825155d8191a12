import { InjectedWallet, injectedWalletBinding, injectedWalletScript, type World } from '@parley/testkit'
import { chromium, type Browser, type Page } from '@playwright/test'
import { connectWallet } from './chromium.ts'

const waitMs = 60_000

/** A browser with a beeping microphone, which plays sound without a click. */
export function openVoiceBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

/** A connected visitor on the swap page, whose connections and messages are counted. */
export interface VoicePerson {
  readonly page: Page
  /** Offers, answers and candidates sent so far. */
  readonly sent: () => number
}

export async function seatPerson(browser: Browser, world: World, number: number, path = '/p2p'): Promise<VoicePerson> {
  const account = `0x${String(number + 1).padStart(40, '0')}` as const
  const wallet = new InjectedWallet({ account, rpcUrl: world.chain.url })
  // Animations on six pages would leave two cores little time for the voices.
  const context = await browser.newContext({
    baseURL: world.url,
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  })
  await context.exposeBinding(injectedWalletBinding, (_source, request) => wallet.answer(request))
  const settings = { binding: injectedWalletBinding, name: 'Bench wallet', rdns: 'bench.wallet' }
  await context.addInitScript(injectedWalletScript, settings)
  await context.addInitScript(countLines)
  const page = await context.newPage()
  let sent = 0
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (/^42\/voice,\["(offer|answer|ice-candidate)"/.test(String(payload))) sent += 1
    }),
  )
  await page.goto(path)
  await connectWallet(page, settings.name)
  await joinButton(page).waitFor({ timeout: waitMs })
  return { page, sent: () => sent }
}

export function joinButton(page: Page) {
  return page.getByRole('button', { name: '🎤 JOIN CALL' })
}

export function leaveButton(page: Page) {
  return page.getByRole('region', { name: 'VOICE CHAT' }).getByRole('button', { name: 'LEAVE', exact: true })
}

/** Leaves the call, if the person is in it. */
export async function leave(page: Page): Promise<void> {
  const leaving = leaveButton(page)
  await leaving.or(joinButton(page)).first().waitFor({ timeout: waitMs })
  if (await leaving.isVisible()) await leaving.click()
  await joinButton(page).waitFor({ timeout: waitMs })
}

/**
 * Disconnects the page from the server. Earlier connections no longer count: they last for a moment, and must be
 * replaced.
 */
export function loseServer(page: Page): Promise<void> {
  return page.evaluate(() => {
    const lines: RTCPeerConnection[] = Reflect.get(window, 'openLines')
    Reflect.set(window, 'oldLines', new Set(lines))
    window.dispatchEvent(new Event('offline'))
  })
}

/** A page's connections that receive audio. */
export function heardLines(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const lines: RTCPeerConnection[] = Reflect.get(window, 'openLines')
    const old: ReadonlySet<RTCPeerConnection> = Reflect.get(window, 'oldLines') ?? new Set()
    const open = lines.filter((line) => line.connectionState === 'connected' && !old.has(line))
    const heard = await Promise.all(
      open.map(async (line) =>
        [...(await line.getStats()).values()].some(
          (report) => report.type === 'inbound-rtp' && report.packetsReceived > 0,
        ),
      ),
    )
    return heard.filter(Boolean).length
  })
}

function countLines(): void {
  const lines: RTCPeerConnection[] = []
  Reflect.set(window, 'openLines', lines)
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(settings?: RTCConfiguration) {
      super(settings)
      lines.push(this)
    }
  }
}
