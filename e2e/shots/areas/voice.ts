import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { VoiceScreen } from '../../screens/VoiceScreen.ts'
import type { Area } from '../Shot.ts'
import type { DemoPerson, Stage } from '../Stage.ts'

/** A visitor on the swap page, with microphone permission by default. */
async function sit(stage: Stage, name: DemoPerson, microphone: 'allowed' | 'denied' = 'allowed'): Promise<VoiceScreen> {
  const person = await stage.seat(stage.addressOf(name))
  if (microphone === 'allowed') await person.context.grantPermissions(['microphone'])
  await person.arrive()
  return new VoiceScreen(person.page)
}

async function called(voice: VoiceScreen, name: string): Promise<void> {
  await voice.page.evaluate((kept) => localStorage.setItem('parley-voice', JSON.stringify({ name: kept })), name)
}

/** Alice in a call with Bob, who has a name, and Carol, whose name is very long. */
async function inCall(stage: Stage): Promise<VoiceScreen> {
  const [alice, bob, carol] = [await sit(stage, 'alice'), await sit(stage, 'bob'), await sit(stage, 'carol')]
  await called(bob, 'Bob')
  await called(carol, 'Wolfeschlegelsteinhausenbergerdo')
  for (const one of [bob, carol, alice]) await one.join()
  await expect(alice.others).toHaveCount(2)
  await expect(alice.box.getByRole('img', { name: /line$/ })).toHaveCount(2)
  return alice
}

async function show(voice: VoiceScreen): Promise<Page> {
  await voice.box.scrollIntoViewIfNeeded()
  return voice.page
}

export const area: Area = {
  title: 'Voice chat',
  shots: [
    { name: 'before', extent: 'page', reach: async (stage) => show(await sit(stage, 'alice')) },
    { name: 'call', extent: 'page', reach: async (stage) => show(await inCall(stage)) },
    {
      name: 'muted-with-controls',
      async reach(stage) {
        const voice = await inCall(stage)
        await voice.muteButton.click()
        await voice.others.first().getByRole('button').click()
        await expect(voice.box.getByText(/You are muted/)).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'alone',
      async reach(stage) {
        const voice = await sit(stage, 'alice')
        await voice.join()
        return show(voice)
      },
    },
    {
      name: 'settings',
      extent: 'view',
      async reach(stage) {
        const voice = await sit(stage, 'alice')
        await voice.box.getByRole('button', { name: 'Check microphone' }).click()
        await expect(voice.page.getByRole('dialog')).toBeVisible()
        return voice.page
      },
    },
    {
      name: 'denied',
      async reach(stage) {
        const voice = await sit(stage, 'alice', 'denied')
        await voice.joinButton.click()
        await expect(voice.box.getByText(/Microphone access denied/)).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'dock',
      extent: 'view',
      async reach(stage) {
        const voice = await inCall(stage)
        await voice.page.getByRole('link', { name: 'Trade Stats' }).first().click()
        await expect(voice.dock).toBeVisible()
        return voice.page
      },
    },
    {
      name: 'reconnecting',
      async reach(stage) {
        const voice = await inCall(stage)
        await voice.page.context().setOffline(true)
        await voice.page.routeWebSocket(/socket\.io/, (socket) => socket.close())
        await expect(voice.box.getByText('RECONNECTING', { exact: true })).toBeVisible()
        return show(voice)
      },
    },
    {
      name: 'other-tab',
      async reach(stage) {
        const voice = await sit(stage, 'alice')
        const other = await voice.page.context().newPage()
        await other.goto('/p2p')
        await other.getByText(/^wallet connected$/i).waitFor()
        await new VoiceScreen(other).join()
        await voice.joinButton.click()
        await expect(voice.box.getByText(/open in another tab/)).toBeVisible()
        return show(voice)
      },
    },
  ],
}
