import type { Collection } from '../fixtures/layDeal.ts'
import type { Person } from '../fixtures/Person.ts'
import type { Stage } from './Stage.ts'

/** A person with an approved deal: NFTs of these collections against a friend's. */
export async function readyDeal(stage: Stage, ...given: readonly Collection[]): Promise<Person> {
  const alice = await stage.cast.member(...given)
  const bob = await stage.cast.member('hoppers')
  await stage.cast.approve(alice, ...alice.nfts)
  const person = await stage.seat(alice.address)
  await stage.connect(person)
  await person.screen.layOut(alice, bob)
  return person
}
