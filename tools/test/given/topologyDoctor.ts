import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examine, readConfig, type Finding } from '@parley/server'
import { serverSettings, startWorld, type World } from '@parley/testkit'
import { expect } from 'vitest'
import { requirePackages } from '../../machine/requirePrograms.ts'
import { until } from '../../rehearsal/Program.ts'

/** Engines of a topology take minutes, and Debian's packages. */
export const isLong = process.env['TOPOLOGY_PARTS'] === 'debian'

export type Env = Readonly<Record<string, string>>

/** A fault of one part. */
export interface Sabotage {
  readonly title: string
  /** Other settings. */
  readonly env?: () => Env
  /** @returns how it is undone. */
  readonly harm?: () => Promise<() => Promise<unknown> | void>
  readonly what: string
  /** Whether the site still serves. */
  readonly state: 'wrong' | 'warning'
  readonly words: RegExp
}

/** The doctor of a deployment, in a folder of its own. */
export interface TopologyDoctor {
  readonly world: World
  readonly folder: string
  /** Settings of a server of it. */
  settings(env: Env): Env
  look(env: Env): Promise<Finding[]>
  /** The one line that is red, once it is the right one: engines need a moment to notice. */
  expectOnly(env: () => Env, sabotage: Pick<Sabotage, 'what' | 'state' | 'words'>): Promise<void>
  expectNone(env: () => Env): Promise<readonly Finding[]>
  close(): Promise<void>
}

export async function openTopologyDoctor(packageOf: Env): Promise<TopologyDoctor> {
  await requirePackages(packageOf, 'the tests of the doctor')
  const folder = await mkdtemp(join(tmpdir(), 'parley-topology-doctor-'))
  const world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: 1 })
  const deployment = join(folder, 'deployment.json')
  const collections = world.deployment.collections.slice(0, 2)
  await writeFile(deployment, JSON.stringify({ ...world.deployment, collections }))
  const settings = (env: Env) => ({ ...serverSettings(world, world.files, {}), DEPLOYMENT_FILE: deployment, ...env })
  const look = (env: Env) => examine(readConfig(settings(env)))
  const red = (found: readonly Finding[]) => found.filter(({ state }) => state === 'wrong' || state === 'warning')
  /** Waits for the lines, and tells the last ones where they never come. */
  const expectRed = async (
    env: () => Env,
    wanted: readonly unknown[],
    isThere: (found: readonly Finding[]) => boolean,
  ) => {
    let last: readonly Finding[] = []
    await until('the doctor says so', async () => isThere((last = await look(env()))), patienceMs).catch(
      () => undefined,
    )
    expect(red(last)).toEqual(wanted)
    return last
  }
  return {
    world,
    folder,
    settings,
    look,
    async expectOnly(env, { what, state, words }) {
      const wanted = { what, state, words: expect.stringMatching(words) }
      await expectRed(env, [wanted], (found) => {
        const [first, second] = red(found)
        return second === undefined && first?.what === what && first.state === state && words.test(first.words)
      })
    },
    expectNone: (env) => expectRed(env, [], (found) => red(found).length === 0),
    async close() {
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const patienceMs = 120_000
