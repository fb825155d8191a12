import type { ReactNode } from 'react'

export default function PendingTradesPage(): ReactNode {
  return <h1>My Pending Trades</h1>
}
