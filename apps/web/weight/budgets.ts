export interface Budget {
  readonly page: string
  /** Files below `src/`, besides the document's own scripts. */
  readonly sources: readonly string[]
  /** A file of the build that is fetched alone, without any page. */
  readonly file?: string
  readonly budgetBytes: number
}

const world = 'app/AppShell.tsx'

/**
 * JavaScript per route, in bytes of brotli. Pages without a wallet may have 75 kB, the connected swap page 150 kB. The
 * other budgets are slightly above the present weight, so that growth is noticed.
 */
export const budgets: readonly Budget[] = [
  { page: 'the welcome', sources: ['portals/places/ASOverse/portal.ts'], budgetBytes: 75_000 },
  { page: 'pages of information', sources: ['pages/InfoPage.tsx', 'text/help.ts'], budgetBytes: 75_000 },
  { page: 'the swap page, connected', sources: [world, 'pages/SwapPage.tsx'], budgetBytes: 150_000 },
  { page: 'one offer', sources: [world, 'pages/OfferPage.tsx'], budgetBytes: 159_300 },
  { page: 'one offer, before its largest paint', sources: ['pages/offer/OfferPreview.tsx'], budgetBytes: 75_000 },
  { page: 'trade stats, before its largest paint', sources: ['pages/stats/StatsPreview.tsx'], budgetBytes: 75_000 },
  { page: 'a trader, before its largest paint', sources: ['pages/trader/TraderPreview.tsx'], budgetBytes: 75_000 },
  { page: 'a wallet', sources: [world, 'pages/WalletPage.tsx'], budgetBytes: 144_200 },
  { page: 'a table', sources: [world, 'pages/TablePage.tsx'], budgetBytes: 181_700 },
  { page: 'a trader', sources: [world, 'pages/TraderPage.tsx'], budgetBytes: 148_000 },
  { page: 'pending trades', sources: [world, 'pages/PendingTradesPage.tsx'], budgetBytes: 141_800 },
  { page: 'contacts', sources: [world, 'pages/ContactsPage.tsx'], budgetBytes: 145_500 },
  { page: 'my escrow', sources: [world, 'pages/EscrowPage.tsx'], budgetBytes: 163_000 },
  { page: 'the inbox', sources: [world, 'pages/InboxPage.tsx'], budgetBytes: 166_500 },
  { page: 'creating an offer', sources: [world, 'pages/CreatePage.tsx'], budgetBytes: 150_800 },
  { page: 'trade stats', sources: [world, 'pages/StatsPage.tsx'], budgetBytes: 140_800 },
  { page: 'the service worker', sources: [], file: 'sw.js', budgetBytes: 2_260 },
  { page: "the owner's panel", sources: [world, 'pages/AdminPage.tsx'], budgetBytes: 156_500 },
]
