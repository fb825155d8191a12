import { type Address, type DeclineReason, type Offer, type OfferId } from '@parley/domain'
import { ApiError, type WireDecline } from '@parley/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../services/queries.ts'
import type { Session } from '../../services/Session.ts'
import { heedSignedOut, memberApi, useSignIn } from '../../services/signIn.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { declineText } from '../../text/agreement.lazy.ts'

/** The decline of an offer, as its two parties see it (decision N5). Null if there is none, or while it is unknown. */
export function useDecline({ id, settlement }: Pick<Offer, 'id' | 'settlement'>): WireDecline | null {
  const account = useAccount()
  // The recipient's words come with a session alone.
  const { status } = useSignIn()
  const { data } = useQuery({
    queryKey: [...queryKeys.declines(account ?? '0x'), status === 'signed-in'],
    placeholderData: keepPreviousData,
    enabled: account !== null && settlement === null,
    queryFn: async () => (await memberApi.request('declines', { params: { address: account ?? '0x' } })).declines,
  })
  return (settlement === null && data?.find(({ offerId }) => offerId === id)) || null
}

type DeclineFailure = keyof typeof declineText.refusals | 'signed-out' | 'failed'

/** Declines an offer. @returns why the server refused; null once it is done. */
export async function declineOffer(
  { queries }: Session,
  as: Address,
  offerId: OfferId,
  body: { readonly reason: DeclineReason; readonly text: string },
): Promise<DeclineFailure | null> {
  try {
    await memberApi.request('declineOffer', { params: { offerId }, query: { as }, body })
    await queries.invalidateQueries({ queryKey: queryKeys.declines(as) })
    return null
  } catch (error) {
    if (heedSignedOut(queries, error)) return 'signed-out'
    const code = error instanceof ApiError ? error.code : undefined
    return isRefusal(code) ? code : 'failed'
  }
}

function isRefusal(code: string | undefined): code is keyof typeof declineText.refusals {
  return code !== undefined && Object.hasOwn(declineText.refusals, code)
}
