import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startWorld, VoiceGuest } from '@parley/testkit'
import { buildWithPortal } from '../fixtures/buildWithPortal.ts'
import { expect, test } from '../fixtures/test.ts'
import { dokyo } from '../portals/dokyo.ts'

const oneFile = join(import.meta.dirname, '../../apps/web/test/third-portal/portal.ts')

/** Builds the page with another portal, so it needs its own world. */
const enlarged = test.extend({
  world: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { folder, webDist } = await buildWithPortal('Dokyo', oneFile)
      const world = await startWorld({ seed: 'empty', stock: 'few', webDist })
      await use(world)
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'test', timeout: 600_000 },
  ],
})

enlarged.describe('given one file of data more', () => {
  enlarged.use({ portal: dokyo })

  enlarged(
    'a third portal trades its collection in its own words, beside the others',
    { tag: '@long' },
    async ({ cast, seat, world }) => {
      const alice = await cast.member('dokyo')
      const bob = await cast.member('dokyo')
      const [mine] = alice.nfts
      const [theirs] = bob.nfts
      if (!mine || !theirs) throw new Error('the cast is short of NFTs')
      await cast.approve(bob, theirs)
      const atAlices = await seat(alice.address)
      const { page, screen } = atAlices
      await screen.open('/p2p')
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toContainText([
        'Swap',
        'ASOverse',
        'Dokyo',
      ])
      await page.getByRole('link', { name: 'Dokyo' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(dokyo.words.title)
      await screen.open('/dokyo')
      await screen.connect('Test wallet')
      await expect(page).toHaveTitle('Dokyo Trading Portal')
      await expect(page.getByRole('combobox', { name: 'EXPIRATION' }).getByRole('option')).toHaveText([
        '1 hour',
        '1 day',
      ])

      await expect(page.getByText('dokyo-trading', { exact: true })).toBeVisible()
      const guest = await VoiceGuest.arrive(world.url)
      expect(await guest.join('dokyo-trading')).toMatchObject({ ok: true })
      expect(await guest.join('nobodys-trading')).toEqual({ ok: false, refusal: 'no-such-room' })
      guest.leave()
      await screen.layOut(alice, bob)
      await expect(screen.tile(screen.own, mine)).toContainText('SELECTED')
      await screen.approveAll()
      await screen.create()
      await screen.closeSuccess()

      const atBobs = await seat(bob.address)
      await atBobs.arrive()
      await atBobs.screen.acceptButton.click()
      await atBobs.screen.confirmAccept()
      await atBobs.screen.seeToast('Offer accepted!')
      expect(await cast.ownerOf(mine)).toBe(bob.address)
      expect(await cast.ownerOf(theirs)).toBe(alice.address)
      expect(atAlices.complaints).toEqual([])
    },
  )
})
