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
  // No request leaves the machine: only the link's target matters.
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

  // Crawlers read the document as served.
  let html = ''
  // A busy server sends a plain document.
  await expect
    .poll(async () => (html = await (await fetch(link)).text()))
    .toMatch(/<meta property="og:title" content="Dokyo #\d+ for Hoppers #\d+ · Parley">/)
  const picture = /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1] ?? ''
  const answer = await fetch(picture)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})
