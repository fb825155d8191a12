import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/** Every route of the page, and one that is none. */
const routes = [
  '/',
  '/p2p',
  `/p2p/0x${'1'.repeat(64)}`,
  '/create-swap-offer',
  '/pending-trades',
  '/current-trades',
  '/voice-test',
  '/admin-panel-parley-owner-only',
  '/what-is-parley',
  '/how-it-works',
  '/help',
  '/about-the-team',
  '/ASOverse',
  '/asoverse',
  '/no-such-page',
]

declare global {
  interface Window {
    violations?: string[]
  }
}

/** Takes note of what the browser refuses on behalf of the policy, from before the page's first script. */
async function noteViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      window.violations?.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
}

test.describe('given the policy that every page is served with', () => {
  for (const route of routes) {
    test(`${route} breaks none of it, and carries every header`, async ({ cast, seat }) => {
      const { page } = await seat((await cast.member('dokyo')).address)
      await noteViolations(page)
      const answer = await page.goto(route)
      await page.locator('h1, h2, button').first().waitFor()
      expect(await page.evaluate(() => window.violations)).toEqual([])
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
    })
  }

  test('a script that somebody got in does not run, and text is not taken for a script', async ({ cast, seat }) => {
    const { page } = await seat((await cast.member('dokyo')).address)
    await noteViolations(page)
    await page.goto('/p2p')
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.text = 'window.violations = ["it ran"]'
        document.body.append(script)
        return 'taken'
      } catch {
        return 'refused'
      }
    })
    expect(ran).toBe('refused')
    expect(await page.evaluate(() => window.violations?.includes('it ran'))).toBe(false)
  })
})
