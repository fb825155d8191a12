import { asoverse } from '../../portals/asoverse.ts'
import { expect } from '../expect.ts'
import type { Area } from '../Shot.ts'
import { atAlices, button, countered, holdMarks, newTablePath, played, sitDown, withoutLast } from '../tableScenes.ts'

export const area: Area = {
  title: 'A table between two people',
  shots: [
    {
      name: 'visitor',
      async reach(stage) {
        const { table } = await played(stage)
        const page = await stage.visit(table.path)
        await expect(page.getByRole('heading', { name: 'A table for two' })).toBeVisible()
        return page
      },
    },
    {
      name: 'sign-in',
      async reach(stage) {
        const { bob, table } = await played(stage)
        const person = await stage.seat(bob.address)
        await person.visit(table.path)
        await expect(button(person.page, 'Sign in')).toBeVisible()
        return person.page
      },
    },
    {
      name: 'not-yours',
      async reach(stage) {
        const { table } = await played(stage)
        const page = await sitDown(stage, await stage.cast.member(), table.path)
        await expect(page.getByRole('heading', { name: 'No table here' })).toBeVisible()
        return page
      },
    },
    {
      name: 'new-empty',
      async reach(stage) {
        const [alice, bob] = [await stage.cast.member('dokyo'), await stage.cast.member('hoppers')]
        const page = await sitDown(stage, alice, `/table/new?to=${bob.address}`)
        await expect(button(page, 'Propose')).toBeVisible()
        return page
      },
    },
    {
      name: 'new-draft',
      async reach(stage) {
        const [alice, bob] = [await stage.cast.member('dokyo', 'aso'), await stage.cast.member('roostr', 'hoppers')]
        const page = await sitDown(stage, alice, newTablePath(bob, alice, { pay: '2.5' }))
        await expect(button(page, 'Propose')).toBeVisible()
        return page
      },
    },
    {
      name: 'new-aso',
      async reach(stage) {
        const [alice, bob] = [await stage.cast.member('aso', 'aso'), await stage.cast.member('aso')]
        const page = await sitDown(stage, alice, newTablePath(bob, alice, { portal: 'ASOverse' }), asoverse)
        await expect(button(page, 'Propose')).toBeVisible()
        return page
      },
    },
    {
      name: 'nobody-yet',
      reach: async (stage) => atAlices(stage, await played(stage), 'Change it'),
    },
    {
      name: 'waiting-away',
      async reach(stage) {
        const game = await played(stage)
        const leave = await game.table.sit('guest')
        const page = await atAlices(stage, game, 'Change it')
        await expect(page.getByText(/ is here$/)).toBeVisible()
        leave()
        await expect(page.getByText(/was last here/).first()).toBeVisible()
        return page
      },
    },
    {
      name: 'answered',
      reach: async (stage) => atAlices(stage, await countered(stage), 'I’m ready'),
    },
    {
      name: 'answered-aso',
      reach: async (stage) => atAlices(stage, await countered(stage, asoverse), 'I’m ready', asoverse),
    },
    {
      name: 'changed-added',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await button(page, 'I’m ready').click()
        await expect(button(page, 'Change it')).toBeVisible()
        await holdMarks(page)
        await game.table.lay('guest', (deal) => game.withLast('opener', deal), { isReady: false })
        await expect(page.locator('.change-strip')).toBeVisible()
        return page
      },
    },
    {
      name: 'changed-removed',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await holdMarks(page)
        await game.table.lay('guest', ({ guest, ...rest }) => ({ ...rest, guest: withoutLast(guest) }), {
          isReady: false,
        })
        await expect(page.locator('.change-strip')).toBeVisible()
        return page
      },
    },
    {
      name: 'changed-coins',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await holdMarks(page)
        await game.table.lay('guest', ({ opener, ...rest }) => ({ ...rest, opener: { ...opener, wei: 0n } }), {
          isReady: false,
        })
        await expect(page.locator('.table-coins-gone')).toBeVisible()
        return page
      },
    },
    {
      name: 'changed-expiration',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await holdMarks(page)
        await game.table.lay('guest', (deal) => ({ ...deal, durationMinutes: 1440 }), { isReady: false })
        await expect(page.locator('.change-strip')).toBeVisible()
        return page
      },
    },
    {
      name: 'refused-in-picker',
      extent: 'view',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await page.route('**/api/tables/*/versions*', (route) =>
          route.fulfill({
            status: 409,
            json: { success: false, error: 'not held', code: 'not-held', field: 'deal.guest.nfts.0' },
          }),
        )
        await button(page, 'Lay down an NFT').click()
        await page.getByRole('dialog').getByRole('option').last().click()
        await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
        return page
      },
    },
    {
      name: 'changed-hands',
      async reach(stage) {
        const game = await countered(stage)
        const [nft] = game.bob.nfts
        if (nft) await stage.cast.transfer(game.bob, game.alice.address, nft)
        const page = await atAlices(stage, game, 'I’m ready')
        await expect(page.getByText(/has moved/)).toBeVisible()
        return page
      },
    },
    {
      name: 'met',
      async reach(stage) {
        const game = await countered(stage)
        return sitDown(stage, game.alice, `${game.table.path}?met=`)
      },
    },
    {
      name: 'draft',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await button(page, 'Counter').click()
        await page.getByLabel('A few words to go with it').fill('Without the last one?')
        return page
      },
    },
    {
      name: 'draft-overtaken',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await button(page, 'Counter').click()
        await page
          .getByRole('button', { name: /^Take .* off the table$/ })
          .first()
          .click()
        await game.table.lay('guest', (deal) => game.withLast('opener', deal))
        await expect(button(page, 'Lay mine on top')).toBeVisible()
        return page
      },
    },
    {
      name: 'draft-overtaken-theirs',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await button(page, 'Counter').click()
        await page.getByLabel('A few words to go with it').fill('Without the last one?')
        await game.table.lay('guest', (deal) => game.withLast('opener', deal))
        await button(page, 'See theirs').click()
        await expect(button(page, 'See mine')).toBeVisible()
        return page
      },
    },
    {
      name: 'signed-out',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await button(page, 'Counter').click()
        await page.context().clearCookies()
        await page.getByLabel(/^Note to/).fill('Are you there?')
        await button(page, 'Send note').click()
        await expect(button(page, 'Sign in')).toBeVisible()
        return page
      },
    },
    {
      name: 'offline',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await page.context().setOffline(true)
        await expect(page.getByText(/^You’re offline/)).toBeVisible()
        return page
      },
    },
    {
      name: 'refused',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await page.route('**/api/tables/*/ready*', (route) =>
          route.fulfill({ status: 409, json: { success: false, error: 'changed', code: 'changed' } }),
        )
        await button(page, 'I’m ready').click()
        await expect(page.getByRole('alert')).toBeVisible()
        return page
      },
    },
    {
      name: 'risky-words',
      async reach(stage) {
        const game = await countered(stage)
        await game.table.say('guest', 'Send me your seed phrase on discord.gg/dokyo, then I’m ready')
        const page = await atAlices(stage, game, 'I’m ready')
        await expect(page.getByText(/^Never type a seed phrase or private key anywhere/)).toBeVisible()
        return page
      },
    },
    {
      name: 'pick',
      extent: 'view',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await button(page, 'Lay down an NFT').click()
        await expect(page.getByRole('dialog').getByRole('listbox').getByRole('option').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'coins-too-much',
      extent: 'view',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await button(page, 'Change coins').click()
        const amount = page.getByRole('dialog').getByRole('textbox')
        await amount.fill('1000')
        await amount.press('Enter')
        await expect(page.getByRole('alert')).toBeVisible()
        return page
      },
    },
    {
      name: 'decline',
      extent: 'view',
      async reach(stage) {
        const page = await atAlices(stage, await countered(stage), 'I’m ready')
        await button(page, 'Decline').click()
        await expect(page.getByRole('dialog')).toBeVisible()
        return page
      },
    },
    {
      name: 'counters-offer',
      async reach(stage) {
        const { cast } = stage
        const [alice, bob] = [await cast.member('dokyo', 'aso'), await cast.member('hoppers')]
        await cast.approve(alice, ...alice.nfts)
        await cast.approve(bob, ...bob.nfts)
        const id = await cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts, 86_400)
        const page = await sitDown(stage, bob, `/table/new?counters=${id}`)
        await expect(button(page, 'Propose')).toBeVisible()
        return page
      },
    },
    {
      name: 'list',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        await page.goto('/pending-trades')
        await expect(page.getByRole('link', { name: /^Open With/ })).toBeVisible()
        return page
      },
    },
    {
      name: 'invitations',
      async reach(stage) {
        const game = await countered(stage)
        const page = await atAlices(stage, game, 'I’m ready')
        const contacts = [
          { address: game.bob.address, name: 'Bob' },
          { address: game.bob.nfts[0]?.contract, name: 'Somebody else' },
        ]
        await page.evaluate((text) => localStorage.setItem('parley-contacts', text), JSON.stringify(contacts))
        await page.goto('/pending-trades')
        await page.getByText('Who may open a table with me', { exact: true }).first().click()
        await page.getByRole('radio', { name: /^People I know/ }).click()
        await expect(button(page, 'Allow my 2 contacts')).toBeVisible()
        await page.getByLabel('A wallet to allow').fill(game.bob.address)
        await button(page, 'Allow').click()
        await expect(button(page, 'Allow my contact')).toBeVisible()
        return page
      },
    },
  ],
}
