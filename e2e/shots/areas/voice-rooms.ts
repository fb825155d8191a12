import { createHmac } from 'node:crypto'
import { startCoturn, VoiceGuest } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { VoiceScreen } from '../../screens/VoiceScreen.ts'
import type { Area } from '../Shot.ts'
import type { DemoPerson, Stage } from '../Stage.ts'

const secret = 'a secret that the relay keeps to itself'
const seats = 8

/** A visitor on the swap page with microphone permission; `before` prepares the browser. */
async function sit(stage: Stage, name: DemoPerson, before?: (page: Page) => Promise<unknown>): Promise<VoiceScreen> {
  const person = await stage.seat(stage.addressOf(name))
  await person.context.grantPermissions(['microphone'])
  await before?.(person.page)
  await person.arrive()
  return new VoiceScreen(person.page)
}

async function show(voice: VoiceScreen): Promise<Page> {
  await voice.box.scrollIntoViewIfNeeded()
  return voice.page
}

/** With a relay that accepts the credentials, or refuses them. */
async function withRelay(stage: Stage, answers: 'lets us in' | 'refuses'): Promise<(page: Page) => Promise<unknown>> {
  const relay = await startCoturn(secret)
  stage.afterwards(() => relay.stop())
  const username = `${Math.floor(Date.now() / 1000) + 3600}:shot`
  const word = answers === 'refuses' ? 'another secret' : secret
  const credential = createHmac('sha1', word).update(username).digest('base64')
  const ice = { success: true, relay: true, ttlS: 3600, iceServers: [{ urls: [relay.url], username, credential }] }
  return (page) => page.route('**/api/voice/ice', (route) => route.fulfill({ json: ice }))
}

/** Alice in the open room with Bob, both using only the relay. */
async function relayedCall(stage: Stage, answers: 'lets us in' | 'refuses'): Promise<VoiceScreen> {
  const relay = await withRelay(stage, answers)
  const [alice, bob] = [await sit(stage, 'alice', relay), await sit(stage, 'bob', relay)]
  await bob.join()
  await alice.join()
  return alice
}

/** An open offer between two people of the local world. */
async function sharedOffer(stage: Stage): Promise<string> {
  const response = await fetch(`${stage.world.url}/api/swap-offers/user/${stage.addressOf('alice')}?limit=50`)
  const { offers }: { offers: { offerId: string; creator: string; recipient: string; isActive: boolean }[] } =
    await response.json()
  const [alice, bob] = [stage.addressOf('alice'), stage.addressOf('bob')]
  const found = offers.find(
    ({ creator, recipient, isActive }) => isActive && [alice, bob].every((one) => [creator, recipient].includes(one)),
  )
  if (!found) throw new Error('Alice and Bob have no open offer')
  return found.offerId
}

async function atOffer(stage: Stage, name: DemoPerson, id: string): Promise<VoiceScreen> {
  const { page, context } = await stage.arrive(name, `/p2p/${id}`)
  await context.grantPermissions(['microphone'])
  const voice = new VoiceScreen(page)
  return voice
}

async function tried(stage: Stage, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await stage.visit('/voice-test')
  await page.context().grantPermissions(['microphone'])
  await before?.(page)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible()
  return page
}

export const area: Area = {
  title: 'Voice chat: rooms, relays, the test page',
  shots: [
    {
      name: 'private-before',
      reach: async (stage) => show(await atOffer(stage, 'alice', await sharedOffer(stage))),
    },
    {
      name: 'private-signing',
      async reach(stage) {
        const { page, context, wallet } = await stage.arrive('alice', `/p2p/${await sharedOffer(stage)}`)
        await context.grantPermissions(['microphone'])
        wallet.hold('personal_sign')
        const voice = new VoiceScreen(page)
        await voice.joinButton.click()
        await expect(voice.box.getByText('Your wallet asks for a signature')).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'private-call',
      async reach(stage) {
        const id = await sharedOffer(stage)
        const [alice, bob] = [await atOffer(stage, 'alice', id), await atOffer(stage, 'bob', id)]
        await bob.join()
        await alice.join()
        await expect(alice.box.getByRole('img', { name: /line$/ })).toHaveCount(1)
        return show(alice)
      },
    },
    {
      name: 'not-signed',
      async reach(stage) {
        const { page, context, wallet } = await stage.arrive('alice', `/p2p/${await sharedOffer(stage)}`)
        await context.grantPermissions(['microphone'])
        wallet.refuseNext('personal_sign')
        const voice = new VoiceScreen(page)
        await voice.joinButton.click()
        await expect(voice.box.getByText(/Your wallet didn’t sign/)).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'led-on',
      async reach(stage) {
        const crowd = await Promise.all(Array.from({ length: seats }, () => VoiceGuest.arrive(stage.world.url)))
        stage.afterwards(() => crowd.map((guest) => guest.leave()))
        for (const guest of crowd) await guest.join('parley-global')
        const voice = await sit(stage, 'alice')
        await voice.join()
        await expect(voice.box.getByText(/is full, so you sit in parley-global-2/)).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'relay',
      async reach(stage) {
        const alice = await relayedCall(stage, 'lets us in')
        await expect(alice.box.getByText('Network address hidden')).toBeVisible()
        await expect(alice.box.getByRole('img', { name: /line$/ })).toHaveCount(1)
        return show(alice)
      },
    },
    {
      name: 'relay-refused',
      async reach(stage) {
        const alice = await relayedCall(stage, 'refuses')
        await expect(alice.box.getByText(/The relay didn’t let us in/)).toBeVisible()
        return show(alice)
      },
    },
    {
      name: 'held-back',
      async reach(stage) {
        const bob = await sit(stage, 'bob')
        await bob.join()
        // Simulates browsers that don't play sound before a click. No click may follow.
        const alice = await sit(stage, 'alice', (page) =>
          page.addInitScript(() => {
            HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
          }),
        )
        await alice.join()
        await expect(alice.box.getByText(/holds the sound back/)).toBeVisible()
        return show(alice)
      },
    },
    {
      name: 'settings-in-call',
      extent: 'view',
      async reach(stage) {
        const voice = await sit(stage, 'alice')
        await voice.join()
        await voice.box.getByRole('button', { name: 'Settings' }).click()
        await voice.page.getByRole('checkbox', { name: 'Show my address instead of a name' }).check()
        return voice.page
      },
    },
    { name: 'test-before', reach: (stage) => stage.visit('/voice-test') },
    { name: 'test-done', reach: (stage) => tried(stage) },
    {
      name: 'test-failed',
      reach: async (stage) => {
        const relay = await withRelay(stage, 'refuses')
        return tried(stage, async (page) => {
          await relay(page)
          await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
          // Only a newly loaded page finds it closed.
          await page.reload()
        })
      },
    },
    {
      name: 'test-denied',
      async reach(stage) {
        const page = await stage.visit('/voice-test')
        await page.getByRole('button', { name: 'Start the test' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        return page
      },
    },
  ],
}
