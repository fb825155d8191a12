import { createApiClient } from '@parley/protocol'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createClient, custom } from 'viem'
import { NoticeBoard } from '../../src/features/notices/NoticeBoard.tsx'
import { detailMessages } from '../../src/text/offer.lazy.ts'
import { generalRoute, generalPortal } from '../../src/portals/portalRoutes.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { portal as asoverse } from '../../src/portals/places/ASOverse/portal.ts'
import { createSession } from '../../src/services/openSession.ts'
import type { Portal } from '../../src/services/Portal.ts'
import type { Session } from '../../src/services/Session.ts'
import { nobodysConfig } from '../given/nobodysConfig.ts'
import { Surroundings } from '../given/Surroundings.tsx'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const dokyo = '0x54C800d2331E10467143911aabCa092d68bF4166'
export const aso = '0x4eaACd1c1B90e534b86525d290e8b6488CD3cB32'
export { escrow } from '../given/nobodysConfig.ts'
export const offerId = `0x${'ab'.repeat(32)}` as const

const config = nobodysConfig(
  { key: 'dokyo', name: 'Dokyo', address: dokyo, discovery: { kind: 'enumerable' } },
  { key: 'aso', name: 'ASO', address: aso, discovery: { kind: 'enumerable' } },
)

const general = openPortal(generalRoute, generalPortal)

/** Portals with texts of their own: the general one, ASO, and the offer page. */
export const places = {
  general,
  aso: openPortal({ key: 'ASOverse', path: '/ASOverse' }, asoverse),
  detail: { ...general, messages: detailMessages },
} as const satisfies Readonly<Record<string, Portal>>
export type Place = keyof typeof places

/** Parts of the page are fetched when they are wanted, on machines of any speed. */
export const patience = { timeout: 120_000 } as const

const nobody = () => Promise.reject(new TypeError('fetch failed'))

/** A chain with only these answers: by method, and for `eth_call` by call data. */
/** The answer of a call that reverts. */
export const reverted = 'reverted'

function chainKnowing(answers: ReadonlyMap<string, string>) {
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const asked: unknown = Array.isArray(params) ? Object(params[0]).data : undefined
    const answer = answers.get(method === 'eth_call' ? String(asked) : method)
    if (answer === reverted) throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x' })
    return answer ?? nobody()
  }
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

/** A page without server or chain, and with a wallet only if a test adds one. */
export interface Room {
  readonly session: Session
  readonly portal: Portal
  /** What the chain answers, by the method or the data of the call. */
  readonly calls: Map<string, string>
  /** Shows something of the page, beside the notices. */
  readonly show: (screen: ReactNode) => void
}

export function openRoom(place: Place): Room {
  const calls = new Map<string, string>()
  const session = createSession(config, createApiClient('', { fetch: nobody }))
  return furnish(place, { ...session, chain: chainKnowing(calls) }, calls)
}

/** A room whose build names a block explorer. */
export function withExplorer({ session, calls }: Room): Room {
  return furnish('general', { ...session, config: { ...session.config, explorerUrl: 'https://explorer.test' } }, calls)
}

/** A page of this session, with its notices on screen. */
export function furnish(place: Place, session: Session, calls: Room['calls'] = new Map()): Room {
  const portal: Portal = places[place]
  const within = (screen: ReactNode) => (
    <Surroundings session={session} portal={portal}>
      {screen}
      <NoticeBoard />
    </Surroundings>
  )
  const { rerender } = render(within(null))
  return { session, portal, calls, show: (screen) => rerender(within(screen)) }
}
