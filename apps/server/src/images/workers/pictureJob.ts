import type { OfferCard } from '../../previews/OfferCard.ts'
import type { ImageType } from '../picture/sniffImageType.ts'

/** What crosses the channel between the server and a worker. */
export type TileSize = 256 | 512 | 1024

/** Scales one picture. */
export interface TileJob {
  readonly kind: 'tile'
  /** As sniffed: the one loader that the worker may use. */
  readonly type: ImageType
  readonly bytes: Uint8Array
  readonly size: TileSize
}

/** Draws the card of an offer. */
export interface CardJob {
  readonly kind: 'card'
  readonly card: OfferCard
  /** WebP tiles of the card's items, the offered ones first; null where there is none. */
  readonly pictures: readonly (Uint8Array | null)[]
}

export type PictureJob = TileJob | CardJob

export type WorkerAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly problem: 'tooLarge' | 'notRendered'; readonly detail: string }
