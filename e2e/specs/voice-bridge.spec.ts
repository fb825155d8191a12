import {
  InjectedWallet,
  janusSecret,
  startJanus,
  startPostgres,
  startWorld,
  type TestJanus,
  type World,
} from '@parley/testkit'
import type { Browser } from '@playwright/test'
import { webDist } from '../fixtures/builtPages.ts'
import { linesOf, listenIn } from '../fixtures/hearing.ts'
import { Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { forgetSilence, loudnessOf, longestSilenceMs, recordSound, speakIn, tonesIn } from '../fixtures/sound.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

interface Place {
  readonly world: World
  readonly janus: TestJanus
}

/** A world whose rooms go on in Janus above this many people. */
async function withJanus(work: (place: Place) => Promise<void>, meshPeople = 2): Promise<void> {
  const janus = await startJanus()
  const serverEnv = {
    STUN_URLS: 'none',
    JANUS_URL: janus.url,
    JANUS_SECRET: janusSecret,
    VOICE_MESH_PEOPLE: String(meshPeople),
  }
  const world = await startWorld({ seed: 'empty', stock: 'few', webDist, serverEnv })
  try {
    await work({ world, janus })
  } finally {
    await world.stop()
    await janus.stop()
  }
}

const tonesHz = { alice: 500, bob: 800, carol: 1_200, crowd: 1_700 } as const
type Name = keyof typeof tonesHz

/** A person whose voice is a tone of their own. */
async function sit(browser: Browser, world: World, name: Name, url = world.url): Promise<VoiceScreen> {
  const context = await browser.newContext({ baseURL: url, permissions: ['microphone'] })
  await listenIn(context)
  await recordSound(context)
  await speakIn(context, tonesHz[name])
  const account = world.wallets[name].account.address
  const person = await Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
  await person.arrive()
  return new VoiceScreen(person.page)
}

/** Waits until a person hears exactly these. */
async function hears({ page }: VoiceScreen, ...names: readonly Name[]): Promise<void> {
  const all = Object.values(tonesHz)
  await expect.poll(() => tonesIn(page, all)).toEqual(names.map((name) => tonesHz[name]))
}

/** Three in Janus. */
async function three(browser: Browser, world: World): Promise<readonly [VoiceScreen, VoiceScreen, VoiceScreen]> {
  const [alice, bob, carol] = [
    await sit(browser, world, 'alice'),
    await sit(browser, world, 'bob'),
    await sit(browser, world, 'carol'),
  ]
  await alice.join()
  await bob.join()
  await hears(alice, 'bob')
  await hears(bob, 'alice')
  for (const { page } of [alice, bob]) await forgetSilence(page)
  await carol.join()
  await hears(alice, 'bob', 'carol')
  await hears(bob, 'alice', 'carol')
  await hears(carol, 'alice', 'bob')
  return [alice, bob, carol]
}

test.describe('given a room that goes on in Janus with the third', () => {
  test('those who talk already hear no gap, when it begins and when it is over', async ({ browser }) => {
    await withJanus(async ({ world, janus }) => {
      const [alice, bob, carol] = await three(browser, world)
      await expect.poll(() => janus.rooms()).toEqual([{ people: 3 }])
      for (const { page, others, box } of [alice, bob]) {
        await expect(others).toHaveCount(2)
        await expect(box.getByText('Network address hidden')).toBeVisible()
        expect(await longestSilenceMs(page)).toBeLessThan(1_000)
        // The line to each other has ended; two lead to Janus, maybe not from the first try.
        const lines = async () => {
          const [direct, ...bridged] = await linesOf(page)
          return [direct, ...bridged.filter((state) => state !== 'closed')]
        }
        await expect.poll(lines).toEqual(['closed', 'connected', 'connected'])
        await forgetSilence(page)
      }

      await carol.leaveButton.click()
      await hears(alice, 'bob')
      await expect(alice.others).toHaveCount(1)
      await bob.muteButton.click()
      await hears(alice)
      await bob.unmuteButton.click()
      await hears(alice, 'bob')
      await expect.poll(() => janus.rooms()).toEqual([{ people: 2 }])

      // So few can do without.
      await janus.kill()
      await hears(alice, 'bob')
      await hears(bob, 'alice')
      await expect(alice.box.getByText(/is away/)).toHaveCount(0)
      await expect.poll(async () => (await linesOf(alice.page)).at(-1)).toBe('connected')
    })
  })

  test(
    'when half of a mesh are left, they talk directly again without a gap',
    { tag: '@long' },
    async ({ browser }) => {
      await withJanus(async ({ world, janus }) => {
        const [alice, bob, carol] = await three(browser, world)
        const crowd = await sit(browser, world, 'crowd')
        expect(await janus.rooms()).toEqual([])
        await crowd.join()
        await hears(alice, 'bob', 'carol', 'crowd')
        await hears(bob, 'alice', 'carol', 'crowd')
        await expect.poll(() => janus.rooms()).toEqual([{ people: 4 }])
        for (const { page } of [alice, bob]) await forgetSilence(page)
        await crowd.leaveButton.click()
        await carol.leaveButton.click()
        await expect.poll(() => janus.rooms()).toEqual([{ people: 0 }])
        for (const { page } of [alice, bob]) {
          await expect
            .poll(async () => (await linesOf(page)).filter((state) => state !== 'closed'))
            .toEqual(['connected'])
          expect(await longestSilenceMs(page)).toBeLessThan(1_000)
        }
        await hears(alice, 'bob')
        await hears(bob, 'alice')
      }, 3)
    },
  )

  test('a voice is turned down, muted and blocked for one listener alone', async ({ browser }) => {
    await withJanus(async ({ world }) => {
      const [alice, bob, carol] = await three(browser, world)
      const row = bob.others.first()
      const ofAlice = async () => (await loudnessOf(bob.page, [tonesHz.alice]))[0]
      await expect.poll(ofAlice).toBeGreaterThan(-30)
      await row.getByRole('button', { name: /^Volume and more/ }).click()
      await row.getByRole('slider').fill('10')
      await expect.poll(ofAlice).toBeLessThan(-30)
      await hears(carol, 'alice', 'bob')
      await row.getByRole('button', { name: 'Mute for me' }).click()
      await hears(bob, 'carol')
      await hears(carol, 'alice', 'bob')
      await row.getByRole('button', { name: 'Block' }).click()
      await expect(bob.others).toHaveCount(1)
      // Who is blocked doesn't hear either, as in a mesh.
      await hears(alice, 'carol')
      await hears(bob, 'carol')
      await hears(carol, 'alice', 'bob')
    })
  })

  test('a Janus that is killed is said in words; seats and text stay, and voices come back with it', async ({
    browser,
  }) => {
    await withJanus(async ({ world, janus }) => {
      const people = await three(browser, world)
      await janus.kill()
      for (const { box, others, connected } of people) {
        await expect(box.getByText(/The service that carries calls of this size is away/)).toBeVisible()
        await expect(others).toHaveCount(2)
        await expect(connected).toBeVisible()
      }
      await janus.restart()
      const [alice, bob, carol] = people
      await hears(alice, 'bob', 'carol')
      await hears(bob, 'alice', 'carol')
      await hears(carol, 'alice', 'bob')
      for (const { box } of people) await expect(box.getByText(/is away/)).toHaveCount(0)
    })
  })

  test(
    'without Janus the third is led to the next room, and two talk directly',
    { tag: '@long' },
    async ({ browser }) => {
      await withJanus(async ({ world, janus }) => {
        await janus.kill()
        const [alice, bob, carol] = [
          await sit(browser, world, 'alice'),
          await sit(browser, world, 'bob'),
          await sit(browser, world, 'carol'),
        ]
        await alice.join()
        await bob.join()
        await carol.join()
        await expect(carol.box.getByText('parley-global is full, so you sit in parley-global-2.')).toBeVisible()
        await hears(alice, 'bob')
      })
    },
  )
})

test.describe('given two servers that share a PostgreSQL and a Janus', () => {
  test(
    'people at both hear each other, and a block holds at the other server',
    { tag: '@long' },
    async ({ browser }) => {
      const [janus, postgres] = [await startJanus(), await startPostgres()]
      const serverEnv = {
        DATABASE_URL: await postgres.createDatabase('voice'),
        STUN_URLS: 'none',
        JANUS_URL: janus.url,
        JANUS_SECRET: janusSecret,
        VOICE_MESH_PEOPLE: '2',
      }
      const first = await startWorld({ seed: 'empty', stock: 'few', webDist, serverEnv })
      const second = await first.addServer()
      try {
        const alice = await sit(browser, first, 'alice')
        const bob = await sit(browser, first, 'bob', second.url)
        const carol = await sit(browser, first, 'carol', second.url)
        await alice.join()
        await bob.join()
        await hears(alice, 'bob')
        await carol.join()
        await hears(alice, 'bob', 'carol')
        await hears(bob, 'alice', 'carol')
        await hears(carol, 'alice', 'bob')
        const row = alice.others.first()
        await row.getByRole('button', { name: /^Volume and more/ }).click()
        await row.getByRole('button', { name: 'Block' }).click()
        await hears(bob, 'carol')
        await hears(alice, 'carol')
        await hears(carol, 'alice', 'bob')
      } finally {
        await second.stop()
        await first.stop()
        await postgres.stop()
        await janus.stop()
      }
    },
  )
})
