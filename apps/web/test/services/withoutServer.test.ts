import { createApiClient, offerToWire } from '@parley/protocol'
import type { Member } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer, cancelOffer } from '../../src/actions/settleOffer.ts'
import { onChainCheckQuery, offerQuery } from '../../src/features/offers/useOffer.ts'
import { rememberOffers, offersQuery } from '../../src/features/offers/offersQuery.ts'
import { createOffer } from '../../src/actions/createOffer.ts'
import { chainTimeS } from '../../src/services/chainTime.ts'
import { createSession } from '../../src/services/openSession.ts'
import { generalPortal } from '../../src/portals/portalRoutes.ts'
import { portal as asoPortal } from '../../src/portals/places/ASOverse/portal.ts'
import { holdingsQuery } from '../../src/services/holdingsQuery.ts'
import type { Session } from '../../src/services/Session.ts'
import { bare, dealOf, openStage, type Stage } from '../actions/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A page that knows its configuration and reaches the chain, but not the server. */
function lonelyPage(): Session {
  return createSession(stage.config, createApiClient('http://127.0.0.1:9'))
}

async function openOffer() {
  const creator = await stage.cast.member('dokyo')
  const recipient = await stage.cast.member('furks', 'steady')
  await stage.cast.approve(creator, ...creator.nfts)
  const actor = await stage.enter(creator)
  const created = await createOffer(actor.tools, dealOf(creator.nfts, recipient.nfts, recipient.address), null)
  return { creator, recipient, created }
}

describe('given a server that does not answer', () => {
  it.each([
    ['creator', (parties: { creator: Member; recipient: Member }) => parties.creator.address],
    ['recipient', (parties: { creator: Member; recipient: Member }) => parties.recipient.address],
  ] as const)('finds the open offers of a %s on the chain', async (role, addressOf) => {
    const { created, ...parties } = await openOffer()
    const { queries, ...rest } = lonelyPage()
    const answer = await queries.fetchQuery(offersQuery({ queries, ...rest }, role, addressOf(parties)))
    expect(answer.source).toBe('chain')
    expect(answer.offers).toMatchObject([
      {
        id: created.offerId,
        offered: bare(parties.creator.nfts),
        requested: bare(parties.recipient.nfts),
        createdTxHash: created.txHash,
      },
    ])
  })

  it("counts by the time of the newest block once an offer is read, not by the browser's clock", async () => {
    const { created } = await openOffer()
    const session = lonelyPage()
    const answer = await session.queries.fetchQuery(offerQuery(session, created.offerId))
    await session.queries.fetchQuery(onChainCheckQuery(session, answer.kind === 'found' ? answer.offer : null))
    const { timestamp } = await stage.world.chain.client.getBlock()
    const { head } = session.live.store.getState()
    expect(head).toMatchObject({ timestampS: Number(timestamp) })
    expect(chainTimeS(session.live, (head?.heardAtMs ?? 0) + 9_000)).toBe(Number(timestamp) + 9)
  })

  it.each([
    ['an offer', (session: Session, id: string) => session.queries.fetchQuery(offerQuery(session, id))],
    [
      'a list of offers',
      (session: Session, _: string, creator: Member['address']) =>
        session.queries.fetchQuery(offersQuery(session, 'creator', creator)),
    ],
  ])('knows chain time as soon as it knows %s, before the first countdown', async (_, read) => {
    const { created, creator } = await openOffer()
    const session = lonelyPage()
    await read(session, created.offerId, creator.address)
    const { timestamp } = await stage.world.chain.client.getBlock()
    expect(session.live.store.getState().head).toMatchObject({ timestampS: Number(timestamp) })
  })

  it('reads what a wallet holds from the chain', async () => {
    const member = await stage.cast.member('chikn', 'farmland')
    const session = lonelyPage()
    const answer = await session.queries.fetchQuery(holdingsQuery(session, generalPortal, member.address))
    expect(answer).toMatchObject({ source: 'chain', unreadable: [] })
    expect(bare(answer.nfts)).toHaveLength(2)
    expect(bare(answer.nfts)).toEqual(expect.arrayContaining([...bare(member.nfts)]))
  })

  it('reads only what a portal trades, from the chain', async () => {
    const member = await stage.cast.member('aso', 'chikn')
    const session = lonelyPage()
    const answer = await session.queries.fetchQuery(holdingsQuery(session, asoPortal, member.address))
    expect(answer).toMatchObject({ source: 'chain', unreadable: [], reading: 0 })
    expect(bare(answer.nfts)).toEqual(bare(member.nfts.slice(0, 1)))
  })

  it('finds one offer by its id and by the transaction that made it', async () => {
    const { created } = await openOffer()
    const session = lonelyPage()
    for (const idText of [created.offerId, created.txHash]) {
      expect(await session.queries.fetchQuery(offerQuery(session, idText))).toMatchObject({
        kind: 'found',
        offer: { id: created.offerId },
      })
    }
  })

  it('leaves out what it has seen on a chain that was reset, and nothing else', async () => {
    const { created, creator } = await openOffer()
    const kept = new Map<string, string>()
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, text: string) => kept.set(key, text),
      remove: (key: string) => kept.delete(key),
      watch: () => () => undefined,
    }
    const session = { ...lonelyPage(), storage }
    const wire = offerToWire(await stage.offer(created.offerId))
    rememberOffers(storage, [
      { ...wire, offerId: `0x${'34'.repeat(32)}` },
      { ...wire, escrow: creator.address },
    ])
    const { offers } = await session.queries.fetchQuery(offersQuery(session, 'creator', creator.address))
    expect(offers.map(({ id }) => id)).toEqual([created.offerId])
  })

  it('says of a closed offer which way it was closed', async () => {
    const session = lonelyPage()
    const settlementOf = (idText: string) => session.queries.fetchQuery(offerQuery(session, idText))
    const accepted = await openOffer()
    await stage.cast.approve(accepted.recipient, ...accepted.recipient.nfts)
    const recipient = await stage.enter(accepted.recipient)
    await acceptOffer(recipient.tools, await stage.offer(accepted.created.offerId), [])
    expect(await settlementOf(accepted.created.offerId)).toMatchObject({
      offer: { settlement: { kind: 'completed', by: accepted.recipient.address } },
    })
    const cancelled = await openOffer()
    const creator = await stage.enter(cancelled.creator)
    await cancelOffer(creator.tools, await stage.offer(cancelled.created.offerId))
    expect(await settlementOf(cancelled.created.offerId)).toMatchObject({
      offer: { settlement: { kind: 'cancelled', by: null } },
    })
  })

  it('does not call an offer unknown that it could not ask about', async () => {
    const session = lonelyPage()
    await expect(session.queries.fetchQuery(offerQuery(session, `0x${'12'.repeat(32)}`))).rejects.toThrow()
  })
})

describe('given an offer on the screen', () => {
  it('says whether the chain agrees with it', async () => {
    const { created } = await openOffer()
    const session = lonelyPage()
    const offer = await stage.offer(created.offerId)
    expect(await session.queries.fetchQuery(onChainCheckQuery(session, offer))).toMatchObject({ state: 'agrees' })
    const other = { ...offer, expiresAtS: offer.expiresAtS + 1 }
    session.queries.clear()
    expect(await session.queries.fetchQuery(onChainCheckQuery(session, other))).toMatchObject({ state: 'differs' })
  })

  it('goes by the chain where the server calls a cancelled offer completed', async () => {
    const { creator, recipient, created } = await openOffer()
    await stage.cast.callEscrow(creator, 'cancelSwapOffer', [created.offerId], 0n)
    const session = lonelyPage()
    const settlement = { kind: 'completed', by: recipient.address, txHash: null, atS: null } as const
    const told = { ...(await stage.offer(created.offerId)), settlement }
    expect(await session.queries.fetchQuery(onChainCheckQuery(session, told))).toMatchObject({
      state: 'differs',
      terms: { settlement: { kind: 'cancelled' } },
    })
  })
})
