import type { TableDeal, TableMove } from '@parley/domain'
import { tableHeadSchema } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { changeWords } from '../../src/pages/table/changeWords.ts'
import { foldLog } from '../../src/pages/table/foldLog.ts'
import { nextStep } from '../../src/pages/table/nextStep.ts'
import { creatorOf, listState, tablePhase, tickState } from '../../src/pages/table/tablePhase.ts'
import { tableSlipText } from '../../src/text/table.lazy.ts'
import { createFormatter } from '../../src/text/format.ts'
import { PlayedTable } from '../given/PlayedTable.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
const nft = (tokenId: bigint) => ({ contract: dokyo, tokenId }) as const
const deal: TableDeal = {
  opener: { nfts: [nft(1n)], wei: 0n },
  guest: { nfts: [nft(2n)], wei: 0n },
  durationMinutes: 1440,
}
const dealWith = (...ids: bigint[]): TableDeal => ({ ...deal, guest: { nfts: ids.map(nft), wei: 0n } })
const nowS = 1_000
const open = () => new PlayedTable({ opener: alice, guest: bob }, deal, { nowS: () => nowS })
const lay = (base: number, terms: TableDeal, isReady = false, note = ''): TableMove => ({
  kind: 'lay',
  base,
  deal: terms,
  note,
  isReady,
})

describe('given a table in each of its states', () => {
  const see = (played: PlayedTable, me: 'opener' | 'guest', more = {}) =>
    tablePhase({ table: played.head, me, draft: null, isResting: false, nowS, ...more })

  it('says to each of the two what comes next', () => {
    const played = open()
    expect([see(played, 'opener'), see(played, 'guest')]).toEqual(['waiting', 'answer'])
    played.play('guest', { kind: 'tick', version: 1, isReady: true })
    expect([see(played, 'opener'), see(played, 'guest')]).toEqual(['lock', 'their-lock'])
    played.play('opener', { kind: 'pass', version: 1, locker: 'guest' })
    expect([see(played, 'opener'), see(played, 'guest')]).toEqual(['their-lock', 'lock'])
    played.lockIn(`0x${'ab'.repeat(32)}`, 'active')
    expect(see(played, 'opener')).toBe('locked')
    played.lockIn(`0x${'ab'.repeat(32)}`, 'completed')
    expect(see(played, 'opener')).toBe('swapped')
    // Bob blocks Alice: only his page leads back from that.
    const blocked = { table: { ...played.head, state: 'closed', closedBy: 'guest' } } as const
    expect([see(played, 'opener', blocked), see(played, 'guest', blocked)]).toEqual(['swapped', 'closed'])
    played.lockIn(`0x${'ab'.repeat(32)}`, 'cancelled')
    expect(see(played, 'guest')).toBe('lock')
  })

  it('goes by who was to lock in where an older server does not say whose offer it is, nor how long it lasts', () => {
    const played = open()
    played.play('guest', { kind: 'tick', version: 1, isReady: true })
    played.play('opener', { kind: 'pass', version: 1, locker: 'guest' })
    const offerId = `0x${'ab'.repeat(32)}`
    const of = (status: string) => tableHeadSchema.parse({ ...played.head, lock: { offerId, status } })
    expect(listState(of('active'), 'opener', nowS)).toEqual({ needs: 'accept' })
    expect(listState(of('active'), 'guest', nowS)).toEqual({ is: 'locked' })
    const label = (me: 'opener' | 'guest') =>
      nextStep({ phase: 'locked', me, who: 'Bob', table: of('active') }).primary?.label
    expect([label('opener'), label('guest')]).toEqual([tableSlipText.accept, tableSlipText.seeOffer])
    expect(creatorOf(of('active'))).toBe('guest')
    expect(listState(of('completed'), 'guest', nowS)).toEqual({ is: 'swapped' })
  })

  it('says that its offer has expired, and how to go on from there', () => {
    const played = open()
    played.play('guest', { kind: 'tick', version: 1, isReady: true })
    played.lockIn(`0x${'ab'.repeat(32)}`, 'active', { expiresAt: nowS })
    expect([see(played, 'opener'), see(played, 'guest')]).toEqual(['locked', 'locked'])
    played.lockIn(`0x${'ab'.repeat(32)}`, 'active', { expiresAt: nowS - 1 })
    expect([see(played, 'opener'), see(played, 'guest')]).toEqual(['expired', 'expired'])
    expect(see(played, 'guest', { draft: { base: 1, deal } })).toBe('draft')
    expect(listState(played.head, 'opener', nowS)).toEqual({ needs: 'takeBack' })
    expect(listState(played.head, 'guest', nowS)).toEqual({ is: 'expired' })
    const buttons = (me: 'opener' | 'guest') => {
      const { primary, also } = nextStep({ phase: 'expired', me, who: 'Bob', table: played.head })
      return [primary, ...also].map((one) => one?.label)
    }
    expect(buttons('opener')).toEqual([tableSlipText.takeBack, tableSlipText.change])
    expect(buttons('guest')).toEqual([tableSlipText.seeOffer, tableSlipText.counter])
    // It lapses two weeks after that, and not before.
    expect(played.head.lapsesAt).toBe(nowS + 14 * 86_400)
    played.lockIn(`0x${'ab'.repeat(32)}`, 'active', { expiresAt: nowS + 30 * 86_400 })
    expect(see(played, 'guest', { nowS: nowS + 20 * 86_400 })).toBe('locked')
    expect(see(played, 'guest', { nowS: nowS + 31 * 86_400 })).toBe('expired')
    expect(see(played, 'guest', { nowS: nowS + 45 * 86_400 })).toBe('lapsed')
  })

  it('rests after a change by the other, and not on a draft', () => {
    const played = open()
    expect(see(played, 'guest', { isResting: true })).toBe('changed')
    expect(nextStep({ phase: 'changed', me: 'guest', who: 'Bob', table: played.head }).primary?.act).toBeNull()
    expect(see(played, 'guest', { isResting: true, draft: { base: 1, deal } })).toBe('draft')
    expect(see(played, 'guest', { draft: { base: 0, deal } })).toBe('stale')
  })

  it('knows when it is over', () => {
    const played = open()
    expect(
      tablePhase({ table: played.head, me: 'guest', draft: null, isResting: false, nowS: nowS + 14 * 86_400 + 1 }),
    ).toBe('lapsed')
    played.play('guest', { kind: 'decline', version: 1, reason: 'not-now', text: '' })
    expect(see(played, 'opener')).toBe('declined')
    played.play('opener', lay(1, dealWith(3n), true))
    played.play('opener', { kind: 'withdraw', version: 2 })
    expect(see(played, 'guest')).toBe('withdrawn')
    played.play('guest', { kind: 'leave' })
    expect(see(played, 'opener')).toBe('closed')
  })

  it('draws ticks open, away, cleared and ready', () => {
    const played = open()
    const none = { opener: false, guest: false }
    const sight = { table: played.head, phase: 'waiting' as const, here: none, me: 'opener' as const, cleared: none }
    expect(tickState('opener', sight)).toBe('ready')
    expect(tickState('guest', sight)).toBe('away')
    expect(tickState('guest', { ...sight, here: { opener: true, guest: true } })).toBe('open')
    expect(tickState('guest', { ...sight, cleared: { opener: false, guest: true } })).toBe('cleared')
    // A draft has no ticks.
    expect(tickState('opener', { ...sight, phase: 'draft' })).toBe('open')
  })

  it('tells a list what needs the viewer', () => {
    const played = open()
    expect(listState(played.head, 'guest', nowS)).toEqual({ needs: 'answer' })
    expect(listState(played.head, 'opener', nowS)).toEqual({ is: 'waiting' })
    played.play('guest', { kind: 'tick', version: 1, isReady: true })
    expect(listState(played.head, 'opener', nowS)).toEqual({ needs: 'lock' })
    played.lockIn(`0x${'ab'.repeat(32)}`, 'active')
    expect(listState(played.head, 'guest', nowS)).toEqual({ needs: 'accept' })
    expect(listState(played.head, 'opener', nowS)).toEqual({ is: 'locked' })
    // Bob made the offer with these terms himself.
    played.lockIn(`0x${'cd'.repeat(32)}`, 'active', { by: 'guest' })
    expect(listState(played.head, 'guest', nowS)).toEqual({ is: 'locked' })
    expect(listState(played.head, 'opener', nowS)).toEqual({ needs: 'accept' })
    const label = (me: 'opener' | 'guest') =>
      nextStep({ phase: 'locked', me, who: 'Bob', table: played.head }).primary?.label
    expect([label('guest'), label('opener')]).toEqual([tableSlipText.seeOffer, tableSlipText.accept])
    expect(creatorOf(played.head)).toBe('guest')
    played.lockIn(`0x${'cd'.repeat(32)}`, 'cancelled', { by: 'guest' })
    expect(creatorOf(played.head)).toBe('opener')
  })

  it('leaves the lock with the creator of a countered offer, who takes it back first', () => {
    const played = open()
    const table = { ...played.head, counters: `0x${'cd'.repeat(32)}` as const }
    expect(nextStep({ phase: 'lock', me: 'opener', who: 'Bob', table }).also.map(({ act }) => act)).toEqual(['edit'])
  })
})

describe('given the log of a table', () => {
  const formatter = createFormatter(
    [{ key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } }],
    'AVAX',
  )
  const naming = { formatter, me: 'opener', who: 'Bob' } as const

  it('folds live changes of one person into one line, with what they changed together', () => {
    const played = open()
    played.play('guest', lay(1, dealWith(2n, 3n)))
    played.play('guest', lay(2, dealWith(2n, 3n, 4n)))
    played.play('guest', lay(3, dealWith(2n, 4n)))
    const [line, first] = foldLog(played.log)
    expect(line).toMatchObject({ kind: 'version', how: 'changed', by: 'guest', version: 4 })
    expect(line?.kind === 'version' && line.changes && changeWords(line.changes, 'guest', naming)).toEqual([
      { sign: '+', text: 'Dokyo #4' },
    ])
    expect(first).toMatchObject({ kind: 'version', how: 'proposed', version: 1 })
  })

  it('folds nothing across a note, a tick or the other person', () => {
    const played = open()
    played.play('guest', lay(1, dealWith(2n, 3n)))
    played.play('guest', { kind: 'say', text: 'hm' })
    played.play('guest', lay(2, dealWith(2n, 3n, 4n)))
    played.play('opener', lay(3, dealWith(2n)))
    played.play('guest', lay(4, dealWith(5n), true, 'This one?'))
    const shown = foldLog(played.log).map((line) => (line.kind === 'version' ? line.how : line.entry.kind))
    expect(shown).toEqual(['countered', 'changed', 'changed', 'note', 'changed', 'proposed'])
  })

  it('says what was added, taken back, put in place of another, and whose coins they are', () => {
    const played = open()
    const next: TableDeal = {
      opener: { nfts: [nft(1n), nft(9n)], wei: 25n * 10n ** 17n },
      guest: { nfts: [nft(7n)], wei: 0n },
      durationMinutes: 10_080,
    }
    played.play('guest', lay(1, next, true))
    const [line] = foldLog(played.log)
    if (line?.kind !== 'version' || !line.changes) throw new Error('no changes')
    expect(changeWords(line.changes, 'guest', naming)).toEqual([
      { sign: null, text: 'Dokyo #7 instead of Dokyo #2' },
      { sign: '+', text: 'Dokyo #9 from you' },
      { sign: '+', text: '2.5 AVAX from you' },
      { sign: null, text: 'Expires 7 days after lock-in' },
    ])
  })
})
