import { erc721Abi, type EscrowState } from '@parley/chain'
import type { Offer } from '@parley/domain'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { encodeFunctionData, pad } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import ApprovalPanel from '../src/features/approvals/ApprovalPanel.lazy.tsx'
import ApprovalStep, { BarApproval } from '../src/features/approvals/ApprovalStep.lazy.tsx'
import RevokeCard from '../src/features/approvals/RevokeCard.lazy.tsx'
import AdminPage from '../src/pages/AdminPage.tsx'
import CreatePage from '../src/pages/CreatePage.tsx'
import { type EscrowAnswer, escrowedQuery } from '../src/pages/escrow/holdings.ts'
import EscrowPage from '../src/pages/EscrowPage.tsx'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import PendingTradesPage from '../src/pages/PendingTradesPage.tsx'
import SwapPage from '../src/pages/SwapPage.tsx'
import { addTo } from '../src/services/drafts.ts'
import { queryKeys } from '../src/services/queries.ts'
import { adminText } from '../src/text/admin.ts'
import { aliceAt, held, offered, ranOut, toAlice } from './text/givenLists.ts'
import { givenConnectedWallet } from './text/givenWallet.ts'
import { alice, aso, bob, escrow, offerId, openRoom, patience, type Room } from './text/room.tsx'
import { trackedIn } from './transactions/trackedIn.ts'

const id = (digits: string) => `0x${digits.repeat(32)}` as const
const lists = {
  sent: [offered({ id: id('a1') }), offered({ id: id('b2'), ...ranOut })],
  received: [offered({ id: id('c3'), ...toAlice }), offered({ id: id('d4'), ...toAlice, ...ranOut })],
  holdings: { [alice]: [held(1n)] },
}

/** Alice owns the escrow. */
const state: EscrowState = {
  owner: alice,
  pendingOwner: null,
  ownerIsContract: false,
  pendingOwnerIsContract: false,
  feeWei: 10n ** 16n,
  maxFeeWei: 5n * 10n ** 16n,
  balanceWei: 10n ** 18n,
  creationPaused: false,
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })

/** What the chain says of Alice's ASOs: that she holds them, and which are approved one by one. */
function chainSays(calls: Room['calls'], approved: readonly bigint[]): void {
  const none = pad('0x0')
  const dataOf = (functionName: 'ownerOf' | 'getApproved', tokenId: bigint) =>
    encodeFunctionData({ abi: erc721Abi, functionName, args: [tokenId] })
  calls.set(encodeFunctionData({ abi: erc721Abi, functionName: 'isApprovedForAll', args: [alice, escrow] }), none)
  for (const tokenId of [1n, 2n, 3n]) {
    calls.set(dataOf('ownerOf', tokenId), pad(alice))
    calls.set(dataOf('getApproved', tokenId), approved.includes(tokenId) ? pad(escrow) : none)
  }
}

async function given(page: React.ReactNode, known = {}): Promise<Room> {
  const room = openRoom('general')
  await aliceAt(page, known)(room)
  return room
}

/** Expects buttons to be enabled, and disabled once an action on another offer runs. */
async function expectHeld(room: Room, names: readonly (string | RegExp)[]): Promise<void> {
  await waitFor(
    () => expect(names.map((name) => [name, button(name).disabled])).toEqual(names.map((name) => [name, false])),
    patience,
  )
  act(() => room.session.actions.setState({ running: { kind: 'claim', subject: id('ee'), steps: [] } }))
  expect(names.map((name) => [name, button(name).disabled])).toEqual(names.map((name) => [name, true]))
}

beforeEach(() => localStorage.clear())

describe('while any action runs', () => {
  it('no other can be begun on the swap page, nor its lists be read again', async () => {
    const room = await given(<SwapPage />, lists)
    await waitFor(() => expect(document.querySelector('.approvals details')).not.toBeNull())
    const approvals = document.querySelector<HTMLDetailsElement>('.approvals details')
    act(() => {
      if (approvals) approvals.open = true
      if (approvals) fireEvent(approvals, new Event('toggle'))
    })
    await expectHeld(room, [
      'CREATE SWAP OFFER',
      'SYNC OFFERS',
      'refresh my NFTs',
      'APPROVE NEXT COLLECTION',
      /^Cancel Offer/,
      /^Accept Trade/,
      /^Return Expired/,
      /^Recover NFTs from Escrow/,
    ])
  })

  it('nor a collection be approved in the slip, or from a phone’s bar', async () => {
    const room = openRoom('general')
    chainSays(room.calls, [])
    const steps = (
      <>
        <ApprovalStep nfts={[held(1n)]} />
        <BarApproval nfts={[held(1n)]} onPress={() => undefined} />
      </>
    )
    await aliceAt(steps)(room)
    const inBar = () => document.querySelector('.deal-bar-step')
    await waitFor(() => expect(inBar()?.textContent).toBe('Approve ASO'), patience)
    const inSlip = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve ASO' })
    expect(screen.getAllByRole('button', { name: 'Approve ASO' })).toHaveLength(2)
    act(() => room.session.actions.setState({ running: { kind: 'claim', subject: id('ee'), steps: [] } }))
    expect(inBar()).toBeNull()
    expect(inSlip().disabled).toBe(true)
  })

  it('nor an approval be given or taken back in Advanced', async () => {
    const room = openRoom('general')
    const [one, two, three] = [held(1n), held(2n), held(3n)]
    chainSays(room.calls, [2n, 3n])
    for (const nft of [one, two]) addTo(room.session.drafts.of('general'), 'own', nft)
    await aliceAt(<ApprovalPanel unfolded />, { holdings: { [alice]: [one, two, three] } })(room)
    fireEvent.click(await screen.findByRole('button', { name: 'Advanced' }, patience))
    await screen.findByRole('button', { name: 'REVOKE ASO #3' }, patience)
    await expectHeld(room, ['APPROVE NEXT COLLECTION', 'APPROVE ASO', 'REVOKE ASO', 'REVOKE ASO #3'])
  })

  it('nor one be taken back that a finished trade has used', async () => {
    const room = openRoom('general')
    room.session.queries.setQueryData([...queryKeys.approvalsOf(alice), escrow, aso, []], 'collection')
    const traded = trackedIn(
      { at: 'confirmed', txHash: id('aa'), block: 1, offerId: id('bb'), repriced: false, isIndexed: true },
      { items: [`${aso.toLowerCase()}/1`], escrow, changedAtMs: Date.now(), startedAtMs: Date.now() },
    )
    await givenConnectedWallet(room)
    act(() => room.session.transactions.begin(alice, traded))
    room.show(<RevokeCard />)
    await screen.findByRole('button', { name: 'REVOKE ASO' }, patience)
    await expectHeld(room, ['REVOKE ASO'])
  })

  it('nor in the ASO portal', async () => {
    const room = openRoom('aso')
    await aliceAt(<SwapPage />, { ...lists, approved: 'all' })(room)
    await expectHeld(room, [
      'CREATE ASO SWAP OFFER',
      'SYNC OFFERS',
      'REVOKE ASO APPROVAL',
      /^Cancel Offer/,
      /^Accept ASO Trade/,
      /^Return Expired/,
      /^Recover ASO NFT from Escrow/,
    ])
  })

  it('nor on the create page', async () => {
    await expectHeld(await given(<CreatePage />, lists), ['CREATE SWAP OFFER'])
  })

  it('nor in the dialog before accepting', async () => {
    const offer = offered(toAlice)
    const review = <AcceptReview offer={offer} onClose={() => undefined} onAccept={() => undefined} />
    await expectHeld(await given(review, { received: [offer], approved: 'all' }), ['Accept Trade'])
  })

  it('nor while the lists are synced, which may move an offer from under the pointer', async () => {
    const room = await given(<SwapPage />, lists)
    const names = ['CREATE SWAP OFFER', /^Cancel Offer/, /^Accept Trade/, /^Return Expired/]
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => false)))
    const answer = Promise.withResolvers<void>()
    Object.assign(room.session.api, { request: () => answer.promise.then(() => Promise.reject(new Error('away'))) })
    fireEvent.click(button('SYNC OFFERS'))
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => true)))
    expect(button('SYNCING...').disabled).toBe(false)
    answer.resolve()
    await waitFor(() => expect(names.map((name) => button(name).disabled)).toEqual(names.map(() => false)))
  })

  it('an offer can’t be cancelled on its page', async () => {
    const room = await given(<OfferPage idText={offerId} />, { sent: [offered()], requestedHeldBy: bob })
    await expectHeld(room, ['Cancel This Offer'])
  })

  it('an offer can’t be accepted on its page, nor a collection approved for it', async () => {
    const known = { received: [offered(toAlice)], approved: 'none' } as const
    const room = await given(<OfferPage idText={offerId} />, known)
    await screen.findByRole('button', { name: 'Approve ASO', hidden: true }, patience)
    await expectHeld(room, ['Approve ASO', 'Accept This Offer'])
  })

  it.each([
    ['an expired one of one’s own can’t be recovered', { sent: [offered(ranOut)] }, 'Recover NFTs from Escrow'],
    ['an expired one can’t be returned', { received: [offered({ ...toAlice, ...ranOut })] }, 'Return Expired'],
  ] as const)('on an offer’s page, %s', async (_, known, name) => {
    await expectHeld(await given(<OfferPage idText={offerId} />, known), [name])
  })

  it('pending trades can’t be read again', async () => {
    await expectHeld(await given(<PendingTradesPage />), ['Refresh'])
  })

  it('nothing in escrow can be brought home, one by one or all at once', async () => {
    const room = openRoom('general')
    const inEscrow = (one: Partial<Offer>, isActive: boolean) => ({
      ...offered(one),
      isActive,
      block: 7n,
      unreturned: [],
    })
    const stuck = { ...inEscrow({ id: id('f6') }, false), unreturned: offered().offered }
    const answer: EscrowAnswer = {
      escrows: [
        {
          escrow,
          offers: [inEscrow({ id: id('a1') }, true), inEscrow({ id: id('b2'), ...ranOut }, true), stuck],
          owedWei: 10n ** 18n,
          block: 7n,
          unread: 0,
        },
      ],
      unreadable: 0,
      isByServer: false,
      block: 7n,
      unread: 0,
    }
    room.session.queries.setQueryData(escrowedQuery(room.session, alice).queryKey, answer)
    await aliceAt(<EscrowPage />)(room)
    await expectHeld(room, ['Refresh', 'Cancel Offer', 'Bring home', 'Claim it', 'Send the coins', /^Bring .* home$/])
  })

  it.each([
    ['the owner can withdraw no proposal', alice, bob, adminText.unproposeAct],
    ['the proposed owner can accept nothing', bob, alice, adminText.acceptAct],
  ])('%s', async (_, owner, pendingOwner, name) => {
    const room = openRoom('general')
    room.session.queries.setQueryData(queryKeys.escrow(escrow), { ...state, owner, pendingOwner })
    await aliceAt(<AdminPage />)(room)
    await screen.findByRole('button', { name, hidden: true }, patience)
    await expectHeld(room, [name])
  })

  it('the owner can change nothing', async () => {
    const room = openRoom('general')
    room.session.queries.setQueryData(queryKeys.escrow(escrow), state)
    await aliceAt(<AdminPage />)(room)
    await screen.findByRole('button', { name: adminText.recoveryAct, hidden: true }, patience)
    await screen.findByRole('button', { name: adminText.proposeAct, hidden: true }, patience)
    await expectHeld(room, [
      adminText.feeAct,
      adminText.withdrawAct,
      adminText.recoveryAct,
      adminText.pauseAct,
      adminText.proposeAct,
    ])
  })
})
