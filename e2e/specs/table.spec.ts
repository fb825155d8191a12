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
    await atAlices.pick('own', second)
    // Highlight, strip and disabled button appear together. The button is the first to change back.
    const strip = bobsPage.locator('.change-strip')
    await expect(strip).toContainText('This is version 2.')
    await expect(bobsPage.locator('.print-new')).toHaveCount(1)
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
})
