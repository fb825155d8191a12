import { InjectedWallet, injectedWalletScript, type World } from '@parley/testkit'
import { layDeal, type Collection, type Table } from '../fixtures/layDeal.ts'
import { walletName } from '../fixtures/Person.ts'
import { RpcGate } from '../fixtures/RpcGate.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('given several wallets in one browser', () => {
  test('each can be chosen, and the chosen one is remembered [says walletList, connectWallet, connecting]', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo')
    const carol = await cast.member('hoppers')
    const at = await seat(alice.address)
    const second = new InjectedWallet({ account: carol.address, rpcUrl: world.chain.url })
    await at.context.exposeBinding('secondWallet', (_source, request) => second.answer(request))
    await at.context.addInitScript(injectedWalletScript, {
      binding: 'secondWallet',
      name: 'Second wallet',
      rdns: 'second.wallet',
      uuid: '0b9d7a52-7a0f-4a53-9b67-5f5a5a3a9c11',
    })
    await at.screen.open()
    await at.page.getByRole('button', { name: 'CONNECT WALLET' }).first().click()
    await expect(at.page.getByText('Metamask or other injected wallet')).toBeVisible()
    await expect(at.page.getByRole('button', { name: walletName })).toBeVisible()
    const letConnect = second.hold('eth_requestAccounts')
    await at.page.getByRole('button', { name: 'Second wallet' }).click()
    await expect(at.page.getByRole('button', { name: 'CONNECTING…' }).first()).toBeVisible()
    letConnect()

    await expect(at.screen.own).toContainText(carol.address)
    await at.page.reload()
    await expect(at.screen.own).toContainText(carol.address)
    expect(at.wallet.requests.map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })
})

test.describe('given a wallet that changes while an offer is being checked', () => {
  /** The offer's checks are under way, and stand still before the last look through the wallet. */
  async function checking(
    { world, ...table }: Table & { world: World },
    ...deal: [own: Collection, wanted: Collection]
  ) {
    const { alice, at } = await layDeal(table, ...deal)
    const gate = await RpcGate.before(at.context, world.chain.url)
    const again = async () => {
      const held = gate.hold('eth_getTransactionCount')
      await at.screen.create()
      await held.reached
      return held
    }
    return { alice, at, held: await again(), again }
  }

  test('another account: said, and nothing is sent; another chain: nothing is sent, and the way back stands in place of the main button', async ({
    cast,
    seat,
    world,
  }) => {
    const carol = await cast.member()
    const { alice, at, held, again } = await checking({ cast, seat, world }, 'farmland', 'steady')

    at.wallet.useAccount(carol.address)
    held.release()

    await at.screen.answerAlert('Your wallet changed to another account in the middle of this.')
    expect(at.wallet.sentTransactions()).toEqual([])

    at.wallet.useAccount(alice.address)
    const heldAgain = await again()
    at.wallet.useChain(1)
    await at.walletEvent('chainChanged', '0x1')
    heldAgain.release()

    await at.screen.answerAlert(/Your wallet is on another network|another Avalanche network/)
    expect(at.wallet.sentTransactions()).toEqual([])
    const back = at.page.getByRole('button', { name: /switch to avalanche/i }).first()
    await expect(at.screen.createButton).toHaveCount(0)
    await back.click()
    await at.screen.create()
    await at.screen.closeSuccess()
  })
})
