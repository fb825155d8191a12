import type { Collection } from '@parley/domain'
import { createContext, useContext } from 'react'
import type { Messages } from '../messages/generalMessages.ts'

/** A trading place: which collections it knows and how it words things. Hooks ask for it instead of asking which page they are on. */
export interface Portal {
  /** Keeps drafts of different portals apart. */
  readonly key: string
  /** Where the portal lives, for links back. */
  readonly path: `/${string}`
  readonly messages: Messages
  /** The collections on offer here, out of all supported ones. */
  readonly collectionsOf: (all: readonly Collection[]) => readonly Collection[]
  readonly voiceRoom: string
}

export const PortalContext = createContext<Portal | null>(null)

/** The portal that the screen stands in. Throws when there is none: a mistake in the page. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('this hook needs a portal around it')
  return portal
}
