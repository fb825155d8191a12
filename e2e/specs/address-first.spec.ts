import { areInOrder } from '../fixtures/areInOrder.ts'
import { expect, test } from '../fixtures/test.ts'

const cut = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

test.describe('given a wallet that has just connected', () => {
  test('the recipient and both wallets are above the fold, one tab away on a phone', async ({ cast, seat }) => {
    const alice = await cast.member('dokyo', 'hoppers', 'steady', 'chikn')
    const bob = await cast.member('madskullz', 'the-salvors')
    const at = await seat(alice.address)
    const { page, screen } = at
    await page.setViewportSize({ width: 1280, height: 900 })
    await at.arrive()
    await screen.layOut(alice, bob)
    await expect(page.getByRole('button', { name: 'Paste an address' })).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(screen.recipient).toBeInViewport({ ratio: 1 })
    for (const [side, nft] of [
      [screen.own, alice.nfts[0]],
      [screen.friends, bob.nfts[0]],
    ] as const) {
      if (!nft) throw new Error('the cast is short of NFTs')
      await expect(screen.tile(side, nft)).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(screen.recipient).toBeInViewport({ ratio: 1 })
    await expect(screen.own.getByRole('listbox').getByRole('option').first()).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab', { name: screen.words.friendGrid }).click()
    await expect(screen.friends.getByRole('listbox').getByRole('option').first()).toBeInViewport({ ratio: 1 })
    // Top to bottom: whom one trades with, the deal, the wallets, and what is wanted less often, folded.
    const voice = page.getByRole('region', { name: 'VOICE CHAT' })
    const places = [screen.recipient, screen.table, screen.friends, page.locator('.approvals'), voice, screen.sent]
    for (const place of places) await expect(place).toBeVisible()
    await expect.poll(() => areInOrder(places, 'y')).toBe(true)
    await expect(voice.getByRole('button', { name: /^VOICE CHAT/ })).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('.approvals')).not.toHaveAttribute('open')
  })

  test('a small deal’s next step is above the fold, too, without scrolling', async ({ cast, seat }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    const at = await seat(alice.address)
    const { page, screen } = at
    await page.setViewportSize({ width: 1280, height: 900 })
    await at.arrive()
    await screen.layOut(alice, bob)
    const step = page.getByRole('region', { name: 'The deal' }).getByRole('button', { name: 'Approve Dokyo' })
    await expect(step).toBeVisible()
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(step).toBeInViewport({ ratio: 1 })
  })

  test('an address is pasted with one press, and a refused clipboard is said', async ({ cast, seat }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    const at = await seat(alice.address)
    const { page, screen } = at
    await at.arrive()
    const paste = page.getByRole('button', { name: 'Paste an address' })
    await paste.click()
    await expect(page.getByText('Your browser didn’t let us read the clipboard.')).toBeVisible()
    await at.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${bob.address}\n`)
    await paste.click()
    await expect(screen.recipient).toHaveValue(bob.address)
    await expect(screen.friends.getByRole('listbox').getByRole('option')).toHaveCount(bob.nfts.length)
    await expect(page.getByText('Your browser didn’t let us read the clipboard.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear the address' }).click()
    await expect(screen.recipient).toHaveValue('')
    expect(at.complaints).toEqual([])
  })
})

test.describe('given an offer that Alice makes to Bob', () => {
  test('each of them finds the other again with one press, and a stranger’s offer adds none', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers')
    const stranger = await cast.member('steady')
    for (const one of [alice, bob, stranger]) await cast.approve(one, ...one.nfts)
    await cast.offer(stranger, stranger.nfts, alice.nfts)
    const at = await seat(alice.address)
    await at.arrive()
    const { page, screen } = at
    await expect(screen.acceptButton).toBeVisible()
    await expect(page.getByRole('button', { name: /^Trade with/ })).toHaveCount(0)
    await screen.layOut(alice, bob)
    await screen.create()
    await screen.closeSuccess()
    await page.reload()
    await page.getByRole('button', { name: `Trade with ${cut(bob.address)}` }).click()
    await expect(screen.recipient).toHaveValue(bob.address)
    await expect(page.getByRole('button', { name: /^Trade with/ })).toHaveCount(1)

    const atBobs = await seat(bob.address)
    await atBobs.arrive()
    await atBobs.screen.acceptButton.click()
    await atBobs.screen.confirmAccept()
    await atBobs.screen.seeToast(screen.portal.words.accepted[0] ?? '')
    await expect(atBobs.page.getByRole('button', { name: `Trade with ${cut(alice.address)}` })).toBeVisible()
  })
})
