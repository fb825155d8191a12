import type { TableDeal } from '@parley/domain'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tableVoiceRoom } from '@parley/protocol'
import { noCall } from '../../src/features/voice/call/CallState.ts'
import { openCall } from '../../src/features/voice/voiceLine.ts'
import { lookAwayMs } from '../../src/pages/table/useLiveTable.ts'
import { callText } from '../../src/text/call.lazy.ts'
import { tablePageText, tableSlipText } from '../../src/text/table.lazy.ts'
import { voiceText } from '../../src/text/voice.ts'
import type { PlayedTable } from '../given/PlayedTable.ts'
import { bob, dokyo } from '../text/room.tsx'
import { button, deal, press, sit, slip, ticks, who, withNft } from './sit.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const nft = (tokenId: bigint) => ({ contract: dokyo, tokenId }) as const
const bobGives = (...ids: bigint[]): TableDeal => ({ ...deal, guest: { nfts: ids.map(nft), wei: 0n } })

function bobLays(played: PlayedTable, next: TableDeal): void {
  const { number } = played.table.version
  act(() => played.play('guest', { kind: 'lay', base: number, deal: next, note: '', isReady: false }))
}

const marked = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const strip = () => marked('.change-strip')[0]
const spoken = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('\n')

describe('given a change by the other', () => {
  // A slow machine can miss marks, which last three seconds.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))

  it('keeps every mark while one version follows another, and the ticks that the first one cleared', async () => {
    const played = await sit()
    act(() => played.come('guest', true))
    for (const ids of [[3n], [3n, 4n], [3n, 4n, 5n], [3n, 4n, 5n, 6n]]) {
      bobLays(played, bobGives(2n, ...ids))
      await act(() => vi.advanceTimersByTimeAsync(500))
    }
    expect(await ticks('Version 5')).toEqual(['You cleared', `${who} not yet`])
    expect(document.querySelectorAll('.slip-item-new')).toHaveLength(4)
    expect(document.querySelectorAll('.print-new, .row-new')).toHaveLength(4)
    expect(strip()).toContain(`${who} added 4 NFTs.`)
    expect(strip()).toContain(tableSlipText.isVersion(5, true))
    expect((await slip('Version 5')).textContent).toContain(tableSlipText.wasReady(1))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(document.querySelectorAll('.slip-item-new, .change-strip')).toHaveLength(0)
  })

  it('begins a new mark where the viewer changed something in between', async () => {
    const played = await sit()
    bobLays(played, withNft(3n))
    act(() => played.play('opener', { kind: 'lay', base: 2, deal: bobGives(2n), note: '', isReady: true }))
    bobLays(played, bobGives(2n, 4n))
    await slip('Version 4')
    expect(strip()).toContain(`${who} added Dokyo #4.`)
    expect(document.querySelectorAll('.slip-item-new')).toHaveLength(1)
    expect(document.querySelectorAll('.slip-item-gone')).toHaveLength(0)
    expect((await slip('Version 4')).textContent).toContain(tableSlipText.wasReady(3))
  })

  it('still says that it cleared a tick where two changes undo each other', async () => {
    const played = await sit()
    bobLays(played, { ...deal, guest: { nfts: [nft(2n)], wei: 2n * 10n ** 18n } })
    act(() => played.play('opener', { kind: 'tick', version: 2, isReady: true }))
    await button(tableSlipText.waiting(who))
    bobLays(played, deal)
    await slip('Version 3')
    expect(marked('.slip-item-new')).toEqual([])
    // Both within three seconds: nothing is left of it but the tick that it cleared.
    expect(strip()).toContain(`${who} changed it.`)
    expect(await ticks('Version 3')).toEqual(['You cleared', `${who} away`])
  })

  it('marks coins that were taken back, on the table and on the slip', async () => {
    const played = await sit()
    bobLays(played, { ...deal, guest: { nfts: [nft(2n)], wei: 2n * 10n ** 18n } })
    expect(strip()).toContain(`${who} added 2 AVAX.`)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    bobLays(played, deal)
    expect(marked('.slip-item-gone')).toEqual(['B2Coins2 AVAX'])
    expect(marked('.table-coins-gone .table-coins-sum')).toEqual(['2 AVAX'])
    expect(strip()).toContain(`${who} took back 2 AVAX.`)
    expect(spoken()).toContain(`${who} took back 2 AVAX.`)
    expect(document.querySelector('.change-strip-at-0')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(document.querySelectorAll('.slip-item-gone, .table-coins-gone')).toHaveLength(0)
  })

  it('marks a new expiration on its line, and points at no NFT', async () => {
    const played = await sit()
    bobLays(played, { ...deal, durationMinutes: 10080 })
    expect(strip()).toContain(`${who} changed the expiration to 7 days after lock-in.`)
    expect(document.querySelector('.change-strip-at-none')).not.toBeNull()
    expect(marked('.slip-item-new')).toEqual([`${tableSlipText.expires}${tableSlipText.afterLock('7 days')}`])
  })

  it.each<[string, TableDeal, string]>([
    [
      'asks for another of yours',
      { ...deal, opener: { ...deal.opener, nfts: [nft(1n), nft(9n)] } },
      'asked for Dokyo #9 from you',
    ],
    [
      'wants one of yours no more',
      { ...deal, opener: { ...deal.opener, nfts: [] } },
      'no longer asks for Dokyo #1 from you',
    ],
    [
      'wants more of your coins',
      { ...deal, opener: { ...deal.opener, wei: 10n ** 18n } },
      'asked for 1 AVAX instead of 0.5 AVAX from you',
    ],
    ['gives another', bobGives(3n), 'now gives Dokyo #3 instead of Dokyo #2'],
    [
      'changes several things',
      { ...deal, opener: { nfts: [nft(1n)], wei: 0n }, guest: { nfts: [nft(2n), nft(3n)], wei: 10n ** 18n } },
      'added Dokyo #3 and 1 AVAX and no longer asks for 0.5 AVAX from you',
    ],
  ])('says who gives it where the other %s', async (_, next, words) => {
    const played = await sit()
    bobLays(played, next)
    expect(strip()).toContain(`${who} ${words}.`)
    expect(spoken()).toContain(`${who} ${words}.`)
  })

  it('leaves what was taken back in its place and with its lot while it is marked', async () => {
    const played = await sit()
    bobLays(played, bobGives(2n, 3n, 4n))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    bobLays(played, bobGives(2n, 4n))
    const lots = () =>
      [...document.querySelectorAll('.slip-items:last-child li')].map((line) => line.querySelector('.lot')?.textContent)
    expect(lots()).toEqual(['B1', 'B2', 'B3'])
    expect(marked('.slip-item-gone')).toEqual(['B2Dokyo #3'])
    expect(marked('.side-right .print-id, .side-right .item-id')).toEqual(['#2B1', '#3B2', '#4B3'])
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(lots()).toEqual(['B1', 'B2'])
  })

  it('redraws the band, and only then', async () => {
    const played = await sit()
    const band = () => document.querySelector('.slip .deal-mark')
    const before = band()
    act(() => played.play('guest', { kind: 'say', text: 'Hm' }))
    await screen.findByText('Hm')
    expect(band()).toBe(before)
    bobLays(played, withNft(3n))
    await slip('Version 2')
    expect(band()).not.toBe(before)
  })

  it('is over for the eye where the viewer goes on with a draft', async () => {
    const played = await sit()
    bobLays(played, bobGives(2n, 3n))
    await press(tableSlipText.counter)
    await slip(tableSlipText.draft)
    expect(document.querySelectorAll('.slip-item-new, .change-strip')).toHaveLength(0)
  })
})

describe('given a call whose box is folded away', () => {
  it('says on one line who is there and talks, and that the viewer is muted', async () => {
    const played = await sit()
    const { voiceText, voice } = tablePageText
    const { alone, talks, muted } = callText.folded
    await screen.findByText(voiceText)
    const call = await openCall()
    const room = { wanted: tableVoiceRoom(played.table.id), phase: 'connected' } as const
    act(() => call.store.setState(room))
    await screen.findByText(alone)
    expect(screen.queryByText(voice(who))).toBeNull()
    const bobsVoice = { lineId: '1', key: 'b', name: bob, line: 'connected', quality: null, volume: 1 } as const
    act(() => call.store.setState({ people: [{ ...bobsVoice, speaking: true, mutedForMe: false }], muted: true }))
    await screen.findByText(`${talks} ${muted}`)
    act(() => call.store.setState({ people: [{ ...bobsVoice, line: 'failed', speaking: false, mutedForMe: false }] }))
    await screen.findByText(`${callText.lines.failed}. ${muted}`)
    // A call elsewhere is none here.
    act(() => call.store.setState({ wanted: 'table-elsewhere' }))
    await screen.findByText(voiceText)
    act(() => call.store.setState(noCall))
  })

  it('has the viewer’s level and mute on that line, until the box is open', async () => {
    const played = await sit()
    const call = await openCall()
    const level = () => screen.queryByRole<HTMLMeterElement>('meter', { name: callText.level })
    expect(level()).toBeNull()
    act(() =>
      call.store.setState({ wanted: tableVoiceRoom(played.table.id), phase: 'connected', level: 0.4, muted: false }),
    )
    await waitFor(() => expect(level()?.value).toBe(0.4))
    act(() => call.store.setState({ level: 0.7 }))
    expect(level()?.value).toBe(0.7)
    await press(voiceText.mute)
    expect(call.store.getState().muted).toBe(true)
    // What the microphone hears isn't sent.
    expect(level()?.value).toBe(0)
    await press(voiceText.unmute)
    expect(call.store.getState().muted).toBe(false)
    const leave = vi.spyOn(call, 'leave').mockImplementation(() => undefined)
    await press(voiceText.leave)
    expect(leave).toHaveBeenCalledOnce()
    leave.mockRestore()
    act(() => call.store.setState({ talkingWhileMuted: true }))
    await screen.findByText(callText.talkingWhileMuted)
    act(() => call.store.setState({ talkingWhileMuted: false, playbackBlocked: true }))
    await button(callText.hear)
    const box = screen.getByText(callText.folded.alone).closest('details')
    if (!box) throw new Error('the voice is not in a section')
    box.open = true
    fireEvent(box, new Event('toggle'))
    expect(level()).toBeNull()
    act(() => call.store.setState(noCall))
  })
})

describe('given a page that is hidden', () => {
  it('leaves its seat after a while, and marks what has changed once it is shown again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const played = await sit()
    const turn = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    turn('hidden')
    await act(() => vi.advanceTimersByTimeAsync(lookAwayMs / 2))
    turn('visible')
    await act(() => vi.advanceTimersByTimeAsync(lookAwayMs))
    expect(played.pages).toBe(1)
    turn('hidden')
    await act(() => vi.advanceTimersByTimeAsync(lookAwayMs))
    expect(played.pages).toBe(0)
    bobLays(played, withNft(3n))
    turn('visible')
    await slip('Version 2')
    expect(played.pages).toBe(1)
    expect(strip()).toContain(`${who} added Dokyo #3.`)
  })
})
