import { dealMarkPath, dealSeed } from '@parley/domain'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OpenTable } from '../../src/pages/table/OpenTable.tsx'
import { tableLogText, tablePageText, tableProblemText, tableSlipText } from '../../src/text/table.lazy.ts'
import { declineText } from '../../src/text/agreement.lazy.ts'
import { shorten } from '../../src/ui/Address.tsx'
import { alice, bob, openRoom } from '../text/room.tsx'
import { button, deal, press, sit, slip, ticks, who, withNft } from './sit.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('given a table that the viewer proposed', () => {
  it('waits, and says whether the other is here', async () => {
    const played = await sit('Fair?')
    expect((await button(tableSlipText.waiting(who))).getAttribute('aria-disabled')).toBe('true')
    expect(await ticks('Version 1')).toEqual(['You ready', `${who} away`])
    expect((await slip('Version 1')).textContent).toContain('Fair?')
    expect(screen.getAllByText(tablePageText.never(who)).length).toBeGreaterThan(0)
    expect(screen.getByText(tablePageText.voice(who)).closest('details')?.open).toBe(false)
    act(() => played.come('guest', true))
    await screen.findByText(tablePageText.here(who))
    expect(await ticks('Version 1')).toEqual(['You ready', `${who} not yet`])
  })

  it('marks what the other changes for three seconds, and rests the button for one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const played = await sit()
    act(() => played.come('guest', true))
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false }))
    expect(await ticks('Version 2')).toEqual(['You cleared', `${who} not yet`])
    expect((await button(tableSlipText.changed)).getAttribute('aria-disabled')).toBe('true')
    const sentence = `${who} added Dokyo #3.`
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('\n'),
    ).toContain(sentence)
    expect(document.querySelectorAll('.print-new, .row-new')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await button(tableSlipText.ready)
    expect(document.querySelectorAll('.print-new, .row-new')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(document.querySelectorAll('.print-new, .row-new')).toHaveLength(0)
    expect(await ticks('Version 2')).toEqual(['You not yet', `${who} not yet`])
  })

  it('rests the button also where the terms change under the same number', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const played = await sit()
    await button(tableSlipText.waiting(who))
    const { version } = played.table
    played.table = { ...played.table, version: { ...version, deal: withNft(3n) } }
    act(() => played.play('guest', { kind: 'say', text: 'Nothing changed' }))
    expect((await button(tableSlipText.changed)).getAttribute('aria-disabled')).toBe('true')
  })

  it('draws the same band at both seats, before and after a change, and another one for other terms', async () => {
    const bands = async (viewer: typeof alice | typeof bob) => {
      const played = await sit('', viewer)
      const band = async (name: string) => (await slip(name)).querySelector('.deal-mark path')?.getAttribute('d')
      const before = await band('Version 1')
      act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false }))
      const after = await band('Version 2')
      cleanup()
      return [before, after]
    }
    const [before, after] = await bands(alice)
    expect(before).toMatch(/^M/)
    expect(after).toMatch(/^M/)
    expect(after).not.toBe(before)
    expect(await bands(bob)).toEqual([before, after])
    // The offer that locks it in has it too.
    const { opener, guest } = deal
    const coins = { offeredWei: opener.wei, requestedWei: guest.wei }
    const offer = { creator: alice, recipient: bob, offered: opener.nfts, requested: guest.nfts, coins } as const
    expect(before).toBe(dealMarkPath(dealSeed(offer)))
  })

  it('hands out the link of the table until the other has been there', async () => {
    const played = await sit()
    await button(tableSlipText.copyTable)
    await screen.findByText(tableSlipText.sendLink)
    act(() => played.come('guest', true))
    act(() => played.come('guest', false))
    await screen.findAllByText(new RegExp(`^${who} was last here`))
    expect(screen.queryByRole('button', { name: tableSlipText.copyTable, hidden: true })).toBeNull()
  })

  it('shows what was taken back as a ghost, struck through in the slip', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const played = await sit()
    act(() =>
      played.play('guest', {
        kind: 'lay',
        base: 1,
        deal: { ...deal, guest: { nfts: [], wei: 1n } },
        note: '',
        isReady: false,
      }),
    )
    await slip('Version 2')
    expect(document.querySelectorAll('.print-gone, .row-gone')).toHaveLength(1)
    expect(document.querySelector('.slip-item-gone')?.textContent).toContain('#2')
  })

  it('lays each change down at once while both are here, without a tick', async () => {
    const played = await sit()
    act(() => played.come('guest', true))
    await screen.findByText(tablePageText.seenAtOnce(who))
    await press(tablePageText.takeBack('Dokyo #1'))
    await waitFor(() => expect(played.table.version.number).toBe(2))
    expect(played.table.ready).toEqual({ opener: false, guest: false })
    expect(played.table.version.deal.opener.nfts).toEqual([])
  })

  it('keeps changes as a draft while the other is away, and sends them ready', async () => {
    const played = await sit()
    await press(tableSlipText.change)
    await press(tablePageText.takeBack('Dokyo #1'))
    await slip(tableSlipText.draft)
    expect(played.table.version.number).toBe(1)
    fireEvent.change(screen.getByLabelText(tableSlipText.note), { target: { value: 'Coins alone' } })
    await press(tableSlipText.propose)
    await waitFor(() => expect(played.table.version.number).toBe(2))
    expect(played.table.ready.opener).toBe(true)
    expect(played.log.some((line) => line.kind === 'version' && line.note === 'Coins alone')).toBe(true)
  })

  it('keeps a draft when the other was faster, until it is laid on top or dropped', async () => {
    const played = await sit()
    await press(tableSlipText.change)
    await press(tablePageText.takeBack('Dokyo #1'))
    fireEvent.change(screen.getByLabelText(tableSlipText.note), { target: { value: 'Mine' } })
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false }))
    await screen.findByText(tableSlipText.staleNote(who, 2))
    expect(screen.getByDisplayValue('Mine')).toBeTruthy()
    await press(tableSlipText.layOnTop)
    await slip('Version 3')
    expect(played.table.version.deal.opener.nfts).toEqual([])
  })

  it('shows the version that overtook a draft, and the draft again, before one is laid on the other', async () => {
    const played = await sit()
    await press(tableSlipText.change)
    await press(tablePageText.takeBack('Dokyo #1'))
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: 'And #3', isReady: false }))
    await press(tableSlipText.seeTheirs)
    const theirs = await slip('Version 2')
    expect(theirs.textContent).toContain('#3')
    expect(theirs.textContent).toContain('And #3')
    expect(screen.queryByRole('button', { name: tablePageText.takeBack('Dokyo #3'), hidden: true })).toBeNull()
    await press(tableSlipText.seeMine)
    expect((await slip(tableSlipText.draft)).textContent).not.toContain('#3')
    await press(tableSlipText.layOnTop)
    await slip('Version 3')
    expect(played.table.version.deal.opener.nfts).toEqual([])
  })

  it('says that it was the viewer who overtook a draft, in another window', async () => {
    const played = await sit()
    await press(tableSlipText.change)
    await press(tablePageText.takeBack('Dokyo #1'))
    act(() => played.play('opener', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: true }))
    await screen.findByText(tableSlipText.staleOwnNote(2))
    await press(tableSlipText.seeVersion(2))
    expect((await slip('Version 2')).textContent).toContain('#3')
  })

  it('says why a move was refused, and keeps a note that was not sent', async () => {
    const played = await sit()
    played.failNext = { status: 409, code: 'too-fast' }
    fireEvent.change(screen.getByLabelText(tableLogText.noteTo(who)), { target: { value: 'Hello?' } })
    played.failNext = { status: 503, code: 'unavailable' }
    await press(tableLogText.send)
    expect((await screen.findByRole('alert')).textContent).toContain(tableProblemText.moves.unavailable)
    expect(screen.getByDisplayValue('Hello?')).toBeTruthy()
    await press(tableLogText.send)
    await waitFor(() => expect(played.log.some(({ kind }) => kind === 'note')).toBe(true))
    await waitFor(() => expect(screen.queryByDisplayValue('Hello?')).toBeNull())
  })
})

describe('given a version of the other', () => {
  it('declines the one that was on the slip, not a newer one that came while the dialog was open', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: true }))
    await press(tableSlipText.decline)
    const dialog = await screen.findByRole('dialog')
    act(() => played.play('guest', { kind: 'lay', base: 2, deal: withNft(4n), note: '', isReady: true }))
    fireEvent.click(within(dialog).getByRole('button', { name: declineText.decline, hidden: true }))
    await screen.findByText(tableProblemText.moves.changed)
    expect(played.table.version).toMatchObject({ number: 3, state: 'open' })
  })

  it('keeps the focus at the board where the pressed button goes away', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: true }))
    const counter = await button(tableSlipText.counter)
    counter.focus()
    fireEvent.click(counter)
    await slip(tableSlipText.draft)
    expect(document.activeElement?.contains(await slip(tableSlipText.draft))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })
})

describe('given an agreed table', () => {
  it('is locked in by who opened it, unless they leave it to the other', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'tick', version: 1, isReady: true }))
    await press(tableSlipText.letThem)
    await button(tableSlipText.waiting(who))
    expect(played.table.locker).toBe('guest')
    expect(screen.queryByRole('button', { name: tableSlipText.lock, hidden: true })).toBeNull()
    // It can't be grabbed back while the other's wallet asks.
    await screen.findByText(tableSlipText.theirLockFine(who))
    act(() => played.play('guest', { kind: 'pass', version: 1, locker: 'opener' }))
    expect((await screen.findAllByRole('button', { name: tableSlipText.lock, hidden: true })).length).toBeGreaterThan(0)
    // Bob's page, which has never been asked to lock anything in.
    cleanup()
    openRoom('general').show(<OpenTable viewer={bob} tableId={played.table.id} />)
    await button(tableSlipText.waiting(shorten(alice)))
    expect(screen.queryByRole('button', { name: tableSlipText.lock, hidden: true })).toBeNull()
  })
})

describe('given the log of an open table', () => {
  it('says who did what, and when', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false }))
    act(() => played.play('opener', { kind: 'tick', version: 2, isReady: true }))
    await slip('Version 2')
    const log = screen.getByRole('region', { name: tableLogText.title, hidden: true })
    const wanted = [
      tableLogText.proposed(tableLogText.you),
      tableLogText.changed(who),
      tableLogText.ready(tableLogText.you, 2),
    ]
    const shown = await Promise.all(wanted.map((text) => within(log).findByText(text)))
    expect(shown).toHaveLength(3)
    const times = played.log.map(({ at }) => new Date(at * 1000).toISOString())
    const told = [...log.querySelectorAll('time')].map((time) => time.dateTime)
    expect(told).toHaveLength(3)
    for (const time of told) expect(times).toContain(time)
  })
})

describe('given what the other writes', () => {
  it('shows it as plain text with a warning, and no link', async () => {
    const played = await sit()
    const text = '<b>Go</b> to https://evil.example with your seed phrase'
    act(() => played.play('guest', { kind: 'say', text }))
    const log = await screen.findByRole('region', { name: tableLogText.title, hidden: true })
    const line = await within(log).findByText(text)
    expect(line.innerHTML).not.toContain('<b>')
    expect(within(log).queryAllByRole('link', { hidden: true })).toEqual([])
    expect(within(log).getByText(tableLogText.risks.secret)).toBeTruthy()
    expect(within(log).getByText(tableLogText.risks.site)).toBeTruthy()
  })
})
