import type { Page } from '@playwright/test'
import type { Stage } from './Stage.ts'

/** Widths in pixels at which every state is looked at: a phone and a desk. */
export const shotWidthsPx = [390, 1280] as const
export type ShotWidthPx = (typeof shotWidthsPx)[number]

/** The system's lights in which every state is looked at. */
export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** One state of a screen, and how to get there. */
export interface Shot {
  /** Names its pictures: small letters and hyphens, unique within the area. */
  readonly name: string
  /** Brings a browser there, as a person would, and says which page to look at. It throws where that does not work. */
  readonly reach: (stage: Stage) => Promise<Page>
  /** `page`, the default, shows the whole page; `view` the visible part, for dialogs and the like. */
  readonly extent?: 'page' | 'view'
  /** Where a state exists at one width only. States are reached at a desk; `holdPhone` changes that. */
  readonly widthsPx?: readonly ShotWidthPx[]
  /** Set if the page can't follow the system's colour scheme because no script has loaded. */
  readonly schemes?: readonly Scheme[]
}

/** The states of one part of the product; each file in `areas/` exports one as `area`. */
export interface Area {
  readonly title: string
  /** In the order of a visit. All of them see the same world: what changes it for others belongs to accounts of its own. */
  readonly shots: readonly Shot[]
}
