import { durationChoices, product } from '@parley/domain'
import { screenWords } from '../messages/screenWords.ts'
import type { PortalData } from '../services/Portal.ts'

const { table, welcome, pages } = screenWords

/** The place where everything that is supported can be traded. */
export const generalPortal: PortalData = {
  pageTitle: pages.swapTitle,
  heading: { title: table.title, text: table.lead },
  welcome: { title: welcome.title, text: welcome.lead, points: welcome.points },
  collections: { offered: 'all', requested: 'all' },
  durations: durationChoices.map(({ minutes }) => minutes),
  voiceRoom: `${product.slug}-global`,
  offerRows: 'table',
  tiles: 'collection',
  words: {},
}
