import { ApiError } from '@parley/protocol'
import type { PushBrowser } from '@parley/testkit'
import type { Member } from './tables.ts'
import { until } from './testServer.ts'

export const readSettings = async ({ api, as }: Member) => api.request('inboxSettings', { query: as })
/** Waits for the index, without which the server refuses subscriptions. */
export const subscribe = ({ api, as }: Member, { subscription }: PushBrowser) =>
  until(() =>
    api.request('subscribePush', { query: as, body: subscription }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 503) return null
      throw error
    }),
  )
/** The items of a browser's pushes, in order. */
export const told = ({ received }: PushBrowser) => received.map(({ message }) => message.id)
