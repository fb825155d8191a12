import { maxTableVersions } from '@parley/domain'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NewTable } from '../../src/pages/table/NewTable.tsx'
import TablePage from '../../src/pages/TablePage.tsx'
import { blocksText } from '../../src/text/blocks.lazy.ts'
import { signInText } from '../../src/text/signIn.lazy.ts'
import { tableDialogText, tablePageText, tableProblemText, tableSlipText } from '../../src/text/table.lazy.ts'
import { PlayedTable } from '../given/PlayedTable.ts'
import { aliceAt, held } from '../text/givenLists.ts'
import { givenConnectedWallet } from '../text/givenWallet.ts'
import { alice, bob, dokyo, openRoom } from '../text/room.tsx'
import { button, deal, press, sit, who, withNft } from './sit.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

const alert = async () => (await screen.findByRole('alert', { hidden: true })).textContent
const refused = (code: string, field?: string) => ({ status: 409, code, ...(field && { field }) })
const change = async () => {
  const played = await sit()
  act(() => played.come('guest', true))
  await screen.findByText(tablePageText.seenAtOnce(who))
  act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false }))
  return played
}

describe('given a move that is refused', () => {
  const { about } = tableProblemText

  it.each([
    ['an NFT that they no longer hold', refused('not-held', 'deal.guest.nfts.1'), about.notHeld('Dokyo #3', who)],
    ['an NFT of another portal', refused('other-portal', 'deal.guest.nfts.0'), about.nft['other-portal']('Dokyo #2')],
    ['coins that they lack', refused('over-balance', 'deal.guest.wei'), about.coins(who)],
    ['coins that the viewer lacks', refused('over-balance', 'deal.opener.wei'), about.coins(null)],
    ['nothing in particular', refused('not-held'), tableProblemText.moves['not-held']],
  ])('names it where it is about %s', async (_, failure, sentence) => {
    const played = await change()
    played.failNext = failure
    await press(tablePageText.takeBack('Dokyo #1'))
    expect(await alert()).toContain(sentence)
  })

  it('says so in the picker that it was made from, since the page behind is inert', async () => {
    const played = await change()
    fireEvent.click(
      (await screen.findAllByRole('button', { name: tablePageText.layDown, hidden: true }))[0] ?? document,
    )
    const picker = await screen.findByRole('dialog', { name: tableDialogText.pickOwn, hidden: true })
    played.failNext = refused('not-held', 'deal.guest.nfts.0')
    fireEvent.click(await button(tablePageText.takeBack('Dokyo #1')))
    const sentence = about.notHeld('Dokyo #2', who)
    expect((await within(picker).findByRole('alert', { hidden: true })).textContent).toContain(sentence)
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1)
    fireEvent.click(within(picker).getByRole('button', { name: tableDialogText.done, hidden: true }))
    expect(await alert()).toContain(sentence)
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it('leads from a table with as many versions as it can have to leaving it, which comes first', () => {
    const { moves } = tableProblemText
    expect(moves['too-many-versions']).toContain(String(maxTableVersions))
    expect(moves['too-many-versions']).toMatch(/leave it, then/i)
  })
})

describe('given a session that ends while something is sent', () => {
  async function sitAtPage(tableId: string) {
    const played = new PlayedTable({ opener: alice, guest: bob }, deal)
    const server = { isSignedIn: true }
    const nowS = Math.floor(Date.now() / 1000)
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        readonly close = () => undefined
      },
    )
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://table.test')
      if (pathname === '/api/session') {
        const session = server.isSignedIn ? { address: alice, expiresAt: nowS + 900 } : null
        return Response.json({ success: true, session })
      }
      if (server.isSignedIn) return played.fetch(input, init)
      return Response.json({ success: false, error: 'no', code: 'sign-in-needed' }, { status: 401 })
    })
    const room = openRoom('general')
    room.calls.set('eth_getBalance', '0xde0b6b3a7640000')
    await givenConnectedWallet(room)
    room.show(<TablePage tableId={tableId === 'new' ? 'new' : played.table.id} />)
    return server
  }
  const asksToSignIn = async () => {
    await button(signInText.signIn)
    expect(screen.getByText(tableProblemText.moves['signed-out'])).toBeTruthy()
  }

  it('asks to sign in at a new table, whose terms are kept', async () => {
    window.history.replaceState(null, '', `/table/new?to=${bob}&give=${dokyo}:1&want=${dokyo}:2`)
    const server = await sitAtPage('new')
    await press(tablePageText.takeBack('Dokyo #1'))
    server.isSignedIn = false
    fireEvent.change(screen.getByLabelText(tableSlipText.note), { target: { value: 'One for coins' } })
    await press(tableSlipText.propose)
    await asksToSignIn()
    expect(Object.values({ ...sessionStorage }).some((kept) => String(kept).includes('One for coins'))).toBe(true)
  })

  it.each([
    ['a report', tablePageText.report, tableDialogText.report, tableDialogText.sendReport],
    ['a block', tablePageText.block(who), blocksText.block(who), blocksText.block(who)],
  ])('asks to sign in for %s', async (_, open, title, send) => {
    const server = await sitAtPage('open')
    await press(open)
    const dialog = within(await screen.findByRole('dialog', { name: title, hidden: true }))
    const text = dialog.queryByRole('textbox', { hidden: true })
    if (text) fireEvent.change(text, { target: { value: 'Asks for my seed' } })
    server.isSignedIn = false
    fireEvent.click(dialog.getByRole('button', { name: send, hidden: true }))
    await asksToSignIn()
    expect(Object.values({ ...sessionStorage }).includes('Asks for my seed')).toBe(text !== null)
  })
})

describe('given two people who sit at a table already', () => {
  it.each([
    ['in a portal', 'ASOverse', 'elsewhere'],
    ['with other terms', null, ''],
  ])('tells who opens another one, where they sit %s', async (_, portal, met) => {
    const played = new PlayedTable({ opener: alice, guest: bob }, withNft(3n))
    played.table = { ...played.table, portal }
    vi.stubGlobal('fetch', played.fetch)
    const search = `?to=${bob}&give=${dokyo}:1&want=${dokyo}:2`
    const room = openRoom('general')
    await aliceAt(<NewTable viewer={alice} search={search} />, { holdings: { [alice]: [held(1n)] } })(room)
    await press(tableSlipText.propose)
    await waitFor(() => expect(window.location.pathname).toBe(`/table/${played.table.id}`))
    expect(new URLSearchParams(window.location.search).get('met')).toBe(met)
  })

  it('says so at the table, with what became of the terms, until that is closed', async () => {
    window.history.replaceState(null, '', '/?met=elsewhere')
    await sit('', alice, 'ASOverse')
    const note = await screen.findByText(new RegExp(tablePageText.met(false).slice(0, 20)))
    expect(note.textContent).toContain(tablePageText.metElsewhere('ASOverse'))
    fireEvent.click(within(note.parentElement ?? document.body).getByRole('button', { hidden: true }))
    expect(screen.queryByText(new RegExp(tablePageText.met(false).slice(0, 20)))).toBeNull()
  })
})
