import type { Address, Offer } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { heedSignedOut, memberApi, useSignIn } from '../../services/signIn.ts'
import { type Agreement, agreementFor } from './agreement.ts'

/** Without a session, the page works as it does without tables. */
export function useAgreement(offer: Offer): Agreement {
  const { queries } = useSession()
  const { status, wallet, problem } = useSignIn()
  const isSignedIn = status === 'signed-in' && wallet !== null
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.agreed(wallet ?? '0x', offer.creator),
    enabled: isSignedIn,
    queryFn: () => readTables(wallet ?? '0x', offer.creator),
    refetchOnMount: 'always',
  })
  useEffect(() => void heedSignedOut(queries, error), [queries, error])
  if (status === 'unknown') return { status: 'unknown', table: null }
  if (wallet && status === 'signed-out' && problem === 'away') return { status: 'away', table: null }
  if (!isSignedIn) return { status: 'signed-out', table: null }
  if (error) return { status: 'unread', table: null }
  // A cached answer may be older than the agreement.
  if (!data || !isFetchedAfterMount) return { status: 'reading', table: null }
  return agreementFor(data, offer)
}

/** More agreements than two people reach: then one may be hidden among them. */
const maxPages = 20

/**
 * Every agreement, and the newest of the other tables. The other can't add an agreement alone, however many tables they
 * open.
 */
export async function readTables(as: Address, other: Address): Promise<readonly TableHead[]> {
  const [agreed, newest] = await Promise.all([
    readAgreed(as, other),
    memberApi.request('tables', { query: { as, with: other } }),
  ])
  return [...agreed, ...newest.tables.filter((table) => table.agreed === null)]
}

async function readAgreed(as: Address, other: Address): Promise<readonly TableHead[]> {
  const all: TableHead[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { tables, nextCursor } = await memberApi.request('tables', {
      query: { as, with: other, agreed: 'true', cursor },
    })
    all.push(...tables)
    if (nextCursor === null) return all
    cursor = nextCursor
  }
  throw new Error('too many agreements with one wallet')
}
