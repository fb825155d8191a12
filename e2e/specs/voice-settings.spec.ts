import type { Page } from '@playwright/test'
import { hearsOn, listenIn, playedBy } from '../fixtures/hearing.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { expect, test } from '../fixtures/voiceTest.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

test.describe('given a visitor who hasn’t joined', () => {
  test('microphone and name are chosen before, and another microphone in the call', async ({ talker }) => {
    const [ana, ben] = [await talker(), await talker()]
    const { settings } = ana.voice
    await ana.voice.unfold()
    await ana.voice.box.getByRole('button', { name: 'Check microphone' }).click()
    const microphone = settings.getByRole('combobox', { name: 'MICROPHONE' })
    await microphone.selectOption({ label: 'Fake Audio Input 2' })
    // Between beeps the bar is empty, so every frame is checked.
    await ana.person.page.waitForFunction(() => (document.querySelector('meter')?.value ?? 0) > 0.1)
    await settings.getByRole('textbox', { name: 'YOUR NAME' }).fill('Ana the first')
    await settings.getByRole('button', { name: 'Close' }).last().click()
    await ana.voice.join()
    await ben.voice.join()
    await Promise.all([hearsOn(ana.person.page, 1), hearsOn(ben.person.page, 1)])
    await expect(ben.voice.others).toContainText('Ana the first')
    await expect(ben.voice.others).not.toContainText('Address proven by signature')
    await ben.voice.others.filter({ hasText: 'Name not proven' }).waitFor()

    await ana.voice.box.getByRole('button', { name: 'Settings' }).click()
    await expect(microphone.locator('option:checked')).toHaveText('Fake Audio Input 2')
    await microphone.selectOption({ label: 'Fake Audio Input 1' })
    await hearsOn(ben.person.page, 1)
  })

  test('a microphone that comes after its dialog was closed is closed too', async ({ talker }) => {
    const ana = await talker()
    const { page } = ana.person
    await ana.voice.unfold()
    await ana.voice.box.getByRole('button', { name: 'Check microphone' }).click()
    const microphone = ana.voice.settings.getByRole('combobox', { name: 'MICROPHONE' })
    await expect(microphone).toContainText('Fake Audio Input 2')
    // The browser takes its time, as while it asks.
    await page.evaluate(() => {
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints)
        Reflect.set(window, 'late', stream)
        await new Promise((allow) => Reflect.set(window, 'allow', allow))
        return stream
      }
    })
    await microphone.selectOption({ label: 'Fake Audio Input 2' })
    await page.waitForFunction(() => 'allow' in window)
    await ana.voice.settings.getByRole('button', { name: 'Close' }).last().click()
    await page.evaluate(() => Reflect.get(window, 'allow')())
    const states = () =>
      page.evaluate(() =>
        Reflect.get(window, 'late')
          .getTracks()
          .map((track: MediaStreamTrack) => track.readyState),
      )
    await expect.poll(states).toEqual(['ended'])
  })

  test('one is seen by an address only after the wallet has signed for it', async ({ world, seat, talker }) => {
    // The wallet has her key.
    const { address } = world.wallets.alice.account
    const alice = await seat(address)
    await listenIn(alice.context)
    await alice.context.grantPermissions(['microphone'])
    await alice.arrive()
    const [voice, ben] = [new VoiceScreen(alice.page), await talker()]
    await ben.voice.join()
    await voice.join()
    await Promise.all([hearsOn(alice.page, 1), hearsOn(ben.person.page, 1)])
    await expect(ben.voice.others).toContainText('Guest')

    const byAddress = alice.page.getByRole('checkbox', { name: 'Show my address instead of a name' })
    await voice.box.getByRole('button', { name: 'Settings' }).click()
    alice.wallet.refuseNext('personal_sign')
    await byAddress.click()
    await expect(voice.settings.getByText(/Your wallet didn’t sign/)).toBeVisible()
    await expect(byAddress).not.toBeChecked()
    await byAddress.click()
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`
    // One row: the guest's is there until the new one is heard.
    await expect(ben.voice.others).toContainText([short])
    await expect(ben.voice.others).toContainText(['Address proven by signature'])
    await alice.page.keyboard.press('Escape')
    await Promise.all([hearsOn(alice.page, 1), hearsOn(ben.person.page, 1)])

    await alice.page.reload()
    await expect(voice.connected).toBeVisible()
    await expect(ben.voice.others).toContainText([short])
  })
})

test.describe('given a browser that plays nothing before a click', () => {
  test('it says so, and any click lets the others be heard', async ({ playwright, world, talker }) => {
    const ben = await talker()
    await ben.voice.join()
    const { launchOptions } = voiceBrowser
    // The strictest autoplay policy, like Safari's. Chromium's default lets a page with an open microphone play sound.
    // The last of duplicate flags wins.
    const args = [...launchOptions.args, '--autoplay-policy=user-gesture-required']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    try {
      const context = await browser.newContext({ baseURL: world.url, permissions: ['microphone'] })
      await listenIn(context)
      // A tab with a call that the browser restores, before any click.
      const call = { roomId: 'parley-global', path: '/p2p', muted: false, grant: null }
      await context.addInitScript((text) => sessionStorage.setItem('parley-voice-call', text), JSON.stringify(call))
      const page = await context.newPage()
      await page.goto('/help')
      const look = await onlooker(page)
      await expect.poll(() => look('document.querySelector(".voice-dock")?.innerText')).toMatch(/Let me hear/)
      expect(await look('playedVoices.map(({ paused }) => paused).join()')).toBe('true')

      await page.locator('h1').click()
      const voice = new VoiceScreen(page)
      await expect(voice.dock).toBeVisible()
      await expect(voice.dock.getByRole('button', { name: 'Let me hear' })).toBeHidden()
      await expect.poll(() => playedBy(page)).toEqual([{ volume: 1, muted: false, paused: false }])
      await hearsOn(page, 1)
    } finally {
      await browser.close()
    }
  })
})

/** Evaluates expressions without user activation: Playwright's own evaluation counts as a user gesture. */
async function onlooker(page: Page): Promise<(expression: string) => Promise<string>> {
  const session = await page.context().newCDPSession(page)
  return async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true, userGesture: false })
    return String(result.value)
  }
}
