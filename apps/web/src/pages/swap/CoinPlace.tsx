import type { ReactNode } from 'react'
import { lazyOnIdle } from '../../ui/lazy.ts'

/** The form for a side's AVAX. Most deals have none, so it loads later. */
export const CoinPlace = lazyOnIdle(() => import('./CoinForm.tsx'), ComingForm)

function ComingForm(): ReactNode {
  return <div className="coin-place" />
}
