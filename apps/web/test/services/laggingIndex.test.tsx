import { createApiClient } from '@parley/protocol'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOffer } from '../../src/actions/createOffer.ts'
import { useOfferList } from '../../src/features/offers/useOfferList.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { generalPortal, generalRoute } from '../../src/portals/portalRoutes.ts'
import { createSession } from '../../src/services/openSession.ts'
import { dealOf, openStage, type Stage } from '../actions/stage.ts'
import { Surroundings } from '../given/Surroundings.tsx'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A wallet's list of what it has sent, while the server has announced no block for this long. */
function sentList(address: `0x${string}`, silentMs: number, indexedBlock: number) {
  const session = createSession(stage.config, createApiClient(stage.world.url))
  session.live.store.setState({ status: 'live', indexedBlock, announcedAtMs: Date.now() - silentMs })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Surroundings session={session} portal={openPortal(generalRoute, generalPortal)}>
      {children}
    </Surroundings>
  )
  const { result } = renderHook(() => useOfferList('creator', address), { wrapper })
  return { list: () => result.current, session }
}

describe('given a server that has heard of no new block for 20 seconds', () => {
  it('the list still says how far the index is behind once the page has read chain time', async () => {
    Reflect.get(window, 'happyDOM').setURL(stage.world.url)
    const creator = await stage.cast.member('dokyo')
    const recipient = await stage.cast.member('furks')
    await stage.cast.approve(creator, ...creator.nfts)
    const actor = await stage.enter(creator)
    const { offerId } = await createOffer(actor.tools, dealOf(creator.nfts, recipient.nfts, recipient.address), null)
    const head = Number(await stage.world.chain.client.getBlockNumber({ cacheTime: 0 }))
    const { list, session } = sentList(creator.address, 20_000, head - 7)
    const lags = { kind: 'lags', blocks: 7 }
    await expect.poll(() => list()).toMatchObject({ doubt: lags, offers: [{ id: offerId }] })

    await session.live.readTime(session.chain)
    await session.queries.refetchQueries()
    expect(list()).toMatchObject({ doubt: lags, offers: [{ id: offerId }] })
  })
})
