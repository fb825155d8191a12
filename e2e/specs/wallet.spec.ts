import { startChain } from '@parley/testkit'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

for (const portal of portals)
  test.describe(`given a draft in ${portal.name} that could be signed`, lengthOf(portal), () => {
    test.use({ portal })

    test('a rejection in the wallet is shown, and nothing has happened', async ({ cast, seat }) => {
      const alice = await cast.member('dokyo')
      const bob = await cast.member('hoppers')
      await cast.approve(alice, ...alice.nfts)
      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.layOut(alice, bob)

      atAlices.wallet.refuseNext('eth_sendTransaction')
      await atAlices.screen.create()

      await expect(atAlices.screen.alert).toContainText(portal.words.createFailed)
      await atAlices.screen.answerAlert(/rejected/i)
      for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)
      await expect(atAlices.screen.createButton).toBeEnabled()
    })
  })

test.describe('given a wallet', () => {
  test('a wallet that talks to another chain of the same id is refused before anything is sent', async ({
    cast,
    seat,
  }) => {
    const other = await startChain()
    try {
      const alice = await cast.member('dokyo')
      const bob = await cast.member('hoppers')
      await cast.approve(alice, ...alice.nfts)
      const atAlices = await seat(alice.address)
      await atAlices.arrive()
      await atAlices.screen.layOut(alice, bob)

      atAlices.wallet.useNode(other.url)
      await atAlices.screen.create()

      await expect(
        atAlices.page.getByText('Your wallet is connected to another Avalanche network').first(),
      ).toBeVisible()
      expect(atAlices.wallet.sentTransactions()).toEqual([])
    } finally {
      await other.stop()
    }
  })

  test('a wallet on another chain is led to the right one first', async ({ cast, seat }) => {
    const alice = await cast.member('dokyo')
    const atAlices = await seat(alice.address)
    atAlices.wallet.useChain(1)
    await atAlices.screen.open()
    await atAlices.screen.chooseWallet(walletName)
    await atAlices.page
      .getByRole('button', { name: /switch to avalanche/i })
      .first()
      .click()

    await expect(atAlices.page.getByRole('button', { name: /switch to avalanche/i })).toHaveCount(0)
    await expect(atAlices.screen.connectedBadge).toBeVisible()
    expect(atAlices.wallet.requests.map((request) => request.method)).toContain('wallet_switchEthereumChain')
  })

  test('the wallet is remembered: a reload reconnects without asking', async ({ cast, seat }) => {
    const alice = await cast.member('dokyo')
    const atAlices = await seat(alice.address)
    await atAlices.arriveNew()
    const asked = atAlices.wallet.requests.filter((request) => request.method === 'eth_requestAccounts').length

    await atAlices.page.reload()

    await expect(atAlices.screen.connectedBadge).toBeVisible()
    expect(atAlices.wallet.requests.filter((request) => request.method === 'eth_requestAccounts')).toHaveLength(asked)
  })
})
