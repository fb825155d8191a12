import { routes } from '../fixtures/routes.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'

/** Every path of the page, and an unknown one. */
const everyRoute = ['/', ...routes, '/asoverse', `/p2p/0x${'1'.repeat(64)}`, '/no-such-page']
const titles: Readonly<Record<string, RegExp>> = {
  '/': /^Parley: swap NFTs/,
  '/p2p': /^Parley: swap NFTs/,
  '/pending-trades': /My Pending Trades/,
  '/current-trades': /Trade Stats/,
  '/what-is-parley': /What is Parley/,
  '/how-it-works': /How it works/,
  '/help': /Help/,
  '/about-the-team': /About the team/,
  '/admin-panel-parley-owner-only': /Parley/,
}

test.describe('given the policy that every page is served with', () => {
  test('every route breaks none of it, and carries every header, and has its page and its title', async ({
    cast,
    seat,
  }) => {
    const { page } = await seat((await cast.member('dokyo')).address)
    const violations = await watchPolicy(page)
    for (const route of everyRoute) {
      const answer = await page.goto(route)
      await page.locator('h1, h2, button').filter({ visible: true }).first().waitFor()
      if (titles[route]) {
        await expect(page).toHaveTitle(titles[route])
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      expect(await violations(), route).toEqual([])
      const headers = answer?.headers() ?? {}
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
      const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src')) ?? ''
      expect(
        scripts
          .split(' ')
          .slice(1)
          .every((source) => source === "'self'" || source.startsWith("'sha256-")),
      ).toBe(true)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
      })
    }
  })

  test('an injected script doesn’t run, and text isn’t treated as a script', async ({ cast, seat }) => {
    const { page } = await seat((await cast.member('dokyo')).address)
    await page.goto('/p2p')
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.text = 'document.title = "it ran"'
        document.body.append(script)
        return 'taken'
      } catch {
        return 'refused'
      }
    })
    expect(ran).toBe('refused')
    expect(await page.title()).not.toBe('it ran')
  })
})
