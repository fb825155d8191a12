import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

for (const portal of portals)
  test.describe(`given a browser in which ${portal.name} may keep nothing`, () => {
    test.use({ portal })

    test(
      'everything works for as long as the tab is open: offering, cancelling, accepting',
      lengthOf(portal),
      async ({ cast, seat }) => {
        const alice = await cast.member('dokyo', 'dokyo')
        const bob = await cast.member('hoppers')
        const [first, second] = alice.nfts
        if (!first || !second) throw new Error('the cast is short of NFTs')
        await cast.approve(alice, ...alice.nfts)
        await cast.approve(bob, ...bob.nfts)
        const people = [await seat(alice.address), await seat(bob.address)] as const
        for (const { context } of people) await context.addInitScript(forbidStorage)
        const [atAlices, atBobs] = people

        await atAlices.arriveNew()
        await atAlices.page.getByRole('button', { name: 'Switch to the dark theme' }).click()
        await expect(atAlices.page.locator('html')).toHaveAttribute('data-theme', 'dark')
        await atAlices.screen.layOut({ ...alice, nfts: [first] }, bob)
        await atAlices.screen.create()
        await atAlices.screen.closeSuccess()
        await atAlices.screen.cancelButton.click()
        await atAlices.screen.answerAlert(portal.words.cancelled)
        await expect(atAlices.screen.cancelButton).toHaveCount(0)

        await cast.offer(alice, [second], bob.nfts)
        await atBobs.arriveNew()
        await atBobs.screen.acceptButton.click()
        await atBobs.screen.confirmAccept()
        for (const words of portal.words.accepted) await atBobs.screen.seeToast(words)
        expect(await cast.ownerOf(second)).toBe(bob.address)
        await atAlices.page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
        await expect(atAlices.page.getByRole('heading', { level: 1 })).toHaveText('Help')
        expect([...atAlices.complaints, ...atBobs.complaints]).toEqual([])
      },
    )
  })

/** As in browsers that block site data: accessing the storage throws. */
function forbidStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}
