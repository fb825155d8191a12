import type { TableDeal } from '@parley/domain'
import { createClientOf, memberRoutes } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { createTableList } from '../../src/services/tableList.ts'
import { createTableStore } from '../../src/services/tableStore.ts'
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
const withNft = (tokenId: bigint, before = deal): TableDeal => ({
  ...before,
  guest: { ...before.guest, nfts: [...before.guest.nfts, nft(tokenId)] },
})

/** Alice sits at the table; the test plays Bob. */
async function sit() {
  const played = new PlayedTable({ opener: alice, guest: bob }, deal)
  const api = createClientOf(memberRoutes, 'http://table.test', { fetch: played.fetch })
  const table = createTableStore({ api, openStream: played.openStream, reopenAfterMs: 1 }, alice, played.table.id)
  const leave = table.sit()
  await table.reload()
  return { played, table, leave, now: () => table.store.getState() }
}

describe('given a page at a table', () => {
  it('takes what the other lays down, with the lines of the log in order', async () => {
    const { played, now } = await sit()
    played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    expect(now().table?.version.number).toBe(2)
    expect(now().table?.log.map(({ n }) => n)).toEqual([1, 2, 3])
  })

  it('reads the table again where lines are missing', async () => {
    const { played, now, table } = await sit()
    played.play('guest', { kind: 'say', text: 'one' })
    const { log } = played.whole
    played.log.push({ n: log.length + 1, kind: 'note', by: 'guest', at: 5, text: 'not told' })
    played.play('guest', { kind: 'say', text: 'three' })
    await table.reload()
    expect(now().table?.log.flatMap((line) => (line.kind === 'note' ? [line.text] : []))).toEqual([
      'one',
      'not told',
      'three',
    ])
  })

  it('asks for no line again that it has, and for all where it lacks one', async () => {
    const { played, now, table } = await sit()
    await table.say('one')
    played.log.push({ n: 4, kind: 'note', by: 'guest', at: 5, text: 'not told' })
    await table.say('two')
    await table.say('three')
    expect(played.answered).toEqual([[3], [4, 5], [6]])
    expect(now().table?.log.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('never goes back to an older version, in whatever order answers come', async () => {
    const { played, now } = await sit()
    const old = played.whole
    played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    played.tell({ type: 'table', table: old, log: [] })
    played.tell({ type: 'hello', table: old, here: { opener: true, guest: true } })
    expect(now().table?.version.number).toBe(2)
  })

  it('goes on showing that its offer was settled, and who was here, though an older answer comes after that', async () => {
    const { played, now } = await sit()
    const offerId = `0x${'0f'.repeat(32)}` as const
    played.lockIn(offerId, 'active')
    const early = played.whole
    played.come('guest', true)
    played.come('guest', false)
    const { seen } = played
    played.lockIn(offerId, 'completed')
    // An answer that was read before the swap. Neither the swap nor an arrival adds a line to the log.
    played.tell({ type: 'hello', table: early, here: played.here })
    expect(now().table).toMatchObject({ entries: early.entries, lock: { offerId, status: 'completed' }, seen })
    played.lockIn(offerId, 'cancelled')
    expect(now().table?.lock?.status).toBe('cancelled')
  })

  it('goes on showing that it has lapsed, though an older answer comes after that', async () => {
    const { played, now } = await sit()
    const early = played.whole
    played.tell({ type: 'table', table: { ...early, state: 'lapsed' }, log: [] })
    played.tell({ type: 'table', table: early, log: [] })
    expect(now().table?.state).toBe('lapsed')
  })

  it('reads what it missed of a table that is too long for a greeting', async () => {
    const { played, now } = await sit()
    played.playUnheard('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    expect(now().table?.version.number).toBe(1)
    played.greet({ isLong: true })
    await expect.poll(() => now().table?.version.number).toBe(2)
  })

  it('keeps a draft that was refused, and shows the newer version', async () => {
    const { played, table, now } = await sit()
    table.setDraft(withNft(4n))
    played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    expect(await table.lay(withNft(4n), { base: 1, isReady: true })).toBe('changed')
    expect(now().draft).toEqual({ base: 1, deal: withNft(4n), note: '' })
    expect(now().table?.version.number).toBe(2)
    expect(await table.lay(withNft(4n), { base: 2, isReady: true })).toBeNull()
    expect(now().draft).toBeNull()
  })

  it('sends changes that come fast one after the other, each from the one before', async () => {
    const { played, table } = await sit()
    const results = await Promise.all([3n, 4n, 5n].map((id) => table.change((before) => withNft(id, before))))
    expect(results).toEqual([null, null, null])
    expect(played.table.version.deal.guest.nfts.map(({ tokenId }) => tokenId)).toEqual([2n, 3n, 4n, 5n])
  })

  it('keeps a change as a draft where the other was faster, or no answer came', async () => {
    const { played, table, now } = await sit()
    played.failNext = 'no-answer'
    played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    expect(await table.change((before) => withNft(4n, before))).toBe('offline')
    played.greet()
    expect(now().draft).toBeNull()
    played.failNext = { status: 409, code: 'changed' }
    expect(await table.change((before) => withNft(5n, before))).toBe('changed')
    expect(now().draft?.deal.guest.nfts.map(({ tokenId }) => tokenId)).toEqual([2n, 3n, 4n, 5n])
    played.failNext = { status: 409, code: 'not-held' }
    table.setDraft(null)
    expect(await table.change((before) => withNft(6n, before))).toBe('not-held')
    expect(now().draft).toBeNull()
  })

  it('drops a draft that arrived although its answer was lost', async () => {
    const { played, table, now } = await sit()
    table.setDraft(withNft(4n))
    played.failNext = 'no-answer'
    expect(await table.lay(withNft(4n), { base: 1, isReady: true })).toBe('offline')
    played.greet()
    expect(now().draft).toBeNull()
    expect(played.table.version.number).toBe(2)
  })

  it('keeps a draft that has just begun from one’s own version, whatever happens', async () => {
    const { played, table, now } = await sit()
    table.setDraft(deal)
    table.setNote('What about')
    played.play('guest', { kind: 'say', text: 'Hello' })
    expect(now().draft).toEqual({ base: 1, deal, note: 'What about' })
  })

  it('keeps what was typed while a draft was sent, on top of what was sent', async () => {
    const { table, now } = await sit()
    table.setDraft(withNft(4n))
    const laid = table.lay(withNft(4n), { base: 1, isReady: true })
    table.setNote('and more')
    table.setDraft(withNft(5n, withNft(4n)))
    expect(await laid).toBeNull()
    expect(now().draft).toEqual({ base: 2, deal: withNft(5n, withNft(4n)), note: 'and more' })
    // Words alone as well, though the terms are those that were sent.
    table.setDraft(null)
    table.setDraft(withNft(6n))
    const again = table.lay(withNft(6n), { base: 2, isReady: true })
    table.setNote('these words')
    expect(await again).toBeNull()
    expect(now().draft).toMatchObject({ base: 3, note: 'these words' })
  })

  it('never ticks a version that it did not name', async () => {
    const { played, table } = await sit()
    played.play('guest', { kind: 'lay', base: 1, deal: withNft(3n), note: '', isReady: false })
    expect(await table.tick(1, true)).toBe('changed')
    expect(played.table.ready.opener).toBe(false)
  })

  it('says that it is signed out, by an answer or by the stream', async () => {
    const { played, table, now } = await sit()
    played.failNext = { status: 401, code: 'sign-in-needed' }
    expect(await table.say('hello')).toBe('signed-out')
    expect(now().access).toBe('signed-out')
    await table.reload()
    expect(now().access).toBe('open')
    played.tell({ type: 'signed-out' })
    expect(now().access).toBe('signed-out')
  })

  it('says when the line is gone, and when it is back', async () => {
    const { played, now } = await sit()
    played.breakLine()
    expect(now().link).toBe('away')
    played.greet()
    expect(now().link).toBe('live')
  })

  it('hears nothing more once it has left', async () => {
    const { played, now, leave } = await sit()
    leave()
    played.play('guest', { kind: 'say', text: 'anybody?' })
    expect(now().table?.log.some(({ kind }) => kind === 'note')).toBe(false)
  })
})

describe('given a page with the list of tables', () => {
  it('goes on showing that an offer was settled, though the list was read before that', async () => {
    const played = new PlayedTable({ opener: alice, guest: bob }, deal)
    const offerId = `0x${'0f'.repeat(32)}` as const
    played.lockIn(offerId, 'active')
    const { head } = played
    const mayAnswer = Promise.withResolvers<void>()
    const api = createClientOf(memberRoutes, 'http://table.test', {
      fetch: async () => {
        await mayAnswer.promise
        return Response.json({ success: true, tables: [head], nextCursor: null })
      },
    })
    const list = createTableList({ api, openStream: played.openStream, reopenAfterMs: 1 }, alice)
    const close = list.open()
    played.lockIn(offerId, 'completed')
    mayAnswer.resolve()
    await list.reload()
    expect(list.store.getState().tables).toMatchObject([{ lock: { status: 'completed' } }])
    close()
  })
})
