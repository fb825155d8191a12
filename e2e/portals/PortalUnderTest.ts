import type { Cast } from '@parley/testkit'

type CollectionKey = Parameters<Cast['member']>[number]

/** A portal as its visitors know it: its path, its collections, and its exact texts. */
export interface PortalUnderTest {
  readonly name: string
  readonly path: string
  /** The one collection that is traded there; null where it is all of them. */
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
    /** The beginning, up to and including the id's sign. */
    readonly notOwned: string

    readonly accepted: readonly string[]
    readonly cancelled: string
    readonly createFailed: string
  }
}
