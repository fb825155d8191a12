import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import { waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import OfferPage from '../src/pages/OfferPage.tsx'
import { InboxRow } from '../src/pages/inbox/InboxRow.tsx'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import { TableHead } from '../src/pages/table/TableHead.tsx'
import TraderPage from '../src/pages/TraderPage.tsx'
import { people } from '../src/services/people.tsx'
import { shorten } from '../src/ui/Address.tsx'
import { aliceAt, type Known, offered, toAlice } from './text/givenLists.ts'
import { alice, bob, dokyo, escrow, offerId, openRoom, patience } from './text/room.tsx'

const nothing = () => undefined

/** What the name service calls each of them. */
const names: Readonly<Record<Address, string>> = { [alice]: 'alice.avax', [bob]: 'bob.avax' }

const received = {
  id: `offer-received:${offerId}`,
  kind: 'offer-received',
  atS: 1_700_000_000,
  orderS: 1_700_000_000,
  needsYou: true,
  act: 'answer-offer',
  subject: { kind: 'offer', offerId, escrow, role: 'recipient' },
  other: bob,
  gives: { nfts: [{ contract: dokyo, tokenId: 1n }], wei: 0n },
  gets: { nfts: [], wei: 1n },
  deadlineS: 4_000_000_000,
  nfts: [],
  decline: null,
  counter: null,
  isRead: true,
} satisfies ReadableItem

const contactName = 'Bob of the Harbour'

const done = { kind: 'completed', by: alice, txHash: offerId, atS: 1_700_000_000 } as const

/** Every file that draws a checked domain name, as a visitor gets to see it. */
const places: Readonly<Record<string, { readonly page: ReactNode; readonly known?: Known }>> = {
  'pages/TraderPage.tsx': { page: <TraderPage addressText={bob} isHistory={false} /> },
  'pages/inbox/InboxRow.tsx': {
    page: <InboxRow item={received} viewer={alice} nowS={1_700_000_060} onRead={nothing} />,
  },
  'pages/offer/AcceptReview.tsx': {
    page: <AcceptReview offer={offered(toAlice)} onClose={nothing} onAccept={nothing} />,
  },
  'pages/offer/OfferSlip.tsx': {
    page: <OfferPage idText={offerId} />,
    known: { received: [offered(toAlice)] },
  },
  'pages/offer/Swapped.tsx': {
    page: <OfferPage idText={offerId} />,
    known: { received: [offered({ ...toAlice, settlement: done })] },
  },
  'pages/table/TableHead.tsx': {
    page: <TableHead title={contactName} address={bob} presence={null} acts={null} />,
  },
}

/** The lines around a name, or the part of the page about one person. */
const withIt = 'h1, h2, h3, .inbox-says, .review-party, dd, .line, .intro > div, .trader-who'

function namedWithoutAddress(): string[] {
  return [...document.querySelectorAll('.domain-name, .nickname')].flatMap((drawn) => {
    const name = (drawn.querySelector('bdi') ?? drawn).textContent.trim()
    const [address = ''] =
      name === contactName ? [bob] : (Object.entries(names).find(([, known]) => known === name) ?? [])
    const text = drawn.closest(withIt)?.textContent ?? ''
    return address !== '' && [address, shorten(address)].some((shown) => text.includes(shown)) ? [] : [name]
  })
}

describe('given a name that a name service has for an address', () => {
  it('is drawn only at places that are looked at here', () => {
    const source = join(import.meta.dirname, '../src')
    const drawing = globSync('**/*.tsx', { cwd: source }).filter((file) =>
      readFileSync(join(source, file), 'utf8').includes('<DomainName '),
    )
    expect(drawing.toSorted()).toEqual(Object.keys(places).toSorted())
  })

  it.each(
    Object.entries(places).flatMap(([file, place]) => [
      { file, ...place, contact: null },
      { file, ...place, contact: contactName },
    ]),
  )('is on screen with the address: $file, contact $contact', async ({ page, known = {}, contact }) => {
    const room = openRoom('general')
    for (const [address, name] of Object.entries(names))
      room.session.queries.setQueryData(['domain-name', address], name)
    if (contact !== null) people.setState({ nameOf: (address) => (address === bob ? contact : undefined) })
    onTestFinished(() => people.setState(people.getInitialState(), true))
    await aliceAt(page, known)(room)
    await waitFor(() => expect(document.querySelector('.domain-name')).not.toBeNull(), patience)
    expect(namedWithoutAddress()).toEqual([])
  })
})
