import { InjectedWallet, startCoturn, startPostgres, startWorld, type World } from '@parley/testkit'
import type { Browser } from '@playwright/test'
import { webDist } from '../fixtures/builtPages.ts'
import { heardBy, hearsOn, listenIn } from '../fixtures/hearing.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'
import { Person } from '../fixtures/Person.ts'

test.use(voiceBrowser)

const secret = 'a secret of the relay and the server'

/** A person of the world on the swap page, in a separate browser. */
async function sit(browser: Browser, world: World, name: 'alice' | 'bob', url = world.url): Promise<VoiceScreen> {
  const context = await browser.newContext({ baseURL: url, permissions: ['microphone'] })
  await listenIn(context)
  const account = world.wallets[name].account.address
  const person = await Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
  await person.arrive()
  return new VoiceScreen(person.page)
}

test.describe('given a relay', () => {
  test('voices of the open room go through it, and no network address is shown', async ({ browser }) => {
    const relay = await startCoturn(secret)
    const world = await startWorld({
      seed: 'empty',
      stock: 'few',
      webDist,
      serverEnv: { TURN_URLS: relay.url, TURN_SECRET: secret, STUN_URLS: 'none' },
    })
    try {
      const [alice, bob] = [await sit(browser, world, 'alice'), await sit(browser, world, 'bob')]
      await alice.join()
      await bob.join()
      await Promise.all([hearsOn(alice.page, 1), hearsOn(bob.page, 1)])
      for (const one of [alice, bob]) {
        await expect(one.box.getByText('Network address hidden')).toBeVisible()
        expect((await heardBy(one.page)).map(({ kind }) => kind)).toEqual(['relay'])
      }
      await alice.page.goto('/voice-test')
      await alice.page.getByRole('button', { name: 'Start the test' }).click()
      await expect(alice.page.getByText('The relay carries your voice.')).toBeVisible()
      await expect(alice.page.getByText('Your voice went out and came back.')).toBeVisible()
      await expect(alice.page.getByText('We hear you.')).toBeVisible()
    } finally {
      await world.stop()
      await relay.stop()
    }
  })

  test(
    'one that refuses us is said in words, and voices go directly when that is allowed',
    { tag: '@long' },
    async ({ browser }) => {
      const relay = await startCoturn(secret)
      const world = await startWorld({
        seed: 'empty',
        stock: 'few',
        webDist,
        serverEnv: { TURN_URLS: relay.url, TURN_SECRET: 'a secret that is another', STUN_URLS: 'none' },
      })
      try {
        const [alice, bob] = [await sit(browser, world, 'alice'), await sit(browser, world, 'bob')]
        await alice.join()
        await bob.join()
        await expect(bob.box.getByText(/The relay didn’t let us in/)).toBeVisible()
        for (const one of [alice, bob]) {
          await one.box.getByRole('button', { name: 'Settings' }).click()
          await one.page.getByRole('checkbox', { name: 'Hide my network address' }).uncheck()
          await one.page.keyboard.press('Escape')
        }
        await Promise.all([hearsOn(alice.page, 1), hearsOn(bob.page, 1)])
        await alice.page.goto('/voice-test')
        await alice.page.getByRole('button', { name: 'Start the test' }).click()
        await expect(alice.page.getByText(/The relay refused us/)).toBeVisible()
      } finally {
        await world.stop()
        await relay.stop()
      }
    },
  )
})

test.describe('given two servers on one PostgreSQL', () => {
  test('people at different servers hear each other', { tag: '@long' }, async ({ browser }) => {
    const postgres = await startPostgres()
    const serverEnv = { DATABASE_URL: await postgres.createDatabase('voice'), STUN_URLS: 'none' }
    const first = await startWorld({ seed: 'empty', stock: 'few', webDist, serverEnv })
    const second = await first.addServer()
    try {
      const alice = await sit(browser, first, 'alice')
      const bob = await sit(browser, first, 'bob', second.url)
      await alice.join()
      await bob.join()
      await Promise.all([hearsOn(alice.page, 1), hearsOn(bob.page, 1)])
    } finally {
      await second.stop()
      await first.stop()
      await postgres.stop()
    }
  })
})
