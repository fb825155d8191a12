import { type Address, product } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { disconnect } from 'wagmi/actions'
import HeaderBell from '../src/app/HeaderBell.lazy.tsx'
import { DialogHost } from '../src/app/Overlays.lazy.tsx'
import HiddenOffers from '../src/features/offers/HiddenOffers.lazy.tsx'
import { askToBlock, tellBlock, tellBlocks, untoldBlocks } from '../src/features/offers/tellBlock.lazy.ts'
import { blockedHere, keepBlocked, useBlocking } from '../src/features/offers/useBlocking.ts'
import { OfferHead } from '../src/pages/offer/OfferHead.tsx'
import { offerPermissions } from '../src/pages/offer/offerPermissions.ts'
import { browserStorage } from '../src/services/browser.ts'
import { useSignIn } from '../src/services/signIn.ts'
import { blocksText } from '../src/text/blocks.lazy.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import { hiddenText } from '../src/text/offers.lazy.ts'
import { traderText } from '../src/text/trader.lazy.ts'
import { shorten } from '../src/ui/Address.tsx'
import { lockOf, tableOf } from './given/agreedTable.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { givenConnectedWallet } from './text/givenWallet.ts'
import { alice, bob, openRoom } from './text/room.tsx'

const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const dave = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const nowS = Math.floor(Date.now() / 1000)
const offer = offered(toAlice)

let server: {
  isSignedIn: boolean
  isFailing: boolean | 'full'
  /** With Bob; null where the server doesn't answer. */
  tables: readonly TableHead[] | null
  readonly asked: unknown[]
}
beforeEach(() => {
  localStorage.clear()
  server = { isSignedIn: true, isFailing: false, tables: [], asked: [] }
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://block.test')
    if (pathname === '/api/session')
      return Response.json({
        success: true,
        session: server.isSignedIn ? { address: alice, expiresAt: nowS + 900 } : null,
      })
    if (pathname === '/api/inbox' && server.isSignedIn)
      return Response.json({ success: true, items: [], nextCursor: null, counts: { unread: 0, needsYou: 0 } })
    if (pathname === '/api/tables' && server.tables && searchParams.get('with') === bob) {
      // One a page.
      const at = Number(searchParams.get('cursor') ?? 0)
      const nextCursor = at + 1 < server.tables.length ? String(at + 1) : null
      return Response.json({ success: true, tables: server.tables.slice(at, at + 1), nextCursor })
    }
    if (pathname !== '/api/inbound') throw new TypeError('fetch failed')
    server.asked.push({ as: searchParams.get('as'), ...JSON.parse(typeof init?.body === 'string' ? init.body : '{}') })
    if (server.isFailing === 'full') return Response.json({ success: false, error: 'full' }, { status: 409 })
    if (server.isFailing) return Response.json({ success: false, error: 'no' }, { status: 503 })
    return Response.json({ success: true, openTo: 'anyone', allowed: [], blocked: [] })
  })
})
afterEach(() => {
  // Other files of tests share the list.
  for (const other of [bob, dave] as const) keepBlocked(other, false)
  signedInUntil(null)
  browserStorage.remove(`${product.slug}-untold-blocks`)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  vi.unstubAllGlobals()
})

/** The trader page's two buttons. */
function Trader(): ReactNode {
  const { isBlocked, block, unblock } = useBlocking(bob)
  return <button onClick={isBlocked ? unblock : block}>{isBlocked ? traderText.unblock : traderText.block}</button>
}

const head = <OfferHead offer={offer} standing={offerPermissions(offer, alice, nowS, [alice], 2)} chainLine={null} />
const trader = <Trader />
const row = <HiddenOffers offers={[offer]} />

const places: readonly (readonly [string, ReactNode, { block: string; unblock: string }])[] = [
  ['an offer’s page', head, offerText],
  [
    'the hidden offers of a list',
    row,
    { block: hiddenText.block(shorten(bob)), unblock: hiddenText.unblock(shorten(bob)) },
  ],
  ['a trader’s page', trader, traderText],
]

const hides = () => (localStorage.getItem(`${product.slug}-unwanted`) ?? '').includes(bob)

/** Until when the browser knows to be signed in; null for not at all. */
function signedInUntil(untilS: number | null): void {
  const key = `${product.slug}-signed-in-until`
  if (untilS === null) browserStorage.remove(key)
  else browserStorage.write(key, String(untilS))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** A press while a wallet is connected that isn't signed in. */
async function pressAs(wallet: Address, other: Address): Promise<void> {
  const room = openRoom('general')
  await givenConnectedWallet(room, { eth_requestAccounts: [wallet], eth_accounts: [wallet] })
  keepBlocked(other, true)
  await tellBlock(room.session, other, blockedHere)
}

/** Another page of the browser, after a sign-in. */
async function openSignedIn(): Promise<void> {
  signedInUntil(nowS + 900)
  const room = openRoom('general')
  await givenConnectedWallet(room)
  room.show(<HeaderBell />)
}

/** A page that says whether the server knows the viewer. */
function Around({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <p>{useSignIn().status}</p>
      {children}
      <DialogHost />
    </>
  )
}

async function open(page: ReactNode) {
  const room = openRoom('general')
  await aliceAt(<Around>{page}</Around>)(room)
  await screen.findByText(server.isSignedIn ? 'signed-in' : 'signed-out')
  const fold = document.querySelector<HTMLDetailsElement>('.hidden-offers details')
  if (fold)
    await act(async () => {
      fold.open = true
      fireEvent(fold, new Event('toggle'))
    })
  return async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }))
}

describe('given a wallet that the viewer blocks', () => {
  it.each(places)('tells the server from %s, and of its end, where the viewer is signed in', async (_, page, words) => {
    const press = await open(page)
    await press(words.block)
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, block: bob }]))
    expect(hides()).toBe(true)
    await press(words.unblock)
    await waitFor(() => expect(server.asked.slice(1)).toEqual([{ as: alice, unblock: bob }]))
    expect(hides()).toBe(false)
  })

  it.each(places)('is asked first, from %s, where that ends a table that is open', async (_, page, words) => {
    server.tables = [tableOf(offer)]
    const press = await open(page)
    const asked = async () => {
      await press(words.block)
      return within(await screen.findByRole('dialog', { name: blocksText.block(shorten(bob)), hidden: true }))
    }
    const first = await asked()
    // A page that is left before the answer has hidden them, and the next one tells the server.
    await tellBlocks(openRoom('general').session, blockedHere)
    expect([hides(), untoldBlocks(alice), server.asked]).toEqual([true, [{ by: alice, other: bob }], []])
    expect(first.getByText(blocksText.endsTables)).toBeTruthy()
    fireEvent.click(first.getByRole('button', { name: blocksText.dontBlock, hidden: true }))
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    expect([hides(), untoldBlocks(alice), server.asked]).toEqual([false, [], []])
    fireEvent.click((await asked()).getByRole('button', { name: blocksText.block(shorten(bob)), hidden: true }))
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, block: bob }]))
    expect(hides()).toBe(true)
  })

  it('is asked first where the open table is behind others that have ended', async () => {
    server.tables = [tableOf(offer, { state: 'closed' }), tableOf(offer, { state: 'lapsed' }), tableOf(offer)]
    const press = await open(head)
    await press(offerText.block)
    await screen.findByRole('dialog', { name: blocksText.block(shorten(bob)), hidden: true })
    expect(server.asked).toEqual([])
    await press(blocksText.dontBlock)
  })

  it('is a block of the wallet that pressed, also if the question is answered with another one connected', async () => {
    server.tables = [tableOf(offer)]
    const room = openRoom('general')
    await givenConnectedWallet(room)
    signedInUntil(nowS + 900)
    keepBlocked(bob, true)
    await askToBlock(room.session, bob, { blocked: blockedHere, keep: keepBlocked })
    const dialog = room.session.notices.store.getState().dialog?.content
    await disconnect(room.session.wagmi)
    await givenConnectedWallet(room, { eth_requestAccounts: [carol], eth_accounts: [carol] })
    if (dialog?.kind === 'block') dialog.onAnswer(true)
    expect(untoldBlocks(alice)).toEqual([{ by: alice, other: bob }])
    expect(untoldBlocks(carol)).toEqual([])
  })

  it.each([
    ['every table with them has ended', [tableOf(offer, { state: 'closed' }), tableOf(offer, { state: 'lapsed' })]],
    ['the swap is done', [tableOf(offer, { lock: lockOf(offer.id, 'completed') })]],
    ['the server does not say', null],
  ])('is not asked where %s', async (_, tables) => {
    server.tables = tables
    const press = await open(head)
    await press(offerText.block)
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, block: bob }]))
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it.each(places)('keeps it in this browser alone from %s without a session', async (_, page, words) => {
    server.isSignedIn = false
    const press = await open(page)
    await press(words.block)
    await press(words.unblock)
    await press(words.block)
    expect(hides()).toBe(true)
    // Requests wait for each other, so the pressed ones have been made by then.
    await tellBlocks(openRoom('general').session, blockedHere)
    expect(server.asked).toEqual([])
  })

  it('says in words that the server did not take it, and still hides the offers', async () => {
    server.isFailing = true
    const press = await open(head)
    await press(offerText.block)
    await screen.findByText(blocksText.notBlocked(shorten(bob)))
    expect(hides()).toBe(true)
    // The next page tells it again.
    server.asked.splice(0)
    server.isFailing = false
    await openSignedIn()
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, block: bob }]))
  })

  it('says in words that the server keeps no more blocks, and does not ask again', async () => {
    server.isFailing = 'full'
    const press = await open(head)
    await press(offerText.block)
    await screen.findByText(blocksText.listFull(shorten(bob)))
    expect(untoldBlocks(alice)).toEqual([])
  })
})

describe('given wallets that were blocked before signing in', () => {
  it('reach the server with the sign-in: the last press alone, once, and for the wallet that pressed it', async () => {
    server.isSignedIn = false
    const press = await open(head)
    await press(offerText.block)
    await press(offerText.unblock)
    await press(offerText.block)
    await pressAs(carol, dave)
    expect(server.asked).toEqual([])
    server.isSignedIn = true
    await openSignedIn()
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, block: bob }]))
    await waitFor(() => expect(untoldBlocks(alice)).toEqual([]))
    expect(untoldBlocks(carol)).toEqual([{ by: carol, other: dave }])
  })

  it('reach the server as they are by then, where a table has unblocked one of them', async () => {
    server.isSignedIn = false
    const press = await open(head)
    await press(offerText.block)
    await waitFor(() => expect(untoldBlocks(alice)).toHaveLength(1))
    keepBlocked(bob, false)
    server.isSignedIn = true
    await openSignedIn()
    await waitFor(() => expect(server.asked).toEqual([{ as: alice, unblock: bob }]))
  })
})
