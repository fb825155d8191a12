import type { Nft } from '@parley/domain'
import { bob, givenOffer } from '@parley/domain/test/givenOffer'
import { createApiClient } from '@parley/protocol'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import { generalMessages } from '../src/text/catalogue.ts'
import { gridText } from '../src/text/swap.ts'
import { createSession } from '../src/services/openSession.ts'
import { generalRoute, generalPortal } from '../src/portals/portalRoutes.ts'
import { openPortal } from '../src/portals/openPortal.ts'
import { escrow, nobodysConfig } from './given/nobodysConfig.ts'
import { Surroundings } from './given/Surroundings.tsx'
import { aliceAt, offered, toAlice, type Known } from './text/givenLists.ts'
import { openRoom } from './text/room.tsx'
import { contextText } from '../src/text/context.lazy.ts'
import { approvalText } from '../src/text/deal.lazy.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import type { OnChainCheck } from '../src/features/offers/useOffer.ts'
import { queryKeys } from '../src/services/queries.ts'

const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
const stranger = '0x51033FDc8C3e2C6387Fe1cC15F0c58Dbd31e5971'

const portal = openPortal(generalRoute, generalPortal)
const config = nobodysConfig({ key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } })

const unverified = [1n, 2n].map((tokenId): Nft => ({ contract: stranger, tokenId }))

const offer = givenOffer({
  escrow,
  offered: [...unverified, { contract: dokyo, tokenId: 3n }],
  requested: [{ contract: dokyo, tokenId: 4n }],
})

/** The review as a recipient sees it, without server or chain. */
function openReview(reviewed = offer) {
  const session = createSession(config, createApiClient('http://127.0.0.1:9'))
  const accepted: (readonly Nft[])[] = []
  render(
    <Surroundings session={session} portal={portal}>
      <AcceptReview offer={reviewed} onClose={() => undefined} onAccept={(confirmed) => accepted.push(confirmed)} />
    </Surroundings>,
  )
  return {
    boxes: () => screen.getAllByRole<HTMLInputElement>('checkbox', { hidden: true }),
    accept: () => {
      fireEvent.click(screen.getByRole('button', { name: generalMessages.acceptTrade, hidden: true }))
      return accepted.at(-1)
    },
  }
}

describe('given an offer with two NFTs of an unknown contract', () => {
  it('asks for each of them, and for none of a supported collection', () => {
    const { boxes, accept } = openReview()
    expect(boxes()).toHaveLength(2)
    expect(accept()).toEqual([])
  })

  it('names its creator by the whole address, since a phone has no tooltip', () => {
    openReview()
    expect(document.querySelector('.review-party')?.textContent).toContain(offer.creator)
  })

  it('names every contract in full, on both sides', () => {
    openReview()
    const contracts = [...document.querySelectorAll('.item-origin')].map(({ textContent }) => textContent)
    expect(contracts).toEqual([dokyo, stranger, stranger, dokyo])
    expect([...document.querySelectorAll('.item-origin b')].map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      dokyo.slice(0, 6),
      dokyo.slice(-4),
    ])
  })

  it('marks each of them as unverified, and requests neither picture nor name', () => {
    openReview()
    const rows = [...document.querySelectorAll('.item-row')]
    const seals = rows.map((row) => row.querySelector('.seal')?.getAttribute('aria-label'))
    const { verified, unverified: unknown } = gridText
    // Your side comes first, then theirs.
    expect(seals).toEqual([verified, unknown, unknown, verified])
    expect(rows.map((row) => row.querySelector('img')?.getAttribute('src')?.includes(stranger) ?? null)).toEqual([
      false,
      null,
      null,
      false,
    ])
  })

  it('takes along what was ticked', () => {
    const { boxes, accept } = openReview()
    boxes().forEach((box) => fireEvent.click(box))
    expect(accept()).toEqual(unverified)
  })

  it('takes nothing along that was unticked again', () => {
    const { boxes, accept } = openReview()
    const [first, second] = boxes()
    for (const box of [first, second, first]) if (box) fireEvent.click(box)
    expect(boxes().map((box) => box.checked)).toEqual([false, true])
    expect(accept()).toEqual(unverified.slice(1))
  })
})

describe('given an offer of one NFT for ten', () => {
  const nfts = (count: number): Nft[] =>
    Array.from({ length: count }, (_, at) => ({ contract: dokyo, tokenId: BigInt(at + 10) }))
  const lopsided = givenOffer({ escrow, offered: nfts(1), requested: nfts(11).slice(1) })

  it('asks its recipient once, by a tick above the button, before it can be accepted', () => {
    const { boxes, accept } = openReview(lopsided)
    const [box] = boxes()
    expect(box?.closest('label')?.textContent).toBe(contextText.lopsided(10, 1, 0n))
    expect(accept()).toBeUndefined()
    if (box) fireEvent.click(box)
    expect(accept()).toEqual([])
  })

  it('asks as well where a few coins come with the one NFT, or the recipient pays coins on top', () => {
    for (const coins of [
      { offeredWei: 1n, requestedWei: 0n },
      { offeredWei: 0n, requestedWei: 5n * 10n ** 18n },
    ]) {
      const { accept } = openReview({ ...lopsided, coins })
      screen.getByText(contextText.tickFirst)
      expect(accept()).toBeUndefined()
      cleanup()
    }
  })

  it('asks of one NFT for next to no coins, and says which coins', () => {
    const coins = { offeredWei: 10n ** 15n, requestedWei: 0n }
    const { boxes, accept } = openReview({ ...lopsided, offered: [], requested: nfts(1), coins })
    const [box] = boxes()
    expect(box?.closest('label')?.textContent).toBe(
      'You give one NFT for 0.001 AVAX, and no NFT. Yes, that is what I want.',
    )
    screen.getByText(contextText.tickFirstForCoins)
    expect(accept()).toBeUndefined()
  })

  it('asks nothing of who gains by it, or receives coins with it', () => {
    const gains = { ...lopsided, offered: lopsided.requested, requested: lopsided.offered }
    const paid = { ...lopsided, coins: { offeredWei: 10n ** 18n, requestedWei: 0n } }
    for (const reviewed of [gains, paid]) {
      const { accept } = openReview(reviewed)
      expect(screen.queryByText(contextText.tickFirst)).toBeNull()
      expect(accept()).toEqual([])
      cleanup()
    }
  })
})

/** The review of an offer that Alice received. */
async function openAlices(known: Known, chain?: OnChainCheck) {
  const mine = offered(toAlice)
  const room = openRoom('general')
  if (chain) room.session.queries.setQueryData([...queryKeys.offerOnChain(mine.id), 'open'], chain)
  const review = <AcceptReview offer={mine} onClose={() => undefined} onAccept={() => undefined} />
  await aliceAt(review, { received: [mine], ...known })(room)
  const summary = () => document.querySelector('.check-sum')?.textContent ?? ''
  const button = (name: string) => screen.queryByRole('button', { name, hidden: true })
  return { summary, button, accept: () => button(generalMessages.acceptTrade) }
}

describe('given an offer in the list that cannot go through yet', () => {
  it('names the approval that is missing, and offers it as the next step', async () => {
    const { summary, button, accept } = await openAlices({ approved: 'none' })
    await waitFor(() => expect(summary()).toContain(offerText.checks.notApproved('ASO')))
    await waitFor(() => expect(button(offerText.approve('ASO'))).not.toBeNull())
    // The safer choice comes first: an approval of one NFT ends with the swap.
    const choices = screen.getAllByRole<HTMLInputElement>('radio', { hidden: true })
    expect(choices.map(({ checked, labels }) => [checked, labels?.[0]?.textContent])).toEqual([
      [true, approvalText.onlyThese(1)],
      [false, approvalText.whole],
    ])
    expect(accept()?.getAttribute('aria-disabled')).toBe('true')
  })

  it('says that the wallet no longer holds what is requested', async () => {
    const { summary } = await openAlices({ approved: 'all', requestedHeldBy: bob })
    await waitFor(() => expect(summary()).toContain(offerText.checks.youDoNot))
  })

  it('shows the chain’s terms where the server told others, and does not accept', async () => {
    const { id: _, ...told } = offered(toAlice)
    const terms = { ...told, offered: [{ contract: dokyo, tokenId: 99n }] } as const
    const { accept } = await openAlices({ approved: 'all' }, { state: 'differs', block: 7n, terms })
    await waitFor(() => expect(document.body.textContent).toContain(offerText.differs))
    expect(document.body.textContent).toContain('#99')
    expect(accept()?.getAttribute('aria-disabled')).toBe('true')
  })

  it('asks for no approval that was given', async () => {
    const { button, accept } = await openAlices({ approved: 'all' })
    expect(button(offerText.approve('ASO'))).toBeNull()
    expect(accept()?.getAttribute('aria-disabled')).toBeNull()
  })
})
