import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NewTable } from '../../src/pages/table/NewTable.tsx'
import { OpenTable } from '../../src/pages/table/OpenTable.tsx'
import { tabDrafts } from '../../src/services/tableDrafts.ts'
import { declineText } from '../../src/text/agreement.lazy.ts'
import {
  tableDialogText,
  tableLogText,
  tablePageText,
  tableProblemText,
  tableSlipText,
} from '../../src/text/table.lazy.ts'
import { PlayedTable } from '../given/PlayedTable.ts'
import { aliceAt } from '../text/givenLists.ts'
import { alice, bob, dokyo, openRoom } from '../text/room.tsx'
import { button, deal, press, sit, slip, who, withNft } from './sit.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('given something typed and not sent', () => {
  it('is there after a reload: terms, their words, and a note', async () => {
    const played = await sit()
    await press(tableSlipText.change)
    await press(tablePageText.takeBack('Dokyo #1'))
    fireEvent.change(screen.getByLabelText(tableSlipText.note), { target: { value: 'Coins alone' } })
    fireEvent.change(screen.getByLabelText(tableLogText.noteTo(who)), { target: { value: 'Hello?' } })
    cleanup()
    openRoom('general').show(<OpenTable viewer={alice} tableId={played.table.id} />)
    await slip(tableSlipText.draft)
    expect(screen.getByDisplayValue('Coins alone')).toBeTruthy()
    expect(screen.getByDisplayValue('Hello?')).toBeTruthy()
    expect(screen.queryByRole('button', { name: tablePageText.takeBack('Dokyo #1'), hidden: true })).toBeNull()
    await press(tableLogText.send)
    await waitFor(() => expect(screen.queryByDisplayValue('Hello?')).toBeNull())
    cleanup()
    openRoom('general').show(<OpenTable viewer={alice} tableId={played.table.id} />)
    await slip(tableSlipText.draft)
    expect(screen.queryByDisplayValue('Hello?')).toBeNull()
  })

  it('stays where it was typed while a note was on its way', async () => {
    const played = await sit()
    const field = screen.getByLabelText(tableLogText.noteTo(who))
    fireEvent.change(field, { target: { value: 'Hello?' } })
    await press(tableLogText.send)
    fireEvent.change(field, { target: { value: 'Hello? Anybody' } })
    await waitFor(() => expect(played.log.at(-1)).toMatchObject({ kind: 'note', text: 'Hello?' }))
    await waitFor(async () => expect(await button(tableLogText.send)).toHaveProperty('disabled', false))
    expect(screen.getByDisplayValue('Hello? Anybody')).toBeTruthy()
  })

  it('is there to decline with after a refusal, and after the session has ended', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: true }))
    const decline = async () =>
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: declineText.decline }))
    await press(tableSlipText.decline)
    fireEvent.change(within(await screen.findByRole('dialog')).getByRole('textbox'), { target: { value: 'Two more' } })
    played.failNext = { status: 503, code: 'unavailable' }
    await decline()
    expect((await screen.findByRole('alert')).textContent).toContain(tableProblemText.moves.unavailable)
    expect(screen.getByDisplayValue('Two more')).toBeTruthy()
    played.failNext = { status: 401, code: 'sign-in-needed' }
    await decline()
    await waitFor(() => expect(screen.queryByDisplayValue('Two more')).toBeNull())
    cleanup()
    openRoom('general').show(<OpenTable viewer={alice} tableId={played.table.id} />)
    await press(tableSlipText.decline)
    expect(screen.getByDisplayValue('Two more')).toBeTruthy()
    await decline()
    await waitFor(() => expect(played.log.at(-1)).toMatchObject({ kind: 'declined', text: 'Two more' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tabDrafts.readWords(alice, `${played.table.id}-decline`)).toBe('')
  })

  describe('where the two have a table open already', () => {
    const search = `?to=${bob}&give=${dokyo}:1,${dokyo}:2`
    /** Proposes terms and words on the page of a new table. */
    const propose = async (played: PlayedTable, words: string, link = search) => {
      vi.stubGlobal('fetch', played.fetch)
      const room = openRoom('general')
      await aliceAt(<NewTable viewer={alice} search={link} />)(room)
      fireEvent.change(await screen.findByLabelText(tableSlipText.note), { target: { value: words } })
      await press(tableSlipText.propose)
      await waitFor(() => expect(window.location.pathname).toBe(`/table/${played.table.id}`))
    }
    const given = () => new PlayedTable({ opener: alice, guest: bob }, deal, { note: 'First' })
    const own = { base: 1, deal: withNft(9n), note: 'Mine' }
    beforeEach(() => window.history.replaceState(null, '', '/table/new'))

    it('becomes its draft', async () => {
      const played = given()
      await propose(played, 'Two for one')
      expect(tabDrafts.read(alice, played.table.id)).toMatchObject({ base: 1, note: 'Two for one' })
      expect(tabDrafts.read(alice, `new${search}`)).toBeNull()
    })

    it('stays at the new table where the open one has a draft', async () => {
      const played = given()
      tabDrafts.write(alice, played.table.id, own)
      await propose(played, 'Two for one')
      expect(tabDrafts.read(alice, played.table.id)).toEqual(own)
      expect(tabDrafts.read(alice, `new${search}`)).toMatchObject({ note: 'Two for one' })
    })

    it.each([
      ['is kept as a note where the terms are the newest', 'Please', 'Wait. Please'],
      ['is said already where it went with them', 'First', 'Wait.'],
    ])('%s', async (_, words, kept) => {
      const played = given()
      tabDrafts.writeWords(alice, played.table.id, 'Wait.')
      await propose(played, words, `?to=${bob}&give=${dokyo}:1&want=${dokyo}:2&pay=0.5`)
      expect(tabDrafts.readWords(alice, played.table.id)).toBe(kept)
      expect(tabDrafts.read(alice, played.table.id)).toBeNull()
    })
  })

  it('is refused in words where it asks for more coins than there are', async () => {
    await sit()
    await press(tableSlipText.change)
    await press(tablePageText.askCoins)
    const asked = within(await screen.findByRole('dialog'))
    fireEvent.change(asked.getByRole('textbox'), { target: { value: '5' } })
    await asked.findByText(/^They have/)
    fireEvent.click(asked.getByRole('button', { name: tableDialogText.done }))
    expect((await asked.findByRole('alert')).textContent).toBe(tableDialogText.tooMuchTheirs(who))
    fireEvent.change(asked.getByRole('textbox'), { target: { value: '0.5' } })
    fireEvent.click(asked.getByRole('button', { name: tableDialogText.done }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await button(tablePageText.changeTheirCoins)
  })
})
