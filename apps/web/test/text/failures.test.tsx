import type { ChainFailure } from '@parley/chain'
import { describe, expect, it } from 'vitest'
import type { FailurePhase } from '../../src/actions/action.ts'
import type { ActionKind } from '../../src/services/transactions.ts'
import { fails, offerId, openRoom } from './room.tsx'
import { says } from './says.tsx'

const txHash = `0x${'cd'.repeat(32)}` as const

/** Wallet or chain say no in a phase of what was begun. */
function stops(kind: ActionKind, phase: FailurePhase, failure: ChainFailure) {
  return fails(kind, { kind: 'chain', phase, failure })
}

const unknown = { kind: 'unknown', code: null, message: 'the sky fell' } as const
const reason = 'the sky fell'
const refused = { kind: 'reverted', revert: { name: null, args: [] } } as const

describe('given a transaction that the wallet or the chain refuses', () => {
  says('rejected', { when: 'it is rejected in the wallet', scene: stops('cancel', 'send', { kind: 'rejected' }) })
  says('timedOut', { when: 'no answer comes in time', scene: stops('cancel', 'send', { kind: 'timedOut' }) })
  says('waitFailed', { when: 'no receipt comes', scene: stops('cancel', 'receipt', { kind: 'timedOut' }) })
  says('approvalWaitFailed', {
    when: 'no receipt of an approval comes',
    scene: stops('approve', 'receipt', { kind: 'timedOut' }),
  })
  says('approvalFailed', { when: 'an approval fails otherwise', scene: stops('approve', 'send', unknown) }, { reason })
  says('returnFailed', { when: 'a return fails', scene: stops('return', 'send', unknown) }, { reason })
  says('claimFailed', { when: 'a claim fails', scene: stops('claim', 'send', unknown) }, { reason })
  says('adminFailed', { when: 'an act of the owner fails', scene: stops('own', 'send', unknown) }, { reason })
})

describe('given an offer that is not created', () => {
  says(
    'createFailed',
    { when: 'the wallet fails', scene: stops('create', 'send', unknown) },
    { reason: `Transaction preparation failed: ${reason} Your NFTs remain in your wallet. Please try again.` },
  )
  says('createRejected', {
    when: 'it is rejected in the wallet',
    scene: stops('create', 'send', { kind: 'rejected' }),
  })
  says(
    'createExecutionFailed',
    {
      when: 'the wallet answers -32603',
      scene: stops('create', 'send', { kind: 'unknown', code: -32603, message: reason }),
    },
    { reason },
  )
  says(
    'createSimulationFailed',
    { when: 'the simulation reverts', scene: stops('create', 'simulate', refused) },
    { reason: 'The swap contract refused without saying why.' },
  )
  says('createGas', { when: 'gas is short', scene: stops('create', 'send', { kind: 'gas' }) })
  says('createNonce', { when: 'the wallet counts wrongly', scene: stops('create', 'send', { kind: 'nonce' }) })
  says('createPending', {
    when: 'one before it is still pending',
    scene: stops('create', 'send', { kind: 'underpriced' }),
  })
  says('createPreparation', { when: 'anything else happens', scene: stops('create', 'send', unknown) }, { reason })
  says('createSent', { when: 'no receipt comes', scene: stops('create', 'receipt', { kind: 'timedOut' }) })
})

describe('given an offer that is not accepted', () => {
  says('acceptFailed', { when: 'the wallet fails', scene: stops('accept', 'send', unknown) }, { reason })
  says(
    'acceptFailedToast',
    { when: 'the wallet fails on its own page', scene: stops('accept', 'send', unknown), at: ['detail'] },
    { reason },
  )
})

describe('given an offer that is not cancelled', () => {
  says('cancelFailed', { when: 'the contract was never reached', scene: stops('cancel', 'read', unknown) }, { reason })
  says(
    'cancelFailedToast',
    { when: 'the wallet fails on its own page', scene: stops('cancel', 'send', unknown), at: ['detail'] },
    { reason },
  )
  says('cancelFailedOnChain', { when: 'the wallet fails', scene: stops('cancel', 'send', unknown) }, { reason })
  says('cancelRemains', { when: 'it remains open', scene: stops('cancel', 'send', unknown) })
  says('cancelRemainsLink', { when: 'it remains open', scene: stops('cancel', 'send', unknown) })
})

/** Cancelling shows the reason in its alert. */
const because = (failure: ChainFailure) => stops('cancel', 'send', failure)

describe('given a reason', () => {
  says('unknownError', {
    when: 'there is none',
    scene: because({ kind: 'unknown', code: null, message: '' }),
  })
  says('reasonNonce', { when: 'the wallet counts wrongly', scene: because({ kind: 'nonce' }) })
  says('reasonPending', { when: 'another is pending', scene: because({ kind: 'underpriced' }) })
  says('reasonGas', { when: 'coin is short for gas', scene: because({ kind: 'funds' }) })
  says('reasonRateLimited', { when: 'too much was asked', scene: because({ kind: 'rateLimited' }) })
  says('reasonUnreachable', { when: 'the network is away', scene: because({ kind: 'unreachable' }) })
  says('reasonWrongChain', { when: 'the wallet is on another chain', scene: because({ kind: 'wrongChain' }) })
  says('reasonReverted', { when: 'the contract gives none', scene: because(refused) })
  says('reasonReplaced', { when: 'it was replaced', scene: fails('cancel', { kind: 'replaced', txHash }) })
  says('reasonTransactionCancelled', {
    when: 'it was cancelled in the wallet',
    scene: fails('cancel', { kind: 'transaction-cancelled', txHash }),
  })
  says('reasonNotSent', {
    when: 'the wallet gave up calls that it had taken',
    scene: fails('cancel', { kind: 'not-sent' }),
  })
  says(
    'reasonRevertedOnChain',
    {
      when: 'it was included and had no effect',
      scene: fails('cancel', {
        kind: 'reverted-on-chain',
        txHash,
        revert: { name: 'OfferClosed', args: [offerId, 2] },
      }),
    },
    { reason: 'The offer has already been accepted.' },
  )
  says(
    'reasonFunds',
    {
      when: 'the wallet holds too little',
      scene: fails('cancel', { kind: 'cannot-pay', neededWei: 2n * 10n ** 18n, heldWei: 10n ** 18n }),
    },
    { needed: '2.000 AVAX', held: '1.000 AVAX' },
  )
})

describe('given a rejection in the wallet', () => {
  it('shows a neutral toast and is not logged', async () => {
    const room = openRoom('general')
    await stops('cancel', 'send', { kind: 'rejected' })(room)
    const { toasts, log } = room.session.notices.store.getState()
    expect(toasts.map(({ said }) => said.tone)).toEqual(['plain'])
    expect(log).toEqual([])
  })
})
