import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletProvider } from '@parley/chain'
import { createOffer } from '../../src/actions/createOffer.ts'
import { browserClock } from '../../src/services/browser.ts'
import { approveCollection } from '../../src/actions/setApproval.ts'
import { dealOf, failureOf, openStage, providerOf, type Actor, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function pair() {
  const member = await stage.cast.member('dokyo')
  const friend = await stage.cast.member('chikn')
  await stage.cast.approve(member, ...member.nfts)
  return { actor: await stage.enter(member), deal: dealOf(member.nfts, friend.nfts, friend.address) }
}

/** The same actor with pauses that end at once and are counted. */
function hasty({ tools }: Actor, provider?: WalletProvider) {
  const pausesMs: number[] = []
  const wallet = provider && tools.wallet ? { ...tools.wallet, provider } : tools.wallet
  const clock = {
    now: browserClock.now,
    sleep: (durationMs: number, signal?: AbortSignal) => {
      if (signal) return browserClock.sleep(durationMs, signal)
      pausesMs.push(durationMs)
      return browserClock.sleep(10)
    },
  }
  return { pausesMs, tools: { ...tools, wallet, clock } }
}

describe('given a fee that is not the one on the screen', () => {
  it('says both amounts, and sends nothing', async () => {
    const { actor, deal } = await pair()
    const shownWei = 2n * 10n ** 16n
    const failure = await failureOf(createOffer({ ...actor.tools, shownFeeWei: () => shownWei }, deal, null))
    expect(failure).toEqual({ kind: 'fee-changed', shownWei, nowWei: 10n ** 16n })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })
})

describe('given a wallet whose node is some blocks behind', () => {
  /** Answers the first `looks` calls from an older state, in which the collection isn't approved. */
  function behindFor(actor: Actor, looks: number): WalletProvider {
    const honest = providerOf(actor.wallet)
    let left = looks
    return {
      request: async (asked) => {
        if (asked.method !== 'eth_estimateGas' || left === 0) return honest.request(asked)
        left -= 1
        throw Object.assign(new Error('execution reverted'), { code: 3 })
      },
    }
  }

  it('is retried, and succeeds once the node has caught up', async () => {
    const { actor, deal } = await pair()
    const { tools, pausesMs } = hasty(actor, behindFor(actor, 2))
    await createOffer(tools, deal, null)
    expect(actor.wallet.sentTransactions()).toHaveLength(1)
    expect(pausesMs.filter((ms) => ms === 2_000)).toHaveLength(2)
  })

  it('is not asked for ever: what it refuses three times is not sent', async () => {
    const { actor, deal } = await pair()
    const { tools } = hasty(actor, behindFor(actor, 3))
    expect(await failureOf(createOffer(tools, deal, null))).toMatchObject({
      kind: 'chain',
      phase: 'simulate',
      failure: { kind: 'reverted' },
    })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })
})

describe('given a wallet that disconnects while the page reads the chain', () => {
  /** Reveals its account once, then never again. */
  function closing(actor: Actor): WalletProvider {
    const honest = providerOf(actor.wallet)
    let asked = 0
    return {
      request: (question) => {
        if (question.method !== 'eth_accounts' || asked++ === 0) return honest.request(question)
        return Promise.resolve([])
      },
    }
  }

  it('says that no wallet is connected, and sends nothing', async () => {
    const { actor, deal } = await pair()
    const { tools } = hasty(actor, closing(actor))
    expect(await failureOf(createOffer(tools, deal, null))).toEqual({ kind: 'not-connected' })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })
})

describe('given a server that follows an escrow which the page was not built for', () => {
  it('approves nothing, and names both', async () => {
    const { actor, deal } = await pair()
    const [own] = deal.offered
    if (!own) throw new Error('nobody has anything')
    const foreign = [stage.config.multicall3]
    const request = { contract: own.contract, escrow: stage.world.escrow, slowToConfirm: false }
    expect(await failureOf(approveCollection({ ...actor.tools, foreign }, request))).toEqual({
      kind: 'unknown-escrow',
      escrow: stage.config.multicall3,
      built: [stage.world.escrow],
    })
    expect(actor.wallet.sentTransactions()).toEqual([])
  })
})
