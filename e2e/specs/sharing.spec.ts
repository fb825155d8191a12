import { expect, test } from '../fixtures/test.ts'

test('after creating, sharing opens a post that is already written, and the dialog closes; the link shows both sides', async ({
  cast,
  seat,
  world,
}) => {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  const atAlices = await seat(alice.address)
  const { page, context, screen } = atAlices
  // Nothing leaves the machine: what counts is where the link leads.
  await context.route('https://twitter.com/**', (route) => route.fulfill({ body: 'a post', contentType: 'text/html' }))
  await atAlices.arrive()
  await screen.layOut(alice, bob)
  await screen.create()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Success!')

  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Share on Twitter' }).click()
  const tab = await opened
  await tab.waitForURL(/twitter\.com/)
  const post = new URL(tab.url())
  await expect(dialog).toBeHidden()
  expect([post.origin, post.pathname]).toEqual(['https://twitter.com', '/intent/tweet'])
  expect(post.searchParams.get('text')).toContain('Parley')
  const link = post.searchParams.get('url') ?? ''
  expect(link).toMatch(new RegExp(`^${world.url}/p2p/0x[0-9a-f]{64}$`))

  // Crawlers read the document as the server sends it.
  const html = await (await fetch(link)).text()
  expect(html).toMatch(/<meta property="og:title" content="Dokyo #\d+ for Hoppers #\d+ · Parley">/)
  const picture = /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1] ?? ''
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

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
