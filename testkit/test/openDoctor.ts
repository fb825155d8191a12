import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@parley/protocol'
import { examine, readConfig, type Finding } from '@parley/server'
import { serverSettings, startWorld, type World } from '@parley/testkit'
import { expect, vi } from 'vitest'

export type Env = Readonly<Record<string, string>>

/** The doctor beside a world of its own. */
export interface Doctor {
  readonly world: World
  readonly folder: string
  findings(env?: Env, nowMs?: () => number): Promise<Finding[]>
  /** A deployment file that differs from the world's. */
  deployment(change: (deployment: Deployment) => object): Promise<Env>
  close(): Promise<void>
}

export async function openDoctor(): Promise<Doctor> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-doctor-'))
  const world = await startWorld({ seed: 'empty', stock: 'few', blockTimeS: null })
  const deployment: Doctor['deployment'] = async (change) => {
    const file = join(folder, `deployment-${Math.random()}.json`)
    const fewer = { ...world.deployment, collections: world.deployment.collections.slice(0, 2) }
    await writeFile(file, JSON.stringify({ ...fewer, ...change(fewer) }))
    return { DEPLOYMENT_FILE: file }
  }
  // With two of the collections, unless all are wanted: each takes its time.
  const few = await deployment(() => ({}))
  return {
    world,
    folder,
    deployment,
    async findings(env = {}, nowMs) {
      const settings = serverSettings(world, world.files, {})
      return examine(readConfig({ ...settings, ...few, ...env }), nowMs && { nowMs })
    },
    async close() {
      await world.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const faults = (found: readonly Finding[]) =>
  found.filter(({ state }) => state === 'wrong' || state === 'warning')

/** The doctor waits 3 s for a relay to answer, so one that stood still is asked again. */
export const relayAnswers = (look: () => Promise<Finding[]>) =>
  vi.waitUntil(
    async () => {
      const found = await look()
      return !faults(found).some(({ words }) => /Nothing answers|fell silent/.test(words)) && found
    },
    { timeout: 120_000 },
  )

const expectOne =
  (state: Finding['state']) =>
  (found: readonly Finding[], what: string | RegExp, words: RegExp): void => {
    expect(faults(found)).toEqual([{ what: expect.stringMatching(what), state, words: expect.stringMatching(words) }])
  }

/** Exactly one fault of that kind. */
export const expectWrong = expectOne('wrong')
export const expectWarning = expectOne('warning')
