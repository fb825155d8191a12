import { createApiClient } from '@parley/protocol'
import { act, cleanup, render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CreateAct, DealSlip } from '../src/features/draft/DealSlip.tsx'
import { useDraft } from '../src/features/draft/useDraft.ts'
import { tableText } from '../src/text/swap.lazy.ts'
import { generalRoute, generalPortal } from '../src/portals/portalRoutes.ts'
import { openPortal } from '../src/portals/openPortal.ts'
import { createSession } from '../src/services/openSession.ts'
import type { HeldNft } from '../src/services/drafts.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { Surroundings } from './given/Surroundings.tsx'

const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'

const config = nobodysConfig({ key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } })

const portal = openPortal(generalRoute, generalPortal)

function nft(tokenId: number): HeldNft {
  return {
    contract: dokyo,
    tokenId: BigInt(tokenId),
    name: `Dokyo #${tokenId}`,
    collectionName: 'Dokyo',
    image: '',
    verified: true,
    escrowedBy: null,
  }
}

/** The draft as a screen sees it, without server or chain. */
function openDraft() {
  const session = createSession(config, createApiClient('http://127.0.0.1:9'))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Surroundings session={session} portal={portal}>
      {children}
    </Surroundings>
  )
  const { result } = renderHook(useDraft, { wrapper })
  const cost = { payWei: 0n, feeWei: 1n, feeAssumed: false, networkWei: null, symbol: 'AVAX' }
  return {
    draft: () => result.current,
    /** What describes the slip's button, and the address on the slip. */
    slip: () => {
      const create = <CreateAct ready={result.current.ready} creating={false} busy onCreate={() => undefined} />
      const slip = (
        <DealSlip draft={result.current} creator={null} cost={cost} nowS={0} busy steps={null} act={create} />
      )
      const shown = render(slip, { wrapper })
      const described = shown.getByRole('button').getAttribute('aria-describedby')
      const below = shown.container.querySelector(`#${described}`)?.textContent
      const address = shown.container.querySelector('.whole-address')?.textContent
      shown.unmount()
      return { below, address }
    },
    alerts: () => session.notices.store.getState().alerts.map(({ said }) => said.text),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('given a friend’s address being typed', () => {
  it('is looked up once it has rested for 500 ms', () => {
    const { draft } = openDraft()
    act(() => draft().recipient.setText(bob))
    act(() => void vi.advanceTimersByTime(499))
    expect(draft().recipient).toMatchObject({ state: 'typing', address: null })
    act(() => void vi.advanceTimersByTime(1))
    expect(draft().recipient).toMatchObject({ state: 'valid', address: bob })
  })

  it('restarts with every letter', () => {
    const { draft } = openDraft()
    act(() => draft().recipient.setText(bob.slice(0, -1)))
    act(() => void vi.advanceTimersByTime(400))
    act(() => draft().recipient.setText(bob))
    act(() => void vi.advanceTimersByTime(400))
    expect(draft().recipient.state).toBe('typing')
    act(() => void vi.advanceTimersByTime(100))
    expect(draft().recipient.state).toBe('valid')
  })

  it('says what is wrong with it', () => {
    const { draft } = openDraft()
    act(() => draft().recipient.setText('0x1234'))
    act(() => void vi.advanceTimersByTime(500))
    expect(draft().recipient).toMatchObject({ state: 'invalid', problem: 'length' })
    expect(draft().recipient.problemText).toContain('this one has 4')
  })
})

describe('given twenty NFTs on a side', () => {
  it('the twenty-first raises the alert and is not added', () => {
    const { draft, alerts } = openDraft()
    for (let tokenId = 1; tokenId <= 20; tokenId += 1) act(() => draft().own.toggle(nft(tokenId)))
    expect(alerts()).toEqual([])
    act(() => draft().own.toggle(nft(21)))
    expect(alerts()).toEqual(['You can only select up to 20 NFTs per side'])
    expect(draft().own.nfts).toHaveLength(20)
  })

  it('one of them can be taken back', () => {
    const { draft } = openDraft()
    for (let tokenId = 1; tokenId <= 20; tokenId += 1) act(() => draft().own.toggle(nft(tokenId)))
    act(() => draft().own.toggle(nft(7)))
    expect(draft().own.has(nft(7))).toBe(false)
    expect(draft().own.nfts).toHaveLength(19)
  })
})

describe('given an empty draft', () => {
  it('is not ready', () => {
    const { draft } = openDraft()
    expect(draft().ready).toBe(false)
  })

  it('keeps what a press doesn’t change, so that it isn’t drawn again', () => {
    const { draft } = openDraft()
    const { own, friend, recipient } = draft()
    act(() => draft().own.toggle(nft(1)))
    expect(draft().own).not.toBe(own)
    expect(draft().friend).toBe(friend)
    expect(draft().recipient).toBe(recipient)
  })

  it('names the recipient by the whole address on the slip', () => {
    const { draft, slip } = openDraft()
    act(() => draft().recipient.setText(bob))
    act(() => void vi.advanceTimersByTime(500))
    expect(slip().address).toBe(bob)
  })

  it('says with its button what comes next, until nothing is missing', () => {
    const { draft, slip } = openDraft()
    const { next, keeps } = tableText
    expect(slip().below).toBe(next.friend)
    act(() => draft().recipient.setText(bob))
    act(() => void vi.advanceTimersByTime(500))
    expect(slip().below).toBe(next.own)
    act(() => draft().own.toggle(nft(1)))
    expect(slip().below).toBe(next.wanted)
    act(() => draft().friend.toggle(nft(2)))
    expect(slip().below).toBe(keeps(1))
  })
})
