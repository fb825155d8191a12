import type { Cast, GivenNft, Member, OfferId, PageDeployment } from '@parley/testkit'
import { builtOtherwise } from '../fixtures/builtOtherwise.ts'
import { faultyWorld } from '../fixtures/faultyTest.ts'
import { broken, busy, gone, hanging, lying, stale } from '../fixtures/moods.ts'
import type { Person } from '../fixtures/Person.ts'
import { expect } from '../fixtures/test.ts'

const test = faultyWorld()

interface Scene {
  readonly alice: Member
  readonly bob: Member
  readonly id: OfferId
}

/** Alice's offer to Bob, ready for him to accept. */
async function offered(cast: Cast): Promise<Scene> {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  await cast.approve(bob, ...bob.nfts)
  return { alice, bob, id: await cast.offer(alice, alice.nfts, bob.nfts) }
}

const accept = (at: Person) => at.page.getByRole('button', { name: 'Accept This Offer', exact: true })
const checked = (at: Person) => at.page.getByText('Checked on chain', { exact: true })

/** A busy machine may exceed the page's time-out. Then press the retry button. */
async function untilChecked(at: Person): Promise<void> {
  const tryAgain = at.page.getByRole('status').getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click()
    await expect(checked(at)).toBeVisible({ timeout: 10_000 })
  }).toPass()
}

test.describe('given a first endpoint that fails', () => {
  const faults = { 'too many requests': busy, 'a server error': broken, hanging, 'a cut connection': gone } as const
  for (const [name, mood] of Object.entries(faults)) {
    // They all end the same way. testkit/test/rpc tells them apart.
    const tag = mood === gone ? [] : ['@long']
    const title = `${name}: the offer is checked through the second one, and accepted`
    test(title, { tag }, async ({ cast, seat, endpoints }) => {
      const { alice, bob, id } = await offered(cast)
      endpoints.first.interfere(mood)
      const at = await seat(bob.address)
      await at.visit(`/p2p/${id}`)

      await untilChecked(at)
      await accept(at).click()
      await at.screen.answerAlert('Swap completed successfully! The NFTs have been exchanged.')
      expect(await cast.ownerOf(firstOf(alice))).toBe(bob.address)
    })
  }

  test('stale: what it shows of a closed offer is never taken for an open one', async ({
    cast,
    seat,
    endpoints,
    world,
  }) => {
    const { alice, bob, id } = await offered(cast)
    const openAt = await world.chain.client.getBlockNumber()
    await cast.callEscrow(alice, 'cancelSwapOffer', [id])
    await world.chain.client.mine({ blocks: 20 })
    endpoints.first.interfere(stale(openAt))
    const at = await seat(bob.address)
    await at.visit(`/p2p/${id}`)

    // Either the second endpoint answers, or the page reports the disagreement. In both cases the offer can't be
    // accepted.
    const outcome = at.page.getByText(/This offer was cancelled|The chain and our server disagree/)
    await expect(outcome.first()).toBeVisible()
    await expect(at.page.getByRole('button', { name: 'Accept This Offer', disabled: false })).toHaveCount(0)
  })
})

test.describe('given a server that names another endpoint than the page was built with', () => {
  test('My escrow believes the one of the build, and says so where only the server’s answers', async ({
    cast,
    seat,
    endpoints,
    world,
  }) => {
    const beforeIt = await world.chain.client.getBlockNumber()
    const { alice } = await offered(cast)
    // The server's first one hides the offer.
    endpoints.first.interfere(stale(beforeIt))
    const at = await seat(alice.address)
    const { page } = at
    const build = (built: PageDeployment): PageDeployment => ({ ...built, rpcUrls: [endpoints.second.url] })
    await builtOtherwise(world, build, () => at.visit('/escrow'))
    const rows = page.getByRole('region', { name: 'Offer by offer' }).getByRole('article')
    await expect(rows).toHaveCount(1)
    const note = page.getByText('The endpoints that this page was built with didn’t answer.')
    await expect(note).toHaveCount(0)
    endpoints.second.interfere(gone)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(note).toBeVisible()
    endpoints.second.interfere(undefined)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(note).toHaveCount(0)
    await expect(rows).toHaveCount(1)
  })
})

test.describe('given an endpoint that lies about one offer', () => {
  test('the page says that server and chain differ, and nothing is accepted', async ({ cast, seat, endpoints }) => {
    const { alice, bob, id } = await offered(cast)
    const other = await cast.member('nochillio')
    // The endpoint reports another creator: the address in getOfferDetails' answer is replaced.
    endpoints.first.interfere(lying(wordOf(alice.address), wordOf(other.address)))
    const at = await seat(bob.address)
    await at.visit(`/p2p/${id}`)

    await expect(at.page.getByText('The chain and our server disagree')).toBeVisible()
    await expect(checked(at)).toHaveCount(0)

    await at.screen.open('/p2p')
    await at.screen.received.getByRole('button', { name: 'Accept Trade' }).click()
    const review = at.page.getByRole('dialog', { name: 'Before you accept' })
    await expect(review.getByText('The chain and our server disagree')).toBeVisible()
    const acceptTrade = review.getByRole('button', { name: 'Accept Trade' })
    await expect(acceptTrade).toHaveAttribute('aria-disabled', 'true')
    await acceptTrade.press('Enter')
    await at.screen.answerAlert(/disagree/)
    expect(at.wallet.sentTransactions()).toEqual([])
    expect(await cast.ownerOf(firstOf(bob))).toBe(bob.address)
  })
})

test.describe('given no endpoint that answers', () => {
  test('the offer is shown unverified, cancelling says why it stops, and the lists stay; and no server either: the page keeps what it had, and says that it cannot verify it', async ({
    cast,
    seat,
    endpoints,
    world,
  }) => {
    const { alice, bob, id } = await offered(cast)
    const at = await seat(alice.address)
    await at.arrive()
    const cancel = at.screen.sent.getByRole('button', { name: 'Cancel Offer' })
    await expect(cancel).toBeVisible()
    for (const proxy of [endpoints.first, endpoints.second]) proxy.interfere(gone)

    await cancel.click()
    await at.screen.answerAlert('The network didn’t answer. Check your connection and try again.')
    await expect(cancel).toBeVisible()
    expect(at.wallet.sentTransactions()).toEqual([])
    const other = await at.anotherTab()
    await other.screen.open(`/p2p/${id}`)
    await expect(other.page.getByText('Not checked: the chain didn’t answer your connection.')).toBeVisible()
    await other.page.close()
    expect(await cast.ownerOf(firstOf(bob))).toBe(bob.address)

    await world.server.stop()
    try {
      await at.page.getByRole('button', { name: 'refresh my NFTs' }).click()
      await at.screen.sent.getByRole('button', { name: /SYNC/ }).click()
      await at.screen.answerAlert(/Error syncing offers/)

      await expect(at.screen.sent).toContainText('Neither the server nor the chain answers.')
      await expect(cancel).toBeVisible()
      await expect(at.screen.own).toContainText('Neither the server nor the chain answers.')
    } finally {
      await world.server.start()
    }
    for (const proxy of [endpoints.first, endpoints.second]) proxy.interfere(undefined)
    await expect(at.screen.sent).not.toContainText('Neither the server nor the chain answers.')
    await expect(cancel).toBeVisible()
  })
})

test('given an index that falls behind, the lists say so and show what the chain has', async ({
  cast,
  seat,
  endpoints,
}) => {
  const alice = await cast.member('dokyo')
  const bob = await cast.member('hoppers')
  await cast.approve(alice, ...alice.nfts)
  const at = await seat(alice.address)
  await at.arrive()
  await expect(at.screen.sent).toContainText('NO OFFERS CREATED')
  endpoints.servers.interfere(gone)

  await cast.offer(alice, alice.nfts, bob.nfts)

  await expect(at.screen.sent).toContainText(/Our records are \d+ blocks behind/)
  await expect(at.screen.sent.getByRole('button', { name: 'Cancel Offer' })).toBeVisible()
  endpoints.servers.interfere(undefined)
  await expect(at.screen.sent).not.toContainText('blocks behind')
  await expect(at.screen.sent.getByRole('button', { name: 'Cancel Offer' })).toBeVisible()
})

/** An address as encoded in the contract's answers. */
function wordOf(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function firstOf({ nfts }: Member): GivenNft {
  const [nft] = nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  return nft
}
