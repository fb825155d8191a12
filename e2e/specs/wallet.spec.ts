import { startChain } from '@parley/testkit'
import { walletName } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { lengthOf, portals } from '../portals/portals.ts'

for (const portal of portals)
  test.describe(`given a draft in ${portal.name} that could be signed`, lengthOf(portal), () => {
    test.use({ portal })

    test('a rejection in the wallet is shown, and nothing has happened; nor where it is locked, busy, or at another chain of the same id', async ({
      cast,
      seat,
      world,
    }) => {
      const other = await startChain()
      try {
        const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
        await cast.approve(alice, ...alice.nfts)
        const { page, screen, wallet } = await seat(alice.address)
        const pending = { code: -32002, message: 'Request of type is already pending' }
        const isOpenAlready = 'Your wallet already has a request open. Answer it there first.'
        wallet.refuseNext('eth_requestAccounts', pending)
        await screen.open()
        await screen.chooseWallet(walletName)
        await screen.seeToast('Wallet Connection Failed')
        await expect(page.getByText(isOpenAlready).first()).toBeVisible()
        await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
        await expect(screen.connectedBadge).toBeVisible()
        await screen.layOut(alice, bob)

        wallet.refuseNext('eth_sendTransaction')
        await screen.create()
        await expect(screen.alert).toContainText(portal.words.createFailed)
        await screen.answerAlert(/rejected/i)
        await expect(screen.createButton).toBeEnabled()
        wallet.refuseNext('eth_sendTransaction', pending)
        await screen.create()
        await screen.answerAlert(isOpenAlready)
        wallet.refuseNext('eth_sendTransaction', { code: 4100, message: 'The wallet is locked.' })
        await screen.create()
        await screen.answerAlert('Your wallet is locked. Unlock it to continue.')
        for (const nft of alice.nfts) expect(await cast.ownerOf(nft)).toBe(alice.address)

        const refused = wallet.sentTransactions().length
        wallet.useNode(other.url)
        await screen.create()
        await expect(page.getByText('Your wallet is connected to another Avalanche network').first()).toBeVisible()
        expect(wallet.sentTransactions()).toHaveLength(refused)

        wallet.useNode(world.chain.url)
        await page.reload()
        await screen.create()
        await screen.closeSuccess()
      } finally {
        await other.stop()
      }
    })
  })

test.describe('given a wallet', () => {
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
