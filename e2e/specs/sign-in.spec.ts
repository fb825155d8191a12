import { hexToString } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { expect, test } from '../fixtures/test.ts'

test('a wallet signs in once, where something needs it, and every way that can go', async ({ seat, world }) => {
  // The wallet has the keys of these accounts.
  const [alice, bob] = [world.wallets.alice.account.address, world.wallets.bob.account.address]
  const person = await seat(alice)
  const { page, wallet } = person
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const card = page.getByRole('region', { name: 'Sign in with your wallet' })
  const title = page.getByRole('heading', { level: 1 })
  const button = card.getByRole('button', { name: 'Sign in' })
  const signatures = () => wallet.requests.filter(({ method }) => method === 'personal_sign')

  await test.step('looking and swapping never ask the server who it is', async () => {
    await person.arrive()
    await expect(person.screen.own).toBeVisible()
    expect(requests.filter((path) => path.startsWith('/api/session'))).toEqual([])
  })

  await test.step('a no in the wallet is said without alarm, an absent server is said to be away', async () => {
    await page.goto(`/table/new?to=${bob}`)
    await expect(card).toContainText('That costs nothing, sends nothing to the chain')
    wallet.refuseNext('personal_sign')
    await button.click()
    await expect(card.getByRole('status')).toHaveText('You didn’t sign, so you aren’t signed in.')
    await page.route('**/api/session/nonce', (route) => route.abort())
    await button.click()
    await expect(card.getByRole('status')).toHaveText(/We can’t reach our server/)
    await page.unroute('**/api/session/nonce')
    expect(signatures()).toHaveLength(1)
  })

  await test.step('the wallet shows which site asks, and what for', async () => {
    await button.click()
    await expect(title).toBeVisible()
    const [, signed] = signatures()
    const [text, by] = signed?.params ?? []
    expect(by).toBe(alice)
    const message = hexToString(`0x${String(text).slice(2)}`)
    const { issuedAt, expirationTime, ...fields } = parseSiweMessage(message)
    // All of EIP-4361 that there is to this sign-in.
    expect(fields).toEqual({
      domain: new URL(world.url).host,
      address: alice,
      statement: expect.stringMatching(/^Sign in to negotiate and talk\. This costs nothing/),
      uri: new URL(world.url).origin,
      version: '1',
      chainId: 43_114,
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(message).toMatch(/^\S+ wants you to sign in with your Ethereum account:\n/)
    expect(Number(expirationTime) - Number(issuedAt)).toBe(7 * 86_400_000)
    const [cookie] = await person.context.cookies()
    expect(cookie).toMatchObject({ name: 'parley-session', httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 7 * 86_400)).toBeLessThan(600)
  })

  await test.step('a reload and a new tab need no other signature', async () => {
    await page.reload()
    await expect(title).toBeVisible()
    await expect(card).toHaveCount(0)
    expect(signatures()).toHaveLength(2)
  })

  await test.step('another account is signed out until it signs, and the first one then is', async () => {
    wallet.useAccount(bob)
    await person.walletEvent('accountsChanged', [bob])
    await expect(card).toContainText('Another wallet is signed in on this browser.')
    wallet.useAccount(alice)
    await person.walletEvent('accountsChanged', [alice])
    await expect(title).toBeVisible()
    wallet.useAccount(bob)
    await person.walletEvent('accountsChanged', [bob])
    await button.click()
    await expect(title).toBeVisible()
    wallet.useAccount(alice)
    await person.walletEvent('accountsChanged', [alice])
    await expect(card).toContainText('Another wallet is signed in on this browser.')
    expect(signatures()).toHaveLength(3)
  })

  // The request that was aborted above.
  expect(person.complaints).toEqual([expect.stringContaining('Failed to load resource: net::ERR_FAILED')])
})
