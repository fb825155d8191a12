import { useEffect } from 'react'
import { useIncomingOffers } from '../features/offers/useIncomingOffers.ts'
import { setTitleCount } from '../ui/pageTitle.ts'

/** Shows incoming offers in the page title (decision S9). */
export function IncomingTitle(): null {
  const count = useIncomingOffers().unseen
  useEffect(() => setTitleCount(count), [count])
  return null
}
