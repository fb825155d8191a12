import type { Draft } from '../../features/draft/useDraft.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'

/** The draft with metadata names filled in for display. */
export function useLaidDraft(draft: Draft): Draft {
  const own = useDescribed(draft.own.nfts)
  const friend = useDescribed(draft.friend.nfts)
  return { ...draft, own: { ...draft.own, nfts: own }, friend: { ...draft.friend, nfts: friend } }
}
