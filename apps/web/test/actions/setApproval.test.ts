import { ChainFailureError, classify, readApproval } from '@parley/chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionTools } from '../../src/actions/action.ts'
import { approveCollection, revokeCollection } from '../../src/actions/setApproval.ts'
import { failureOf, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function holder() {
  const member = await stage.cast.member('hoppers')
  const [nft] = member.nfts
  if (!nft) throw new Error('the holder has nothing')
  const actor = await stage.enter(member)
  const request = { contract: nft.contract, escrow: stage.world.escrow, slowToConfirm: false }
  const scope = () =>
    readApproval(actor.tools.chain, {
      contract: nft.contract,
      owner: member.address,
      operator: stage.world.escrow,
      tokenIds: [nft.tokenId],
    })
  return { actor, nft, request, scope }
}

describe('given a collection that is not approved', () => {
  it('is approved, and revoked again', async () => {
    const { actor, request, scope } = await holder()
    expect(await scope()).toBe('none')
    expect(await approveCollection(actor.tools, request)).toMatchObject({ kind: 'done' })
    expect(await scope()).toBe('collection')
    expect(await revokeCollection(actor.tools, request)).toMatchObject({ kind: 'done' })
    expect(await scope()).toBe('none')
  })

  it('has one NFT of it approved, and that taken back: the others stay as they are', async () => {
    const { actor, nft, request, scope } = await holder()
    const one = { ...request, tokenId: nft.tokenId }
    expect(await approveCollection(actor.tools, one)).toMatchObject({ kind: 'done' })
    expect(await scope()).toBe('tokens')
    const whole = { contract: nft.contract, owner: actor.member.address, operator: stage.world.escrow, tokenIds: [] }
    expect(await readApproval(actor.tools.chain, whole)).toBe('none')
    expect(await revokeCollection(actor.tools, one)).toMatchObject({ kind: 'done' })
    expect(await scope()).toBe('none')
  })

  it('keeps to the gas ceiling of 200,000', async () => {
    const { actor, request } = await holder()
    await approveCollection(actor.tools, request)
    expect(BigInt(actor.wallet.sentTransactions()[0]?.gas ?? 0)).toBeLessThanOrEqual(200_000n)
  })

  it('says that the person rejected', async () => {
    const { actor, request, scope } = await holder()
    actor.wallet.refuseNext('eth_sendTransaction')
    expect(await failureOf(approveCollection(actor.tools, request))).toMatchObject({ failure: { kind: 'rejected' } })
    expect(await scope()).toBe('none')
  })
})

/** A clock without waits, so that time-outs expire at once. */
function hastyClock(): ActionTools['clock'] {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs
    },
  }
}

describe('given a transaction that no block takes', () => {
  it('fails where the collection is quick, and may be processing where it is slow', async () => {
    const { actor, request } = await holder()
    const { client } = stage.world.chain
    await client.setAutomine(false)
    try {
      const tools = { ...actor.tools, clock: { ...hastyClock(), sleep: actor.tools.clock.sleep } }
      expect(await impatient(tools, { ...request, slowToConfirm: true })).toBe('may-be-processing')
      expect(await impatient(tools, request)).toMatchObject({ phase: 'receipt', failure: { kind: 'timedOut' } })
    } finally {
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
    }
  })
})

/** Runs an approval that times out after looking for the receipt once. */
async function impatient(tools: ActionTools, request: Parameters<typeof approveCollection>[1]) {
  const clock = hastyClock()
  const running = {
    ...tools,
    clock: {
      now: clock.now,
      sleep: (durationMs: number, signal?: AbortSignal) =>
        signal ? tools.clock.sleep(durationMs, signal) : clock.sleep(durationMs),
    },
  }
  try {
    return (await approveCollection(running, request)).kind
  } catch (error) {
    return error instanceof Error && 'failure' in error ? error.failure : classify(error)
  }
}

describe('given a collection that does not answer', () => {
  it('is unreadable, not unapproved', async () => {
    const { actor } = await holder()
    const nobody = '0x000000000000000000000000000000000000bEEF'
    const reading = readApproval(actor.tools.chain, {
      contract: nobody,
      owner: actor.member.address,
      operator: stage.world.escrow,
      tokenIds: [],
    })
    await expect(reading).rejects.toBeInstanceOf(ChainFailureError)
  })
})
