import type { InjectedWallet, Member } from '@parley/testkit'
import { RpcGate } from '../fixtures/RpcGate.ts'
import type { Person } from '../fixtures/Person.ts'
import { expect, test } from '../fixtures/test.ts'
import { Tracker } from '../screens/Tracker.ts'

/** Keeps the flow at a step until the page is gone. */
interface Stop {
  /** Resolves when the step has begun. */
  readonly reached: Promise<unknown>
  readonly release: () => void
}

interface Scene {
  readonly at: Person
  readonly gate: RpcGate
  readonly wallet: InjectedWallet
}

/** The text required once the page is back. */
type Truth = 'nothing was sent' | 'the wallet was asked' | 'it waits for the network' | 'it came about' | 'it was told'

interface StepCase {
  readonly step: string
  readonly stop: (scene: Scene) => Stop | Promise<Stop>
  readonly truth: Truth
}

const feeSelector = '0xddca3f43'
const approvalSelector = '0xe985e9c5'

const cases: readonly StepCase[] = [
  { step: 'validation', truth: 'nothing was sent', stop: ({ wallet }) => holdWallet(wallet, 'eth_accounts') },
  { step: 'ownership', truth: 'nothing was sent', stop: ({ gate }) => gate.hold('eth_getCode') },
  { step: 'approval', truth: 'nothing was sent', stop: ({ gate }) => gate.hold('eth_call', approvalSelector) },
  { step: 'fee', truth: 'nothing was sent', stop: ({ gate }) => gate.hold('eth_call', feeSelector) },
  {
    step: 'transaction sent',
    truth: 'the wallet was asked',
    stop: ({ wallet }) => holdWallet(wallet, 'eth_sendTransaction'),
  },
  {
    step: 'receipt',
    truth: 'it waits for the network',
    stop: ({ gate }) => gate.hold('eth_getTransactionReceipt'),
  },
  { step: 'offer id', truth: 'it came about', stop: ({ at }) => whenReadingTheId(at) },
  { step: 'saved to the API', truth: 'it came about', stop: ({ at }) => holdRequest(at, '**/api/swap-offers') },
  { step: 'success dialog', truth: 'it was told', stop: ({ at }) => whenSuccessShows(at) },
  { step: 'refresh', truth: 'it was told', stop: ({ at }) => whenRefreshing(at) },
]

/** How the page goes away, and which browser the user has afterwards. */
interface Departure {
  readonly name: string
  readonly leave: (at: Person) => Promise<Person>
  /** Steps tested in every run; the others take long. */
  readonly always: RegExp
}

const departures: readonly Departure[] = [
  {
    name: 'a reload',
    always: /receipt/,
    leave: async (at) => {
      await at.page.reload()
      return at
    },
  },
  {
    name: 'a tab closed',
    always: /sent/,
    leave: async (at) => {
      await at.page.close()
      const later = await at.anotherTab()
      await later.screen.open()
      return later
    },
  },
]

for (const { name, always, leave } of departures) {
  for (const { step, stop, truth } of cases) {
    const tag = always.test(step) ? [] : ['@long']
    test(
      `${name} at the create step '${step}' ends with the truth on screen: ${truth}`,
      { tag },
      async ({ cast, seat, world }) => {
        const alice = await cast.member('dokyo')
        const bob = await cast.member('hoppers')
        const at = await atTheTable(seat, cast, alice, bob)
        const gate = await RpcGate.before(at.context, world.chain.url)

        const stopped = await stop({ at, gate, wallet: at.wallet })
        await at.screen.create()
        await stopped.reached
        const back = await leave(at)

        await tellsTruth(back, truth, stopped.release)
        const holder = await cast.ownerOf(firstOf(alice))
        expect(holder).toBe(truth === 'nothing was sent' ? alice.address : world.escrow)
      },
    )
  }
}

test(
  'a reload while the wallet asks about an offer with coins ends with one offer and its coins locked',
  {
    tag: '@long',
  },
  async ({ cast, seat, world }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    const at = await atTheTable(seat, cast, alice, bob)
    await at.screen.addCoins()
    const coins = at.page.getByRole('textbox', { name: 'AVAX YOU GIVE' })
    await coins.fill('0.5')
    const held = holdWallet(at.wallet, 'eth_sendTransaction')
    await at.screen.create()
    await held.reached
    const { client } = world.chain
    const before = await client.getBalance({ address: alice.address })
    await at.page.reload()
    await tellsTruth(at, 'the wallet was asked', held.release)
    await expect(at.screen.sent.getByText('0.5 AVAX', { exact: true })).toBeVisible()
    expect(at.wallet.sentTransactions().filter(({ value }) => value !== undefined && BigInt(value) > 0n)).toHaveLength(
      1,
    )
    const paid = before - (await client.getBalance({ address: alice.address }))
    expect(paid).toBeGreaterThan(5n * 10n ** 17n)
    expect(paid).toBeLessThan(6n * 10n ** 17n)
  },
)

test('a request that the wallet dropped after a reload is put away by hand, the deal can be made, and a reload does not announce it again', async ({
  cast,
  seat,
}) => {
  const alice = await cast.member('farmland')
  const bob = await cast.member('steady')
  const at = await atTheTable(seat, cast, alice, bob)
  const held = holdWallet(at.wallet, 'eth_sendTransaction')
  at.wallet.refuseNext('eth_sendTransaction')
  await at.screen.create()
  await held.reached
  await at.page.reload()
  held.release()

  // The draft has survived the reload.
  await expect(at.screen.createButton).not.toHaveAttribute('aria-disabled', 'true')
  await at.screen.create()
  await at.screen.answerAlert('You already have a transaction in progress.')
  const tracker = new Tracker(at.page)
  await tracker.open()
  await tracker.list.getByRole('button', { name: 'Stop waiting: my wallet sent nothing' }).click()
  await expect(tracker.list).toHaveCount(0)
  await at.page.keyboard.press('Escape')
  await at.screen.create()
  const shown = whenSuccessShows(at)
  await shown.reached
  await at.page.reload()
  await tellsTruth(at, 'it was told', shown.release)
})

async function atTheTable(
  seat: (account: `0x${string}`) => Promise<Person>,
  cast: { approve(owner: Member, ...nfts: Member['nfts']): Promise<void> },
  alice: Member,
  bob: Member,
): Promise<Person> {
  await cast.approve(alice, ...alice.nfts)
  const at = await seat(alice.address)
  await at.arrive()
  await at.screen.layOut(alice, bob)
  return at
}

async function tellsTruth(at: Person, truth: Truth, release: () => void): Promise<void> {
  const tracker = new Tracker(at.page)
  const cancel = at.screen.sent.getByRole('button', { name: 'Cancel Offer' })
  const cameAbout = async (): Promise<void> => {
    await expect(tracker.line).toContainText(/While you were away: New offer/)
    await expect(tracker.line).toContainText(/Confirmed in block \d+/)
    await expect(cancel).toBeVisible()
  }
  switch (truth) {
    case 'nothing was sent':
      release()
      await expect(tracker.line).toContainText('The page was closed before your wallet was asked. Nothing was sent.')
      await expect(at.screen.sent).toContainText('NO OFFERS CREATED')
      expect(at.wallet.sentTransactions()).toEqual([])
      return
    case 'the wallet was asked':
      await expect(tracker.line).toContainText('Your wallet was asked, in another tab or before a reload.')
      release()
      return cameAbout()
    case 'it waits for the network':
      await expect(tracker.line).toContainText('Sent. Waiting for the network.')
      release()
      return cameAbout()
    case 'it came about':
      release()
      return cameAbout()
    case 'it was told':
      release()
      await expect(cancel).toBeVisible()
      await tracker.openFromAccount()
      await expect(tracker.list).toContainText(/New offer.*Confirmed in block \d+/)
  }
}

function holdWallet(wallet: InjectedWallet, method: string): Stop {
  const asked = wallet.requests.length
  const release = wallet.hold(method)
  const reached = expect.poll(() => wallet.requests.slice(asked).map((request) => request.method)).toContain(method)
  return { reached, release }
}

async function holdRequest(at: Person, pattern: string): Promise<Stop> {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  await at.context.route(pattern, async (route) => {
    reached.resolve()
    await open.promise
    await route.continue().catch(() => undefined)
  })
  return { reached: reached.promise, release: open.resolve }
}

/** Resolves as soon as the step is no longer pending. The step is short, so the page itself watches for it. */
function whenStepShows(at: Person, words: string): Stop {
  const reached = at.page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('.step')].some(
        (step) => step.textContent.includes(text) && !step.classList.contains('step-waiting'),
      ),
    words,
    { polling: 'raf' },
  )
  return { reached, release: () => undefined }
}

/** Holds back the next answer. A fast machine would otherwise finish before the page is gone. */
async function whenReadingTheId(at: Person): Promise<Stop> {
  const saving = await holdRequest(at, '**/api/swap-offers')
  return { ...whenStepShows(at, "Reading the offer's id"), release: saving.release }
}

/** The lists are requested but don't arrive. */
async function whenRefreshing(at: Person): Promise<Stop> {
  const lists = await holdRequest(at, '**/api/holdings/**')
  const { reached } = whenStepShows(at, 'Refreshing your lists')
  return { reached: reached.then(() => told(at)), release: lists.release }
}

function whenSuccessShows(at: Person): Stop {
  const shown = expect(at.page.getByRole('dialog')).toContainText('Your offer was created successfully!')
  return { reached: shown.then(() => told(at)), release: () => undefined }
}

/**
 * Resolves once the browser has stored that the user saw the outcome. It waits a moment longer, since a closing page
 * may report last.
 */
async function told(at: Person): Promise<void> {
  await at.page.waitForFunction(() => Object.values(localStorage).some((text) => String(text).includes('"told":true')))
}

function firstOf({ nfts }: Member): Member['nfts'][number] {
  const [nft] = nfts
  if (!nft) throw new Error('the cast is short of NFTs')
  return nft
}
