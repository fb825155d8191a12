import type { PortalData } from '../../../services/Portal.ts'
import { messages } from './messages.ts'
import look from './theme.css?url'

const aso = [{ key: 'aso', lastId: 10_000 }]

/** The trading portal of the ASO collection. */
export const portal: PortalData = {
  pageTitle: 'ASOverse Trading Portal',
  heading: {
    title: 'ASOVERSE TRADING PORTAL',
    text: 'Who are you trading with? Up to 20 of your ASOs for up to 20 of theirs.',
  },
  welcome: {
    title: 'ASOVERSE TRADING PORTAL',
    text: 'Where ASOs change orbit. Lay yours against a friend’s, sign one slip, and both sides move in one transaction.',
    points: [
      {
        title: 'Nothing but ASO',
        text: 'Only ASOs are traded here, up to 20 a side. Every other collection has the Swap page.',
      },
      {
        title: 'Held in between',
        text: 'What you give waits in a contract that nobody can reach into, not even its owner.',
      },
      {
        title: 'All or nothing',
        text: 'They accept and everything moves at once. Change your mind before it expires and you only pay network gas.',
      },
    ],
  },
  collections: { offered: aso, requested: aso },
  durations: [5, 60, 1440, 10080],
  voiceRoom: 'asoverse-trading',
  offerRows: 'sentence',
  tiles: 'caption',
  look,
  words: messages,
}
