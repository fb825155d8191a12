import {
  coinText,
  inboxKinds,
  type InboxCounter,
  type InboxItem,
  type InboxKind,
  type Nft,
  type TableDeal,
  type TableSide,
} from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type HomeCost, homeCostQuery, type WayHome } from '../src/services/wayHome.ts'
import { OfferAct } from '../src/features/offers/OfferAct.tsx'
import { useOfferActions } from '../src/features/offers/useOfferActions.ts'
import { InboxRow } from '../src/pages/inbox/InboxRow.tsx'
import { generalMessages } from '../src/text/catalogue.ts'
import { shortDate } from '../src/text/format.ts'
import { inboxActText, inboxItemText, inboxText } from '../src/text/inbox.lazy.ts'
import { ticketText } from '../src/text/offers.lazy.ts'
import { tableSlipText } from '../src/text/table.lazy.ts'
import { shorten } from '../src/ui/Address.tsx'
import { offered } from './text/givenLists.ts'
import { givenConnectedWallet } from './text/givenWallet.ts'
import { alice, bob, dokyo, escrow, offerId, openRoom, patience, type Room } from './text/room.tsx'

const nfts: readonly Nft[] = [{ contract: dokyo, tokenId: 1n }]
const expiredAtS = 1_700_000_000

const item = {
  id: `expired:${offerId}`,
  kind: 'expired',
  atS: expiredAtS,
  orderS: expiredAtS,
  needsYou: true,
  act: 'bring-home',
  subject: { kind: 'offer', offerId, escrow, role: 'creator' },
  other: bob,
  gives: { nfts, wei: 0n },
  gets: { nfts: [], wei: 1n },
  deadlineS: expiredAtS,
  nfts: [],
  decline: null,
  counter: null,
  isRead: true,
} satisfies ReadableItem

/** Tells the page My escrow's estimate of this way home. */
function learn(room: Room, way: WayHome, costs: { feeWei: bigint; networkWei: bigint }): void {
  const offer = { id: offerId, escrow, offered: nfts, requested: [] } as const
  const { queryKey } = homeCostQuery(room.session, {
    account: alice,
    holding: { key: offerId, way, escrow, offer },
    to: alice,
    messages: generalMessages,
  })
  const known: HomeCost = { kind: 'known', gas: 1n, ...costs }
  room.session.queries.setQueryData(queryKey, known)
}

/** Shows a row while that estimate is known. */
function show(way: WayHome, costs: { feeWei: bigint; networkWei: bigint }, row: ReadableItem, nowS: number): void {
  const room = openRoom('general')
  learn(room, way, costs)
  room.show(<InboxRow item={row} viewer={alice} nowS={nowS} onRead={() => undefined} />)
}

function Act({ kind }: Pick<Parameters<typeof OfferAct>[0], 'kind'>) {
  return <OfferAct kind={kind} offer={offered()} actions={useOfferActions()} />
}

describe('given something in escrow that can come home', () => {
  it('costs in the inbox what My escrow says', async () => {
    show('recover', { feeWei: 10n ** 16n, networkWei: 10n ** 13n }, item, expiredAtS + 60)
    await screen.findByText(ticketText.costs('0.0101 AVAX'), {}, patience)
  })

  it('costs only gas while it can be cancelled', async () => {
    const declined = { ...item, id: `offer-declined:${offerId}`, kind: 'offer-declined', act: 'take-back' } as const
    show('cancel', { feeWei: 0n, networkWei: 10n ** 14n }, declined, expiredAtS - 60)
    await screen.findByText(ticketText.costs('0.0001 AVAX'), {}, patience)
  })

  it.each([
    { kind: 'recover', way: 'recover' },
    { kind: 'return', way: 'recover' },
    { kind: 'cancel', way: 'cancel' },
    { kind: 'sendHome', way: 'sendHome' },
  ] as const)('costs in the lists what My escrow says: $kind', async ({ kind, way }) => {
    const room = openRoom('general')
    await givenConnectedWallet(room)
    learn(room, way, { feeWei: 10n ** 16n, networkWei: 10n ** 13n })
    room.show(<Act kind={kind} />)
    await screen.findByText(ticketText.costs('0.0101 AVAX'), {}, patience)
  })

  it('comes back to its creator when a collection had refused it', () => {
    show(
      'claim',
      { feeWei: 0n, networkWei: 0n },
      { ...item, kind: 'not-returned', act: 'claim', nfts },
      expiredAtS + 60,
    )
    expect(screen.getByText(inboxActText.toCreator)).toBeTruthy()
  })
})

const nowS = expiredAtS + 60
const who = shorten(bob)
const tableId = 't'.repeat(22)
const sent: InboxItem['subject'] = { kind: 'offer', offerId, escrow, role: 'creator' }
const received: InboxItem['subject'] = { kind: 'offer', offerId, escrow, role: 'recipient' }
const table: InboxItem['subject'] = { kind: 'table', tableId, version: 2, seat: 'opener' }
const side: TableSide = { nfts, wei: 0n }
const wanted: readonly Nft[] = [{ contract: dokyo, tokenId: 2n }]

interface Line {
  readonly subject: InboxItem['subject']
  readonly act: InboxItem['act']
  readonly title: string
  /** Until the deadline; half an hour by default. */
  readonly leftS?: number
  readonly button: string
  readonly path: string
}

/** What each kind says while it needs Alice, and where its one button leads. */
const lines: Readonly<Record<InboxKind, Line>> = {
  'offer-received': {
    subject: received,
    act: 'answer-offer',
    title: inboxItemText.received(who),
    button: inboxActText['answer-offer'],
    path: `/p2p/${offerId}`,
  },
  'offer-accepted': {
    subject: sent,
    act: null,
    title: inboxItemText.accepted(who),
    button: inboxActText.details,
    path: `/p2p/${offerId}`,
  },
  'offer-declined': {
    subject: sent,
    act: 'take-back',
    title: inboxItemText.declined(who),
    button: inboxActText['take-back'],
    path: `/p2p/${offerId}`,
  },
  'offer-returned': {
    subject: sent,
    act: null,
    title: inboxItemText.returned,
    button: inboxActText.details,
    path: `/p2p/${offerId}`,
  },
  'expires-in-day': {
    subject: sent,
    act: 'take-back',
    title: inboxItemText.expiresOwn('30 min'),
    button: inboxActText.open,
    path: `/p2p/${offerId}`,
  },
  'expires-in-hour': {
    subject: received,
    act: 'answer-offer',
    title: inboxItemText.expiresTheirs('4 min 10 s'),
    leftS: 250,
    button: inboxActText.open,
    path: `/p2p/${offerId}`,
  },
  expired: {
    subject: sent,
    act: 'bring-home',
    title: inboxItemText.expired(1),
    button: inboxActText['bring-home'],
    path: '/escrow',
  },
  'not-returned': {
    subject: sent,
    act: 'claim',
    title: inboxItemText.notReturned(1),
    button: inboxActText.claim,
    path: '/escrow',
  },
  'nft-moved': {
    subject: sent,
    act: 'take-back',
    title: inboxItemText.movedWanted(1),
    button: inboxActText['take-back'],
    path: `/p2p/${offerId}`,
  },
  'table-answer': {
    subject: table,
    act: 'answer-table',
    title: inboxItemText.countered(who),
    button: inboxActText['answer-table'],
    path: `/table/${tableId}`,
  },
  'table-declined': {
    subject: table,
    act: 'answer-table',
    title: inboxItemText.tableDeclined(who, 2),
    button: inboxActText['answer-table'],
    path: `/table/${tableId}`,
  },
  'table-lock': {
    subject: table,
    act: 'lock-in',
    title: inboxItemText.agreed,
    button: inboxActText['lock-in'],
    path: `/table/${tableId}`,
  },
}

describe.each(['general', 'aso'] as const)('given an inbox in the portal %s', (place) => {
  it.each(inboxKinds)('says what happened with %s, and one press leads to where it is settled', (kind) => {
    const { subject, act, title, button, path, leftS = 30 * 60 } = lines[kind]
    const read: string[] = []
    openRoom(place).show(
      <InboxRow
        item={{
          ...item,
          id: `${kind}:1`,
          kind,
          subject,
          act,
          needsYou: act !== null,
          gives: side,
          gets: { nfts: wanted, wei: 0n },
          deadlineS: nowS + leftS,
          nfts: kind === 'nft-moved' ? wanted : nfts,
          decline: { reason: 'not-now', text: '' },
          isRead: false,
        }}
        viewer={alice}
        nowS={nowS}
        onRead={(id) => read.push(id)}
      />,
    )
    expect(screen.getByRole('heading', { level: 3 }).textContent).toContain(title)
    const link = screen.getByRole('link', { name: `${button} ${title}` })
    expect(link.getAttribute('href')).toBe(path)
    // Never a name or a cut address without the whole one.
    expect(screen.getByRole('heading', { level: 3 }).getAttribute('title')).toBe(bob)
    fireEvent.click(link)
    expect(read).toEqual([`${kind}:1`])
    history.replaceState(null, '', '/')
  })
})

describe('given a counter', () => {
  const empty: TableSide = { nfts: [], wei: 0n }
  const before: TableDeal = { opener: side, guest: empty, durationMinutes: 60 }
  const answer: ReadableItem = {
    ...item,
    kind: 'table-answer',
    subject: table,
    act: 'answer-table',
    gives: side,
    gets: empty,
  }
  const { did } = tableSlipText
  const coins: TableSide = { nfts: [], wei: 10n ** 18n }

  it.each<[string, Partial<ReadableItem>, InboxCounter, string]>([
    [
      'asks her for more',
      { gives: { nfts: [...nfts, ...wanted], wei: 0n } },
      { before, durationMinutes: 60 },
      did.askedFor('Dokyo #2'),
    ],
    ['adds coins of his own', { gets: coins }, { before, durationMinutes: 60 }, did.added(coinText(coins.wei))],
    ['changes the expiration alone', {}, { before, durationMinutes: 1440 }, did.expires('1 day')],
    [
      'is read from the guest’s seat',
      { subject: { ...table, seat: 'guest' }, gives: coins },
      { before: { ...before, opener: empty, guest: empty }, durationMinutes: 60 },
      did.askedFor(coinText(coins.wei)),
    ],
  ])('%s, and says so', async (_, changes, counter, deed) => {
    const row = { ...answer, ...changes, counter }
    openRoom('general').show(<InboxRow item={row} viewer={alice} nowS={nowS} onRead={() => undefined} />)
    const said = `${inboxItemText.version(2)} ${did.sentence(inboxItemText.they, deed)}`
    await waitFor(() => expect(screen.getByRole('article').textContent).toContain(said), patience)
  })
})

describe('given an agreement that is Alice’s to lock in', () => {
  it('says since when both are ready, until it is locked in', () => {
    const atS = nowS - 600
    const row: ReadableItem = { ...item, kind: 'table-lock', subject: table, act: 'lock-in', atS, needsYou: true }
    const show = (now: ReadableItem) =>
      openRoom('general').show(<InboxRow item={now} viewer={alice} nowS={nowS} onRead={() => undefined} />)
    const says = () => screen.getByRole('article').textContent
    show(row)
    expect(says()).toContain(inboxItemText.bothReady(shortDate(atS)))
    cleanup()
    show({ ...row, act: null, needsYou: false })
    expect(says()).not.toContain(inboxItemText.bothReady(shortDate(atS)))
  })
})

describe('given NFTs of an open offer that have moved', () => {
  const [own, theirs] = [nfts, wanted]
  it.each([
    ['the creator of one that was asked for', sent, theirs, inboxItemText.movedWanted(1)],
    ['the creator of one that was offered', sent, own, inboxItemText.movedOffered(1, true)],
    ['the creator of both', sent, [...own, ...theirs], inboxItemText.movedBoth(2)],
    ['the recipient of one that was offered', received, theirs, inboxItemText.movedOffered(1, false)],
  ] as const)('tells %s', (_, subject, moved, title) => {
    const act = subject === sent ? 'take-back' : 'answer-offer'
    const gets = { nfts: theirs, wei: 0n }
    const row: ReadableItem = { ...item, kind: 'nft-moved', subject, act, gets, nfts: moved, deadlineS: nowS + 900 }
    openRoom('general').show(<InboxRow item={row} viewer={alice} nowS={nowS} onRead={() => undefined} />)
    expect(screen.getByRole('heading', { level: 3 }).textContent).toContain(title)
  })

  it('lets a received offer be hidden, and nothing else', () => {
    const row: ReadableItem = { ...item, kind: 'offer-received', subject: received, act: 'answer-offer' }
    const hides = () => screen.queryAllByRole('button', { name: new RegExp(`^${ticketText.hide}`) }).length
    openRoom('general').show(<InboxRow item={row} viewer={alice} nowS={nowS} onRead={() => undefined} />)
    expect(hides()).toBe(1)
    openRoom('general').show(
      <InboxRow item={{ ...row, act: null }} viewer={alice} nowS={nowS} onRead={() => undefined} />,
    )
    openRoom('general').show(<InboxRow item={item} viewer={alice} nowS={nowS} onRead={() => undefined} />)
    expect(hides()).toBe(1)
  })
})

describe('given NFTs of a collection that is in no registry', () => {
  it('says that moves of one of them are noticed late, while the item needs the viewer', () => {
    const room = openRoom('general')
    const strange: TableSide = { nfts: [{ contract: bob, tokenId: 1n }], wei: 0n }
    const row = (changed: Partial<ReadableItem>) =>
      room.show(<InboxRow item={{ ...item, ...changed }} viewer={alice} nowS={expiredAtS} onRead={() => undefined} />)
    row({})
    expect(screen.queryByText(inboxText.unwatched)).toBeNull()
    row({ gets: strange })
    expect(screen.queryByText(inboxText.unwatched)).not.toBeNull()
    row({ gets: strange, needsYou: false, act: null })
    expect(screen.queryByText(inboxText.unwatched)).toBeNull()
  })
})
