import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { product } from '../../packages/domain/src/product.ts'
import { infoPaths } from '../../packages/protocol/src/pagePaths.ts'

/** Files that a route needs besides those that the document names. */
export interface RouteParts {
  /** `:name` stands for any path segment. */
  readonly paths: readonly string[]
  /** Modules below `src/` that begin a chunk. */
  readonly sources: readonly string[]
  /**
   * API requests to start early. Only for data without live events: otherwise a change before the connection is up
   * would be missed.
   */
  readonly answers: readonly string[]
  /** What draws the document's data; `sources` then load after the first paint. */
  readonly preview?: string
}

const withWorld = (path: string, page: string, preview?: string): RouteParts => ({
  paths: [path],
  sources: ['app/AppShell.tsx', page],
  answers: ['/api/config'],
  ...(preview !== undefined && { preview }),
})

const article = (path: string, words: string): RouteParts => ({
  paths: [path],
  sources: ['pages/InfoPage.tsx', `text/${words}.ts`],
  answers: [],
})

/** Routes with modules beyond the first script; the main page needs none before a wallet connects. */
export const routeParts: readonly RouteParts[] = [
  withWorld('/p2p/:offerId', 'pages/OfferPage.tsx', 'pages/offer/OfferPreview.tsx'),
  withWorld('/wallet/:address', 'pages/WalletPage.tsx'),
  withWorld('/table/:tableId', 'pages/TablePage.tsx'),
  withWorld('/trader/:address', 'pages/TraderPage.tsx', 'pages/trader/TraderPreview.tsx'),
  withWorld('/trader/:address/history', 'pages/TraderPage.tsx'),
  withWorld('/create-swap-offer', 'pages/CreatePage.tsx'),
  withWorld('/inbox', 'pages/InboxPage.tsx'),
  withWorld('/pending-trades', 'pages/PendingTradesPage.tsx'),
  withWorld('/contacts', 'pages/ContactsPage.tsx'),
  withWorld('/escrow', 'pages/EscrowPage.tsx'),
  withWorld('/current-trades', 'pages/StatsPage.tsx', 'pages/stats/StatsPreview.tsx'),
  withWorld(`/admin-panel-${product.slug}-owner-only`, 'pages/AdminPage.tsx'),
  article(infoPaths['what-is'], 'about'),
  article(infoPaths['how-it-works'], 'howItWorks'),
  article(infoPaths.help, 'help'),
  article(infoPaths.team, 'about'),
  { paths: ['/voice-test'], sources: ['pages/VoiceTestPage.tsx'], answers: [] },
  ...portals(),
]

function portals(): RouteParts[] {
  return readdirSync(join(import.meta.dirname, 'src/portals/places')).map((name) => ({
    paths: [...new Set([`/${name}`, `/${name.toLowerCase()}`])],
    sources: [`portals/places/${name}/portal.ts`],
    answers: [],
  }))
}
