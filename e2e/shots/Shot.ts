import type { Page } from '@playwright/test'
import type { Stage } from './Stage.ts'

/** Widths in pixels of every picture: a phone and a desktop. */
export const shotWidthsPx = [390, 1280] as const
export type ShotWidthPx = (typeof shotWidthsPx)[number]

/** Colour schemes of every picture. */
export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** A screen in one state, and how to get there. */
export interface Shot {
  /** The pictures' name: lower case and hyphens, unique within the area. */
  readonly name: string
  /** Gets there as a user would and returns the page to photograph. Throws if that fails. */
  readonly reach: (stage: Stage) => Promise<Page>
  /** `page`, the default, shows the whole page; `view` the visible part, for dialogs and the like. */
  readonly extent?: 'page' | 'view'
  /** For states that exist at one width only. States are reached at desktop width; `holdPhone` changes that. */
  readonly widthsPx?: readonly ShotWidthPx[]
  /** Set if the page can't follow the system's colour scheme because no script has loaded. */
  readonly schemes?: readonly Scheme[]
}

/** The states of one part of the product; each file in `areas/` exports one as `area`. */
export interface Area {
  readonly title: string
  /** In the order of a visit. They share one world, so states that affect others use separate accounts. */
  readonly shots: readonly Shot[]
}
