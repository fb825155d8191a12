import config, { wholeBrowserPath } from '../playwright.config.ts'
import { expect, test } from '../fixtures/test.ts'
import { bell as inbox } from '../screens/inboxRows.ts'

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
  // Alerts come with the inbox's link, for offers that the list lacked before.
  await expect(inbox(page)).toBeVisible()
  await expect(screen.acceptButton).toHaveCount(1)
  // Another window has the focus.
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

test('a push is shown once, opens its page, and after a visit the page draws without a connection', async ({
  browser,
  world,
}) => {
  // The shared browsers have no service worker.
  const context = await browser.newContext({
    baseURL: world.url,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  const page = await context.newPage()
  const shown = () =>
    page.evaluate(async () => {
      const { active, getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
        active: ready.active,
        getNotifications: () => ready.getNotifications(),
      }))
      return active ? (await getNotifications()).map(({ title, body }) => [title, body]) : []
    })
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.goto('/help')
  const registrationId = await registered
  // A push to a worker that is still keeping its files would be lost.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const kept = () => page.evaluate(async () => (await (await caches.open('shell')).keys()).length)
  await expect.poll(kept).toBeGreaterThan(5)
  /** Scripts of the open page that the worker has not kept. */
  const unkept = () =>
    page.evaluate(async () => {
      const known = (await (await caches.open('shell')).keys()).map(({ url }) => url)
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      return loaded.filter((name) => /\/assets\/.+\.js$/.test(name) && !known.includes(name))
    })

  await test.step('it says no more than that an offer needs you, once a tag', async () => {
    const id = `offer-received:0x${'12'.repeat(32)}`
    const path = `/p2p/0x${'12'.repeat(32)}`
    const push = (needsYou: boolean) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: world.url,
        registrationId,
        data: JSON.stringify({ tag: 'a1', about: 'offer', needsYou, other: '0x90F7…b906', path, id }),
      })
    await push(true)
    await expect.poll(shown).toEqual([['An offer needs you', 'With 0x90F7…b906']])
    await push(false)
    await expect.poll(shown).toEqual([['News about an offer', 'With 0x90F7…b906']])
  })

  await test.step('pressing it leads the open page there', async () => {
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('there is no service worker')
    await worker.evaluate(async () => {
      const [notification] = await Reflect.get(self, 'registration').getNotifications()
      const Click = Reflect.get(self, 'NotificationEvent')
      self.dispatchEvent(new Click('notificationclick', { notification }))
    })
    await page.waitForURL(/\/p2p\/0x(12){32}$/)
    await expect.poll(shown).toEqual([])
  })

  await test.step('without a connection the page draws from what it has kept', async () => {
    await page.goto('/help')
    // Scripts follow a drawn page, and are kept later still.
    await expect(page.locator('.theme-toggle:enabled')).toHaveCount(1)
    await expect.poll(unkept).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('link', { name: /^Parley/ }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
    await context.setOffline(false)
  })
  await context.close()
})
