import { VoiceScreen } from '../../screens/VoiceScreen.ts'
import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'
import { agreed, atAlices, button, countered, sitDown } from '../tableScenes.ts'

export const area: Area = {
  title: 'A table whose people talk, and the list of tables',
  shots: [
    {
      name: 'voice',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await page.getByText(/^Talk to /).click()
        return page
      },
    },
    {
      name: 'voice-folded',
      async reach(stage) {
        const game = await countered(stage)
        const pages = [await sitDown(stage, game.bob, game.table.path), await atAlices(stage, game, 'I’m ready')]
        for (const page of pages) {
          await page.context().grantPermissions(['microphone'])
          await page.getByText(/^Talk to /).click()
          await new VoiceScreen(page).join()
        }
        const [, page] = pages
        if (!page) throw new Error('Alice has no page')
        const voice = new VoiceScreen(page)
        await expect(voice.others).toHaveCount(1)
        await page.locator('.table-voice summary').click()
        const level = page.getByRole('meter', { name: 'Microphone level' })
        await expect.poll(() => level.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0)
        await page.getByRole('button', { name: 'MUTE', exact: true }).click()
        await expect(page.getByText(/You’re muted\.$/)).toBeVisible()
        await expect(level).toHaveJSProperty('value', 0)
        await page.getByRole('button', { name: 'UNMUTE', exact: true }).click()
        await expect(voice.dock).toHaveCount(0)
        return page
      },
    },
    {
      name: 'list-differs',
      async reach(stage) {
        const game = await agreed(stage)
        const { alice, bob, table } = game
        await stage.cast.approve(alice, ...alice.nfts)
        await stage.cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts.slice(0, 1), 86_400)
        const page = await sitDown(stage, bob, table.path)
        await expect(button(page, 'Change it')).toBeVisible()
        await page.goto('/pending-trades')
        await expect(page.getByText(/made an offer that differs from what was agreed\./)).toBeVisible()
        return page
      },
    },
  ],
}
