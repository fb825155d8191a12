import { useEffect } from 'react'
import { useIncomingOffers } from '../features/live/useIncomingOffers.ts'
import { setTitleCount } from '../ui/pageTitle.ts'

/** An incoming offer shows in the page's title (decision S9). */
export function IncomingTitle(): null {
  const count = useIncomingOffers()
  useEffect(() => setTitleCount(count), [count])
  return null
}
