import { createApiClient } from '@parley/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { ActionError, type ActionFailure } from '../../src/actions/action.ts'
import { generalRoute, generalPortal } from '../../src/portals/portalRoutes.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { createSession } from '../../src/services/openSession.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { runAction, withTransaction } from '../../src/services/runAction.ts'
import type { Session } from '../../src/services/Session.ts'
import { nobodysConfig } from '../given/nobodysConfig.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const offerId = `0x${'ab'.repeat(32)}` as const
const config = nobodysConfig()
const portal = openPortal(generalRoute, generalPortal)

let session: Session
beforeEach(() => {
  session = createSession(config, createApiClient('http://127.0.0.1:9'))
  session.queries.setQueryData(queryKeys.sent(alice), 'known')
})

const fail = (failure: ActionFailure) =>
  runAction(session, portal, {
    kind: 'cancel',
    subject: offerId,
    run: async () => Promise.reject(new ActionError(failure)),
  })
const notices = () => {
  const { alerts, toasts } = session.notices.store.getState()
  return [...alerts, ...toasts].map(({ said }) => said)
}
const isOld = () => session.queries.getQueryState(queryKeys.sent(alice))?.isInvalidated

describe('given an action that goes through', () => {
  it('reads the lists again and leaves its steps behind', async () => {
    expect(await runAction(session, portal, { kind: 'cancel', subject: offerId, run: async () => undefined })).toBe(
      true,
    )
    expect(isOld()).toBe(true)
    expect(session.actions.getState()).toMatchObject({ running: null, last: { kind: 'cancel', subject: offerId } })
  })
})

describe('given a transaction that an action has sent', () => {
  const txHash = `0x${'cd'.repeat(32)}` as const
  const told = { key: 'offerAccepted', channel: 'toast', tone: 'success', text: 'Done' } as const
  /** Where the toast links to when an action ends like this after sending. */
  async function linkAfter(outcome: 'success' | 'failure', explorerUrl: string | null) {
    const here = createSession({ ...config, explorerUrl }, createApiClient('http://127.0.0.1:9'))
    await runAction(here, portal, {
      kind: 'approve',
      subject: alice,
      run: async ({ report }) => {
        report({ key: 'send', state: 'done', txHash })
        if (outcome === 'failure')
          throw new ActionError({ kind: 'chain', phase: 'receipt', failure: { kind: 'timedOut' } })
        here.notices.announce(withTransaction(here, told))
      },
    })
    return here.notices.store.getState().toasts.map(({ said }) => said.transactionUrl)
  }

  it.each(['success', 'failure'] as const)(
    'links the toast of its %s to the explorer, where there is one',
    async (outcome) => {
      expect(await linkAfter(outcome, 'https://scan.example')).toEqual([`https://scan.example/tx/${txHash}`])
      expect(await linkAfter(outcome, null)).toEqual([undefined])
    },
  )

  it('links no toast to the transaction of an earlier action', () => {
    const here = createSession({ ...config, explorerUrl: 'https://scan.example' }, createApiClient(''))
    expect(withTransaction(here, told).transactionUrl).toBeUndefined()
  })
})

describe('given an action that fails', () => {
  it('says a no in the wallet as a toast, and reads nothing again', async () => {
    expect(await fail({ kind: 'chain', phase: 'send', failure: { kind: 'rejected' } })).toBe(false)
    expect(notices()).toMatchObject([
      { channel: 'toast', title: 'Transaction Failed', text: 'Transaction was rejected in your wallet' },
    ])
    expect(isOld()).toBe(false)
  })

  it('does not say that the offer remains when the contract says that it is closed', async () => {
    await fail({
      kind: 'chain',
      phase: 'simulate',
      failure: { kind: 'reverted', revert: { name: 'OfferClosed', args: [offerId, 2] } },
    })
    expect(notices()).toMatchObject([
      { text: 'Failed to cancel your offer on the blockchain: The offer has already been accepted.' },
    ])
    expect(notices()[0]?.detail).toBeUndefined()
  })

  it('says that the offer remains, with a link to its own recovery, and reads again what the contract contradicts', async () => {
    await fail({
      kind: 'chain',
      phase: 'simulate',
      failure: { kind: 'reverted', revert: { name: 'OfferExpired', args: [offerId, 1n, 2n] } },
    })
    expect(notices()).toMatchObject([
      {
        channel: 'alert',
        text: 'Failed to cancel your offer on the blockchain: The offer has expired. It can only be returned to its creator now.',
        detail: 'Your offer remains active. Please try again or use the Admin Panel for advanced recovery options.',
        link: { href: `/p2p/${offerId}` },
      },
    ])
    expect(isOld()).toBe(true)
  })

  it('says what it did not expect, too', async () => {
    const run = async () => Promise.reject(new Error('the sky fell'))
    expect(await runAction(session, portal, { kind: 'accept', subject: offerId, run })).toBe(false)
    expect(notices()).toMatchObject([{ channel: 'alert', text: 'Failed to accept offer: the sky fell' }])
  })

  it('lets the next one begin', async () => {
    await fail({ kind: 'not-creator' })
    expect(notices()).toMatchObject([{ channel: 'alert', text: "You're not the creator of this offer" }])
    expect(await runAction(session, portal, { kind: 'cancel', subject: offerId, run: async () => undefined })).toBe(
      true,
    )
  })
})
