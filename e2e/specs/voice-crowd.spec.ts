import { InjectedWallet, janusSecret, startJanus, startWorld, type World } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import { webDist } from '../fixtures/builtPages.ts'
import { Person } from '../fixtures/Person.ts'
import { recordSound, speak, speakOnDemandIn, tonesIn } from '../fixtures/sound.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

const people = 40
/** Loading so many pages at once would take each of them a minute. */
const atOnce = 4
const toneOf = (number: number): number => 400 + number * 60

/** A visitor of their own, who speaks when they are asked to. */
async function sit(browser: Browser, world: World, number: number): Promise<VoiceScreen> {
  const context = await browser.newContext({ baseURL: world.url, permissions: ['microphone'] })
  await recordSound(context)
  await speakOnDemandIn(context, toneOf(number))
  const account = `0x${String(number + 1).padStart(40, '0')}` as const
  const person = await Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
  await person.arrive()
  return new VoiceScreen(person.page)
}

/** From the press to a voice of the room, in the page's own time. `speaker` speaks already. */
async function joinMs(voice: VoiceScreen, speaker: number): Promise<number> {
  await expect(voice.joinButton).toBeEnabled()
  const startedMs = performance.now()
  await voice.joinButton.click()
  await hears(voice.page, [speaker])
  return performance.now() - startedMs
}

async function hears(page: Page, speakers: readonly number[]): Promise<void> {
  const tones = speakers.map(toneOf)
  await expect.poll(() => tonesIn(page, tones), { intervals: [50] }).toEqual(tones)
}

test('forty are in one room of Janus, and everybody hears whoever speaks', { tag: '@long' }, async ({ browser }) => {
  const janus = await startJanus()
  const serverEnv = { STUN_URLS: 'none', JANUS_URL: janus.url, JANUS_SECRET: janusSecret }
  const world = await startWorld({ seed: 'empty', stock: 'few', webDist, serverEnv })
  try {
    const crowd: VoiceScreen[] = []
    while (crowd.length < people) {
      const from = crowd.length
      const numbers = Array.from({ length: Math.min(atOnce, people - from) }, (_, at) => from + at)
      crowd.push(...(await Promise.all(numbers.map((number) => sit(browser, world, number)))))
    }
    const [first, second] = crowd
    const last = crowd.at(-1)
    if (!first || !second || !last) throw new RangeError('There is a crowd')
    await first.join()
    await speak(first.page, true)
    // The code of the call is fetched by then, for all of them alike.
    await last.join()
    await last.leaveButton.click()
    await second.join()
    await second.leaveButton.click()
    const mesh = await joinMs(second, 0)
    for (const voice of crowd.slice(2, -1)) await voice.join()
    const bridged = await joinMs(last, 0)
    await expect.poll(() => janus.rooms()).toEqual([{ people }])
    for (const { page } of crowd.slice(1)) await hears(page, [0])
    await speak(first.page, false)

    const took: number[] = []
    for (const [number, { page }] of crowd.entries()) {
      const startedMs = performance.now()
      await speak(page, true)
      for (const one of crowd) if (one.page !== page) await hears(one.page, [number])
      took.push(performance.now() - startedMs)
      await speak(page, false)
    }
    console.log({ mesh, bridged, slowest: Math.max(...took), median: took.toSorted((a, b) => a - b)[people / 2] })
    expect(bridged).toBeLessThan(3 * mesh)
    await expect(first.others).toHaveCount(people - 1)
  } finally {
    await world.stop()
    await janus.stop()
  }
})
