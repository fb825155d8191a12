import type { TableDeal } from '@parley/domain'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NewTable } from '../../src/pages/table/NewTable.tsx'
import { OpenTable } from '../../src/pages/table/OpenTable.tsx'
import {
  tableDialogText,
  tableLogText,
  tablePageText,
  tableProblemText,
  tableSlipText,
} from '../../src/text/table.lazy.ts'
import { shorten } from '../../src/ui/Address.tsx'
import { declineReasonText, declineText } from '../../src/text/agreement.lazy.ts'
import { PlayedTable } from '../given/PlayedTable.ts'
import { aliceAt } from '../text/givenLists.ts'
import { alice, aso, bob, dokyo, openRoom } from '../text/room.tsx'

const who = shorten(bob)
const nft = (tokenId: bigint) => ({ contract: dokyo, tokenId }) as const
const deal: TableDeal = {
  opener: { nfts: [nft(1n)], wei: 5n * 10n ** 17n },
  guest: { nfts: [nft(2n)], wei: 0n },
  durationMinutes: 1440,
}
const asoDeal: TableDeal = {
  ...deal,
  opener: { nfts: [{ contract: aso, tokenId: 1n }], wei: 0n },
  guest: { nfts: [{ contract: aso, tokenId: 2n }], wei: 0n },
}
const withNft = (tokenId: bigint): TableDeal => ({ ...deal, guest: { nfts: [nft(2n), nft(tokenId)], wei: 0n } })

/** Alice's page, or Bob's, on a line that the test plays. The stream is the browser's own class, which this environment lacks. */
async function sit(note = '', viewer: typeof alice | typeof bob = alice, portal: string | null = null) {
  const played = new PlayedTable({ opener: alice, guest: bob }, portal === null ? deal : asoDeal, { note })
  played.table = { ...played.table, portal }
  class PlayedSource extends EventTarget {
    static readonly CLOSED = 2
    readonly readyState = 1
    readonly close: () => void

    constructor(url: string) {
      super()
      this.close = played.openStream(url, {
        onMessage: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
        onBroken: () => this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('EventSource', PlayedSource)
  vi.stubGlobal('fetch', played.fetch)
  const room = openRoom('general')
  room.show(<OpenTable viewer={viewer} tableId={played.table.id} />)
  await screen.findByRole('heading', { name: tablePageText.title(shorten(viewer === alice ? bob : alice)) })
  return played
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const button = (name: string) => screen.findByRole('button', { name, hidden: true })
const press = async (name: string) => fireEvent.click(await button(name))
const slip = (name: string) => screen.findByRole('region', { name, hidden: true })
const ticks = async (name: string) =>
  [...(await slip(name)).querySelectorAll('.ready-tick')].map((one) => one.textContent)

describe('given a table that the viewer proposed', () => {
  it('waits, and says whether the other is here', async () => {
    const played = await sit('Fair?')
    expect((await button(tableSlipText.waiting(who))).getAttribute('aria-disabled')).toBe('true')
    expect(await ticks('Version 1')).toEqual(['You ready', `${who} away`])
    expect((await slip('Version 1')).textContent).toContain('Fair?')
    expect(screen.getAllByText(tablePageText.never(who)).length).toBeGreaterThan(0)
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
    const sentence = tableSlipText.added(who, 'Dokyo #3')
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
  })

  it('shows what was taken back as a ghost, struck through in the slip', async () => {
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

describe('given another person with whom the viewer has had enough', () => {
  const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title, hidden: true }))

  it('is blocked once that was confirmed, and the table is over', async () => {
    const played = await sit()
    await press(tablePageText.block(who))
    const asked = await dialog(tableDialogText.block(who))
    expect(asked.getByText(tableDialogText.blockText)).toBeTruthy()
    expect(played.table.closed).toBeNull()
    fireEvent.click(asked.getByRole('button', { name: tableDialogText.block(who) }))
    await screen.findByText(tableSlipText.ended.youLeft)
  })

  it('is reported in words, which stay where the report was not taken, with a reference', async () => {
    const played = await sit()
    await press(tablePageText.report)
    const asked = await dialog(tableDialogText.report)
    const send = asked.getByRole<HTMLButtonElement>('button', { name: tableDialogText.sendReport })
    expect(send.disabled).toBe(true)
    fireEvent.change(asked.getByRole('textbox'), { target: { value: 'Asks for my seed' } })
    played.failNext = { status: 503 }
    fireEvent.click(send)
    expect((await asked.findByRole('alert')).textContent).toContain(tableDialogText.notReported)
    fireEvent.click(send)
    await asked.findByText(tableDialogText.reported('report-1'))
    expect(played.reports).toEqual(['Asks for my seed'])
  })

  it('learns a reason from the list and in words', async () => {
    const played = await sit()
    act(() => played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: true }))
    await press(tableSlipText.decline)
    const asked = await dialog(tableDialogText.decline)
    fireEvent.click(asked.getByRole('radio', { name: declineReasonText['too-little'] }))
    fireEvent.change(asked.getByRole('textbox'), { target: { value: 'Two, please' } })
    fireEvent.click(asked.getByRole('button', { name: declineText.decline }))
    await waitFor(() => expect(played.table.version.state).toBe('declined'))
    expect(played.log.at(-1)).toMatchObject({ kind: 'declined', reason: 'too-little', text: 'Two, please' })
  })
})

describe('given a table that was opened in a portal', () => {
  it.each([
    ['who opened it', alice],
    ['the other person', bob],
  ] as const)('has the look and words of the portal for %s, and gives the look back', async (_, viewer) => {
    document.documentElement.dataset['portal'] = 'general'
    await sit('', viewer, 'ASOverse')
    expect(document.documentElement.dataset['portal']).toBe('ASOverse')
    expect((await screen.findAllByAltText('ASO #2')).length).toBeGreaterThan(0)
    cleanup()
    expect(document.documentElement.dataset['portal']).toBe('general')
    delete document.documentElement.dataset['portal']
  })
})

describe('given the ways in which a table ends or stops', () => {
  const { ended } = tableSlipText

  it.each([
    [
      'declined',
      (played: PlayedTable) => played.play('guest', { kind: 'decline', version: 1, reason: 'not-now', text: '' }),
      ended.declined(who),
      tableSlipText.newVersion,
    ],
    [
      'withdrawn',
      (played: PlayedTable) => played.play('opener', { kind: 'withdraw', version: 1 }),
      ended.youWithdrew,
      tableSlipText.newVersion,
    ],
    ['left', (played: PlayedTable) => played.play('guest', { kind: 'leave' }), ended.left(who), tableSlipText.newTable],
    [
      'locked',
      (played: PlayedTable) => played.lockIn(`0x${'ab'.repeat(32)}`, 'active'),
      ended.locked,
      tableSlipText.seeOffer,
    ],
    [
      'swapped',
      (played: PlayedTable) => played.lockIn(`0x${'ab'.repeat(32)}`, 'completed'),
      ended.swapped,
      tableSlipText.seeSwap,
    ],
  ] as const)('says that it is %s, and what comes next', async (name, happen, words, next) => {
    const played = await sit()
    act(() => happen(played))
    await screen.findAllByText(words)
    await button(next)
    // The swap is past, and a table that is over shows no ticks.
    const sides = screen.queryAllByRole('heading', { name: name === 'swapped' ? /^You gave/ : /^You give/ })
    expect(sides.length).toBeGreaterThan(0)
    if (name === 'swapped') await button(tableSlipText.tradeAgain(who))
    if (name === 'left') expect(document.querySelectorAll('.ready-tick-ready')).toHaveLength(0)
    // The escrow or the other person may have the coins of a table that takes no more changes.
    expect(screen.queryAllByText(tablePageText.inYourWallet)).toHaveLength(next === tableSlipText.newVersion ? 1 : 0)
  })

  it('says in place that it is locked in, to the eye and the ear, and gives its maker the link', async () => {
    const offerId = `0x${'ab'.repeat(32)}` as const
    const played = await sit()
    act(() => played.lockIn(offerId, 'active'))
    await screen.findByText(ended.acceptsHere(who))
    await screen.findByRole('button', { name: tableSlipText.copyOffer, hidden: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() =>
      expect(screen.getAllByRole('status', { hidden: true }).map((one) => one.textContent)).toContain(ended.locked),
    )
  })

  it('says to who accepts that it is locked in, without a link to share', async () => {
    const played = await sit('', bob)
    act(() => played.lockIn(`0x${'ab'.repeat(32)}`, 'active'))
    await screen.findByText(ended.acceptNow)
    await button(tableSlipText.accept)
    expect(screen.queryByRole('button', { name: tableSlipText.copyOffer, hidden: true })).toBeNull()
    await waitFor(() =>
      expect(screen.getAllByRole('status', { hidden: true }).map((one) => one.textContent)).toContain(ended.locked),
    )
  })

  it('says that it has lapsed', async () => {
    const played = await sit()
    played.table = { ...played.table, changedAtS: 1 }
    act(() => played.greet())
    await screen.findByText(ended.lapsed)
  })

  it('asks to sign in again where the session has ended, and says so when the line is gone', async () => {
    const played = await sit()
    act(() => played.breakLine())
    await screen.findByText(tablePageText.offline)
    act(() => played.tell({ type: 'signed-out' }))
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: tablePageText.title(who), hidden: true })).toBeNull(),
    )
  })

  it('keeps the terms of a new table over a reload', async () => {
    const search = `?to=${bob}&give=${dokyo}:1,${dokyo}:2`
    const remove = () => screen.findAllByRole('button', { name: /^Take .* off the table$/ })
    for (const laid of [2, 1]) {
      const room = openRoom('general')
      await aliceAt(<NewTable viewer={alice} search={search} />)(room)
      expect(await remove()).toHaveLength(laid)
      fireEvent.click((await remove())[0] ?? document.body)
      room.show(null)
    }
    sessionStorage.clear()
  })

  it('tells nothing of a table that is not there, or not theirs', async () => {
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        close = () => undefined
      },
    )
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        Response.json({ success: false, error: 'no such table', code: 'no-such-table' }, { status: 404 }),
      ),
    )
    openRoom('general').show(<OpenTable viewer={alice} tableId={'A'.repeat(22)} />)
    await screen.findByRole('heading', { name: tableProblemText.notFound })
  })
})
