import { InjectedWallet, injectedWalletScript, type World } from '@parley/testkit'
import { layDeal, type Collection, type Table } from '../fixtures/layDeal.ts'
import { walletName } from '../fixtures/Person.ts'
import { RpcGate } from '../fixtures/RpcGate.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('given several wallets in one browser', () => {
  test('each can be chosen, and the chosen one is remembered', async ({ cast, seat, world }) => {
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
    await at.page
      .getByRole('button', { name: /connect wallet/i })
      .first()
      .click()
    await expect(at.page.getByText('Metamask or other injected wallet')).toBeVisible()
    await expect(at.page.getByRole('button', { name: walletName })).toBeVisible()
    await at.page.getByRole('button', { name: 'Second wallet' }).click()

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
    const { at } = await layDeal(table, ...deal)
    const gate = await RpcGate.before(at.context, world.chain.url)
    const held = gate.hold('eth_getTransactionCount')
    await at.screen.create()
    await held.reached
    return { at, held }
  }

  test('another account: said, and nothing is sent', async ({ cast, seat, world }) => {
    const carol = await cast.member()
    const { at, held } = await checking({ cast, seat, world }, 'chikn', 'roostr')

    at.wallet.useAccount(carol.address)
    held.release()

    await at.screen.answerAlert('Your wallet changed to another account in the middle of this.')
    expect(at.wallet.sentTransactions()).toEqual([])
  })

  test('another chain: nothing is sent, and the way back stands in place of the main button', async ({
    cast,
    seat,
    world,
  }) => {
    const { at, held } = await checking({ cast, seat, world }, 'farmland', 'steady')

    at.wallet.useChain(1)
    await at.walletEvent('chainChanged', '0x1')
    held.release()

    await at.screen.answerAlert(/Your wallet is on another network|another Avalanche network/)
    expect(at.wallet.sentTransactions()).toEqual([])
    const back = at.page.getByRole('button', { name: /switch to avalanche/i }).first()
    await expect(at.screen.createButton).toHaveCount(0)
    await back.click()
    await at.screen.create()
    await at.screen.closeSuccess()
  })
})

test.describe('given a wallet that cannot answer just now', () => {
  test('a request is open already: said when connecting, and when sending', async ({ cast, seat }) => {
    const alice = await cast.member('madskullz')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    const at = await seat(alice.address)
    const pending = { code: -32002, message: 'Request of type is already pending' }
    at.wallet.refuseNext('eth_requestAccounts', pending)
    await at.screen.open()
    await at.screen.chooseWallet(walletName)
    await at.screen.seeToast('Wallet Connection Failed')
    await expect(
      at.page.getByText('Your wallet already has a request open. Answer it there first.').first(),
    ).toBeVisible()

    await at.screen.connect(walletName)
    await at.screen.layOut(alice, bob)
    at.wallet.refuseNext('eth_sendTransaction', pending)
    await at.screen.create()
    await at.screen.answerAlert('Your wallet already has a request open. Answer it there first.')

    await at.screen.create()
    await at.screen.closeSuccess()
  })

  test('it is locked: said, and the deal is still there', async ({ cast, seat }) => {
    const { at } = await layDeal({ cast, seat }, 'furks', 'nochillio')
    at.wallet.refuseNext('eth_sendTransaction', { code: 4100, message: 'The wallet is locked.' })
    await at.screen.create()
    await at.screen.answerAlert('Your wallet is locked. Unlock it to go on.')

    await at.screen.create()
    await at.screen.closeSuccess()
  })
})
