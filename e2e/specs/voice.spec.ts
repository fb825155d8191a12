import type { Person } from '../fixtures/Person.ts'
import { energyOver, hearsOn, listenIn } from '../fixtures/hearing.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

interface Talker {
  readonly person: Person
  readonly voice: VoiceScreen
}

/** People at the swap page, connected, with a microphone. */
async function talkers(
  {
    cast,
    seat,
  }: { cast: { member(): Promise<{ address: `0x${string}` }> }; seat: (a: `0x${string}`) => Promise<Person> },
  count: number,
): Promise<readonly Talker[]> {
  const people: Talker[] = []
  for (let at = 0; at < count; at += 1) {
    const { address } = await cast.member()
    const person = await seat(address)
    await listenIn(person.context)
    await person.context.grantPermissions(['microphone'])
    await person.arrive()
    people.push({ person, voice: new VoiceScreen(person.page) })
  }
  return people
}

test.describe('given two people in the open room', () => {
  test('they hear each other, mute silences, and leaving ends it', async ({ cast, seat }) => {
    const [ana, ben] = await talkers({ cast, seat }, 2)
    if (!ana || !ben) throw new Error('there are two')
    await ana.voice.join()
    await ben.voice.join()
    await Promise.all([hearsOn(ana.person.page, 1), hearsOn(ben.person.page, 1)])
    await expect(ana.voice.others).toHaveCount(1)

    await ana.voice.muteButton.click()
    await expect(ana.voice.unmuteButton).toBeVisible()
    expect(await energyOver(ben.person.page)).toBeLessThan(0.00001)
    await ana.voice.unmuteButton.click()
    await expect.poll(() => energyOver(ben.person.page)).toBeGreaterThan(0.0001)

    await ana.voice.leaveButton.click()
    await expect(ana.voice.joinButton).toBeVisible()
    await expect(ben.voice.others).toHaveCount(0)
    await hearsOn(ben.person.page, 0)
    const ended = await ana.person.page.evaluate(() => navigator.mediaDevices.enumerateDevices().then(() => true))
    expect(ended).toBe(true)
    expect(ana.person.complaints).toEqual([])
    expect(ben.person.complaints).toEqual([])
  })
})
