import { erc721Abi } from '@parley/chain'
import { nftKey, type Address } from '@parley/domain'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { encodeFunctionData, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import { getConnection } from 'wagmi/actions'
import ApprovalPanel from '../src/features/approvals/ApprovalPanel.lazy.tsx'
import ApprovalStep from '../src/features/approvals/ApprovalStep.lazy.tsx'
import { changeApproval } from '../src/features/approvals/changeApproval.lazy.ts'
import type { TrackedTransaction } from '../src/actions/tracker/transaction.ts'
import { addTo } from '../src/services/drafts.ts'
import { queryKeys } from '../src/services/queries.ts'
import { Button } from '../src/ui/Button.tsx'
import { aliceAt, held } from './text/givenLists.ts'
import { givenConnectedWallet, givenWallet } from './text/givenWallet.ts'
import { alice, aso, bob, escrow, openRoom, patience, type Room } from './text/room.tsx'

const nobody = pad('0x0')
const [one, two, three] = [held(1n), held(2n), held(3n)]

const callOf = (functionName: 'ownerOf' | 'getApproved', tokenId: bigint) =>
  encodeFunctionData({ abi: erc721Abi, functionName, args: [tokenId] })

/** What the chain says of ASO: who owns an NFT, and whom it is approved for. No collection is approved. */
function chainSays({ calls }: Room, owners: Readonly<Record<number, Address>>, approved: readonly number[] = []): void {
  const wholes = { abi: erc721Abi, functionName: 'isApprovedForAll', args: [alice, escrow] } as const
  calls.set(encodeFunctionData(wholes), nobody)
  for (const [tokenId, owner] of Object.entries(owners)) {
    calls.set(callOf('ownerOf', BigInt(tokenId)), pad(owner))
    calls.set(callOf('getApproved', BigInt(tokenId)), approved.includes(Number(tokenId)) ? pad(escrow) : nobody)
  }
}

const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name, checked: true })

describe('given the approval step of a deal', () => {
  it('is not shown for NFTs that the wallet does not hold', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: bob, 2: bob, 3: bob })
    await aliceAt(<ApprovalStep nfts={[one, two, three]} />)(room)
    await waitFor(() => expect(room.session.queries.getQueryData(queryKeys.owner(nftKey(three)))).toBe(bob))
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('gives the focus to the next stamp also where the chain confirms long after the wallet has answered', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice })
    const slip = (
      <div>
        <ApprovalStep nfts={[one]} />
        <Button look="stamp">CREATE</Button>
      </div>
    )
    await aliceAt(slip)(room)
    const approve = await screen.findByRole('button', { name: 'Approve ASO' }, patience)
    approve.focus()
    fireEvent.click(approve)
    const { actions, queries } = room.session
    await waitFor(() => expect(actions.getState()).toMatchObject({ running: null, last: { kind: 'approve' } }))
    expect(document.activeElement).toBe(approve)
    chainSays(room, { 1: alice }, [1])
    await queries.refetchQueries({ queryKey: queryKeys.approvals })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CREATE' })), patience)
  })

  it('asks for the held NFT only, and says how long the approval lasts', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice, 2: bob, 3: bob })
    await aliceAt(<ApprovalStep nfts={[one, two, three]} />)(room)
    await choice(/Only this NFT/)
    expect(screen.getByText('Lasts until this NFT moves or you revoke it. 1 signature')).toBeTruthy()
  })

  it('suggests by the number of NFTs until one is chosen, and keeps that', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice, 2: alice, 3: alice })
    await aliceAt(<ApprovalStep nfts={[one, two, three]} />)(room)
    await choice(/The whole collection/)
    room.show(<ApprovalStep nfts={[one]} />)
    await choice(/Only this NFT/)
    fireEvent.click(screen.getByRole('radio', { name: /The whole collection/ }))
    room.show(<ApprovalStep nfts={[one, two]} />)
    await screen.findByText('Only these 2 NFTs')
    await choice(/The whole collection/)
  })
})

describe('given a deal with one of two NFTs approved', () => {
  it('revokes that one', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice, 2: alice }, [2])
    for (const nft of [one, two]) addTo(room.session.drafts.of('general'), 'own', nft)
    const begun: TrackedTransaction[] = []
    room.session.transactions.of(alice).subscribe((all) => begun.push(...all))
    await aliceAt(<ApprovalPanel unfolded />)(room)
    fireEvent.click(await screen.findByRole('button', { name: 'Advanced' }))
    expect(await screen.findByRole('button', { name: 'APPROVE ASO' })).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'REVOKE ASO' }))
    await waitFor(() => expect(begun[0]).toMatchObject({ kind: 'revoke', items: [nftKey(two)] }))
  })
})

describe('given an NFT with an approval of its own that left the table', () => {
  it('is listed in the advanced approvals, and can be revoked there', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice, 2: alice, 3: alice }, [2, 3])
    addTo(room.session.drafts.of('general'), 'own', three)
    const begun: TrackedTransaction[] = []
    room.session.transactions.of(alice).subscribe((all) => begun.push(...all))
    await aliceAt(<ApprovalPanel unfolded />, { holdings: { [alice]: [one, two, three] } })(room)
    fireEvent.click(await screen.findByRole('button', { name: 'Advanced' }))
    const revoke = await screen.findByRole('button', { name: 'REVOKE ASO #2' })
    // The collection's own row revokes what is in the deal.
    expect(screen.queryByRole('button', { name: 'REVOKE ASO #3' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'REVOKE ASO #1' })).toBeNull()
    fireEvent.click(revoke)
    await waitFor(() => expect(begun[0]).toMatchObject({ kind: 'revoke', items: [nftKey(two)] }))
  })
})

describe('given several NFTs to approve one by one', () => {
  it('stops when the wallet changes to another account', async () => {
    const room = openRoom('general')
    chainSays(room, { 1: alice, 2: alice }, [1])
    await givenConnectedWallet(room)
    const { calls, session, portal } = room
    const answer = calls.get.bind(calls)
    calls.get = (call) => {
      if (call === callOf('getApproved', 2n)) {
        givenWallet({ eth_accounts: [bob] })
        getConnection(session.wagmi).connector?.onAccountsChanged([bob])
      }
      return answer(call)
    }
    const change = { kind: 'approve', contract: aso, escrow, tokenIds: [1n, 2n] } as const
    expect(await changeApproval(session, portal, change)).toBe(false)
    expect(getConnection(session.wagmi).address).toBe(bob)
    expect(
      await screen.findByText('Your wallet changed to another account in the middle of this.', { exact: false }),
    ).toBeTruthy()
  })
})
