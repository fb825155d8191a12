import { NameServices } from '@parley/testkit'
import { sharedWorld } from '../fixtures/ownWorld.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { area as asoverse } from '../shots/areas/asoverse.ts'
import { area as frame } from '../shots/areas/frame.ts'
import { area as information } from '../shots/areas/information.ts'
import { area as names } from '../shots/areas/names.ts'
import { area as offer } from '../shots/areas/offer.ts'
import { area as owner } from '../shots/areas/owner.ts'
import { area as people } from '../shots/areas/people.ts'
import { area as peopleStates } from '../shots/areas/people-states.ts'
import { area as stats } from '../shots/areas/stats.ts'
import { area as swap } from '../shots/areas/swap.ts'
import { area as trades } from '../shots/areas/trades.ts'
import { area as transactions } from '../shots/areas/transactions.ts'
import { Stage } from '../shots/Stage.ts'

/** The states are those of the local world, which contains all of them. */
const test = base.extend({ sharedWorld: sharedWorld({ seed: 'demo', serverEnv: NameServices.settings }) })

const viewport = { width: 1280, height: 900 }
/** Console messages of failed requests, expected in states about failures. */
const refused = /^Failed to load resource|Failed to fetch/

/** Every state that `pnpm shots` photographs. Calls have separate tests. */
const areas = {
  asoverse,
  frame,
  information,
  names,
  offer,
  owner,
  people,
  'people, in other states': peopleStates,
  stats,
  swap,
  trades,
  transactions,
}

for (const [name, { shots }] of Object.entries(areas)) {
  for (const shot of shots) {
    test(`${name}, ${shot.name}: accessible`, { tag: '@long' }, async ({ browser, world }) => {
      const stage = new Stage(world, browser, { viewport, reducedMotion: 'reduce' })
      const page = await shot.reach(stage)
      await expectSoundLooks(page, { widthsPx: shot.widthsPx, schemes: shot.schemes })
      expect(stage.complaints.filter((complaint) => !refused.test(complaint))).toEqual([])
      await stage.close()
    })
  }
}
