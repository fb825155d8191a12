import { durationChoices, product } from '@parley/domain'
import { emptyTableText, pageNames, welcomeText } from '../text/frame.ts'
import type { PortalData } from '../services/Portal.ts'

/** The place where everything that is supported can be traded. */
export const generalPortal: PortalData = {
  pageTitle: pageNames.swapTitle,
  heading: { title: emptyTableText.title, text: emptyTableText.lead },
  welcome: { title: welcomeText.title, text: welcomeText.lead, points: welcomeText.points },
  collections: { offered: 'all', requested: 'all' },
  durations: durationChoices.map(({ minutes }) => minutes),
  voiceRoom: `${product.slug}-global`,
  offerRows: 'table',
  tiles: 'collection',
  words: {},
}
