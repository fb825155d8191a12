import type { World } from '@parley/testkit'
import { HeldChain } from '../fixtures/HeldChain.ts'
import { layDeal, type Collection, type Table } from '../fixtures/layDeal.ts'
import type { Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { Tracker } from '../screens/Tracker.ts'

test.describe('given an offer that waits for a block', () => {
  let chain: HeldChain
  test.afterEach(() => chain.release())

  /** Alice's offer is pending, and her page knows its network hash. */
  async function sent(
    { world, ...table }: Table & { world: World },
    ...collections: [own: Collection, wanted: Collection]
  ) {
    const { alice, at } = await layDeal(table, ...collections)
    chain = await HeldChain.take(world)
    await at.screen.create()
    const tracker = new Tracker(at.page)
    await expect(tracker.line).toContainText('Sent. Waiting for the network.')
    // The network has it: from here on the page recognises a replacement.
    await expect.poll(() => chain.waiting(alice).then(Boolean, () => false)).toBe(true)
    await expect.poll(() => keptSent(at)).toBe(true)
    return { alice, at, tracker }
  }

  test('one that is cancelled in the wallet is shown as cancelled', { tag: '@long' }, async ({ cast, seat, world }) => {
    const { alice, at, tracker } = await sent({ cast, seat, world }, 'dokyo', 'hoppers')

    await chain.replace(alice, 'nothing to oneself')
    await chain.mine()

    await at.screen.answerAlert(/The transaction was cancelled in your wallet/)
    await tracker.openFromAccount()
    await expect(tracker.list).toContainText('Cancelled in your wallet. Nothing has changed.')
  })

  test('one that is replaced while the page is away is shown as replaced', async ({ cast, seat, world }) => {
    const { alice, at } = await sent({ cast, seat, world }, 'chikn', 'roostr')
    await at.page.close()

    await chain.replace(alice, 'something else')
    await chain.mine()
    const later = await at.anotherTab()
    await later.screen.open()

    const tracker = new Tracker(later.page)
    await expect(tracker.line).toContainText('While you were away: New offer')
    await expect(tracker.line).toContainText('Replaced by another transaction in your wallet.')
    await expect(later.screen.sent).toContainText('NO OFFERS CREATED')
  })

  test(
    'one that is sent again at a higher price is the same offer',
    { tag: '@long' },
    async ({ cast, seat, world }) => {
      const { alice, at, tracker } = await sent({ cast, seat, world }, 'farmland', 'steady')

      await chain.replace(alice, 'the same call')
      await chain.mine()

      await at.screen.closeSuccess()
      await tracker.openFromAccount()
      await expect(tracker.list).toContainText(/Confirmed in block \d+, with the new fee that you set in your wallet\./)
    },
  )

  test('another tab shows it, begins no second one, and brings it to its end when the first is closed', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('madskullz')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    const at = await seat(alice.address)
    await at.arrive()
    const other = await at.anotherTab()
    await other.screen.open()
    await other.screen.layOut(alice, bob)
    await at.screen.layOut(alice, bob)
    chain = await HeldChain.take(world)
    await at.screen.create()
    const tracker = new Tracker(other.page)
    await expect(tracker.line).toContainText('Sent. Waiting for the network.')

    await other.screen.create()
    await other.screen.answerAlert('You already have a transaction in progress.')
    await at.page.close()
    await chain.mine()

    await expect(tracker.line).toContainText(/While you were away: New offer/)
    await expect(tracker.line).toContainText(/Confirmed in block/)
    expect(at.wallet.sentTransactions()).toHaveLength(1)
  })
})

test.describe('given a page of information, which does without wallets', () => {
  test('it loads none of them for a reader, and still shows a pending transaction', async ({ cast, seat, world }) => {
    const alice = await cast.member('party-animals')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    const at = await seat(alice.address)
    const fetched: string[] = []
    at.page.on('request', (request) => fetched.push(request.url()))
    await at.page.goto('/help')
    await expect(at.page.getByRole('heading', { level: 1 })).toBeVisible()
    await at.page.waitForLoadState('networkidle')
    expect(fetched.filter((url) => /World|\/api\//.test(url))).toEqual([])

    await at.arrive()
    await at.screen.layOut(alice, bob)
    const chain = await HeldChain.take(world)
    try {
      await at.screen.create()
      const { line } = new Tracker(at.page)
      await expect(line).toContainText('Sent. Waiting for the network.')
      await at.page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
      await expect(at.page.getByRole('heading', { level: 1 })).toHaveText('Help')
      await expect(line).toContainText('Sent. Waiting for the network.')

      await at.page.reload()
      await expect(line).toContainText('Sent. Waiting for the network.')
      await chain.mine()
      await expect(line).toContainText(/While you were away: New offer/)
      await expect(line).toContainText(/Confirmed in block/)
    } finally {
      chain.release()
    }
  })
})

test('an offer whose cancelling was probably sent before leaves every tab, and comes back once the chain shows that it was not [says probablySubmitted]', async ({
  cast,
  seat,
  world,
}) => {
  const alice = await cast.member('ferdy-frens')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  await cast.offer(alice, alice.nfts, bob.nfts)
  const at = await seat(alice.address)
  await at.arrive()
  const other = await at.anotherTab()
  await other.screen.open()
  const cancel = at.screen.sent.getByRole('button', { name: 'Cancel Offer' })
  const cancelThere = other.screen.sent.getByRole('button', { name: 'Cancel Offer' })
  await expect(cancelThere).toBeVisible()
  at.wallet.refuseNext('eth_sendTransaction', { code: -32000, message: 'already known' })
  const chain = await HeldChain.take(world)
  try {
    // Only while one of her transactions is pending.
    await chain.leaveWaiting(alice)
    await cancel.click()
    await at.screen.answerAlert(
      'Your transaction may have been submitted. Please check your wallet history and refresh the page in a few minutes.',
    )
    await expect(cancel).toHaveCount(0)
    await expect(cancelThere).toHaveCount(0)
    await chain.mine()
  } finally {
    chain.release()
  }

  // Well before ten minutes: the account has nothing pending, and the offer is still open.
  await expect(cancel).toBeVisible()
  await expect(cancelThere).toBeVisible()
  await expect(new Tracker(at.page).line).toContainText('It didn’t go through. Your offer is as it was.')
})

test('the whole cost is on screen while the wallet is asked; after the trade a card offers to take back what was used [says revokeAfterTrade]', async ({
  cast,
  seat,
  world,
}) => {
  const alice = await cast.member('smol-joes-season-2')
  const bob = await cast.member('hoppers')
  const [nft] = alice.nfts
  await cast.approve(alice, ...alice.nfts)
  const at = await seat(alice.address)
  await at.arrive()
  const card = at.page.getByRole('region', { name: 'After your trade' })
  await expect(card).toHaveCount(0)
  await at.screen.layOut(alice, bob)
  const release = at.wallet.hold('eth_sendTransaction')
  await at.screen.create()
  await expect(new Tracker(at.page).line).toContainText(
    /Waiting for your wallet\. It will cost about 0\.01\d* AVAX in all\./,
  )
  release()
  await at.screen.closeSuccess()

  await expect(card).toContainText('Done trading? Revoke the approvals that this trade used.')
  await card.getByRole('button', { name: `REVOKE ${nft?.collectionName}` }).click()

  await at.screen.seeToast('Approval revoked')
  await expect(card).toHaveCount(0)
  const approved = await world.chain.client.readContract({
    address: nft?.contract ?? '0x',
    abi: [
      {
        type: 'function',
        name: 'isApprovedForAll',
        stateMutability: 'view',
        inputs: [{ type: 'address' }, { type: 'address' }],
        outputs: [{ type: 'bool' }],
      },
    ],
    functionName: 'isApprovedForAll',
    args: [alice.address, world.escrow],
  })
  expect(approved).toBe(false)
})

/** Whether the page knows the transaction's hash and nonce. Only then can it recognise a replacement. */
function keptSent(at: Person): Promise<boolean> {
  return at.page.evaluate(() =>
    Object.entries(localStorage).some(([key, text]) => key.includes('-transactions-') && text.includes('"from"')),
  )
}
