import { Suspense, type ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { usePath } from '../ui/navigation.ts'
import { matchRoute } from './matchRoute.ts'
import { worldPages } from './worldPages.ts'

const {
  swap: SwapPage,
  offer: OfferPage,
  wallet: WalletPage,
  pending: PendingTradesPage,
  admin: AdminPage,
  stats: StatsPage,
  create: CreatePage,
} = worldPages

/** The path's page inside the shared frame. */
export function WorldPage(): ReactNode {
  const route = matchRoute(usePath())
  return (
    <Suspense
      fallback={
        <p className="setting" role="status">
          {frameText.loading}
        </p>
      }
    >
      {route?.page === 'offer' ? <OfferPage key={route.idText} idText={route.idText} /> : null}
      {route?.page === 'wallet' ? <WalletPage key={route.addressText} addressText={route.addressText} /> : null}
      {route?.page === 'pending' ? <PendingTradesPage /> : null}
      {route?.page === 'admin' ? <AdminPage /> : null}
      {route?.page === 'stats' ? <StatsPage /> : null}
      {route?.page === 'create' ? <CreatePage /> : null}
      {route?.page === 'swap' ? <SwapPage key={route.portal.key} /> : null}
    </Suspense>
  )
}
