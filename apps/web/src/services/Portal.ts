import { type DurationMinutes, findCollection, type Collection, type Offer } from '@parley/domain'
import { createContext, useContext } from 'react'
import type { Messages } from '../text/catalogue.ts'
import { missingText } from '../text/swap.ts'

/** A collection on one side of a portal's table, by the key of its row in the registry. */
interface PortalCollection {
  readonly key: string
  /** How far ids are tried here where the registry's row says otherwise: up to and including this one. */
  readonly lastId?: number
}

/** What may lie on a side: everything that is supported, or these collections. */
type Shelf = 'all' | readonly PortalCollection[]

/**
 * Layout of an offer in a list. `table`: yours left, theirs right, ids shortened in the middle. `sentence`: the offered
 * NFTs, an arrow or 'For Your', the requested ones; ids by their first ten characters.
 */
type OfferRows = 'table' | 'sentence'

/**
 * What a tile says below its picture. `collection`: name and id, then the collection. `caption`: the name, then collection
 * and id in the portal's words; once chosen it says so in words, too.
 */
type TileForm = 'collection' | 'caption'

/** A heading and the sentence below it. */
interface Lead {
  readonly title: string
  readonly text: string
}

/**
 * A trading place as data: allowed collections per side, offer durations, and texts. Shared code reads this value
 * instead of asking which page it is on.
 */
export interface PortalData {
  readonly pageTitle: string
  /** Above the table. */
  readonly heading: Lead
  /** Before a wallet is connected. */
  readonly welcome: Lead & { readonly points: readonly Lead[] }
  /** By the sides of a new offer: what its creator gives, and what is wanted for it. */
  readonly collections: { readonly offered: Shelf; readonly requested: Shelf }
  readonly durations: readonly DurationMinutes[]
  readonly voiceRoom: string
  readonly offerRows: OfferRows
  readonly tiles: TileForm
  /** The address of its look: a style sheet of tokens under the portal's key. Without one it looks like the general portal. */
  readonly look?: string
  /** Where this place words things differently. */
  readonly words: Partial<Messages>
}

/** An open portal: its data, where it lives, and the whole catalogue in its words. */
export interface Portal extends PortalData {
  /** Keeps drafts of different portals apart. */
  readonly key: string
  /** Where the portal lives, for links back. */
  readonly path: `/${string}`
  readonly messages: Messages
}

export const PortalContext = createContext<Portal | null>(null)

/** The portal that the screen stands in. Throws when there is none: a mistake in the page. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('this hook needs a portal around it')
  return portal
}

/** The sides of an offer, by what its creator does with them. */
export type OfferSide = 'offered' | 'requested'

/** A portal, as far as its collections go. */
export type Place = Pick<PortalData, 'collections'>

/** The collections that may lie on a side here, out of all supported ones, in the registry's order. */
export function collectionsOn({ collections }: Place, side: OfferSide, all: readonly Collection[]) {
  const shelf = collections[side]
  if (shelf === 'all') return all
  return all.flatMap((row): readonly Collection[] => {
    const wanted = shelf.find(({ key }) => key === row.key)
    if (!wanted) return []
    return wanted.lastId === undefined || row.discovery.kind !== 'scan'
      ? [row]
      : [{ ...row, discovery: { kind: 'scan', lastId: wanted.lastId } }]
  })
}

/** The collections of either side. */
export function collectionsIn(place: Place, all: readonly Collection[]): readonly Collection[] {
  const offered = collectionsOn(place, 'offered', all)
  const others = collectionsOn(place, 'requested', all).filter(({ key }) => offered.every((row) => row.key !== key))
  return [...offered, ...others]
}

/** Whether an offer belongs to a portal: both sides contain only its collections. */
export function isOfferInPortal(place: Place, offer: Pick<Offer, OfferSide>, all: readonly Collection[]): boolean {
  return (['offered', 'requested'] as const).every((side) => {
    if (place.collections[side] === 'all') return true
    const rows = collectionsOn(place, side, all)
    return offer[side].every((nft) => findCollection(rows, nft.contract) !== undefined)
  })
}

/** The catalogue in the words of the portal that the screen stands in. */
export function useMessages(): Messages {
  return usePortal().messages
}

/** What stands for a missing picture or name, in the portal's words. A first view has no portal. */
export function useMissingWords(): Pick<Messages, 'noImage' | 'unknownCollection'> {
  return useContext(PortalContext)?.messages ?? missingText
}
