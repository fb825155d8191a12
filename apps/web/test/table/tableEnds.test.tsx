import { product } from '@parley/domain'
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
import { blocksText } from '../../src/text/blocks.lazy.ts'
import { compareText, declineReasonText, declineText } from '../../src/text/agreement.lazy.ts'
import { shorten } from '../../src/ui/Address.tsx'
import type { PlayedTable } from '../given/PlayedTable.ts'
import { aliceAt, offered, toAlice } from '../text/givenLists.ts'
import { alice, bob, dokyo, openRoom } from '../text/room.tsx'
import { button, press, sit, who, withNft } from './sit.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('given another person with whom the viewer has had enough', () => {
  const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title, hidden: true }))

  it('is blocked once that was confirmed, the table is over, and only unblocking leads to another', async () => {
    const played = await sit()
    await press(tablePageText.block(who))
    const asked = await dialog(blocksText.block(who))
    expect(asked.getByText(blocksText.endsTables)).toBeTruthy()
    expect(played.table.closed).toBeNull()
    const shown: string[] = []
    const watch = new MutationObserver(() => shown.push(document.body.textContent))
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    fireEvent.click(asked.getByRole('button', { name: blocksText.block(who) }))
    await screen.findByText(tableSlipText.ended.youBlocked(who))
    watch.disconnect()
    // Not for a moment either: the table is over before the server has answered who is blocked.
    expect(shown.filter((text) => text.includes(tableSlipText.newTable))).toEqual([])
    expect(shown.length).toBeGreaterThan(1)
    expect(screen.queryByText(tablePageText.block(who))).toBeNull()
    expect(screen.queryByText(tableSlipText.newTable)).toBeNull()
    // Their offers are out of the lists, too.
    const hidden = () => localStorage.getItem(`${product.slug}-unwanted`) ?? ''
    await waitFor(() => expect(hidden()).toContain(bob))
    await press(tableSlipText.unblock(who))
    await screen.findByText(tableSlipText.ended.youLeft)
    expect(hidden()).not.toContain(bob)
    expect(await button(tableSlipText.newTable)).toBeTruthy()
    expect(played.blocked).toEqual([])
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
    act(() => played.come('guest', true))
    await screen.findByText(tablePageText.here(who))
    act(() => happen(played))
    await screen.findAllByText(words)
    await button(next)
    // The swap is past, and a table that is over shows no ticks.
    const sides = screen.queryAllByRole('heading', { name: name === 'swapped' ? /^You gave/ : /^You give/ })
    expect(sides.length).toBeGreaterThan(0)
    if (name === 'swapped') await button(tableSlipText.tradeAgain(who))
    // What the server would refuse isn't offered, and the log stays.
    const isPast = name === 'swapped' || name === 'left'
    const offered = [
      screen.queryByRole('textbox', { name: tableLogText.noteTo(who), hidden: true }),
      screen.queryByRole('button', { name: tablePageText.leave, hidden: true }),
      screen.queryByText(tablePageText.voice(who)),
    ]
    expect(offered.map((one) => one !== null)).toEqual(isPast ? [false, false, false] : [true, true, true])
    expect(screen.getByRole('region', { name: tableLogText.title, hidden: true })).toBeTruthy()
    if (name === 'left') {
      // The user who left may still look at it.
      expect(screen.queryByText(tablePageText.here(who))).toBeNull()
      expect(document.querySelectorAll('.ready-tick')).toHaveLength(0)
    }
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

  it('leads the offer’s recipient to the comparison, also if they were to lock in', async () => {
    const played = await sit()
    act(() => played.lockIn(`0x${'ab'.repeat(32)}`, 'active', { by: 'guest' }))
    await screen.findByText(ended.acceptNow)
    await button(tableSlipText.accept)
    expect(screen.queryByRole('button', { name: tableSlipText.copyOffer, hidden: true })).toBeNull()
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

  it('says in red that their offer isn’t what was agreed, leads to the comparison, and stays agreed', async () => {
    const createdAtS = Math.floor(Date.now() / 1000)
    const other = offered({ ...toAlice, offered: [{ contract: dokyo, tokenId: 99n }], createdAtS })
    const played = await sit('', alice, null, [other])
    expect(screen.queryByText(compareText.theirsDiffers(who))).toBeNull()
    act(() => played.play('guest', { kind: 'tick', version: 1, isReady: true }))
    // Alice is to lock in: what Bob offers besides is another matter.
    await button(tableSlipText.lock)
    expect(screen.queryByText(compareText.theirsDiffers(who))).toBeNull()
    act(() => played.play('opener', { kind: 'pass', version: 1, locker: 'guest' }))
    const note = (await screen.findByText(compareText.theirsDiffers(who))).closest('.note-bad')
    expect(note?.querySelector('a')?.getAttribute('href')).toBe(`/p2p/${other.id}`)
    await button(tableSlipText.waiting(who))
  })

  it.each([
    ['who made it', alice, ended.expiredYours, tableSlipText.takeBack],
    ['the other', bob, ended.expiredTheirs(shorten(alice)), tableSlipText.seeOffer],
  ] as const)('says that its offer has expired, and what is next, to %s', async (_, viewer, words, next) => {
    const played = await sit('', viewer)
    act(() => played.play('guest', { kind: 'tick', version: 1, isReady: true }))
    act(() => played.lockIn(`0x${'ab'.repeat(32)}`, 'active', { expiresAt: 1 }))
    await screen.findByText(ended.expired, { selector: 'b' })
    expect(document.querySelector('.slip-news')?.textContent).toContain(words)
    await button(next)
    expect(screen.queryByText(ended.locked)).toBeNull()
    // Her coins are in the escrow.
    expect(screen.queryByText(/^In (your|their) wallet/)).toBeNull()
    const spoken = () => screen.getAllByRole('status', { hidden: true }).map((one) => one.textContent)
    await waitFor(() => expect(spoken()).toContain(ended.expired))
    // The terms are no longer held.
    await press(viewer === alice ? tableSlipText.change : tableSlipText.counter)
    await button(viewer === alice ? tableSlipText.propose : tableSlipText.counter)
  })

  it('says that it has lapsed', async () => {
    const played = await sit()
    played.table = { ...played.table, changedAtS: 1 }
    act(() => played.greet())
    await screen.findByText(ended.lapsed)
  })

  it('says at once that the browser went offline, and connects again automatically', async () => {
    const played = await sit()
    act(() => played.come('guest', true))
    await screen.findByText(tablePageText.here(who))
    act(() => void window.dispatchEvent(new Event('offline')))
    await screen.findByText(tablePageText.offline)
    expect(screen.queryByText(tablePageText.here(who))).toBeNull()
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(tablePageText.offline)).toBeNull())
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
