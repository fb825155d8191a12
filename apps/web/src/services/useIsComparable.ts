import type { Address } from '@parley/domain'
import { useEffect, useState } from 'react'
import { importOnce } from '../ui/lazy.ts'

const knownPeople = importOnce(() => import('./knownPeople.lazy.ts'))

/** Whether a typed or linked address can be compared with those known to an account (decision I5). */
export function useIsComparable(account: Address): boolean {
  const [read, setRead] = useState<Address | null>(null)
  useEffect(() => {
    let isLeft = false
    void knownPeople()
      .then(({ readCounterparties }) => readCounterparties(account))
      // Without the server's counterparties there are still the contacts.
      .catch(() => false)
      .then(() => {
        if (!isLeft) setRead(account)
      })
    return () => {
      isLeft = true
    }
  }, [account])
  return read === account
}
