import { InjectedWallet } from '@parley/testkit'
import { Person, walletName } from '../fixtures/Person.ts'
import { isFullLength } from '../fixtures/fullLength.ts'
import { screenSizes } from '../fixtures/screenSizes.ts'
import { faultsOf } from '../fixtures/soundness.ts'
import { expect, test } from '../fixtures/test.ts'
import { screens, type Screen } from '../roles/screens.ts'
import { tellStory, type Role, type Story } from '../roles/Story.ts'
import { Tracker } from '../screens/Tracker.ts'

let story: Story

// One worker for all, so that the story is built once.
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ sharedWorld }) => {
  story = await tellStory(sharedWorld)
})

/** A phone and a desktop, and in `test:full` all sizes. */
const fewSizes = isFullLength
  ? screenSizes
  : ([
      [390, 844],
      [1280, 900],
    ] as const)

const upTo = (mostPx: number) => screenSizes.filter(([widthPx]) => widthPx <= mostPx)

/** The role that sees most of the screen, and the visitor, who sees another one. */
function rolesAt({ seenBy }: Screen): readonly Role[] {
  const most = (['recipient', 'creator', 'third'] as const).find((role) => seenBy[role])
  return [...(most ? [most] : []), ...(seenBy.visitor ? (['visitor'] as const) : [])]
}

test('everything can be reached and read: the wallets to choose from, a created offer, and the list of transactions', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  const { page, screen } = await seat(alice.address)
  const dialog = page.getByRole('dialog')
  await screen.open()
  await page.getByRole('button', { name: 'CONNECT WALLET' }).first().click()
  await expect(dialog.getByRole('button', { name: walletName })).toBeVisible()
  expect(await faultsOf(page, fewSizes)).toEqual([])
  await expect(dialog.getByRole('button', { name: walletName })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: walletName }).click()
  await expect(screen.connectedBadge).toBeVisible()

  await screen.layOut(alice, bob)
  await screen.create()
  await expect(dialog.getByText('Success!')).toBeVisible()
  expect(await faultsOf(page, fewSizes)).toEqual([])
  await expect(dialog.getByText('Success!')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await screen.closeSuccess()

  const tracker = new Tracker(page)
  await tracker.openFromAccount()
  await expect(tracker.list).toHaveCount(1)
  expect(await faultsOf(page, fewSizes)).toEqual([])
  await expect(tracker.list).toHaveCount(1)
})

test.describe('at 360 to 2560 px, in light and dark, and with letters of twice the size', { tag: '@long' }, () => {
  const sights = screens.flatMap((screen) => rolesAt(screen).map((role) => ({ screen, role })))
  for (const { screen, role } of sights)
    test(`everything can be reached and read: ${screen.name}, as seen by the ${role}`, async ({ browser, world }) => {
      const context = await browser.newContext({ baseURL: world.url, reducedMotion: 'reduce' })
      const page = await (async () => {
        if (role === 'visitor') return context.newPage()
        const wallet = new InjectedWallet({ account: story.people[role], rpcUrl: world.chain.url })
        const person = await Person.sitDown(context, wallet)
        await person.rememberWallet()
        return person.page
      })()
      await page.goto(screen.path(story))
      for (const words of screen.seenBy[role]?.there ?? [])
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
      await screen.prepare?.(page, role)
      expect(await faultsOf(page, screenSizes)).toEqual([])
      await context.close()
    })

  test('everything can be reached and read: a deal on the table, in the phone’s sheet, in an account and in an NFT', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('dokyo', 'hoppers', 'chikn', 'madskullz')
    const bob = await cast.member('steady', 'smol-joes-season-2', 'farmland')
    await cast.approve(alice, ...alice.nfts.slice(0, 2))
    const at = await seat(alice.address)
    const { page, screen } = at
    await at.arrive()
    await screen.layOut(alice, bob)
    await screen.addCoins()
    for (const side of ['YOU GIVE', 'YOU GET'])
      await page.getByRole('textbox', { name: `AVAX ${side}` }).fill('1.000000000000000001')
    await screen.openApprovals()
    await page.getByRole('button', { name: 'Advanced' }).click()
    await expect(page.getByRole('button', { name: 'REVOKE Dokyo' })).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Review deal' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'CREATE SWAP OFFER' })).toBeVisible()
    expect(await faultsOf(page, upTo(390))).toEqual([])
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: /^Connected wallet/ }).click()
    await expect(page.getByRole('dialog').getByText(alice.address)).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
    await expect(page.getByRole('dialog').getByText(alice.address)).toBeVisible()
    await page.keyboard.press('Escape')

    await screen.own.getByRole('listbox').focus()
    await page.keyboard.press('Enter')
    const traits = page.getByRole('dialog').getByText('Traits', { exact: true })
    await expect(traits).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
    await expect(traits).toBeVisible()
  })

  test('everything can be reached and read: what one accepts, in the list’s dialog and on its page', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('dokyo', 'hoppers', 'chikn')
    const bob = await cast.member('steady', 'smol-joes-season-2', 'farmland')
    await cast.approve(alice, ...alice.nfts)
    const coins = { offeredWei: 10n ** 18n + 1n, requestedWei: 10n ** 17n + 1n }
    const id = await cast.offerWithCoins(alice, bob.address, { offered: alice.nfts, requested: bob.nfts, coins })
    const at = await seat(bob.address)
    const { page, screen } = at
    await at.arrive()
    await screen.acceptButton.click()
    await expect(page.getByRole('dialog').getByText('Checked on chain', { exact: true })).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
    await expect(page.getByRole('dialog').getByText('Checked on chain', { exact: true })).toBeVisible()
    await at.visit(`/p2p/${id}`)
    await expect(page.getByText('Checked on chain', { exact: true })).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
  })
  test('everything can be reached and read: the owner’s panel as its owner, and what is asked before an act', async ({
    seat,
    world,
  }) => {
    const at = await seat(world.wallets.deployer.account.address)
    const { page } = at
    await at.visit('/admin-panel-parley-owner-only')
    await expect(page.locator('.intro').getByText('Owner', { exact: true })).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
    await page.getByRole('button', { name: 'Pause New Offers' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsOf(page, screenSizes)).toEqual([])
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
