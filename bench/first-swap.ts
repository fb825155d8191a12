import { Cast, InjectedWallet, startWorld } from '@parley/testkit'
import {
  acceptFirstOffer,
  createFirstOffer,
  firstSwapBudget,
  firstSwapScreens,
  type Walk,
} from '../e2e/fixtures/firstSwap.ts'
import { Person } from '../e2e/fixtures/Person.ts'
import type { Bench, BenchRow } from './Bench.ts'
import { openChromium, webDist } from './cases/chromium.ts'

/** As on Avalanche, or a little slower. */
const blockTimeS = 2
const rounds = 3

export const bench: Bench = {
  about: `A newcomer's first swap, blocks of ${blockTimeS} s: what page and chain take of it, against their budget, and with the person, who is modelled. Medians of ${rounds}.`,
  opensPage: true,
  run: measure,
}

async function measure(): Promise<readonly BenchRow[]> {
  const world = await startWorld({ seed: 'empty', stock: 'few', webDist, blockTimeS })
  const browser = await openChromium()
  const cast = new Cast(world)
  const rows: BenchRow[] = []
  const seat = async (account: `0x${string}`): Promise<Person> => {
    const context = await browser.newContext({ baseURL: world.url })
    return Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
  }
  try {
    for (const screen of firstSwapScreens) {
      const walks: Record<keyof typeof firstSwapBudget, Walk[]> = { creating: [], accepting: [] }
      for (let round = 0; round < rounds; round += 1) {
        const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
        const walked = { screen, folder: null }
        const atAlices = await seat(alice.address)
        walks.creating.push(await createFirstOffer(atAlices, alice, bob, walked))
        const { offers } = await (await fetch(`${world.url}/api/swap-offers/recipient/${bob.address}`)).json()
        const atBobs = await seat(bob.address)
        walks.accepting.push(await acceptFirstOffer(atBobs, bob, offers[0].offerId, walked))
        for (const { context } of [atAlices, atBobs]) await context.close()
      }
      for (const act of ['creating', 'accepting'] as const) {
        const times = walks[act].map(({ pageS, personS }) => ({ pageS, allS: pageS + personS }))
        const name = `${act} on ${screen.name}`
        const pageS = median(times.map((time) => time.pageS))
        const allS = median(times.map((time) => time.allS))
        const budget = firstSwapBudget[act]
        rows.push(
          {
            case: `${name}: page`,
            figure: pageS,
            unit: 's',
            reference: budget.allS - budget.personS,
            against: 'budget',
          },
          { case: `${name}: all`, figure: allS, unit: 's', reference: budget.allS, against: 'goal' },
        )
      }
    }
  } finally {
    await browser.close()
    await world.stop()
  }
  return rows
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}
