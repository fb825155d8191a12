import type { ReactNode } from 'react'
import { later } from '../../ui/later.ts'

/** The form for a side's AVAX. Most deals have none, so it loads later. */
export const CoinPlace = later(() => import('./CoinForm.tsx'), ComingForm)

function ComingForm(): ReactNode {
  return <div className="coin-place" />
}
