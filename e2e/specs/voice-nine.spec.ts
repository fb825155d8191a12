import { InjectedWallet, janusSecret, startJanus, startWorld, type World } from '@parley/testkit'
import type { Browser } from '@playwright/test'
import { webDist } from '../fixtures/builtPages.ts'
import { closingsOf, linesOf, listenIn, noteClosingsIn } from '../fixtures/hearing.ts'
import { Person } from '../fixtures/Person.ts'
import { speak, speakOnDemandIn } from '../fixtures/sound.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

/** As many talk from browser to browser by default. */
const meshPeople = 8
const toneHz = 500

/** One of many. What they hear is read from the page and its lines: to analyse sound in nine pages takes too long. */
class Member {
  readonly name: string
  readonly voice: VoiceScreen

  private constructor(name: string, voice: VoiceScreen) {
    this.name = name
    this.voice = voice
  }

  static async sit(browser: Browser, world: World, number: number): Promise<Member> {
    const name = `Member ${number}`
    const context = await browser.newContext({ baseURL: world.url, permissions: ['microphone'] })
    await listenIn(context)
    await noteClosingsIn(context)
    await speakOnDemandIn(context, toneHz)
    await context.addInitScript((kept) => localStorage.setItem('parley-voice', kept), JSON.stringify({ name }))
    const account = `0x${String(number).padStart(40, '0')}` as const
    const person = await Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
    await person.arrive()
    return new Member(name, new VoiceScreen(person.page))
  }

  speak(loud: boolean): Promise<void> {
    return speak(this.voice.page, loud)
  }

  /** Waits until the page shows that exactly these speak. */
  async hears(...speakers: readonly Member[]): Promise<void> {
    const rows = this.voice.others.filter({ hasText: 'Speaking' })
    const heard = async () => (await rows.allTextContents()).map((text) => /Member \d/.exec(text)?.[0] ?? text)
    const names = speakers.filter((one) => one !== this).map(({ name }) => name)
    await expect.poll(heard, { message: `whom ${this.name} hears` }).toEqual(names)
  }

  /** Waits until they have this many connections, all of them up. */
  async hasLines(count: number): Promise<void> {
    const open = async () => (await linesOf(this.voice.page)).filter((state) => state !== 'closed')
    const message = `the connections of ${this.name}`
    await expect.poll(open, { message }).toEqual(Array.from({ length: count }, () => 'connected'))
  }
}

test(
  'a room of eight goes on in Janus with the ninth: each direct line ends after Janus carries its voice, and all hear who speaks',
  { tag: '@long' },
  async ({ browser }) => {
    const janus = await startJanus()
    const serverEnv = { STUN_URLS: 'none', JANUS_URL: janus.url, JANUS_SECRET: janusSecret }
    const world = await startWorld({ seed: 'empty', stock: 'few', webDist, serverEnv })
    try {
      const members: Member[] = []
      while (members.length <= meshPeople) members.push(await Member.sit(browser, world, members.length + 1))
      const [ninth, ada, ...others] = members.toReversed()
      if (!ninth || !ada) throw new RangeError('There are nine')
      const early = [ada, ...others]
      for (const one of early) await one.voice.join()
      for (const one of early) await one.hasLines(meshPeople - 1)
      await ada.speak(true)
      for (const one of early) await one.hears(ada)
      expect(await janus.rooms()).toEqual([])

      await ninth.voice.join()
      for (const one of members) await one.hasLines(2)
      for (const one of members) await one.hears(ada)
      expect(await janus.rooms()).toEqual([{ people: members.length }])
      for (const { voice } of early) {
        const closings = await closingsOf(voice.page)
        expect(closings).toHaveLength(meshPeople - 1)
        // A direct line ends only after Janus has carried its voice.
        for (const [before, { bridged }] of closings.entries()) expect(bridged).toBeGreaterThan(before)
      }

      await ada.speak(false)
      for (const speaker of members) {
        await speaker.speak(true)
        for (const one of members) await one.hears(speaker)
        await speaker.speak(false)
      }

      await ninth.speak(true)
      await ada.voice.leaveButton.click()
      await expect.poll(() => janus.rooms()).toEqual([{ people: meshPeople }])
      for (const one of [...others, ninth]) {
        await expect(one.voice.others).toHaveCount(meshPeople - 1)
        await one.hears(ninth)
      }
    } finally {
      await world.stop()
      await janus.stop()
    }
  },
)
