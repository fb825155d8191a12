import type { Address } from '@parley/domain'
import { useEffect, useState } from 'react'
import { readCounterparties } from '../../services/knownPeople.lazy.ts'
import { useAccount } from '../../services/walletConnection.ts'

/**
 * Reads whom the account has traded with, to tell look-alikes of them. `unknown`: there is no account, or the server doesn't
 * say.
 */
export function useCounterparties(): 'reading' | 'known' | 'unknown' {
  const account = useAccount()
  const [read, setRead] = useState<readonly [Address, boolean] | null>(null)
  useEffect(() => {
    if (!account) return undefined
    let isLeft = false
    void readCounterparties(account).then((isKnown) => {
      if (!isLeft) setRead([account, isKnown])
    })
    return () => {
      isLeft = true
    }
  }, [account])
  if (!account) return 'unknown'
  if (read?.[0] !== account) return 'reading'
  return read[1] ? 'known' : 'unknown'
}
