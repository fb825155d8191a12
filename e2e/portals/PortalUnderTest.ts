import type { Cast } from '@parley/testkit'

type CollectionKey = Parameters<Cast['member']>[number]

/** A portal as visitors see it: its path, its collections, and its exact texts. */
export interface PortalUnderTest {
  readonly name: string
  readonly path: string
  /** The portal's only collection; null if it trades all of them. */
  readonly only: CollectionKey | null
  readonly words: {
    /** Above the table. */
    readonly title: string
    readonly connectedBadge: string
    readonly ownGrid: string
    readonly friendGrid: string
    readonly approve: string
    /** Takes an approval back. */
    readonly revoke: string
    readonly create: string
    readonly accept: string
    readonly expired: string
    readonly recover: string

    readonly selectOwn: string
    readonly selectFriends: string
    readonly approveFirst: string
    /** The text up to and including the `#` of the id. */
    readonly notOwned: string

    readonly accepted: readonly string[]
    readonly cancelled: string
    readonly createFailed: string
  }
}
