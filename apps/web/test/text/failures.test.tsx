import { setCreationPausedCall, swapEscrowAbi } from '@parley/chain'
import type { Offer } from '@parley/domain'
import { breakCollection, InjectedWallet, SmartAccountWallet, wallets, type WalletRefusal } from '@parley/testkit'
import { fireEvent, screen } from '@testing-library/react'
import { erc721Abi, parseGwei } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runOwnerAction } from '../../src/features/admin/ownerAction.lazy.ts'
import type { Closing } from '../../src/features/offers/runSettlement.ts'
import { typeCoins } from '../../src/services/keptDraft.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { describeRevert } from '../../src/services/runAction.ts'
import { patience } from './room.tsx'
import { saysIn } from './says.tsx'
import { layDeal, openVisitedStage, visit, type Visit, type VisitedStage } from './visit.ts'

let stage: VisitedStage
beforeAll(async () => {
  stage = await openVisitedStage()
})
beforeEach(() => stage.endpoint.interfere(undefined))
afterAll(() => stage.close())

const says = saysIn(() => stage)

const reason = 'the sky fell'
const broken: WalletRefusal = { code: -32_000, message: reason }

type Deed = (visit: Visit) => Promise<unknown>
/** A deed that fails, with the reason that the screen should give. */
type Failing = (visit: Visit) => Promise<{ readonly reason: string }>

const creating: Deed = (visit) => {
  layDeal(visit)
  return visit.create()
}
const approving: Deed = ({ approve }) => approve()
const accepting: Deed = async ({ accept, received, alice, own }) => {
  const offer = await received()
  await stage.cast.approve(alice, own)
  return accept(offer)
}
const closing =
  (kind: Closing['kind']): Deed =>
  async ({ close, sent }) =>
    close(kind, await sent())
const cancelling = closing('cancel')

/** The wallet answers the transaction with an error; by default, its owner rejects it. */
function refused(deed: Deed, refusal?: WalletRefusal): Failing {
  return async (visit) => {
    visit.wallet.refuseNext('eth_sendTransaction', refusal)
    await deed(visit)
    return { reason: refusal?.message ?? '' }
  }
}

/** Blocks come only when they are asked for, until the test ends. */
async function withoutBlocks(): Promise<void> {
  const { client } = stage.world.chain
  await client.setAutomine(false)
  onTestFinished(async () => {
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
  })
}

/** The transaction stays in the pool until Alice gives up waiting. */
const unmined =
  (deed: (visit: Visit) => Promise<unknown>): Deed =>
  async (visit) => {
    await withoutBlocks()
    return deed(visit)
  }

/** Cancels Alice's offer. Before a block takes that, something else happens. */
const overtaken =
  (rival: (visit: Visit, offer: Offer, nonce: number) => Promise<unknown>): Failing =>
  async (visit) => {
    const { session, alice, close, sent } = visit
    const offer = await sent()
    await withoutBlocks()
    const closed = close('cancel', offer)
    const seen = () =>
      session.transactions
        .of(alice.address)
        .getState()
        .find(({ state }) => state.at === 'sent' && state.seen)
    const { state } = await vi.waitUntil(seen, patience)
    await rival(visit, offer, state.at === 'sent' ? (state.seen?.nonce ?? 0) : 0)
    await stage.world.chain.client.mine({ blocks: 1 })
    await closed
    return { reason: 'The offer has already been accepted.' }
  }

const dear = { maxFeePerGas: parseGwei('900'), maxPriorityFeePerGas: parseGwei('900'), gas: 500_000n }

describe('given a transaction that the wallet or the chain refuses', () => {
  says('rejected', { when: 'it is rejected in the wallet', scene: refused(cancelling) })
  says('timedOut', {
    when: 'the wallet’s node does not answer in time',
    scene: refused(cancelling, { code: -32_000, message: 'request timed out' }),
  })
  says('waitFailed', {
    when: 'no receipt comes',
    hasty: true,
    scene: async (visit) => {
      const offer = await visit.sent()
      return unmined(({ close }) => close('cancel', offer))(visit)
    },
  })
  says('approvalWaitFailed', { when: 'no receipt of an approval comes', hasty: true, scene: unmined(approving) })
  says('approvalFailed', { when: 'an approval fails otherwise', scene: refused(approving, broken) })
  says('returnFailed', {
    when: 'a return fails',
    scene: refused(async ({ received, close }) => {
      const offer = await received()
      await stage.world.clock.advance(400)
      return close('return', offer)
    }, broken),
  })
  says('claimFailed', {
    when: 'a claim fails',
    scene: async (visit) => {
      const { close, sent, own, wallet } = visit
      const offer = await sent()
      const mend = await breakCollection(stage.world, own.contract)
      await close('cancel', offer)
      await mend()
      fireEvent.click(await screen.findByRole('button', { name: 'OK', hidden: true }))
      wallet.refuseNext('eth_sendTransaction', broken)
      await close('claim', { ...offer, unreturned: offer.offered })
      return { reason }
    },
  })
  says('adminFailed', {
    when: 'an act of the owner fails',
    walletOf: async () =>
      new InjectedWallet({ account: wallets.deployer.account.address, rpcUrl: stage.world.chain.url }),
    scene: refused(({ session, portal }) => {
      const { escrow } = stage.world
      return runOwnerAction(session, portal, {
        escrow,
        call: setCreationPausedCall(escrow, true),
        done: 'adminPauseDone',
      })
    }, broken),
  })
})

describe('given an offer that is not created', () => {
  says('createFailed', {
    when: 'the wallet fails',
    scene: async (visit) => {
      await refused(creating, broken)(visit)
      return {
        reason: `Transaction preparation failed: ${reason} Your NFTs remain in your wallet. Please try again.`,
      }
    },
  })
  says('createRejected', { when: 'it is rejected in the wallet', scene: refused(creating) })
  says('createExecutionFailed', {
    when: 'the wallet answers -32603',
    scene: refused(creating, { code: -32_603, message: reason }),
  })
  says('createSimulationFailed', {
    when: 'the owner has paused new offers',
    scene: async (visit) => {
      const { session, portal } = visit
      const pause = (paused: boolean) => stage.cast.callEscrow(wallets.deployer, 'setCreationPaused', [paused])
      await pause(true)
      onTestFinished(() => pause(false))
      await creating(visit)
      return { reason: describeRevert(session, portal)({ name: 'CreationPaused', args: [] }) }
    },
  })
  says('createGas', {
    when: 'gas is short',
    scene: refused(creating, { code: -32_000, message: 'intrinsic gas too low' }),
  })
  says('createNonce', {
    when: 'the wallet counts wrongly',
    scene: refused(creating, { code: -32_000, message: 'nonce too high' }),
  })
  says('createPending', {
    when: 'one before it is still pending',
    scene: refused(creating, { code: -32_000, message: 'replacement transaction underpriced' }),
  })
  says('createPreparation', { when: 'anything else happens', scene: refused(creating, broken) })
  says('createSent', { when: 'no receipt comes', hasty: true, scene: unmined(creating) })
})

describe('given an offer that is not accepted', () => {
  says('acceptFailed', { when: 'the wallet fails', scene: refused(accepting, broken) })
  says('acceptFailedToast', {
    when: 'the wallet fails on its own page',
    scene: refused(accepting, broken),
    at: ['detail'],
  })
})

describe('given an offer that is not cancelled', () => {
  says('cancelFailed', {
    when: 'the endpoint cuts the line before the contract is asked',
    readsFrom: () => stage.endpoint.url,
    scene: async ({ sent, close, portal }) => {
      const offer = await sent()
      stage.endpoint.interfere(() => ({ kind: 'reset' }))
      await close('cancel', offer)
      return { reason: portal.messages.reasonUnreachable }
    },
  })
  says('cancelFailedToast', {
    when: 'the wallet fails on its own page',
    scene: refused(cancelling, broken),
    at: ['detail'],
  })
  says('cancelFailedOnChain', { when: 'the wallet fails', scene: refused(cancelling, broken) })
  says('cancelRemains', { when: 'it remains open', scene: refused(cancelling, broken) })
  says('cancelRemainsLink', { when: 'it remains open', scene: refused(cancelling, broken) })
})

describe('given a reason', () => {
  /** Cancelling and approving show the reason in full; the wallet gives it. */
  const because = (message: string, code = -32_000) => refused(cancelling, { code, message })

  says('unknownError', { when: 'the wallet gives none', scene: because('') })
  says('reasonNonce', { when: 'the wallet counts wrongly', scene: because('nonce too high') })
  says('reasonPending', {
    when: 'another is pending',
    scene: refused(approving, { code: -32_000, message: 'replacement transaction underpriced' }),
  })
  says('reasonGas', { when: 'coin is short for gas', scene: because('insufficient funds for gas * price + value') })
  says('reasonRateLimited', { when: 'too much was asked', scene: because('limit exceeded', -32_005) })
  says('reasonUnreachable', { when: 'the wallet has lost its network', scene: because('disconnected', 4900) })
  says('reasonReverted', { when: 'the contract gives none', scene: because('execution reverted', 3) })
  says('reasonWrongChain', {
    when: 'the wallet is on another chain',
    scene: async (visit) => {
      visit.wallet.useChain(1)
      return cancelling(visit)
    },
  })
  says('reasonReplaced', {
    when: 'another transaction took its place',
    scene: overtaken(({ alice, bob }, _offer, nonce) =>
      stage.world.chain.client.sendTransaction({ account: alice.address, to: bob.address, value: 1n, nonce, ...dear }),
    ),
  })
  says('reasonTransactionCancelled', {
    when: 'it was cancelled in the wallet',
    scene: overtaken(({ alice }, _offer, nonce) =>
      stage.world.chain.client.sendTransaction({ account: alice.address, to: alice.address, nonce, ...dear }),
    ),
  })
  says('reasonRevertedOnChain', {
    when: 'the friend accepted in the block that was to cancel',
    scene: overtaken(async ({ bob, wanted }, offer) => {
      const { chain } = stage.world
      const from = { account: bob.address, chain: chain.client.chain, ...dear }
      const approval = { abi: erc721Abi, functionName: 'approve', args: [offer.escrow, wanted.tokenId] } as const
      await chain.client.writeContract({ ...from, ...approval, address: wanted.contract })
      const acceptance = { abi: swapEscrowAbi, functionName: 'acceptSwapOffer', args: [offer.id] } as const
      await chain.client.writeContract({ ...from, ...acceptance, address: offer.escrow, value: 10n ** 16n })
    }),
  })
  says('reasonNotSent', {
    when: 'the wallet gave up calls that it had taken',
    unapproved: true,
    walletOf: (member) => SmartAccountWallet.open(stage.world, member.address),
    scene: async (visit) => {
      const { session, alice, wallet } = visit
      // The page has asked the wallet and has said so.
      session.queries.setQueryData(queryKeys.together(alice.address), true)
      wallet.refuseNext('wallet_getCallsStatus', { code: 5730, message: 'unknown bundle' })
      return creating(visit)
    },
  })
  says('reasonFunds', {
    when: 'the wallet holds less than it offers',
    scene: async (visit) => {
      const { session, alice, portal } = visit
      typeCoins(session.drafts.of(portal.key), 'own', '20')
      await creating(visit)
      const heldWei = await stage.world.chain.client.getBalance({ address: alice.address })
      return { needed: '20.010 AVAX', held: session.formatter.coin(heldWei) }
    },
  })
})

describe('given a rejection in the wallet', () => {
  it('shows a neutral toast and is not logged', async () => {
    const visited = await visit(stage, 'general')
    await refused(cancelling)(visited)
    const { toasts, log } = visited.session.notices.store.getState()
    expect(toasts.map(({ said }) => said.tone)).toEqual(['plain'])
    expect(log).toEqual([])
  })
})
