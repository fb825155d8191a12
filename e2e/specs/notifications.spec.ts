import config, { wholeBrowserPath } from '../playwright.config.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ launchOptions: { ...config.use?.launchOptions, executablePath: wholeBrowserPath } })

test('an offer that arrives in a background window shows a notification, and a click on it opens the offer', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers', 'steady')
  const [hopper, steady] = bob.nfts
  if (!hopper || !steady) throw new Error('the cast is short of NFTs')
  await cast.approve(bob, ...bob.nfts)
  await cast.offer(bob, [hopper], alice.nfts)
  const atAlices = await seat(alice.address)
  const { page, context, screen } = atAlices
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const told: { title: string; body: string; click: () => void }[] = []
    Reflect.set(window, 'told', told)
    const Real = window.Notification
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        told.push({ title, body: options?.body ?? '', click: () => this.dispatchEvent(new Event('click')) })
      }
    }
  })
  await atAlices.arrive()
  const bell = screen.received.getByRole('button', { name: 'Tell me when an offer comes' })
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  // The user is at another window.
  await page.evaluate(() => (document.hasFocus = () => false))

  const id = await cast.offer(bob, [steady], alice.nfts)
  const told = () =>
    page.evaluate(() =>
      Reflect.get(window, 'told').map(({ title, body }: { title: string; body: string }) => [title, body]),
    )
  await expect
    .poll(told)
    .toEqual([['An offer for you', expect.stringMatching(/^0x.{4}….{4} gives 1 NFT for 1 of yours\.$/)]])
  await page.evaluate(() => Reflect.get(window, 'told')[0].click())
  await expect(page).toHaveURL(new RegExp(`/p2p/${id}$`))
})
