import { ApiError } from '@parley/protocol'
import { type PushBrowser, type PushService, startPushService } from '@parley/testkit'
import type { DatabaseEnv } from './engines.ts'
import type { Market } from './market.ts'
import { type Member, serveTwo } from './tables.ts'
import { type TestServer, until } from './testServer.ts'

export const readSettings = async ({ api, as }: Member) => api.request('inboxSettings', { query: as })
/** Waits for the index, without which the server refuses subscriptions. */
export const subscribe = ({ api, as }: Member, { subscription }: PushBrowser) =>
  until(() =>
    api.request('subscribePush', { query: as, body: subscription }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 503) return null
      throw error
    }),
  )
/** How many pushes wait in the outbox, or are being sent. */
export async function waitingPushes({ raw }: Pick<TestServer, 'raw'>): Promise<number> {
  const text = String((await raw('/metrics')).body['text'])
  return Number(/^parley_push_outbox (\d+)$/m.exec(text)?.[1])
}
/** The items of a browser's pushes, in order. */
export const told = ({ received }: PushBrowser) => received.map(({ message }) => message.id)

export interface PhoneServer {
  readonly server: TestServer
  readonly alice: Member
  readonly bob: Member
  readonly service: PushService
  /** Takes pushes for its owner, with the page closed. */
  readonly phone: PushBrowser
  stop(): Promise<void>
}

/** A server at which Alice and Bob are signed in, one of them with a phone. */
export async function servePhone(market: Market, database: DatabaseEnv, owner: 'alice' | 'bob'): Promise<PhoneServer> {
  let key: string | null = null
  const service = await startPushService(async () => key)
  const { server, ...members } = await serveTwo(market, database, { PUSH_TRUSTED_ORIGINS: service.origin })
  key = (await readSettings(members[owner])).push.key
  const phone = service.open()
  await subscribe(members[owner], phone)
  return {
    server,
    ...members,
    service,
    phone,
    async stop() {
      await server.stop()
      await service.stop()
    },
  }
}
