import { dealToWire, type InboundChoice, type TableHead } from '@parley/protocol'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDraft } from '../../src/features/draft/useDraft.ts'
import TalkFirst from '../../src/pages/swap/TalkFirst.lazy.tsx'
import TableList from '../../src/pages/table/TableList.lazy.tsx'
import { removeContact, saveContact } from '../../src/services/contacts.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { compareText } from '../../src/text/agreement.lazy.ts'
import { frameText } from '../../src/text/frame.ts'
import { blockedHere, keepBlocked } from '../../src/features/offers/useBlocking.ts'
import { inboundText } from '../../src/text/inbound.lazy.ts'
import { tableSlipText } from '../../src/text/table.lazy.ts'
import { tableListText as words } from '../../src/text/tableList.lazy.ts'
import { shorten } from '../../src/ui/Address.tsx'
import { aliceAt, held, type Known } from '../text/givenLists.ts'
import { agreed, nft, offer } from '../given/agreedTable.ts'
import { alice, aso, bob, dokyo, openRoom, type Room } from '../text/room.tsx'

const nowS = Math.floor(Date.now() / 1000)
const stranger = `0x${'7'.repeat(40)}` as const

/** Proposed by Bob, `ageS` seconds ago. */
function proposed(ageS: number): TableHead {
  const deal = dealToWire({
    opener: { nfts: [{ contract: dokyo, tokenId: 2n }], wei: 0n },
    guest: { nfts: [{ contract: dokyo, tokenId: 1n }], wei: 0n },
    durationMinutes: 1440,
  })
  return {
    tableId: String(ageS).padStart(22, 't'),
    opener: bob,
    guest: alice,
    portal: null,
    counters: null,
    state: 'proposed',
    version: { number: 1, by: 'opener', at: nowS - ageS, deal },
    ready: { opener: true, guest: false },
    locker: 'opener',
    agreedAt: null,
    agreed: null,
    lock: null,
    closedBy: null,
    openedAt: nowS - ageS,
    changedAt: nowS - ageS,
    lapsesAt: nowS + 900_000,
    seen: { opener: null, guest: null },
    entries: 2,
  }
}

interface InboundLists {
  readonly openTo?: InboundChoice
  readonly allowAll?: readonly string[]
}

/** What Alice's server answers. Its stream says nothing. */
class GivenServer {
  inbound: { openTo: InboundChoice; allowed: string[]; blocked: string[] } = {
    openTo: 'anyone',
    allowed: [],
    blocked: [bob],
  }
  isFailing = false
  isSecondPageFailing = false
  tables = [proposed(100), proposed(200)]

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://table.test')
    if (pathname === '/api/session') return answer({ session: { address: alice, expiresAt: nowS + 900 } })
    if (searchParams.get('as') !== alice) return Response.json({ success: false, error: 'no' }, { status: 401 })
    if (pathname === '/api/tables') {
      if (this.isSecondPageFailing && searchParams.has('cursor')) throw new TypeError('fetch failed')
      return searchParams.get('cursor') === 'second'
        ? answer({ tables: [proposed(300)], nextCursor: null })
        : answer({ tables: this.tables, nextCursor: searchParams.has('with') ? null : 'second' })
    }
    if (this.isFailing || pathname !== '/api/inbound')
      return Response.json({ success: false, error: 'no' }, { status: 503 })
    if (typeof init?.body === 'string') this.#change(JSON.parse(init.body))
    return answer(this.inbound)
  }

  #change({
    openTo,
    allow,
    allowAll = [],
    unblock,
  }: Partial<Record<'allow' | 'unblock', string>> & InboundLists): void {
    const { inbound } = this
    this.inbound = {
      openTo: openTo ?? inbound.openTo,
      allowed: [...inbound.allowed, ...(allow ? [allow] : []), ...allowAll],
      blocked: inbound.blocked.filter((one) => one !== unblock),
    }
  }
}

function answer(body: object): Response {
  return Response.json({ success: true, ...body })
}

async function openList(
  tables?: readonly TableHead[],
  known: Known = {},
  room: Room = openRoom('general'),
): Promise<GivenServer> {
  const server = new GivenServer()
  if (tables) server.tables = [...tables]
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close = () => undefined
    },
  )
  await aliceAt(<TableList viewer={alice} />, known)(room)
  return server
}

afterEach(() => vi.unstubAllGlobals())

const openLink = new RegExp(`^${words.open}`)
const links = () => screen.findAllByRole('link', { name: openLink })

describe('given the tables of a wallet that has several pages of them', () => {
  it('shows one page, and the next one on demand', async () => {
    const server = await openList()
    expect(await links()).toHaveLength(2)
    server.isSecondPageFailing = true
    fireEvent.click(screen.getByRole('button', { name: words.more }))
    expect(await screen.findByText(words.moreFailed)).toBeDefined()
    server.isSecondPageFailing = false
    fireEvent.click(screen.getByRole('button', { name: frameText.tryAgain }))
    await waitFor(() => expect(screen.getAllByRole('link', { name: openLink })).toHaveLength(3))
    expect(screen.queryByRole('button', { name: words.more })).toBeNull()
  })

  it('copies the link by which others open a table with it', async () => {
    const copied: string[] = []
    const writeText = async (text: string) => void copied.push(text)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await openList()
    fireEvent.click(screen.getByRole('button', { name: words.link }))
    await screen.findByRole('button', { name: frameText.copied })
    expect(copied).toEqual([`${window.location.origin}/table/new?to=${alice}`])
  })
})

describe('given an open offer to the viewer, and a table that was agreed on', () => {
  const warnings = () => screen.queryAllByText(compareText.theirsDiffersFromAgreed(shorten(bob)), { exact: false })

  it.each([
    ['agreed', agreed],
    ['a newer version lies on top', { ...agreed, state: 'proposed', agreedAt: null }],
    ['a newer version was withdrawn', { ...agreed, state: 'withdrawn', agreedAt: null }],
    ['a newer version was declined', { ...agreed, state: 'declined', agreedAt: null }],
  ] as const)('says that it differs, and leads to the comparison: %s', async (_, table) => {
    await openList([table], { received: [{ ...offer, offered: [nft(dokyo, 3n)] }] })
    await waitFor(() => expect(warnings()).toHaveLength(1))
    const link = screen.getByRole('link', { name: new RegExp(`^${compareText.compare}: .*differs`) })
    expect(link.getAttribute('href')).toBe(`/p2p/${offer.id}`)
  })

  it('says nothing of one with exactly these terms, nor at a table that has ended', async () => {
    const left = { ...agreed, tableId: 'l'.repeat(22), state: 'closed', closedBy: 'guest' } as const
    const room = openRoom('general')
    await openList([agreed, left], { received: [offer] }, room)
    await links()
    const compared = [...queryKeys.agreed(alice, bob), offer.id]
    await waitFor(() => expect(room.session.queries.getQueryState(compared)?.status).toBe('success'))
    expect(warnings()).toEqual([])
  })
})

describe('given who may open a table with a wallet', () => {
  const openSettings = async () => {
    const server = await openList()
    const section = (await screen.findByRole('heading', { name: inboundText.title })).closest('details')
    if (!section) throw new Error('the settings are not in a section')
    section.open = true
    fireEvent(section, new Event('toggle'))
    await screen.findByRole('radio', { name: new RegExp(inboundText.choices.anyone) })
    return server
  }
  const choose = (who: InboundChoice) =>
    fireEvent.click(screen.getByRole('radio', { name: new RegExp(inboundText.choices[who]) }))

  it('is anyone, until it chooses otherwise and names whom to allow', async () => {
    const server = await openSettings()
    expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).parentElement?.textContent).toContain(
      inboundText.choices.anyone,
    )
    choose('known')
    fireEvent.change(await screen.findByLabelText(inboundText.allowLabel), { target: { value: stranger } })
    fireEvent.click(screen.getByRole('button', { name: inboundText.allow }))
    await screen.findByRole('button', { name: inboundText.disallow(shorten(stranger)) })
    expect(server.inbound).toMatchObject({ openTo: 'known', allowed: [stranger] })
  })

  it('is every contact, once the server was sent their addresses', async () => {
    const friend = `0x${'8'.repeat(40)}` as const
    for (const [address, name] of [
      [stranger, 'Sam'],
      [friend, 'Fran'],
      [bob, 'Bob, who is blocked'],
    ] as const)
      saveContact(address, name)
    try {
      const server = await openSettings()
      expect(screen.queryByRole('button', { name: /^Allow my/ })).toBeNull()
      choose('known')
      expect(await screen.findByText(inboundText.allowContactsFine)).toBeDefined()
      fireEvent.click(screen.getByRole('button', { name: inboundText.allowContacts(2) }))
      await waitFor(() => expect(server.inbound.allowed).toEqual([friend, stranger]))
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Allow my/ })).toBeNull())
    } finally {
      for (const address of [stranger, friend, bob] as const) removeContact(address)
    }
  })

  it('says whom it has blocked, and lets them be unblocked', async () => {
    const server = await openSettings()
    fireEvent.click(await screen.findByRole('button', { name: tableSlipText.unblock(shorten(bob)) }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: inboundText.blocked })).toBeNull())
    expect(server.inbound.blocked).toEqual([])
  })

  it('allows a wallet that it had blocked, and shows its offers again', async () => {
    keepBlocked(stranger, true)
    const server = await openSettings()
    choose('known')
    fireEvent.change(await screen.findByLabelText(inboundText.allowLabel), { target: { value: stranger } })
    fireEvent.click(screen.getByRole('button', { name: inboundText.allow }))
    await waitFor(() => expect(server.inbound.allowed).toEqual([stranger]))
    await waitFor(() => expect(blockedHere()).toEqual([]))
  })

  it('goes back, in words, where the choice was not saved', async () => {
    const server = await openSettings()
    server.isFailing = true
    choose('none')
    expect((await screen.findByRole('alert')).textContent).toContain(inboundText.failed)
    const checked = screen.getByRole('radio', { checked: true })
    expect(within(checked.closest('label') ?? checked).getByText(inboundText.notes.anyone)).toBeTruthy()
  })
})

describe('given a draft on the swap page that is talked over first', () => {
  it('opens a table with the same people, NFTs, coins and duration', async () => {
    const room = openRoom('general')
    const TalkOfDraft = () => <TalkFirst draft={useDraft()} />
    await aliceAt(<TalkOfDraft />)(room)
    expect(screen.queryByRole('link', { name: words.talkFirst })).toBeNull()
    act(() =>
      room.session.drafts.of(room.portal.key).setState({
        recipientText: bob,
        debouncedText: bob,
        own: [held(1n), held(2n)],
        friend: [held(3n)],
        friendCoins: { text: '0.5', wei: 5n * 10n ** 17n },
        minutes: 60,
      }),
    )
    const link = await screen.findByRole('link', { name: words.talkFirst })
    const url = new URL(link.getAttribute('href') ?? '', window.location.origin)
    expect(url.pathname).toBe('/table/new')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      to: bob,
      give: `${aso.toLowerCase()}:1,${aso.toLowerCase()}:2`,
      want: `${aso.toLowerCase()}:3`,
      ask: '0.5',
      minutes: '60',
    })
  })
})
