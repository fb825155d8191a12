import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { matchRoute } from '../src/app/routes.ts'
import AccountDialog from '../src/features/wallet/AccountDialog.tsx'
import { useWallet } from '../src/features/wallet/useWallet.ts'
import WalletPage from '../src/pages/WalletPage.tsx'
import { holdingsQuery } from '../src/services/holdingsQuery.ts'
import { aliceAt, held } from './text/givenLists.ts'
import { alice, bob, openRoom, type Room } from './text/room.tsx'

function hold({ session, portal }: Room, count: number): void {
  session.queries.setQueryData(holdingsQuery(session, portal, bob).queryKey, {
    nfts: Array.from({ length: count }, (_, at) =>
      held(BigInt(at), at === 0 ? { escrowedBy: `0x${'ab'.repeat(32)}` } : {}),
    ),
    unreadable: [],
    source: 'server',
    reading: 0,
    readUpTo: null,
  })
}

const prints = () => document.querySelectorAll('.print').length

afterEach(() => window.history.replaceState(null, '', '/p2p'))

describe('given the page of a wallet', () => {
  it('shows its NFTs to a visitor without a wallet, sixty at a time', () => {
    const room = openRoom('general')
    hold(room, 70)
    room.show(<WalletPage addressText={bob.toLowerCase()} />)
    expect(document.body.textContent).toContain(bob)
    expect(screen.getByRole('heading', { name: 'NFTs 70' })).toBeTruthy()
    expect(screen.getByText('In escrow')).toBeTruthy()
    expect(prints()).toBe(60)
    fireEvent.click(screen.getByRole('button', { name: 'Show more (10 left)' }))
    expect(prints()).toBe(70)
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('says that a wallet holds nothing', () => {
    const room = openRoom('general')
    hold(room, 0)
    room.show(<WalletPage addressText={bob} />)
    expect(document.body.textContent).toContain('No supported NFTs')
  })

  it('lays a table with its owner', () => {
    const room = openRoom('general')
    hold(room, 1)
    room.show(<WalletPage addressText={bob} />)
    fireEvent.click(screen.getByRole('button', { name: 'Trade with this wallet' }))
    expect(room.session.drafts.of(room.portal.key).getState().asked).toBe(bob)
    expect(window.location.pathname).toBe(room.portal.path)
  })

  it.each(['0x12', 'bob.eth', bob.replace('C44C', 'c44C')])('says that %s is no address', (text) => {
    openRoom('general').show(<WalletPage addressText={text} />)
    expect(screen.getByRole('alert').textContent).toContain('That isn’t a wallet address')
  })

  it('is reached from the menu of one’s own address, without an offer to trade with oneself', async () => {
    function Menu() {
      return <AccountDialog open wallet={useWallet()} address={alice} onClose={() => undefined} />
    }
    const room = openRoom('general')
    await aliceAt(<Menu />)(room)
    const link = await screen.findByRole('link', { name: 'As others see it', hidden: true })
    expect(matchRoute(link.getAttribute('href') ?? '')).toEqual({
      page: 'trader',
      addressText: alice,
      isHistory: false,
    })
    room.show(<WalletPage addressText={alice} />)
    expect(document.body.textContent).toContain('This is your wallet')
    expect(screen.queryByRole('button', { name: 'Trade with this wallet' })).toBeNull()
  })
})
