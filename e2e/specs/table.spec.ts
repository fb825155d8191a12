import type { Nft } from '@parley/domain'
import { TableByHand } from '../fixtures/TableByHand.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { TableScreen } from '../screens/TableScreen.ts'

test.describe('given two people at a table', () => {
  test('a change is on the other screen at once, marked for three seconds, and its button rests', async ({
    cast,
    seat,
  }) => {
    const alice = await cast.member('dokyo', 'chikn')
    const bob = await cast.member('hoppers')
    const [first, second] = alice.nfts
    const [theirs] = bob.nfts
    if (!first || !second || !theirs) throw new Error('the cast is short of NFTs')
    const atAlices = new TableScreen(await seat(alice.address))
    const { page } = atAlices.person
    await atAlices.arriveNew(bob.address, first, theirs)
    await expect(atAlices.button('Propose')).toBeVisible()
    await expectSoundLooks(page)
    await atAlices.propose()

    const atBobs = new TableScreen(await seat(bob.address))
    const bobsPage = atBobs.person.page
    await atBobs.arrive(atAlices.path)
    await atBobs.button('I’m ready').waitFor()
    await expectSoundLooks(bobsPage)
    await bobsPage.setViewportSize({ width: 1280, height: 900 })

    await expect(page.getByText(/ is here$/)).toBeVisible()
    const strip = bobsPage.locator('.change-strip')
    // Highlight, strip and resting button appear together. The button rests for a second, so each change of the page is looked at.
    await bobsPage.evaluate(() => {
      const look = (): void => {
        const isMarked =
          document.querySelector('.change-strip')?.textContent.includes('This is version 2.') &&
          document.querySelectorAll('.print-new').length === 1 &&
          document.querySelector('.btn-rest')
        if (isMarked) Object.assign(window, { wasMarked: true })
      }
      const options = { subtree: true, childList: true, characterData: true, attributes: true }
      new MutationObserver(look).observe(document.body, options)
    })
    await atAlices.pick('own', second)
    await bobsPage.waitForFunction(() => 'wasMarked' in window)
    await atBobs.button('I’m ready').waitFor()
    await expect(strip).toBeHidden()
    await expect(bobsPage.locator('.print-new')).toHaveCount(0)

    await bobsPage.getByLabel(/^Note to/).fill('My key? Look at evil.example.com')
    await atBobs.button('Send note').click()
    await expect(page.getByText(/leads away from here/)).toBeVisible()
    await expect(page.getByRole('link', { name: /evil/ })).toHaveCount(0)
    await atAlices.person.visit('/pending-trades')
    await expect(page.getByRole('link', { name: /^Open With/ })).toBeVisible()
    await expectSoundLooks(page)
    for (const { person } of [atAlices, atBobs]) expect(person.complaints).toEqual([])
  })

  test('two tabs of one person and a change at the same moment lose nothing, nor does being signed out', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo')
    const bob = await cast.member('hoppers', 'chikn')
    const table = await TableByHand.open(world, bob, alice, {
      change: ({ opener, ...rest }) => ({ ...rest, opener: { ...opener, nfts: opener.nfts.slice(0, 1) } }),
    })
    // The link's document, and so its preview, is that of a table that doesn't exist.
    const documentOf = async (path: string) => (await (await fetch(world.url + path)).text()).replaceAll(path, '')
    expect(await documentOf(table.path)).toBe(await documentOf(`/table/${'A'.repeat(22)}`))

    const first = new TableScreen(await seat(alice.address))
    await first.arrive(table.path)
    await first.button('I’m ready').waitFor()
    const second = new TableScreen(await first.person.anotherTab())
    await second.person.page.goto(table.path)
    await second.button('I’m ready').click()
    for (const tab of [first, second]) await expect(tab.readyTicks).toHaveCount(2)

    // Bob is here, so hers goes at once. His arrives while hers is on its way.
    const leave = await table.sit('opener')
    const { page } = first.person
    await expect(page.getByText(/ is here$/)).toBeVisible()
    const isOnItsWay = Promise.withResolvers<void>()
    const mayArrive = Promise.withResolvers<void>()
    await page.route(
      '**/versions?*',
      async (route) => {
        isOnItsWay.resolve()
        await mayArrive.promise
        await route.continue()
      },
      { times: 1 },
    )
    await first.addCoins('0.5')
    await isOnItsWay.promise
    const [, chikn] = bob.nfts
    if (!chikn) throw new Error('the cast is short of NFTs')
    await table.lay('opener', ({ opener, ...rest }) => ({
      ...rest,
      opener: { ...opener, nfts: [...opener.nfts, bare(chikn)] },
    }))
    mayArrive.resolve()
    await expect(page.getByRole('alert')).toContainText('It changed at the same moment.')
    await expect(page.getByText(/ proposed version 2 while you were editing\. Yours is kept\.$/)).toBeVisible()
    await second.showsVersion(2)

    // Signed out in the middle: terms, their words and a note are there after another sign-in.
    await page.getByLabel('A few words to go with it').fill('Coins on top')
    await page.getByLabel(/^Note to/).fill('One moment')
    await first.person.context.clearCookies()
    await first.button('Lay mine on top').click()
    await expect(page.getByText('You’re signed out. Sign in again; what you typed is kept.')).toBeVisible()
    await first.signIn()
    await expect(page.getByLabel(/^Note to/)).toHaveValue('One moment')
    await expect(page.getByLabel('A few words to go with it')).toHaveValue('Coins on top')
    await first.button('Lay mine on top').click()
    for (const tab of [first, second]) await tab.showsVersion(3)
    await expect(page.getByText('Coins on top', { exact: true }).first()).toBeVisible()
    leave()
  })
})

function bare({ contract, tokenId }: Nft): Nft {
  return { contract, tokenId }
}
