import { expect } from 'vitest'
import { explainFailure } from '../../src/text/explainFailure.ts'
import { ActionError, type ActionFailure } from '../../src/actions/action.ts'
import type { EvilStage, Plot } from './evilStage.ts'
import { flows, portal, type FlowName, type Scene } from './scenes.ts'
import { expectShown } from './sights.ts'

/**
 * Outcome of a flow against a lying server.
 * - `as shown`: the signed transaction did on chain what the screen showed.
 * - `refused`: nothing was signed, and the page said why.
 * - `not shown`: the page offered nothing to press.
 */
export type Outcome = 'as shown' | 'refused' | 'not shown'

/** Unused scenes, kept for the next cell. */
const kept = new WeakMap<EvilStage, Map<FlowName, Scene>>()
const lasting: ReadonlySet<FlowName> = new Set(['approve', 'approve one NFT', 'revoke', 'owner’s act'])

async function sceneOf(stage: EvilStage, flow: FlowName): Promise<Scene> {
  const scenes = kept.get(stage) ?? new Map<FlowName, Scene>()
  kept.set(stage, scenes)
  const scene = scenes.get(flow) ?? (await flows[flow](stage))
  scenes.set(flow, scene)
  return scene
}

/** Presses what the page shows while the server lies, and compares what was signed with what was shown. */
export async function attempt(stage: EvilStage, flow: FlowName, plot: Plot, seed: number): Promise<Outcome> {
  const scene = await sceneOf(stage, flow)
  stage.plot(plot, stage.scheme(scene, seed))
  const visitor = await stage.visit(scene.who)
  const sight = await scene.look(visitor)
  if (!sight) return 'not shown'
  const failure = await failureOf(sight.press())
  const sent = visitor.wallet.sentTransactions()
  for (const transaction of sent) await expectShown(stage.world, transaction, sight)
  if (failure === null) {
    expect(sent).toHaveLength(1)
    if (!lasting.has(flow)) kept.get(stage)?.delete(flow)
    return 'as shown'
  }
  expect(sent).toEqual([])
  const { formatter } = visitor.session
  const [said] = explainFailure(sight.doing, failure, { messages: portal.messages, formatter })
  expect(said?.text).toMatch(/\w+ \w+ \w+/)
  expect(said?.text).not.toMatch(/unknown error|undefined|\[object/i)
  return 'refused'
}

/** Null if it succeeded. */
async function failureOf(pressed: Promise<unknown>): Promise<ActionFailure | null> {
  try {
    await pressed
    return null
  } catch (error) {
    if (error instanceof ActionError) return error.failure
    throw error
  }
}
